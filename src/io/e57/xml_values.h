// Values and scans out of the XML section of an E57 file.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <vector>

#include "io/e57/document.h"

namespace storey::e57 {

/// The text of an element, without white space at its ends; empty for an element that is not there.
std::string text_of(const pugi::xml_node& node);

/// How many elements stand directly in `node`.
std::size_t count_children(const pugi::xml_node& node);

/// The value of an Integer, ScaledInteger (scaled) or Float element. An empty element is zero (8.3.2);
/// nothing if there is no element or its text is no number.
std::optional<double> number_of(const pugi::xml_node& node);

/// One Data3D element; remarks for users go to `warnings`. Errors have no scan in their place yet.
Result<Scan> parse_scan(const pugi::xml_node& node, std::vector<std::string>& warnings, std::size_t index);

/// The fields of a prototype, in the order of their byte streams.
Result<std::vector<Field>> parse_prototype(const pugi::xml_node& prototype);

namespace detail {
template <class Number>
std::optional<Number> parse_number(std::string_view text);
}

}  // namespace storey::e57
