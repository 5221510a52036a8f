#include "service/usecases/server_key.h"

#include <charconv>

#include "service/domain/digest.h"

namespace storey::service {
namespace {

std::string derive(std::string_view secret, std::string_view purpose) {
  return std::string(as_text(hmac_sha256(secret, purpose)));
}

}  // namespace

ServerKey::ServerKey(std::string_view secret)
    : path_key_(derive(secret, "storey pre-signed paths")),
      webhook_key_(derive(secret, "storey webhook secrets")) {}

std::string ServerKey::sign_path(const std::string& path, Timestamp expires) const {
  const std::string time = std::to_string(unix_seconds(expires));
  const Digest signature = hmac_sha256(path_key_, path + "\n" + time);
  return path + "?expires=" + time + "&signature=" + to_base64url(as_text(signature));
}

ServerKey::PathCheck ServerKey::check_path(const std::string& path, std::string_view expires,
                                           std::string_view signature, Timestamp now) const {
  std::int64_t time = 0;
  const auto [end, status] = std::from_chars(expires.data(), expires.data() + expires.size(), time);
  if (status != std::errc() || end != expires.data() + expires.size()) return PathCheck::kForged;
  const Digest expected = hmac_sha256(path_key_, path + "\n" + std::string(expires));
  if (!equal_in_constant_time(to_base64url(as_text(expected)), signature)) return PathCheck::kForged;
  return unix_seconds(now) < time ? PathCheck::kValid : PathCheck::kExpired;
}

std::string ServerKey::webhook_key(const WebhookId& id, int version) const {
  return derive(webhook_key_, id.text + "\n" + std::to_string(version));
}

std::string ServerKey::webhook_secret(const WebhookId& id, int version) const {
  return "whsec_" + to_base64(webhook_key(id, version));
}

std::string ServerKey::sign_webhook(const Webhook& webhook, std::string_view message_id,
                                    std::string_view body, Timestamp now, Seconds overlap) const {
  const std::string content =
      std::string(message_id) + "." + std::to_string(unix_seconds(now)) + "." + std::string(body);
  const auto signature = [&](int version) {
    return "v1," + to_base64(as_text(hmac_sha256(webhook_key(webhook.id, version), content)));
  };
  std::string header = signature(webhook.secret_version);
  if (webhook.secret_rotated && now < *webhook.secret_rotated + overlap)
    header += " " + signature(webhook.secret_version - 1);
  return header;
}

}  // namespace storey::service
