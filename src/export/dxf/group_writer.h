// The lines of a DXF file: pairs of a group code and a value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "storey/plan.h"

namespace storey::dxf {

/// Names an object within a file; 0 is none.
using Handle = std::uint32_t;

class GroupWriter {
 public:
  /// `unit_mm`: millimetres in one unit of the file.
  explicit GroupWriter(double unit_mm) : unit_mm_(unit_mm) {}

  void text(int code,
            std::string_view value);  ///< UTF-8 in, Windows-1252 out; control characters dropped
  void integer(int code, long long value);
  void real(int code, double value);
  void length(int code, double mm) { real(code, mm / unit_mm_); }
  void handle(int code, Handle value);
  void point(int code, const Point2& mm);     ///< with z = 0, at code, code + 10, code + 20
  void point_2d(int code, const Point2& mm);  ///< at code, code + 10
  void direction(int code, const Point2& unit_vector);

  /// "0 TYPE", a new handle, its owner, "100 AcDbEntity"-like subclass.
  Handle object(std::string_view type, Handle owner, std::string_view subclass);
  void object_as(Handle own, std::string_view type, Handle owner, std::string_view subclass);
  void subclass(std::string_view name) { text(100, name); }

  void begin_section(std::string_view name);
  void end_section() { text(0, "ENDSEC"); }

  Handle new_handle() { return next_++; }
  Handle next() const { return next_; }
  double unit_mm() const { return unit_mm_; }
  std::string take() { return std::move(out_); }

 private:
  static constexpr Handle kFirstFree = 0x100;  // below are the handles that handles.h names

  double unit_mm_;
  Handle next_ = kFirstFree;
  std::string out_;
};

}  // namespace storey::dxf
