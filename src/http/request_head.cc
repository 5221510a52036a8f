#include "http/request_head.h"

#include <algorithm>

namespace storey::http {
namespace {

constexpr std::string_view kLineEnd = "\r\n";
constexpr int kMaxLengthDigits = 18;  // fits 63 bits, so that offsets can be signed

tl::unexpected<Fault> refuse(int status, std::string_view message) {
  return tl::unexpected<Fault>(Fault{status, message});
}

// RFC 9112 section 2.2: a server should ignore an empty line before the request line.
std::size_t leading_empty_line(std::string_view buffer) { return buffer.starts_with(kLineEnd) ? 2 : 0; }

// Takes the text up to the next line end, and the line end, off the front.
std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find(kLineEnd));
  text.remove_prefix(std::min(text.size(), line.size() + kLineEnd.size()));
  return line;
}

bool is_visible_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > 0x20 && c < 0x7f; });
}

// uri-host [ ":" port ], by its characters: no user information, no path, nothing that ends an authority.
bool is_host(std::string_view text) {
  return is_visible_ascii(text) && text.find_first_of("\"#/<>?@\\^`{|}") == std::string_view::npos;
}

std::optional<Fault> parse_target(std::string_view target, RequestHead& head,
                                  std::optional<std::string>& authority) {
  if (target.empty() || !is_visible_ascii(target) || target.find('#') != std::string_view::npos)
    return Fault{400, "the request target is malformed"};
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!equal_ignoring_case(target.substr(0, scheme.size()), scheme)) continue;
    target.remove_prefix(scheme.size());
    const std::string_view host = target.substr(0, target.find_first_of("/?"));
    if (host.empty() || !is_host(host)) return Fault{400, "the request target is malformed"};
    authority = host;
    target.remove_prefix(host.size());
    head.path = "/";
    break;
  }
  if (target == "*" && head.method == "OPTIONS") {
    head.path = "*";
    return std::nullopt;
  }
  const auto question = target.find('?');
  if (!target.empty() && target.front() == '/') head.path = target.substr(0, question);
  if (head.path.empty()) return Fault{400, "the request target is malformed"};
  if (question != std::string_view::npos) head.query = target.substr(question + 1);
  return std::nullopt;
}

std::optional<Fault> parse_request_line(std::string_view line, RequestHead& head,
                                        std::optional<std::string>& authority) {
  const auto first = line.find(' ');
  const auto last = line.rfind(' ');
  if (first == std::string_view::npos || first == last) return Fault{400, "the request line is malformed"};
  const std::string_view version = line.substr(last + 1);
  head.method = line.substr(0, first);
  if (!is_token(head.method)) return Fault{400, "the request line is malformed"};
  if (version == "HTTP/1.1" || version == "HTTP/1.0") {
    head.minor_version = version.back() - '0';
  } else {
    const bool other_version = version.size() == 8 && version.starts_with("HTTP/") && version[6] == '.';
    return other_version ? Fault{505, "this server speaks HTTP/1.1"}
                         : Fault{400, "the request line is malformed"};
  }
  return parse_target(line.substr(first + 1, last - first - 1), head, authority);
}

std::optional<Fault> parse_field(std::string_view line, Headers& headers) {
  if (line.front() == ' ' || line.front() == '\t') return Fault{400, "a header is folded over two lines"};
  const auto colon = line.find(':');
  if (colon == std::string_view::npos) return Fault{400, "a header has no colon"};
  // No space is allowed before the colon: is_token refuses it.
  const std::string_view name = line.substr(0, colon);
  const std::string_view value = trim(line.substr(colon + 1));
  if (!is_token(name)) return Fault{400, "the name of a header is malformed"};
  if (!is_field_value(value)) return Fault{400, "the value of a header holds a control character"};
  headers.add(std::string(name), std::string(value));
  return std::nullopt;
}

