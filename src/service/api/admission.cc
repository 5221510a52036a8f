#include "service/api/admission.h"

#include <arpa/inet.h>

#include <algorithm>
#include <any>

namespace storey::service {
namespace {

/// What counts together without a token: an IPv4 address, or the /64 that one IPv6 subscriber has.
RateKey address_key(std::string_view address) {
  const std::string text(address.substr(0, address.find('%')));
  RateKey key;
  in_addr four{};
  in6_addr six{};
  if (::inet_pton(AF_INET, text.c_str(), &four) == 1) {
    key.bytes.assign(reinterpret_cast<const char*>(&four), sizeof four);
  } else if (::inet_pton(AF_INET6, text.c_str(), &six) == 1) {
    const auto* bytes = reinterpret_cast<const char*>(&six);
    if (IN6_IS_ADDR_V4MAPPED(&six))
      key.bytes.assign(bytes + 12, 4);
    else
      key.bytes.assign(bytes, 8);
  } else {
    key.bytes = text;
  }
  return key;
}

RateKey client_key(const Client& client) { return {RateKey::Kind::kClient, client.id.text}; }

Failure missing_token() {
  return {FailureCode::kUnauthenticated, "this needs a valid access token: Authorization: Bearer <token>"};
}

}  // namespace

std::optional<std::string_view> bearer_token(const http::Request& request) {
  const std::string_view header = request.headers.get("Authorization");
  constexpr std::string_view kScheme = "Bearer ";
  if (header.size() <= kScheme.size() ||
      !http::equal_ignoring_case(header.substr(0, kScheme.size()), kScheme))
    return std::nullopt;
  const std::string_view token = http::trim(header.substr(kScheme.size()));
  if (token.empty() || token.find(' ') != std::string_view::npos) return std::nullopt;
  return token;
}

std::string_view party_of(const http::Request& request) {
  return bearer_token(request).value_or(std::string_view(request.remote_address));
}

bool Admissions::is_allowed(std::string_view token) {
  const auto client = tokens_.authenticate(token);
  return client || client.error().code != FailureCode::kUnauthenticated;
}

Admission Admissions::admit(std::optional<std::string_view> token, std::string_view remote_address,
                            bool free) {
  Admission admission;
  if (token) {
    auto client = tokens_.authenticate(*token);
    if (client)
      admission.client = std::move(*client);
    else if (client.error().code == FailureCode::kUnauthenticated)
      admission.refusal = std::move(client.error());
    else
      admission.failure = std::move(client.error());
  }
  const Timestamp now = services_.clock.now();
  const RateKey key = admission.client ? client_key(*admission.client) : address_key(remote_address);
  const TierLimits& rate = services_.settings.rate;
  admission.limit = admission.client ? admission.client->allowed_per_hour(rate) : rate.standard;
  admission.reset = window_end(now);
  const bool counts = !free && !admission.failure;
  const Result<std::uint32_t> counted =
      counts ? limits_.count(key, now, 1) : Result<std::uint32_t>(limits_.look(key, now));
  if (!counted) admission.failure = Failure(counted.error());
  const std::int64_t before = counted.value_or(0);
  admission.over_limit = counts && before >= admission.limit;
  admission.remaining = std::max<std::int64_t>(0, admission.limit - before - (counts ? 1 : 0));
  return admission;
}

const Admission& Admissions::admit(http::Request& request, bool free) {
  request.context = admit(bearer_token(request), request.remote_address, free);
  return *admission_of(request);
}

const Admission& Admissions::tell(http::Request& request) {
  request.context = admit(std::nullopt, request.remote_address, true);
  return *admission_of(request);
}

Outcome<bool> Admissions::charge(const Client& client, std::uint32_t requests) {
  if (requests == 0) return true;
  const auto before = limits_.count(client_key(client), services_.clock.now(), requests);
  if (!before) return tl::make_unexpected(Failure(before.error()));
  return std::int64_t{*before} + requests <= client.allowed_per_hour(services_.settings.rate);
}

Outcome<bool> Admissions::charge(http::Request& request, std::uint32_t requests) {
  auto* admission = std::any_cast<Admission>(&request.context);
  if (requests == 0 || admission == nullptr || !admission->client) return true;
  auto within = charge(*admission->client, requests);
  if (!within) return within;
  admission->over_limit = !*within;
  admission->remaining = std::max<std::int64_t>(0, admission->remaining - requests);
  return within;
}

const Admission* admission_of(const http::Request& request) {
  return std::any_cast<Admission>(&request.context);
}

Outcome<Client> require_client(const http::Request& request) {
  const Admission* admission = admission_of(request);
  if (admission != nullptr && admission->client) return *admission->client;
  if (admission != nullptr && admission->refusal) return tl::make_unexpected(*admission->refusal);
  return tl::make_unexpected(missing_token());
}

void write_rate_headers(const Admission& admission, Timestamp now, http::Response& response) {
  response.headers.set("X-RateLimit-Limit", std::to_string(admission.limit));
  response.headers.set("X-RateLimit-Remaining", std::to_string(admission.remaining));
  response.headers.set("X-RateLimit-Reset", std::to_string(unix_seconds(admission.reset)));
  if (admission.over_limit)
    response.headers.set("Retry-After", std::to_string(std::max<std::int64_t>(
                                            1, unix_seconds(admission.reset) - unix_seconds(now))));
}

Failure rate_limit_failure() {
  return {FailureCode::kRateLimited,
          "too many requests in this hour; Retry-After says when the next window begins"};
}

}  // namespace storey::service
