#include "http/conditions.h"

#include <algorithm>
#include <optional>

#include "http/headers.h"
#include "http/response.h"

namespace storey::http {
namespace {

bool any_etag_matches(std::string_view list, std::string_view etag, bool weakly) {
  if (trim(list) == "*") return true;
  for (std::string_view member : split_list(list)) {
    if (weakly && member.starts_with("W/")) member.remove_prefix(2);
    if (member == etag) return true;
  }
  return false;
}

// RFC 9110 section 13.2.2, in its order. 200 where every precondition holds.
int evaluate_preconditions(const Headers& headers, const Validators& file) {
  if (const auto match = headers.find("If-Match")) {
    if (!any_etag_matches(*match, file.etag, false)) return 412;
  } else if (const auto date = parse_http_date(headers.get("If-Unmodified-Since"))) {
    if (file.modified > *date) return 412;
  }
  if (const auto none_match = headers.find("If-None-Match")) {
    if (any_etag_matches(*none_match, file.etag, true)) return 304;
  } else if (const auto date = parse_http_date(headers.get("If-Modified-Since"))) {
    if (file.modified <= *date) return 304;
  }
  return 200;
}

// A date is a strong validator only if the file is older than a second before the answer that named it
// (section 8.8.2.2); we do not know that moment, so only an entity tag keeps the range.
bool range_still_applies(const Headers& headers, const Validators& file) {
  const auto condition = headers.find("If-Range");
  return !condition || *condition == file.etag;
}

// `bytes=a-b`, `bytes=a-` or `bytes=-n`; nullopt for anything else, which is then ignored.
std::optional<FileAnswer> parse_range(std::string_view text, std::uint64_t size) {
  constexpr std::string_view kUnit = "bytes=";
  if (!equal_ignoring_case(text.substr(0, kUnit.size()), kUnit)) return std::nullopt;
  text = trim(text.substr(kUnit.size()));
  const auto dash = text.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  const auto first = parse_decimal(text.substr(0, dash));
  const auto last = parse_decimal(text.substr(dash + 1));
  constexpr FileAnswer kUnsatisfiable{416, 0, 0};
  if (dash == 0) {
    if (!last) return std::nullopt;
    const std::uint64_t count = std::min(*last, size);
    return count == 0 ? kUnsatisfiable : FileAnswer{206, size - count, count};
  }
  if (!first || (!last && dash + 1 != text.size()) || (last && *last < *first)) return std::nullopt;
  if (*first >= size) return kUnsatisfiable;
  const std::uint64_t end = last && *last < size ? *last + 1 : size;
  return FileAnswer{206, *first, end - *first};
}

}  // namespace

FileAnswer evaluate_conditions(const Request& request, const Validators& file) {
  const int status = evaluate_preconditions(request.headers, file);
  if (status != 200) return {status, 0, 0};
  const auto range = request.headers.find("Range");
  if (range && request.method == Method::kGet && range_still_applies(request.headers, file))
    if (const auto answer = parse_range(*range, file.size)) return *answer;
  return {200, 0, file.size};
}

void apply_conditions(const Request& request, Response& response) {
  auto& file = std::get<FileBody>(response.body);
  const std::uint64_t size = file.size;
  const FileAnswer answer = evaluate_conditions(request, {file.etag, file.modified, size});
  response.status = answer.status;
  response.headers.set("ETag", file.etag);
  response.headers.set("Last-Modified", format_http_date(file.modified));
  response.headers.set("Accept-Ranges", "bytes");
  if (answer.status == 206) {
    response.headers.set("Content-Range", "bytes " + std::to_string(answer.offset) + "-" +
                                              std::to_string(answer.offset + answer.size - 1) + "/" +
                                              std::to_string(size));
  } else if (answer.status == 416) {
    response.headers.set("Content-Range", "bytes */" + std::to_string(size));
  }
  if (answer.status == 200 || answer.status == 206) {
    file.offset += answer.offset;
    file.size = answer.size;
  } else {
    response.headers.erase("Content-Type");
    response.headers.erase("Content-Disposition");
    response.body = std::string();
  }
}

}  // namespace storey::http
