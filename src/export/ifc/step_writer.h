// The DATA section of a STEP file (ISO 10303-21): numbered entities with their arguments.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace storey::ifc {

/// The number of an entity; 0 is none.
using Ref = std::uint32_t;

/// One argument of an entity, in the spelling of the file.
struct Argument {
  std::string text;

  Argument(Ref ref) : text(ref == 0 ? "$" : "#" + std::to_string(ref)) {}  // NOLINT: arguments convert
  Argument(double value);                                                  // NOLINT
  Argument(const std::vector<Ref>& refs);                                  // NOLINT

  static Argument verbatim(std::string text);
  static Argument string(std::string_view utf8);  ///< 'text'; empty: $
  static Argument enumeration(std::string_view name) { return verbatim("." + std::string(name) + "."); }
  static Argument typed(std::string_view type, const Argument& value);  ///< IFCLABEL('text')
  static Argument numbers(std::initializer_list<double> values);
  static Argument integer(long long value) { return verbatim(std::to_string(value)); }
  static Argument boolean(bool value) { return verbatim(value ? ".T." : ".F."); }
  static Argument none() { return verbatim("$"); }
  static Argument derived() { return verbatim("*"); }

 private:
  Argument() = default;
};

class StepWriter {
 public:
  /// Adds "#n=TYPE(arguments);" and returns n.
  Ref add(std::string_view type, const std::vector<Argument>& arguments);

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  Ref last_ = 0;
};

/// `utf8` in the alphabet of STEP: quotes and backslashes doubled, other characters than ASCII as \X2\ or
/// \X4\.
std::string step_string(std::string_view utf8);

/// A globally unique id in the 22 characters of IFC, from a 128-bit hash of `seed` and `name`: the same for
/// the same element of the same plan.
std::string ifc_guid(std::uint64_t seed, std::string_view name);

/// 64 bits of the FNV-1a hash of `text`, continued from `basis`.
std::uint64_t fnv1a(std::string_view text, std::uint64_t basis = 14695981039346656037ULL);

}  // namespace storey::ifc
