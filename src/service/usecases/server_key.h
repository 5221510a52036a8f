// The one secret of a deployment, and what is derived from it: signatures of addresses and webhook secrets.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "service/domain/timestamp.h"
#include "service/domain/webhook.h"

namespace storey::service {

class ServerKey {
 public:
  /// `secret`: 32 random bytes.
  explicit ServerKey(std::string_view secret);

  /// "PATH?expires=UNIX&signature=…": whoever has it may use the path until then.
  std::string sign_path(const std::string& path, Timestamp expires) const;
  enum class PathCheck { kValid, kExpired, kForged };
  /// Whether `expires` and `signature` of a request's query fit its path.
  PathCheck check_path(const std::string& path, std::string_view expires, std::string_view signature,
                       Timestamp now) const;

  /// "whsec_…" of a version of a webhook's secret (Standard Webhooks: 32 bytes in base64).
  std::string webhook_secret(const WebhookId& id, int version) const;
  /// The header webhook-signature: "v1,…" for the present secret, and for the former one within `overlap` of
  /// its rotation.
  std::string sign_webhook(const Webhook& webhook, std::string_view message_id, std::string_view body,
                           Timestamp now, Seconds overlap) const;

 private:
  std::string webhook_key(const WebhookId& id, int version) const;

  std::string path_key_;
  std::string webhook_key_;
};

}  // namespace storey::service
