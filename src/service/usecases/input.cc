#include "service/usecases/input.h"

#include "service/domain/text.h"

namespace storey::service {

Outcome<void> check_text(const std::string& field, std::string_view text, std::size_t min, std::size_t max) {
  if (text.size() < min) return bad_field(field, field + " must not be empty");
  if (text.size() > max)
    return bad_field(field, field + " must not have more than " + std::to_string(max) + " bytes");
  if (!is_plain_utf8(text)) return bad_field(field, field + " must be plain text in UTF-8");
  return {};
}

}  // namespace storey::service