std::optional<Fault> check_host(RequestHead& head, std::optional<std::string> authority) {
  const std::size_t hosts = head.headers.count("Host");
  if (hosts > 1) return Fault{400, "there is more than one Host header"};
  if (hosts == 0 && head.minor_version == 1) return Fault{400, "the Host header is missing"};
  if (!is_host(head.headers.get("Host"))) return Fault{400, "the Host header is malformed"};
  if (authority) head.headers.set("Host", std::move(*authority));
  return std::nullopt;
}

// RFC 9112 section 6: where the body ends. The one place that decides it.
std::optional<Fault> parse_framing(RequestHead& head) {
  const std::size_t encodings = head.headers.count("Transfer-Encoding");
  const std::size_t lengths = head.headers.count("Content-Length");
  if (encodings > 0 && lengths > 0) return Fault{400, "there are both Transfer-Encoding and Content-Length"};
  if (encodings > 1) return Fault{400, "there is more than one Transfer-Encoding header"};
  if (lengths > 1) return Fault{400, "there is more than one Content-Length header"};
  if (encodings == 1) {
    if (head.minor_version == 0) return Fault{400, "HTTP/1.0 has no Transfer-Encoding"};
    if (!equal_ignoring_case(head.headers.get("Transfer-Encoding"), "chunked"))
      return Fault{501, "the only transfer coding this server knows is chunked"};
    head.chunked = true;
  }
  if (lengths == 1) {
    const std::string_view text = head.headers.get("Content-Length");
    if (text.size() <= kMaxLengthDigits) head.content_length = parse_decimal(text);
    if (!head.content_length) return Fault{400, "the Content-Length is not a number"};
  }
  return std::nullopt;
}

std::optional<Fault> parse_connection(RequestHead& head) {
  if (head.minor_version == 1) {
    head.keep_alive = !head.headers.has_token("Connection", "close");
  } else {
    head.keep_alive = head.headers.has_token("Connection", "keep-alive");
  }
  if (const auto expectation = head.headers.find("Expect"); expectation && head.minor_version == 1) {
    if (!equal_ignoring_case(*expectation, "100-continue")) return Fault{417, "the expectation is not known"};
    head.expects_continue = true;
  }
  return std::nullopt;
}

}  // namespace

tl::expected<std::size_t, Fault> find_head_end(std::string_view buffer, std::size_t& scanned,
                                               const HeadLimits& limits) {
  const std::size_t begin = leading_empty_line(buffer);
  scanned = std::max(scanned, begin);
  bool first_line_ended = scanned > begin;
  while (scanned < buffer.size()) {
    const auto line_feed = buffer.find('\n', scanned);
    // What is past the limit may have come or not: it decides nothing.
    if (line_feed == std::string_view::npos || line_feed >= limits.max_bytes) break;
    if (line_feed == begin || buffer[line_feed - 1] != '\r')
      return refuse(400, "a line does not end in CR LF");
    const bool empty_line = line_feed == scanned + 1;
    scanned = line_feed + 1;
    if (empty_line) return scanned;
    first_line_ended = true;
  }
  if (buffer.size() <= limits.max_bytes) return 0;
  return first_line_ended ? refuse(431, "the headers are too large")
                          : refuse(414, "the request line is too long");
}

tl::expected<RequestHead, Fault> parse_request_head(std::string_view head, const HeadLimits& limits) {
  RequestHead parsed;
  std::optional<std::string> authority;
  head.remove_prefix(leading_empty_line(head));
  if (auto fault = parse_request_line(take_line(head), parsed, authority)) return tl::unexpected(*fault);
  for (std::string_view line = take_line(head); !line.empty(); line = take_line(head)) {
    if (parsed.headers.size() == limits.max_fields) return refuse(431, "there are too many headers");
    if (auto fault = parse_field(line, parsed.headers)) return tl::unexpected(*fault);
  }
  if (auto fault = check_host(parsed, std::move(authority))) return tl::unexpected(*fault);
  if (auto fault = parse_framing(parsed)) return tl::unexpected(*fault);
  if (auto fault = parse_connection(parsed)) return tl::unexpected(*fault);
  return parsed;
}

}  // namespace storey::http
