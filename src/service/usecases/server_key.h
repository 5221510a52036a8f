// The secret of a deployment, and what is derived from it: signatures of addresses and webhook secrets.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "service/domain/timestamp.h"
#include "service/domain/webhook.h"

namespace storey::service {

/// 32 random bytes under a name; the first key of a deployment has none.
struct NamedSecret {
  std::string id;
  std::string secret;
};

class ServerKey {
 public:
  explicit ServerKey(std::string_view secret)
      : ServerKey(std::vector<NamedSecret>{{"", std::string(secret)}}) {}
  /// The present key, and then the former ones: what they signed is still good. At least one.
  explicit ServerKey(const std::vector<NamedSecret>& secrets);

  /// The name of the present key.
  const std::string& id() const { return keys_.front().id; }

  /// "PATH?expires=UNIX&signature=…": whoever has it may use the path until then. The signature names its
  /// key.
  std::string sign_path(const std::string& path, Timestamp expires) const;
  enum class PathCheck { kValid, kExpired, kForged };
  /// Whether `expires` and `signature` of a request's query fit its path.
  PathCheck check_path(const std::string& path, std::string_view expires, std::string_view signature,
                       Timestamp now) const;

  /// "whsec_…" of a webhook (Standard Webhooks: 32 bytes in base64).
  std::string webhook_secret(const Webhook& webhook) const;
  /// The header webhook-signature: "v1,…" for the present secret, and for the former one within `overlap` of
  /// its rotation.
  std::string sign_webhook(const Webhook& webhook, std::string_view message_id, std::string_view body,
                           Timestamp now, Seconds overlap) const;

 private:
  struct Key {
    std::string id;
    std::string paths;
    std::string webhooks;
  };

  /// Null if it has gone.
  const Key* find(std::string_view id) const;
  std::string webhook_key(const std::string& key_id, const WebhookId& id, int version) const;

  std::vector<Key> keys_;
};

}  // namespace storey::service
