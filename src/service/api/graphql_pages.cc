#include "service/api/graphql_pages.h"

#include "service/domain/digest.h"
#include "service/domain/id.h"
#include "service/domain/try.h"
#include "service/usecases/input.h"

namespace storey::service {
namespace {

constexpr std::string_view kCursorPrefix = "id:";
constexpr std::int32_t kMaxCount = 100;

Outcome<std::optional<std::string>> from_cursor(const std::string& field,
                                                const std::optional<std::string>& cursor) {
  if (!cursor) return std::nullopt;
  const auto text = from_base64url(*cursor);
  if (!text || !text->starts_with(kCursorPrefix) || !is_uuid_v7(text->substr(kCursorPrefix.size())))
    return bad_field("pagination." + field, "pagination." + field + " must be a cursor of an earlier answer");
  return text->substr(kCursorPrefix.size());
}

Outcome<void> check_count(const std::string& field, std::optional<std::int32_t> count) {
  if (count && (*count < 1 || *count > kMaxCount))
    return bad_field("pagination." + field,
                     "pagination." + field + " must be 1 to " + std::to_string(kMaxCount));
  return {};
}

}  // namespace

std::string to_cursor(const std::string& id) { return to_base64url(std::string(kCursorPrefix) + id); }

Outcome<PageRequest> to_page_request(const std::optional<PaginationInput>& input) {
  PageRequest request;
  if (!input) return request;
  STOREY_TRY_VOID(check_count("first", input->first));
  STOREY_TRY_VOID(check_count("last", input->last));
  if (input->first && input->last) return bad_field("pagination", "pagination takes first or last, not both");
  STOREY_TRY(request.after, from_cursor("after", input->after));
  STOREY_TRY(request.before, from_cursor("before", input->before));
  request.from_back = input->last.has_value();
  if (const auto count = input->first ? input->first : input->last) request.count = *count;
  return request;
}

}  // namespace storey::service
