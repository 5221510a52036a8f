#include "service/api/authentication_routes.h"

#include <boost/json.hpp>

#include "service/api/credentials_input.h"
#include "service/api/failure_response.h"
#include "service/usecases/tokens.h"

namespace storey::service {
namespace {

namespace json = boost::json;
using Refusal = tl::unexpected<http::Response>;

constexpr std::uint64_t kMaxBody = 64 * 1024;

http::Response answer(int status, const json::object& body) {
  http::Response response = http::Response::json(status, json::serialize(body));
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("Pragma", "no-cache");
  return response;
}

http::Response unauthorized(std::string_view error, std::string_view description) {
  http::Response response = oauth_error(401, error, description);
  response.headers.set("WWW-Authenticate", R"(Basic realm="storey", charset="UTF-8")");
  return response;
}

http::Response invalid_client() {
  return unauthorized("invalid_client", "the client is unknown or disabled, or the secret is not its own");
}

/// The credentials of the header and of the body, which must agree where both give them.
tl::expected<BasicCredentials, http::Response> read_credentials(const http::Request& request,
                                                                const CredentialsInput& input) {
  const auto header = basic_credentials(request, input.form);
  const bool header_sent = request.headers.find("Authorization").has_value();
  if (!header && (header_sent || !input.form))
    return Refusal(unauthorized(
        "unauthorized", "the Authorization header must be Basic with Base64 of client_id:client_secret"));
  const auto id = input.find("client_id");
  const auto secret = input.find("client_secret");
  if (!input.form && (!id || !secret))
    return Refusal(oauth_error(400, "invalid_request", "the body must hold client_id and client_secret"));
  if (!header) {
    if (!id || !secret) return Refusal(invalid_client());
    return BasicCredentials{*id, *secret};
  }
  if ((id && *id != header->client_id) || (secret && *secret != header->client_secret))
    return Refusal(unauthorized("invalid_client", "the credentials of header and body differ"));
  return *header;
}

http::Response token(Services& services, const http::Request& request) {
  auto input = read_credentials_input(request);
  if (!input) return std::move(input).error();
  auto credentials = read_credentials(request, *input);
  if (!credentials) return std::move(credentials).error();
  if (input->find("grant_type") != "client_credentials")
    return oauth_error(400, "invalid_grant", "grant_type must be client_credentials");
  const auto issued = create_token(services, ClientId(credentials->client_id), credentials->client_secret);
  if (!issued) return rest_failure(issued.error());
  if (!*issued) return invalid_client();
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

tl::expected<TokenQuestion, http::Response> read_question(Services& services, const http::Request& request) {
  auto input = read_credentials_input(request);
  if (!input) return Refusal(std::move(input).error());
  const auto header = basic_credentials(request, input->form);
  if (!header && request.headers.find("Authorization").has_value() && input->form)
    return Refusal(unauthorized("unauthorized", "the Authorization header is not Basic"));
  const auto id = input->find("client_id");
  if (header && id && *id != header->client_id)
    return Refusal(unauthorized("invalid_client", "the credentials of header and body differ"));
  const auto secret = header ? std::optional(header->client_secret) : input->find("client_secret");
  const auto client = header ? std::optional(header->client_id) : id;
  const auto about = input->find(input->form ? "token" : "access_token");
  if (!client || !about)
    return Refusal(oauth_error(400, "invalid_request",
                               input->form ? "the form must hold client_id (or a Basic header) and token"
                                           : "the body must hold client_id and access_token"));
  if (input->form && secret) {
    const auto known = is_client(services, ClientId(*client), *secret);
    if (!known) return Refusal(rest_failure(known.error()));
    if (!*known) return Refusal(invalid_client());
  }
  return TokenQuestion{input->form, ClientId(*client), *about};
}

http::Response revoke(Services& services, const http::Request& request) {
  auto question = read_question(services, request);
  if (!question) return std::move(question).error();
  const auto revoked = revoke_token(services, question->client, question->token);
  if (!revoked) return rest_failure(revoked.error());
  // RFC 7009 2.2: a token that is not known counts as revoked. The JSON form says so instead.
  if (!*revoked && !question->form)
    return answer(400, {{"success", false}, {"error", "the token is unknown, or not one of this client"}});
  return answer(200, {{"success", true}, {"error", nullptr}});
}

http::Response introspect(Services& services, const http::Request& request) {
  auto question = read_question(services, request);
  if (!question) return std::move(question).error();
  const auto found = introspect_token(services, question->client, question->token);
  if (!found) return rest_failure(found.error());
  if (!*found) {
    if (question->form) return answer(200, {{"active", false}});
    return answer(401, {{"error", "invalid_credentials"}});
  }
  const Token& record = **found;
  json::object body{{"access_token", question->token},
                    {"token_type", "Bearer"},
                    {"expires_at", to_iso8601(record.expires)},
                    {"revoked", record.revoked.has_value()}};
  if (question->form) {
    body["active"] = record.state(services.clock.now()) == TokenState::kActive;
    body["client_id"] = record.client_id.text;
    body["exp"] = unix_seconds(record.expires);
    body["iat"] = unix_seconds(record.created);
  }
  return answer(200, body);
}

}  // namespace

void add_authentication_routes(http::Router& router, Services& services) {
  const auto add = [&](std::string_view path, http::Response (*handler)(Services&, const http::Request&)) {
    router.add(http::Method::kPost, path,
               [&services, handler](http::Request& request) { return handler(services, request); },
               {kMaxBody, true});
  };
  add("/v1/authentication/token", token);
  add("/v1/authentication/revoke", revoke);
  add("/v1/authentication/introspect", introspect);
}

}  // namespace storey::service
