#include "service/usecases/server_key.h"

#include <algorithm>
#include <charconv>

#include "service/domain/digest.h"

namespace storey::service {
namespace {

std::string derive(std::string_view secret, std::string_view purpose) {
  return std::string(as_text(hmac_sha256(secret, purpose)));
}

std::string signature_of(const std::string& key_id, std::string_view key, const std::string& path,
                         std::string_view time) {
  const Digest digest = hmac_sha256(key, path + "\n" + std::string(time));
  return (key_id.empty() ? "" : key_id + ".") + to_base64url(as_text(digest));
}

}  // namespace

ServerKey::ServerKey(const std::vector<NamedSecret>& secrets) {
  for (const NamedSecret& named : secrets)
    keys_.push_back({named.id, derive(named.secret, "storey pre-signed paths"),
                     derive(named.secret, "storey webhook secrets")});
}

const ServerKey::Key* ServerKey::find(std::string_view id) const {
  const auto found = std::find_if(keys_.begin(), keys_.end(), [&](const Key& key) { return key.id == id; });
  return found == keys_.end() ? nullptr : &*found;
}

std::string ServerKey::sign_path(const std::string& path, Timestamp expires) const {
  const std::string time = std::to_string(unix_seconds(expires));
  const Key& key = keys_.front();
  return path + "?expires=" + time + "&signature=" + signature_of(key.id, key.paths, path, time);
}

ServerKey::PathCheck ServerKey::check_path(const std::string& path, std::string_view expires,
                                           std::string_view signature, Timestamp now) const {
  std::int64_t time = 0;
  const auto [end, status] = std::from_chars(expires.data(), expires.data() + expires.size(), time);
  if (status != std::errc() || end != expires.data() + expires.size()) return PathCheck::kForged;
  const std::size_t dot = signature.find('.');
  const Key* key = find(dot == std::string_view::npos ? std::string_view() : signature.substr(0, dot));
  if (key == nullptr) return PathCheck::kForged;
  if (!equal_in_constant_time(signature_of(key->id, key->paths, path, expires), signature))
    return PathCheck::kForged;
  return unix_seconds(now) < time ? PathCheck::kValid : PathCheck::kExpired;
}

// A webhook whose key has gone signs with the present one: its owner is told to rotate.
std::string ServerKey::webhook_key(const std::string& key_id, const WebhookId& id, int version) const {
  const Key* key = find(key_id);
  return derive((key != nullptr ? *key : keys_.front()).webhooks, id.text + "\n" + std::to_string(version));
}

std::string ServerKey::webhook_secret(const Webhook& webhook) const {
  return "whsec_" + to_base64(webhook_key(webhook.key_id, webhook.id, webhook.secret_version));
}

std::string ServerKey::sign_webhook(const Webhook& webhook, std::string_view message_id,
                                    std::string_view body, Timestamp now, Seconds overlap) const {
  const std::string content =
      std::string(message_id) + "." + std::to_string(unix_seconds(now)) + "." + std::string(body);
  const auto signature = [&](const std::string& key_id, int version) {
    return "v1," + to_base64(as_text(hmac_sha256(webhook_key(key_id, webhook.id, version), content)));
  };
  std::string header = signature(webhook.key_id, webhook.secret_version);
  if (webhook.secret_rotated && now < *webhook.secret_rotated + overlap)
    header += " " + signature(webhook.former_key_id, webhook.secret_version - 1);
  return header;
}

}  // namespace storey::service
