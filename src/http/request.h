// A request as its handler sees it.
#pragma once

#include <any>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "http/body_reader.h"
#include "http/headers.h"

namespace storey::http {

struct RouteOptions;

enum class Method { kGet, kHead, kPost, kPut, kPatch, kDelete, kOptions, kOther };

std::string_view method_name(Method method);
/// kOther for a method this server does not know.
Method method_from(std::string_view name);

/// Percent-decoding of a path segment or, with `plus_is_space`, of a form value. nullopt where a `%` is not
/// followed by two hexadecimal digits, or where the result holds a NUL.
std::optional<std::string> percent_decode(std::string_view text, bool plus_is_space = false);

/// The decoded `name=value` pairs of a query or of an `application/x-www-form-urlencoded` body, in order;
/// nullopt where it is malformed.
std::optional<std::vector<std::pair<std::string, std::string>>> parse_form(std::string_view text);

/// A plain value: tests make one by hand and give it to a handler.
struct Request {
  Method method = Method::kGet;
  std::string method_text = "GET";  ///< as it was sent; for the log where the method is kOther
  std::string path = "/";           ///< from the request target, not decoded, without the query
  std::string query;                ///< what follows the `?`, not decoded
  int minor_version = 1;            ///< of HTTP/1
  Headers headers;

  std::string id;              ///< the client's X-Request-Id where it is well formed, else a random one
  std::string remote_address;  ///< of the client, or of the one before a trusted proxy
  bool secure = false;         ///< came by TLS, to this server or to the trusted proxy before it

  std::string route;                                            ///< pattern of its path; empty if none
  std::vector<std::pair<std::string, std::string>> parameters;  ///< from the path, decoded
  const RouteOptions* route_options = nullptr;  ///< see Router::Match; null where nothing is at the path

  /// In whose name it is done: whose turn it takes (see `PartyTurns`), and whose work a blocking route
  /// offloads (see `offload`). Hooks::before may set it, and RouteOptions::party.
  std::string party;

  BodyReader* body = nullptr;  ///< for coroutine handlers; null without a connection
  std::string body_text;       ///< for function handlers: the whole body

  /// For the application's own: whoever is logged in, what a hook wants to tell a later one.
  std::any context;

  /// A path parameter; empty if the route has none of that name.
  std::string_view parameter(std::string_view name) const;
  /// The first value of that name in the query, decoded.
  std::optional<std::string> query_value(std::string_view name) const;
  /// Whether the client asks to go on as a WebSocket.
  bool wants_websocket() const;
};

}  // namespace storey::http
