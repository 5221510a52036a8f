#include "http/response.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace storey::http {
namespace {

// RFC 8187: a name in any script, beside a plain one for readers that know no better.
std::string attachment(std::string_view name) {
  std::string plain;
  std::string encoded;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool safe = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
                      (byte >= 'A' && byte <= 'Z') || byte == '.' || byte == '-' || byte == '_';
    plain.push_back(safe || byte == ' ' ? c : '_');
    if (safe) {
      encoded.push_back(c);
    } else {
      std::array<char, 4> hex{};
      std::snprintf(hex.data(), hex.size(), "%%%02X", byte);
      encoded += hex.data();
    }
  }
  return "attachment; filename=\"" + plain + "\"; filename*=UTF-8''" + encoded;
}

std::string make_etag(const struct stat& info) {
  std::array<char, 64> text{};
  std::snprintf(
      text.data(), text.size(), "\"%llx.%lx-%llx\"", static_cast<unsigned long long>(info.st_mtim.tv_sec),
      static_cast<unsigned long>(info.st_mtim.tv_nsec), static_cast<unsigned long long>(info.st_size));
  return text.data();
}

}  // namespace

FileDescriptor::~FileDescriptor() {
  if (value_ >= 0) ::close(value_);
}

Response Response::empty(int status) {
  Response response;
  response.status = status;
  return response;
}

Response Response::bytes(int status, std::string content_type, std::string bytes) {
  Response response;
  response.status = status;
  response.headers.add("Content-Type", std::move(content_type));
  response.body = std::move(bytes);
  return response;
}

Response Response::text(int status, std::string text) {
  return bytes(status, "text/plain; charset=utf-8", std::move(text));
}

Response Response::json(int status, std::string json) {
  return bytes(status, "application/json", std::move(json));
}

Result<Response> Response::file(const std::filesystem::path& path, const FileOptions& options) {
  FileDescriptor opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  const int number = errno;
  auto response = opened.get() >= 0 ? file(std::move(opened), options)
                                    : fail(number == ENOENT || number == ENOTDIR ? ErrorCode::kNotFound
                                                                                 : ErrorCode::kUnreadable,
                                           std::generic_category().message(number));
  if (!response) response.error().file = path.string();
  return response;
}

Result<Response> Response::file(FileDescriptor file, const FileOptions& options) {
  struct stat info {};
  if (::fstat(file.get(), &info) != 0)
    return fail(ErrorCode::kUnreadable, std::generic_category().message(errno));
  if (!S_ISREG(info.st_mode)) return fail(ErrorCode::kWrongFormat, "not a regular file");

  Response response;
  response.headers.add("Content-Type", options.content_type);
  if (!options.download_name.empty())
    response.headers.add("Content-Disposition", attachment(options.download_name));
  response.body = FileBody{std::move(file), 0, static_cast<std::uint64_t>(info.st_size),
                           options.etag.empty() ? make_etag(info) : options.etag, info.st_mtim.tv_sec};
  return response;
}

Response Response::stream(std::string content_type, std::function<Task<>(BodyWriter&)> write) {
  Response response;
  response.headers.add("Content-Type", std::move(content_type));
  response.body = StreamBody{std::move(write)};
  return response;
}

Response Response::events(EventStreamBody body) {
  Response response;
  response.headers.add("Content-Type", "text/event-stream");
  response.headers.add("Cache-Control", "no-store");
  response.headers.add("X-Accel-Buffering", "no");  // nginx in front must not hold events back
  response.body = std::move(body);
  return response;
}

Response Response::websocket(WebSocketUpgrade upgrade) {
  Response response;
  response.status = 101;
  response.body = std::move(upgrade);
  return response;
}

std::string_view reason_phrase(int status) {
  switch (status) {
    case 100:
      return "Continue";
    case 101:
      return "Switching Protocols";
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 206:
      return "Partial Content";
    case 301:
      return "Moved Permanently";
    case 302:
      return "Found";
    case 303:
      return "See Other";
    case 304:
      return "Not Modified";
    case 307:
      return "Temporary Redirect";
    case 308:
      return "Permanent Redirect";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 410:
      return "Gone";
    case 411:
      return "Length Required";
    case 412:
      return "Precondition Failed";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 416:
      return "Range Not Satisfiable";
    case 417:
      return "Expectation Failed";
    case 422:
      return "Unprocessable Content";
    case 426:
      return "Upgrade Required";
    case 428:
      return "Precondition Required";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 502:
      return "Bad Gateway";
    case 503:
      return "Service Unavailable";
    case 504:
      return "Gateway Timeout";
    case 505:
      return "HTTP Version Not Supported";
    case 507:
      return "Insufficient Storage";
    default:
      return "Unknown";
  }
}

std::string format_http_date(std::int64_t seconds_since_1970) {
  constexpr std::array kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const time_t seconds = seconds_since_1970;
  tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%s, %02d %s %04d %02d:%02d:%02d GMT",
                kDays[static_cast<std::size_t>(parts.tm_wday)], parts.tm_mday,
                kMonths[static_cast<std::size_t>(parts.tm_mon)], parts.tm_year + 1900, parts.tm_hour,
                parts.tm_min, parts.tm_sec);
  return text.data();
}

std::optional<std::int64_t> parse_http_date(std::string_view text) {
  tm parts{};
  const std::string copy(text);
  const char* end = ::strptime(copy.c_str(), "%a, %d %b %Y %H:%M:%S GMT", &parts);
  if (!end || *end != '\0') return std::nullopt;
  const std::int64_t seconds = ::timegm(&parts);
  if (format_http_date(seconds) != text) return std::nullopt;  // strptime takes more than the one form
  return seconds;
}

}  // namespace storey::http
