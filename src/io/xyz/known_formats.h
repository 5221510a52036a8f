// Telling by its first bytes what kind of file something is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace storey::xyz {

struct KnownFormat {
  std::string name;    ///< with article: "a PNG image"
  std::string remedy;  ///< a clause
};

/// What `head`, the first bytes of a file, shows it to be, if that is certainly no XYZ text.
std::optional<KnownFormat> recognise_other_format(std::string_view head);

/// The signature of ASTM E2807 files.
bool is_e57(std::string_view head);

}  // namespace storey::xyz
