// Spellings that the JSON forms of plan and report share.
#pragma once

#include <boost/json/array.hpp>
#include <boost/json/string.hpp>
#include <string_view>
#include <vector>

#include "model/json_text.h"
#include "model/utf8.h"
#include "storey/plan.h"

namespace storey {

inline constexpr int kMetreDecimals = 4;       ///< 0.1 mm
inline constexpr int kMillimetreDecimals = 2;  ///< of uncertainties
inline constexpr int kRatioDecimals = 4;       ///< of confidences and coverages
inline constexpr int kDegreeDecimals = 4;
inline constexpr int kExactDecimals = 12;  ///< of rotations and unit factors: µm at coordinates of 10⁶ m

inline double metres(double value) { return fixed(value, kMetreDecimals); }
inline double millimetres(double value) { return fixed(value, kMillimetreDecimals); }
inline double ratio(double value) { return fixed(value, kRatioDecimals); }

inline boost::json::string text_json(std::string_view text) { return boost::json::string(valid_utf8(text)); }

template <class Item, class Convert>
boost::json::array list_json(const std::vector<Item>& items, const Convert& convert) {
  boost::json::array list;
  for (const Item& item : items) list.push_back(convert(item));
  return list;
}

/// "door", "window" or "opening".
std::string_view opening_type_name(OpeningType type);

}  // namespace storey
