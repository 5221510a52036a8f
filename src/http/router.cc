#include "http/router.h"

#include <optional>
#include <stdexcept>

#include "http/offload.h"

namespace storey::http {

// One segment of the paths that the patterns make.
struct Router::Node {
  std::map<std::string, std::unique_ptr<Node>, std::less<>> fixed;
  std::unique_ptr<Node> parameter;
  std::unique_ptr<Node> rest;  // matches everything that is left, so it has no children
  // The names stand with the route: `/a/{x}` for GET and `/a/{y}` for PUT share their nodes.
  struct Entry {
    Route route;
    std::vector<std::string> names;
  };
  std::map<Method, Entry> entries;
};

namespace {

using Segments = std::vector<std::string_view>;

Segments split_path(std::string_view path) {
  Segments segments;
  path.remove_prefix(1);
  for (;;) {
    const auto slash = path.find('/');
    segments.push_back(path.substr(0, slash));
    if (slash == std::string_view::npos) return segments;
    path.remove_prefix(slash + 1);
  }
}

// A decoded segment. Dot segments match nothing: no handler needs to think of paths that climb.
std::optional<std::string> decode_segment(std::string_view segment) {
  std::optional<std::string> decoded = percent_decode(segment);
  if (decoded && (*decoded == "." || *decoded == "..")) return std::nullopt;
  return decoded;
}

// The first node in order of precedence that has any route; its parameters' values are left in `values`.
template <class Node>
const Node* find_node(const Node& node, const Segments& segments, std::size_t at,
                      std::vector<std::string>& values) {
  if (at == segments.size()) return node.entries.empty() ? nullptr : &node;
  const std::optional<std::string> segment = decode_segment(segments[at]);
  if (!segment) return nullptr;
  if (const auto child = node.fixed.find(*segment); child != node.fixed.end())
    if (const Node* found = find_node(*child->second, segments, at + 1, values)) return found;
  if (node.parameter && !segment->empty()) {
    values.push_back(*segment);
    if (const Node* found = find_node(*node.parameter, segments, at + 1, values)) return found;
    values.pop_back();
  }
  if (!node.rest) return nullptr;
  std::string rest = *segment;
  for (std::size_t i = at + 1; i < segments.size(); ++i) {
    const std::optional<std::string> next = decode_segment(segments[i]);
    if (!next) return nullptr;
    rest += '/' + *next;
  }
  values.push_back(std::move(rest));
  return node.rest.get();
}

}  // namespace

Router::Router() : root_(std::make_unique<Node>()) {}
Router::~Router() = default;
Router::Router(Router&&) noexcept = default;
Router& Router::operator=(Router&&) noexcept = default;

void Router::stream(Method method, std::string_view pattern, StreamingHandler handler, RouteOptions options) {
  const auto refuse = [&](const char* why) {
    throw std::invalid_argument("route " + std::string(pattern) + ": " + why);
  };
  if (pattern.empty() || pattern.front() != '/') refuse("must begin with a slash");
  Node* node = root_.get();
  std::vector<std::string> names;
  const auto step = [](std::unique_ptr<Node>& child) {
    if (!child) child = std::make_unique<Node>();
    return child.get();
  };
  const Segments segments = split_path(pattern);
  for (std::size_t i = 0; i < segments.size(); ++i) {
    std::string_view segment = segments[i];
    if (segment.empty() || segment.front() != '{') {
      node = step(node->fixed[std::string(segment)]);
      continue;
    }
    if (segment.back() != '}') refuse("a brace is not closed");
    segment = segment.substr(1, segment.size() - 2);
    const bool rest = segment.ends_with("...");
    if (rest) segment.remove_suffix(3);
    if (rest && i + 1 != segments.size()) refuse("only the last segment can match the rest");
    if (segment.empty()) refuse("a parameter has no name");
    names.emplace_back(segment);
    node = step(rest ? node->rest : node->parameter);
  }
  Route route{std::string(pattern), std::move(handler), std::move(options)};
  if (!node->entries.try_emplace(method, Node::Entry{std::move(route), std::move(names)}).second)
    refuse("is already there");
}

void Router::add(Method method, std::string_view pattern, FunctionHandler handler, RouteOptions options) {
  auto collecting = [handler = std::move(handler), limit = options.max_body_bytes,
                     blocking = options.blocking](Request& request) -> Task<Response> {
    if (request.body) {
      Result<std::string> body = co_await request.body->collect(limit);
      if (!body)
        co_return Response::empty(400);  // never sent: the connection answers for a body that broke off
      request.body_text = std::move(*body);
    }
    if (!blocking) co_return handler(request);
    co_return co_await offload(request.party, [&] { return handler(request); });
  };
  stream(method, pattern, std::move(collecting), std::move(options));
}

Router::Match Router::match(Method method, std::string_view path) const {
  Match match;
  if (path.empty() || path.front() != '/') return match;
  std::vector<std::string> values;
  const Node* node = find_node(*root_, split_path(path), 0, values);
  if (!node) return match;
  match.pattern = node->entries.begin()->second.route.pattern;
  match.options = &node->entries.begin()->second.route.options;
  auto entry = node->entries.find(method);
  if (entry == node->entries.end() && method == Method::kHead) entry = node->entries.find(Method::kGet);
  if (entry == node->entries.end()) {
    for (const auto& [known, unused] : node->entries) {
      match.allowed.push_back(known);
      if (known == Method::kGet && !node->entries.contains(Method::kHead))
        match.allowed.push_back(Method::kHead);
    }
    match.allowed.push_back(Method::kOptions);
    return match;
  }
  match.route = &entry->second.route;
  match.pattern = match.route->pattern;
  match.options = &match.route->options;
  for (std::size_t i = 0; i < values.size(); ++i)
    match.parameters.emplace_back(entry->second.names[i], std::move(values[i]));
  return match;
}

}  // namespace storey::http
