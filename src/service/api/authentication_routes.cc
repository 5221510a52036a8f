#include "service/api/authentication_routes.h"

#include <boost/json.hpp>

#include "service/api/credentials_input.h"
#include "service/api/failure_response.h"
#include "service/domain/try.h"
#include "service/usecases/tokens.h"

namespace storey::service {
namespace {

namespace json = boost::json;
using Refusal = tl::unexpected<CredentialsRefusal>;

constexpr std::uint64_t kMaxBody = 64 * 1024;

constexpr std::string_view kTokenPath = "/v1/authentication/token";
constexpr std::string_view kRevokePath = "/v1/authentication/revoke";
constexpr std::string_view kIntrospectPath = "/v1/authentication/introspect";

http::Response answer(int status, const json::object& body) {
  http::Response response = http::Response::json(status, json::serialize(body));
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("Pragma", "no-cache");
  return response;
}

/// The form of a refusal: that of RFC 6749, to which revoking adds `success`. In JSON, its `error` is the
/// message itself.
http::Response answer_refusal(const http::Request& request, const CredentialsRefusal& refusal) {
  json::object body;
  const bool revokes = request.route == kRevokePath;
  if (revokes) body["success"] = false;
  if (revokes && !is_form(request) && refusal.status != 429) {
    body["error"] = refusal.description;
  } else {
    body["error"] = refusal.error;
    body["error_description"] = refusal.description;
  }
  http::Response response = answer(refusal.status, body);
  if (refusal.asks_for_basic)
    response.headers.set("WWW-Authenticate", R"(Basic realm="storey", charset="UTF-8")");
  response.note = refusal.internal;
  return response;
}

CredentialsRefusal unauthorized(std::string error, std::string description) {
  return {401, std::move(error), std::move(description), true};
}

CredentialsRefusal invalid_client() {
  return unauthorized("invalid_client", "the client is unknown or disabled, or the secret is not its own");
}

CredentialsRefusal failed(const Failure& failure) {
  const int status = http_status(failure.code);
  return {status, status == 503 ? "temporarily_unavailable" : "server_error", failure.message, false,
          failure.internal};
}

/// Refuses a field that is no text.
tl::expected<void, CredentialsRefusal> check_texts(const CredentialsInput& input) {
  if (input.not_a_text.empty()) return {};
  return Refusal({400, "invalid_request", "the field " + input.not_a_text + " must be a string"});
}

/// The credentials of the header and of the body, which must agree where both give them.
tl::expected<BasicCredentials, CredentialsRefusal> read_credentials(const http::Request& request,
                                                                    const CredentialsInput& input) {
  STOREY_TRY_VOID(check_texts(input));
  const auto header = basic_credentials(request, input.form);
  const bool header_sent = request.headers.find("Authorization").has_value();
  if (!header && (header_sent || !input.form))
    return Refusal(unauthorized(
        "unauthorized", "the Authorization header must be Basic with Base64 of client_id:client_secret"));
  const auto id = input.find("client_id");
  const auto secret = input.find("client_secret");
  if (!input.form && (!id || !secret))
    return Refusal({400, "invalid_request", "the body must hold client_id and client_secret"});
  if (!header) {
    if (!id || !secret) return Refusal(invalid_client());
    return BasicCredentials{*id, *secret};
  }
  if ((id && *id != header->client_id) || (secret && *secret != header->client_secret))
    return Refusal(unauthorized("invalid_client", "the credentials of header and body differ"));
  return *header;
}

using Answered = tl::expected<http::Response, CredentialsRefusal>;

Answered token(Services& services, const http::Request& request) {
  STOREY_TRY(const CredentialsInput input, read_credentials_input(request));
  STOREY_TRY(const BasicCredentials credentials, read_credentials(request, input));
  if (input.find("grant_type") != "client_credentials")
    return Refusal({400, "invalid_grant", "grant_type must be client_credentials"});
  const auto issued = create_token(services, ClientId(credentials.client_id), credentials.client_secret);
  if (!issued) return Refusal(failed(issued.error()));
  if (!*issued) return Refusal(invalid_client());
  return answer(200, {{"access_token", (*issued)->token},
                      {"token_type", "Bearer"},
                      {"expires_in", (*issued)->remaining.count()}});
}

/// The client and the token that a request to revoke or introspect is about.
struct TokenQuestion {
  bool form = false;
  ClientId client;
  std::string token;
};

tl::expected<TokenQuestion, CredentialsRefusal> read_question(Services& services,
                                                              const http::Request& request,
                                                              const CredentialsInput& input) {
  STOREY_TRY_VOID(check_texts(input));
  const auto header = basic_credentials(request, input.form);
  if (!header && request.headers.find("Authorization").has_value() && input.form)
    return Refusal(unauthorized("unauthorized", "the Authorization header is not Basic"));
  const auto id = input.find("client_id");
  if (header && id && *id != header->client_id)
    return Refusal(unauthorized("invalid_client", "the credentials of header and body differ"));
  const auto secret = header ? std::optional(header->client_secret) : input.find("client_secret");
  const auto client = header ? std::optional(header->client_id) : id;
  const auto about = input.find(input.form ? "token" : "access_token");
  if (!client || !about)
    return Refusal({400, "invalid_request",
                    input.form ? "the form must hold client_id (or a Basic header) and token"
                               : "the body must hold client_id and access_token, both texts"});
  if (input.form && secret) {
    const auto known = is_client(services, ClientId(*client), *secret);
    if (!known) return Refusal(failed(known.error()));
    if (!*known) return Refusal(invalid_client());
  }
  return TokenQuestion{input.form, ClientId(*client), *about};
}

Answered revoke(Services& services, const http::Request& request) {
  STOREY_TRY(const CredentialsInput input, read_credentials_input(request));
  STOREY_TRY(const TokenQuestion question, read_question(services, request, input));
  const auto revoked = revoke_token(services, question.client, question.token);
  if (!revoked) return Refusal(failed(revoked.error()));
  // RFC 7009 2.2: a token that is not known counts as revoked. The JSON form says so instead.
  if (!*revoked && !question.form)
    return Refusal({400, "invalid_request", "the token is unknown, or not one of this client"});
  return answer(200, {{"success", true}, {"error", nullptr}});
}

CredentialsRefusal invalid_credentials() {
  return {401, "invalid_credentials", "the token is unknown, or not one of this client"};
}

Answered introspect(Services& services, const http::Request& request) {
  STOREY_TRY(const CredentialsInput input, read_credentials_input(request));
  // What is no text is no token and no client: the same answer as for those that nobody has.
  if (!input.form && (!input.find("client_id") || !input.find("access_token")))
    return Refusal(invalid_credentials());
  STOREY_TRY(const TokenQuestion question, read_question(services, request, input));
  const auto found = introspect_token(services, question.client, question.token);
  if (!found) return Refusal(failed(found.error()));
  if (!*found) {
    if (question.form) return answer(200, {{"active", false}});
    return Refusal(invalid_credentials());
  }
  const Token& record = **found;
  json::object body{{"access_token", question.token},
                    {"token_type", "Bearer"},
                    {"expires_at", to_iso8601(record.expires)},
                    {"revoked", record.revoked.has_value()}};
  if (question.form) {
    body["active"] = record.state(services.clock.now()) == TokenState::kActive;
    body["client_id"] = record.client_id.text;
    body["exp"] = unix_seconds(record.expires);
    body["iat"] = unix_seconds(record.created);
  }
  return answer(200, body);
}

/// What did not come to its handler: a body that is too large, a rate limit.
http::Response refuse_early(const http::Request& request, int status, std::string_view message) {
  const std::string_view error = status == 429   ? "rate_limited"
                                 : status >= 500 ? "server_error"
                                                 : "invalid_request";
  return answer_refusal(request, {status, std::string(error), std::string(message)});
}

}  // namespace

void add_authentication_routes(http::Router& router, Services& services) {
  const auto add = [&](std::string_view path, Answered (*handler)(Services&, const http::Request&)) {
    router.add(http::Method::kPost, path,
               [&services, handler](http::Request& request) {
                 auto answered = handler(services, request);
                 return answered ? std::move(*answered) : answer_refusal(request, answered.error());
               },
               {.max_body_bytes = kMaxBody, .blocking = true, .render_error = refuse_early});
  };
  add(kTokenPath, token);
  add(kRevokePath, revoke);
  add(kIntrospectPath, introspect);
}

}  // namespace storey::service
