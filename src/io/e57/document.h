// What an E57 file says of itself: the file header (ASTM E2807, 6.1) and the XML section (clause 8).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cloud/cloud_source.h"
#include "io/e57/page_reader.h"

namespace storey::e57 {

enum class FieldType { kSingle, kDouble, kInteger, kScaledInteger, kString };

/// One leaf of the prototype of the points: how one value of each record is stored.
struct Field {
  std::string name;  ///< with its prefix if it has one, e.g. "nor:normalX"; nested ones "outer/inner"
  FieldType type = FieldType::kDouble;
  unsigned bits = 64;        ///< per record; 0…64; meaningless for kString
  std::int64_t minimum = 0;  ///< of the stored integer; it is stored as the difference to this
  std::int64_t maximum = 0;
  double scale = 1;  ///< value = stored integer · scale + offset
  double offset = 0;
  std::optional<std::pair<double, double>> value_limits;  ///< in values; floats: only where declared

  bool is_integer() const { return type == FieldType::kInteger || type == FieldType::kScaledInteger; }
};

using Limits = std::pair<double, double>;

/// One Data3D.
struct Scan {
  ScanInfo info;
  std::uint64_t section_offset = 0;  ///< physical, of the header of the points' binary section
  std::uint64_t record_count = 0;
  std::vector<Field> fields;  ///< in the order of their byte streams
  std::optional<Limits> intensity_limits;
  std::array<std::optional<Limits>, 3> colour_limits;  ///< red, green, blue

  /// Index of the field of this name.
  std::optional<std::size_t> find_field(std::string_view name) const;
};

struct Document {
  std::uint64_t pages = 0;  ///< as the header says; the file may go on after them
  std::vector<Scan> scans;
  std::string details;  ///< version and writing software, for people
  std::vector<std::string> warnings;
};

/// Reads header and XML. Errors: kWrongFormat (no E57), kDamaged, kLimit (XML beyond 16 MiB).
Result<Document> read_document(const ByteSource& bytes, Checksums checksums);

/// "scan 2": how scans are named to users, counted from one.
std::string scan_place(std::size_t index);

/// `error` as it happened in scan `index`: the scan goes before the place it has.
Error in_scan(std::size_t index, Error error);

}  // namespace storey::e57
