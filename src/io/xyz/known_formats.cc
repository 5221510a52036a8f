#include "io/xyz/known_formats.h"

#include <algorithm>
#include <array>

#include "io/xyz/text_scan.h"

namespace storey::xyz {
namespace {

using namespace std::string_view_literals;

struct Signature {
  std::size_t offset;
  std::string_view bytes;
  const char* name;
  const char* remedy;
};

constexpr const char* kExport = "export the cloud as E57 or XYZ";
constexpr const char* kUnpack = "unpack it and give the files in it";
constexpr const char* kPointsOnly = "give the point cloud as E57 or XYZ instead";

constexpr std::array kSignatures = {
    Signature{0, "LASF"sv, "a LAS or LAZ point cloud", kExport},
    Signature{0, "ply\n"sv, "a PLY file", kExport},
    Signature{0, "ply\r"sv, "a PLY file", kExport},
    Signature{0, "# .PCD"sv, "a PCD point cloud", kExport},
    Signature{0, "HDF\r\n"sv, "an HDF file", kExport},
    Signature{0, "\x89HDF"sv, "an HDF5 file", kExport},
    Signature{0, "SQLite format 3"sv, "an SQLite database", kExport},
    Signature{0, "ISO-10303-21"sv, "a STEP or IFC model", kPointsOnly},
    Signature{0, "AC10"sv, "a DWG drawing", kPointsOnly},
    Signature{0, "solid "sv, "an STL mesh", kPointsOnly},
    Signature{0, "OFF\n"sv, "an OFF mesh", kPointsOnly},
    Signature{0, "OFF\r"sv, "an OFF mesh", kPointsOnly},
    Signature{0, "glTF"sv, "a glTF model", kPointsOnly},
    Signature{0, "#VRML"sv, "a VRML model", kPointsOnly},
    Signature{0, "PK\x03\x04"sv, "a ZIP archive (or an office document)", kUnpack},
    Signature{0, "PK\x05\x06"sv, "an empty ZIP archive", kPointsOnly},
    Signature{0, "\x1f\x8b"sv, "gzip-compressed data", kUnpack},
    Signature{0, "BZh"sv, "bzip2-compressed data", kUnpack},
    Signature{0,
              "\xfd"
              "7zXZ"sv,
              "xz-compressed data", kUnpack},
    Signature{0, "\x28\xb5\x2f\xfd"sv, "Zstandard-compressed data", kUnpack},
    Signature{0, "7z\xbc\xaf\x27\x1c"sv, "a 7-Zip archive", kUnpack},
    Signature{0, "Rar!\x1a"sv, "a RAR archive", kUnpack},
    Signature{257, "ustar"sv, "a TAR archive", kUnpack},
    Signature{0, "\x89PNG"sv, "a PNG image", kPointsOnly},
    Signature{0, "\xff\xd8\xff"sv, "a JPEG image", kPointsOnly},
    Signature{0, "GIF8"sv, "a GIF image", kPointsOnly},
    Signature{0, "II*\0"sv, "a TIFF image", kPointsOnly},
    Signature{0, "MM\0*"sv, "a TIFF image", kPointsOnly},
    Signature{0, "RIFF"sv, "a sound, film or WebP image", kPointsOnly},
    Signature{4, "ftyp"sv, "a film or HEIF image", kPointsOnly},
    Signature{0, "%PDF"sv, "a PDF document", kPointsOnly},
    Signature{0, "\xd0\xcf\x11\xe0"sv, "an old office document", kPointsOnly},
    Signature{0,
              "\x7f"
              "ELF"sv,
              "a program", kPointsOnly},
    Signature{0, "MZ"sv, "a Windows program", kPointsOnly},
    Signature{0, "\xff\xfe"sv, "text in UTF-16", "save it as UTF-8 or plain ASCII"},
    Signature{0, "\xfe\xff"sv, "text in UTF-16", "save it as UTF-8 or plain ASCII"},
};

/// The first line of `text` that is neither blank nor a `#` comment, without what surrounds it.
std::string_view first_content(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    std::string_view line = text.substr(0, end);
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (!line.empty() && line[0] != '#') return line;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return {};
}

bool is_letter(std::string_view text) {
  return !text.empty() && ((text[0] | 0x20) >= 'a' && (text[0] | 0x20) <= 'z');
}

/// Formats of text, known by how their content begins.
std::optional<KnownFormat> recognise_text_format(std::string_view text) {
  const std::string_view line = first_content(text);
  if (line.starts_with('{') || (line.starts_with('[') && !is_letter(line.substr(1))))
    return KnownFormat{"a JSON document", kPointsOnly};
  if (line.starts_with('<')) return KnownFormat{"an XML or HTML document", kPointsOnly};
  if (line.starts_with("VERSION ") || line.starts_with("FIELDS "))
    return KnownFormat{"a PCD point cloud", kExport};
  if (line.starts_with("v ") || line.starts_with("mtllib ")) return KnownFormat{"an OBJ model", kPointsOnly};
  if (line.starts_with("%PDF") || line.starts_with("%!PS"))
    return KnownFormat{"a document to print", kPointsOnly};
  if (line == "0" && text.find("SECTION") != std::string_view::npos)
    return KnownFormat{"a DXF drawing", kPointsOnly};
  return std::nullopt;
}

bool is_binary(std::string_view head) {
  const auto odd = [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && !is_blank(c) && !is_line_end(c);
  };
  const auto count = static_cast<std::size_t>(std::count_if(head.begin(), head.end(), odd));
  return head.find('\0') != std::string_view::npos || count * 20 > head.size();
}

}  // namespace

bool is_e57(std::string_view head) { return head.starts_with("ASTM-E57"); }

std::optional<KnownFormat> recognise_other_format(std::string_view head) {
  for (const Signature& signature : kSignatures)
    if (head.size() >= signature.offset && head.substr(signature.offset).starts_with(signature.bytes))
      return KnownFormat{signature.name, signature.remedy};
  if (head.starts_with("\xef\xbb\xbf")) head.remove_prefix(3);
  if (is_e57(head)) return KnownFormat{"an E57 file", "read it as E57"};
  if (auto format = recognise_text_format(head)) return format;
  if (is_binary(head)) return KnownFormat{"binary data of an unknown kind", kExport};
  return std::nullopt;
}

}  // namespace storey::xyz
