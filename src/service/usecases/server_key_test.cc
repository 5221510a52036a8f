#include "service/usecases/server_key.h"

#include <gtest/gtest.h>

#include "service/domain/digest.h"

namespace storey::service {
namespace {

using enum ServerKey::PathCheck;

std::string query_value(const std::string& path, const std::string& name) {
  const std::size_t start = path.find(name + "=") + name.size() + 1;
  return path.substr(start, path.find('&', start) - start);
}

TEST(ServerKey, SignedPathsAreGoodUntilTheyExpire) {
  const ServerKey key("secret");
  const std::string path = key.sign_path("/uploads/a", from_unix_ms(10'000));
  const std::string signature = query_value(path, "signature");
  EXPECT_EQ(query_value(path, "expires"), "10");
  EXPECT_EQ(key.check_path("/uploads/a", "10", signature, from_unix_ms(9'999)), kValid);
  EXPECT_EQ(key.check_path("/uploads/a", "10", signature, from_unix_ms(10'000)), kExpired);
}

TEST(ServerKey, NothingOfASignedPathCanBeChanged) {
  const ServerKey key("secret");
  const std::string signature = query_value(key.sign_path("/uploads/a", from_unix_ms(10'000)), "signature");
  const Timestamp now = from_unix_ms(0);
  EXPECT_EQ(key.check_path("/uploads/b", "10", signature, now), kForged);
  EXPECT_EQ(key.check_path("/uploads/a", "11", signature, now), kForged);
  EXPECT_EQ(key.check_path("/uploads/a", "010", signature, now), kForged);
  EXPECT_EQ(key.check_path("/uploads/a", "", signature, now), kForged);
  EXPECT_EQ(key.check_path("/uploads/a", "10", "", now), kForged);
  EXPECT_EQ(ServerKey("other").check_path("/uploads/a", "10", signature, now), kForged);
}

TEST(ServerKey, EveryVersionOfAWebhookHasItsSecret) {
  const ServerKey key("secret");
  const auto secret = [](const ServerKey& of, const char* id, int version) {
    Webhook webhook;
    webhook.id = WebhookId(id);
    webhook.secret_version = version;
    return of.webhook_secret(webhook);
  };
  const std::string first = secret(key, "w", 1);
  EXPECT_TRUE(first.starts_with("whsec_"));
  EXPECT_EQ(from_base64(first.substr(6))->size(), 32u);
  EXPECT_NE(first, secret(key, "w", 2));
  EXPECT_NE(first, secret(key, "v", 1));
  EXPECT_EQ(first, secret(ServerKey("secret"), "w", 1));
}

TEST(ServerKey, WhatAFormerKeySignedStaysGood) {
  const ServerKey before("secret");
  const ServerKey after(std::vector<NamedSecret>{{"k2", "new secret"}, {"", "secret"}});
  const Timestamp now = from_unix_ms(0), later = from_unix_ms(10'000);
  const std::string old_signature = query_value(before.sign_path("/uploads/a", later), "signature");
  const std::string new_signature = query_value(after.sign_path("/uploads/a", later), "signature");
  EXPECT_TRUE(new_signature.starts_with("k2.")) << new_signature;
  EXPECT_EQ(after.check_path("/uploads/a", "10", old_signature, now), kValid);
  EXPECT_EQ(after.check_path("/uploads/a", "10", new_signature, now), kValid);
  EXPECT_EQ(after.check_path("/uploads/a", "10", "k3" + new_signature.substr(2), now), kForged);
  EXPECT_EQ(after.check_path("/uploads/a", "10", new_signature.substr(3), now), kForged);
  EXPECT_EQ(ServerKey(std::vector<NamedSecret>{{"k2", "new secret"}})
                .check_path("/uploads/a", "10", old_signature, now),
            kForged);

  Webhook webhook;
  webhook.id = WebhookId("w");
  EXPECT_EQ(after.webhook_secret(webhook), before.webhook_secret(webhook)) << "it comes from its own key";
  webhook.secret_version = 2;
  webhook.secret_rotated = now;
  webhook.former_key_id = std::exchange(webhook.key_id, after.id());
  Webhook former;
  former.id = webhook.id;
  const std::string both = after.sign_webhook(webhook, "msg_1", "{}", now, Seconds(60));
  EXPECT_TRUE(both.ends_with(" " + before.sign_webhook(former, "msg_1", "{}", now, Seconds(60)))) << both;
}

TEST(ServerKey, SignsWebhooksAsStandardWebhooksSay) {
  const ServerKey key("secret");
  Webhook webhook;
  webhook.id = WebhookId("w");
  const auto sign = [&](Timestamp now) { return key.sign_webhook(webhook, "msg_1", "{}", now, Seconds(60)); };
  const auto by_hand = [&](int version, std::string_view seconds) {
    Webhook of_version = webhook;
    of_version.secret_version = version;
    const std::string secret = *from_base64(key.webhook_secret(of_version).substr(6));
    return "v1," + to_base64(as_text(hmac_sha256(secret, "msg_1." + std::string(seconds) + ".{}")));
  };
  EXPECT_EQ(sign(from_unix_ms(5'900)), by_hand(1, "5"));
  webhook.secret_version = 2;
  webhook.secret_rotated = from_unix_ms(0);
  EXPECT_EQ(sign(from_unix_ms(59'000)), by_hand(2, "59") + " " + by_hand(1, "59"));
  EXPECT_EQ(sign(from_unix_ms(60'000)), by_hand(2, "60"));
}

}  // namespace
}  // namespace storey::service
