#include "tools/e57_writer.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "io/e57/page_layout.h"
#include "tools/e57_page_writer.h"

namespace storey {
namespace {

using e57::physical_from_logical;

constexpr std::uint32_t kMaxIndex = (1u << 20) - 1;  // of rows and columns

void put(std::vector<std::uint8_t>& out, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) out.push_back(static_cast<std::uint8_t>(value >> (8 * i)));
}

std::string text_of(double value) {
  std::array<char, 32> text;
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string element(std::string_view name, std::string_view type, std::string_view text) {
  return "<" + std::string(name) + " type=\"" + std::string(type) + "\">" + std::string(text) + "</" +
         std::string(name) + ">\n";
}

std::string float_element(std::string_view name, double value) {
  return element(name, "Float", text_of(value));
}

/// The byte stream of one field: values packed one after another, low bits first.
class FieldStream {
 public:
  FieldStream(std::string name, const E57Encoding& encoding) : name_(std::move(name)), encoding_(encoding) {
    const std::uint64_t span =
        static_cast<std::uint64_t>(encoding.maximum) - static_cast<std::uint64_t>(encoding.minimum);
    bits_ = static_cast<unsigned>(std::bit_width(span));
  }

  void add(double value) {
    switch (encoding_.type) {
      case E57Encoding::Type::kSingle:
        return put(bytes_, std::bit_cast<std::uint32_t>(static_cast<float>(value)), 4);
      case E57Encoding::Type::kDouble:
        return put(bytes_, std::bit_cast<std::uint64_t>(value), 8);
      case E57Encoding::Type::kInteger:
        return add_integer(stored(value));
      case E57Encoding::Type::kScaledInteger:
        return add_integer(stored((value - encoding_.offset) / encoding_.scale));
    }
  }

  /// Whole bytes that wait to be written.
  std::vector<std::uint8_t>& bytes() { return bytes_; }

  /// Fills the last byte.
  void flush() {
    if (waiting_bits_ > 0) bytes_.push_back(static_cast<std::uint8_t>(waiting_));
    waiting_ = 0;
    waiting_bits_ = 0;
  }

  std::string prototype() const {
    std::string text = "<" + name_;
    switch (encoding_.type) {
      case E57Encoding::Type::kSingle:
        return text + " type=\"Float\" precision=\"single\"/>\n";
      case E57Encoding::Type::kDouble:
        return text + " type=\"Float\"/>\n";
      case E57Encoding::Type::kInteger:
        text += " type=\"Integer\"";
        break;
      case E57Encoding::Type::kScaledInteger:
        text += " type=\"ScaledInteger\" scale=\"" + text_of(encoding_.scale) + "\" offset=\"" +
                text_of(encoding_.offset) + "\"";
    }
    // The element's own value has to lie within its bounds.
    return text + " minimum=\"" + std::to_string(encoding_.minimum) + "\" maximum=\"" +
           std::to_string(encoding_.maximum) + "\">" + std::to_string(encoding_.minimum) + "</" + name_ +
           ">\n";
  }

 private:
  std::int64_t stored(double value) const {
    const double rounded = std::nearbyint(value);
    // The largest 64-bit integer is no double, so the comparison with it must be strict.
    if (rounded >= -0x1p63 && rounded < 0x1p63) {
      const auto integer = static_cast<std::int64_t>(rounded);
      if (integer >= encoding_.minimum && integer <= encoding_.maximum) return integer;
    }
    throw std::out_of_range(name_ + " cannot hold " + text_of(value));
  }

  void add_integer(std::int64_t value) {
    const std::uint64_t packed =
        static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(encoding_.minimum);
    waiting_ |= static_cast<unsigned __int128>(packed) << waiting_bits_;
    waiting_bits_ += bits_;
    for (; waiting_bits_ >= 8; waiting_bits_ -= 8, waiting_ >>= 8)
      bytes_.push_back(static_cast<std::uint8_t>(waiting_));
  }

  std::string name_;
  E57Encoding encoding_;
  unsigned bits_ = 0;
  unsigned __int128 waiting_ = 0;
  unsigned waiting_bits_ = 0;
  std::vector<std::uint8_t> bytes_;
};

/// One scan while it is written.
struct OpenScan {
  E57ScanOptions options;
  std::vector<FieldStream> streams;
  std::uint64_t section_begin = 0;  // logical, as the next
  std::uint64_t data_begin = 0;
  std::uint64_t records = 0;
  std::array<double, 3> low, high;
  std::uint32_t last_row = 0, last_column = 0;

  std::size_t waiting_bytes() {
    std::size_t sum = 0;
    for (FieldStream& stream : streams) sum += stream.bytes().size();
    return sum;
  }
};

std::vector<FieldStream> make_streams(const E57ScanOptions& options) {
  constexpr std::array<std::array<const char*, 3>, 2> kNames = {
      {{"cartesianX", "cartesianY", "cartesianZ"},
       {"sphericalRange", "sphericalAzimuth", "sphericalElevation"}}};
  std::vector<FieldStream> streams;
  for (std::size_t i = 0; i < 3; ++i)
    streams.emplace_back(kNames[options.spherical ? 1 : 0][i], options.coordinates[i]);
  if (options.invalid_state)
    streams.emplace_back(options.spherical ? "sphericalInvalidState" : "cartesianInvalidState",
                         E57Encoding::integer(0, 2));
  if (options.row_column)
    for (const char* name : {"rowIndex", "columnIndex"})
      streams.emplace_back(name, E57Encoding::integer(0, kMaxIndex));
  if (options.intensity) streams.emplace_back("intensity", *options.intensity);
  if (options.colour)
    for (const char* name : {"colorRed", "colorGreen", "colorBlue"})
      streams.emplace_back(name, E57Encoding::integer(0, 255));
  return streams;
}

std::string pose_xml(const Eigen::Isometry3d& world_from_scan) {
  const Eigen::Quaterniond q(world_from_scan.linear());
  const Eigen::Vector3d t = world_from_scan.translation();
  return "<pose type=\"Structure\">\n<rotation type=\"Structure\">\n" + float_element("w", q.w()) +
         float_element("x", q.x()) + float_element("y", q.y()) + float_element("z", q.z()) +
         "</rotation>\n<translation type=\"Structure\">\n" + float_element("x", t.x()) +
         float_element("y", t.y()) + float_element("z", t.z()) + "</translation>\n</pose>\n";
}

std::string bounds_xml(const OpenScan& scan) {
  if (scan.records == 0 || scan.options.spherical) return {};
  constexpr std::array<std::array<const char*, 2>, 3> kNames = {
      {{"xMinimum", "xMaximum"}, {"yMinimum", "yMaximum"}, {"zMinimum", "zMaximum"}}};
  std::string xml = "<cartesianBounds type=\"Structure\">\n";
  for (std::size_t i = 0; i < 3; ++i)
    xml += float_element(kNames[i][0], scan.low[i]) + float_element(kNames[i][1], scan.high[i]);
  return xml + "</cartesianBounds>\n";
}

std::string limits_xml(const OpenScan& scan) {
  std::string xml;
  const auto integer = [](const char* name, std::uint64_t value) {
    return element(name, "Integer", std::to_string(value));
  };
  if (scan.options.row_column)
    xml += "<indexBounds type=\"Structure\">\n" + integer("rowMinimum", 0) +
           integer("rowMaximum", scan.last_row) + integer("columnMinimum", 0) +
           integer("columnMaximum", scan.last_column) + "</indexBounds>\n";
  if (scan.options.intensity_limits)
    xml += "<intensityLimits type=\"Structure\">\n" +
           float_element("intensityMinimum", scan.options.intensity_limits->first) +
           float_element("intensityMaximum", scan.options.intensity_limits->second) + "</intensityLimits>\n";
  if (scan.options.colour) {
    xml += "<colorLimits type=\"Structure\">\n";
    for (const char* name : {"colorRed", "colorGreen", "colorBlue"})
      xml += integer((std::string(name) + "Minimum").c_str(), 0) +
             integer((std::string(name) + "Maximum").c_str(), 255);
    xml += "</colorLimits>\n";
  }
  return xml;
}

/// A name for the file or a scan that is the same every time.
std::string guid(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  return "{00000000-0000-4000-8000-" + std::string(12 - digits.size(), '0') + digits + "}";
}

std::string scan_xml(const OpenScan& scan, std::uint64_t number) {
  std::string xml = "<vectorChild type=\"Structure\">\n" + element("guid", "String", guid(number));
  if (!scan.options.name.empty()) xml += element("name", "String", escaped(scan.options.name));
  if (scan.options.world_from_scan) xml += pose_xml(*scan.options.world_from_scan);
  xml += bounds_xml(scan) + limits_xml(scan) + "<points type=\"CompressedVector\" fileOffset=\"" +
         std::to_string(physical_from_logical(scan.section_begin)) + "\" recordCount=\"" +
         std::to_string(scan.records) + "\">\n<prototype type=\"Structure\">\n";
  for (const FieldStream& stream : scan.streams) xml += stream.prototype();
  return xml +
         "</prototype>\n<codecs type=\"Vector\" "
         "allowHeterogeneousChildren=\"1\"/>\n</points>\n</vectorChild>\n";
}

}  // namespace

struct E57Writer::Impl {
  explicit Impl(const std::filesystem::path& path) : pages(path) {}

