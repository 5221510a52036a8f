// Which handler answers a request.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "http/request.h"
#include "http/response.h"
#include "http/task.h"

namespace storey::http {

/// An answer that is not a handler's: 404, 413, 429, 500…
using ErrorRenderer = std::function<Response(const Request&, int status, std::string_view message)>;

struct RouteOptions {
  /// A larger request body is answered with 413, in bytes.
  std::uint64_t max_body_bytes = 1 << 20;
  /// Function handlers only: run on a thread for blocking work instead of the event loop.
  bool blocking = false;
  /// For hooks that count requests: this route's do not count.
  bool free = false;
  /// In whose name its requests are done, where that is not Request::party as Hooks::before left it.
  /// Nobody's, the empty name: they take no turns.
  std::function<Task<std::string>(Request&)> party = {};
  /// The form of this route's errors; empty: Hooks::render_error.
  ErrorRenderer render_error = {};
};

/// Reads the body itself, from `Request::body`, and may wait.
using StreamingHandler = std::function<Task<Response>(Request&)>;
/// Gets the whole body in `Request::body_text`.
using FunctionHandler = std::function<Response(Request&)>;

struct Route {
  std::string pattern;
  StreamingHandler handler;
  RouteOptions options;
};

/// Patterns are paths such as `/v1/projects/{project_id}`: a segment in braces matches any one non-empty
/// segment, and `{name...}` at the end matches the rest of the path, slashes included. A fixed segment wins
/// over a parameter, that over the rest. HEAD is answered by GET where it has no handler of its own.
class Router {
 public:
  Router();
  ~Router();
  Router(Router&&) noexcept;
  Router& operator=(Router&&) noexcept;

  /// Throws std::invalid_argument for a malformed pattern, or one that is already there for that method.
  void stream(Method method, std::string_view pattern, StreamingHandler handler, RouteOptions options = {});
  void add(Method method, std::string_view pattern, FunctionHandler handler, RouteOptions options = {});

  struct Match {
    const Route* route = nullptr;  ///< null: 404 if `allowed` is empty, else 405
    std::string_view pattern;      ///< of the path, also where it has no route for that method; empty if none
    /// Of the route; where the path takes other methods only, of the first of them; null at unknown paths.
    const RouteOptions* options = nullptr;
    std::vector<Method> allowed;  ///< methods of that path, where the route is null
    std::vector<std::pair<std::string, std::string>> parameters;  ///< decoded
  };
  Match match(Method method, std::string_view path) const;

 private:
  struct Node;
  std::unique_ptr<Node> root_;
};

}  // namespace storey::http
