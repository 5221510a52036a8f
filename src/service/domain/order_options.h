// What a client may choose of the conversion. Words are those of the command `storey convert`.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace storey::service {

struct OrderOptions {
  std::string input_units;
  std::string up;
  std::string geometry;
  std::string orientation;
  std::string layers;
  std::string area_standard;
  std::string survey_date;  ///< this and the next two go into the title block
  std::string author;
  std::string document_number;
  std::optional<int> sheet_scale;    ///< 50 for 1:50; without it the largest standard one that fits
  std::vector<int> storeys;          ///< indices to draw; empty: all
  std::vector<std::string> formats;  ///< empty: all that the service makes
  friend bool operator==(const OrderOptions&, const OrderOptions&) = default;
};

/// An option that is a text; empty: what the command does without it.
struct TextOption {
  std::string_view name;  ///< in the interface
  std::string_view flag;  ///< of the command
  std::string OrderOptions::*value;
  std::span<const std::string_view> words;  ///< that it may be; none: any text
};

/// All of them.
std::span<const TextOption> text_options();

}  // namespace storey::service