  void add(const E57Point& point);
  void write_packet();
  void write_other_packets();
  void end_scan();

  E57PageWriter pages;
  std::optional<OpenScan> scan;
  std::uint64_t scan_count = 0;
  std::string scans_xml;
};

void E57Writer::Impl::add(const E57Point& point) {
  auto stream = scan->streams.begin();
  const E57ScanOptions& options = scan->options;
  for (std::size_t i = 0; i < 3; ++i) {
    (stream++)->add(point.coordinates[i]);
    scan->low[i] = std::min(scan->low[i], point.coordinates[i]);
    scan->high[i] = std::max(scan->high[i], point.coordinates[i]);
  }
  if (options.invalid_state) (stream++)->add(point.invalid_state);
  if (options.row_column) {
    (stream++)->add(point.row);
    (stream++)->add(point.column);
    scan->last_row = std::max(scan->last_row, point.row);
    scan->last_column = std::max(scan->last_column, point.column);
  }
  if (options.intensity) (stream++)->add(point.intensity);
  if (options.colour)
    for (const std::uint8_t part : point.rgb) (stream++)->add(part);
  ++scan->records;
}

/// A data packet of what waits: all of it, or of each stream no more than its share of the packet.
void E57Writer::Impl::write_packet() {
  constexpr std::size_t kHeaderSize = 6;
  const std::size_t share = scan->options.packets == E57Packets::kTogether
                                ? std::numeric_limits<std::size_t>::max()
                                : std::max<std::size_t>(1, scan->options.packet_bytes / scan->streams.size());
  if (scan->options.other_packets) write_other_packets();
  std::vector<std::uint8_t> sizes, data;
  for (FieldStream& stream : scan->streams) {
    std::vector<std::uint8_t>& bytes = stream.bytes();
    const auto part = static_cast<std::ptrdiff_t>(std::min(share, bytes.size()));
    put(sizes, static_cast<std::uint64_t>(part), 2);
    data.insert(data.end(), bytes.begin(), bytes.begin() + part);
    bytes.erase(bytes.begin(), bytes.begin() + part);
  }
  const std::size_t length = (kHeaderSize + sizes.size() + data.size() + 3) / 4 * 4;
  std::vector<std::uint8_t> header;
  put(header, 1, 1);  // data packet
  put(header, 0, 1);
  put(header, length - 1, 2);
  put(header, scan->streams.size(), 2);
  data.resize(length - kHeaderSize - sizes.size());
  pages.append(header);
  pages.append(sizes);
  pages.append(data);
}

void E57Writer::Impl::write_other_packets() {
  std::vector<std::uint8_t> index;
  put(index, 0, 2);       // index packet
  put(index, 32 - 1, 2);  // its length less one
  put(index, 1, 2);       // one entry: record 0 is in the first packet
  put(index, 0, 2);       // level, reserved
  put(index, 0, 8);
  put(index, 0, 8);
  put(index, physical_from_logical(scan->data_begin), 8);
  pages.append(index);
  std::vector<std::uint8_t> ignored;
  put(ignored, 2, 2);      // ignored packet
  put(ignored, 8 - 1, 2);  // its length less one
  put(ignored, 0xFFFFFFFF, 4);
  pages.append(ignored);
}

void E57Writer::Impl::end_scan() {
  if (!scan) return;
  for (FieldStream& stream : scan->streams) stream.flush();
  while (scan->waiting_bytes() > 0) write_packet();
  std::vector<std::uint8_t> header;
  put(header, 1, 8);  // compressed vector section
  put(header, pages.position() - scan->section_begin, 8);
  put(header, physical_from_logical(scan->data_begin), 8);
  put(header, 0, 8);
  pages.patch(scan->section_begin, header);
  scans_xml += scan_xml(*scan, ++scan_count);
  scan.reset();
}

E57Writer::E57Writer(const std::filesystem::path& path) : impl_(std::make_unique<Impl>(path)) {
  impl_->pages.append(std::vector<std::uint8_t>(48));
}

E57Writer::~E57Writer() = default;

void E57Writer::begin_scan(const E57ScanOptions& options) {
  impl_->end_scan();
  impl_->pages.align(4);
  OpenScan scan{options, make_streams(options), impl_->pages.position(), 0, 0, {}, {}, 0, 0};
  scan.low.fill(std::numeric_limits<double>::infinity());
  scan.high.fill(-std::numeric_limits<double>::infinity());
  impl_->pages.append(std::vector<std::uint8_t>(32));
  scan.data_begin = impl_->pages.position();
  impl_->scan = std::move(scan);
}

void E57Writer::add(std::span<const E57Point> points) {
  // No record has more bytes than this, so a packet cannot become too long between two looks.
  constexpr std::size_t kLargestRecord = 80;
  for (const E57Point& point : points) {
    impl_->add(point);
    if (impl_->scan->options.packets == E57Packets::kTogether &&
        impl_->scan->waiting_bytes() + kLargestRecord > impl_->scan->options.packet_bytes)
      impl_->write_packet();
  }
}

void E57Writer::finish() {
  impl_->end_scan();
  std::string xml =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<e57Root type=\"Structure\" "
      "xmlns=\"http://www.astm.org/COMMIT/E57/2010-e57-v1.0\">\n" +
      element("formatName", "String", "ASTM E57 3D Imaging Data File") + element("guid", "String", guid(0)) +
      element("versionMajor", "Integer", "1") + element("versionMinor", "Integer", "0") +
      element("e57LibraryVersion", "String", "Storey E57 writer") +
      "<data3D type=\"Vector\" allowHeterogeneousChildren=\"1\">\n" + impl_->scans_xml +
      "</data3D>\n<images2D type=\"Vector\" allowHeterogeneousChildren=\"1\">\n</images2D>\n</e57Root>\n";
  impl_->pages.align(4);
  const std::uint64_t xml_begin = impl_->pages.position();
  impl_->pages.append(xml);
  const std::uint64_t pages = (impl_->pages.position() + e57::kPagePayload - 1) / e57::kPagePayload;
  std::vector<std::uint8_t> header = {'A', 'S', 'T', 'M', '-', 'E', '5', '7'};
  put(header, 1, 4);
  put(header, 0, 4);
  put(header, pages * e57::kPageSize, 8);
  put(header, physical_from_logical(xml_begin), 8);
  put(header, xml.size(), 8);
  put(header, e57::kPageSize, 8);
  impl_->pages.patch(0, header);
  impl_->pages.finish();
}

}  // namespace storey
