#include "io/e57/document.h"

#include <algorithm>
#include <pugixml.hpp>

#include "io/e57/xml_values.h"

namespace storey::e57 {
namespace {

constexpr std::size_t kHeaderSize = 48;
// Files with thousands of scans have a few megabytes of XML. The parsed tree of hostile XML can take some
// sixteen times its text, so there has to be a bound.
constexpr std::uint64_t kMaxXmlSize = 16u << 20;

struct FileHeader {
  std::uint32_t major = 0, minor = 0;
  std::uint64_t length = 0;      // physical
  std::uint64_t xml_offset = 0;  // physical
  std::uint64_t xml_length = 0;  // logical
};

Error damaged(std::string message, std::string place) {
  return {ErrorCode::kDamaged, std::move(message), {}, std::move(place), "copy or export the file again"};
}

Result<FileHeader> read_header(const ByteSource& bytes) {
  std::array<std::uint8_t, kHeaderSize> raw{};
  constexpr std::string_view kSignature = "ASTM-E57";
  const std::size_t present = static_cast<std::size_t>(std::min<std::uint64_t>(bytes.size(), kHeaderSize));
  if (auto read = bytes.read(0, std::span(raw).first(present)); !read) return fail(read.error());
  if (present < kSignature.size() || !std::equal(kSignature.begin(), kSignature.end(), raw.begin()))
    return fail(
        Error{ErrorCode::kWrongFormat, "the file does not begin with ASTM-E57", {}, {}, "give an E57 file"});
  if (present < kHeaderSize) return fail(damaged("the file ends within its header", "page 0"));

  const FileHeader header{load_le<std::uint32_t>(&raw[8]), load_le<std::uint32_t>(&raw[12]),
                          load_le<std::uint64_t>(&raw[16]), load_le<std::uint64_t>(&raw[24]),
                          load_le<std::uint64_t>(&raw[32])};
  const std::uint64_t page_size = load_le<std::uint64_t>(&raw[40]);
  if (header.major != 1)
    return fail(Error{
        ErrorCode::kWrongFormat,
        "E57 version " + std::to_string(header.major) + "." + std::to_string(header.minor) + " is not known",
        {},
        "page 0",
        "export the file as E57 1.0"});
  if (page_size != kPageSize)
    return fail(damaged("the header says pages of " + std::to_string(page_size) + " bytes, the standard 1024",
                        "page 0"));
  return header;
}

Result<void> check_length(const FileHeader& header, std::uint64_t size) {
  if (header.length == 0 || header.length % kPageSize != 0)
    return fail(damaged(
        "the header says " + std::to_string(header.length) + " bytes, which are no whole pages", "page 0"));
  if (size < header.length)
    return fail(damaged("the file is cut off: the header says " + std::to_string(header.length) +
                            " bytes, there are " + std::to_string(size),
                        "page " + std::to_string(size / kPageSize)));
  return {};
}

Result<std::vector<char>> read_xml(const PagedFile& file, const FileHeader& header) {
  const auto begin = logical_from_physical(header.xml_offset);
  if (!begin || *begin < kHeaderSize || *begin >= file.logical_size() ||
      header.xml_length > file.logical_size() - *begin)
    return fail(damaged("the header puts the XML section at byte " + std::to_string(header.xml_offset) +
                            " with " + std::to_string(header.xml_length) +
                            " bytes, which is not inside of the file",
                        "page 0"));
  if (header.xml_length > kMaxXmlSize)
    return fail(Error{ErrorCode::kLimit,
                      "the XML section has " + std::to_string(header.xml_length) + " bytes, at most " +
                          std::to_string(kMaxXmlSize) + " are read",
                      {},
                      "page 0",
                      "export fewer scans or images into one file"});
  constexpr std::uint64_t kPart = 64 * kPagePayload;
  std::vector<char> xml(header.xml_length);
  PageReader reader(file, 64);
  for (std::uint64_t done = 0; done < header.xml_length; done += kPart) {
    const std::uint64_t part = std::min(kPart, header.xml_length - done);
    if (auto loaded = reader.load(*begin + done, *begin + done + part); !loaded) return fail(loaded.error());
    reader.copy(*begin + done, part, reinterpret_cast<std::uint8_t*>(xml.data() + done));
  }
  return xml;
}

std::string describe(const FileHeader& header, const pugi::xml_node& root) {
  std::string text = "E57 " + std::to_string(header.major) + "." + std::to_string(header.minor);
  const std::string library = text_of(root.child("e57LibraryVersion"));
  if (!library.empty()) text += ", written by " + library;
  if (const std::size_t images = count_children(root.child("images2D")); images > 0)
    text += ", " + std::to_string(images) + (images == 1 ? " image" : " images") + " (left out)";
  return text;
}

}  // namespace

std::string scan_place(std::size_t index) { return "scan " + std::to_string(index + 1); }

Error in_scan(std::size_t index, Error error) {
  error.place = scan_place(index) + (error.place.empty() ? "" : ", " + error.place);
  return error;
}

std::optional<std::size_t> Scan::find_field(std::string_view name) const {
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (fields[i].name == name) return i;
  return std::nullopt;
}

Result<Document> read_document(const ByteSource& bytes, Checksums checksums) {
  const auto header = read_header(bytes);
  if (!header) return fail(header.error());
  if (auto length = check_length(*header, bytes.size()); !length) return fail(length.error());

  Document document;
  document.pages = header->length / kPageSize;
  const PagedFile file{&bytes, document.pages, checksums};
  if (auto first = PageReader(file, 1).load(0, kHeaderSize); !first) return fail(first.error());
  auto xml = read_xml(file, *header);
  if (!xml) return fail(xml.error());

  pugi::xml_document tree;
  const auto parsed = tree.load_buffer_inplace(xml->data(), xml->size());
  if (!parsed) {
    const std::uint64_t at =
        *logical_from_physical(header->xml_offset) + static_cast<std::uint64_t>(parsed.offset);
    return fail(damaged(std::string("the XML section cannot be read: ") + parsed.description(),
                        "page " + std::to_string(page_of_logical(at))));
  }
  const pugi::xml_node root = tree.child("e57Root");
  if (!root)
    return fail(
        damaged("the XML section has no e57Root", "page " + std::to_string(header->xml_offset / kPageSize)));

  document.details = describe(*header, root);
  if (header->minor != 0) document.warnings.push_back("the file is of a later edition of E57, read as 1.0");
  if (bytes.size() > header->length)
    document.warnings.push_back(std::to_string(bytes.size() - header->length) +
                                " bytes after the end are ignored");
  for (const pugi::xml_node& node : root.child("data3D").children()) {
    if (node.type() != pugi::node_element) continue;
    auto scan = parse_scan(node, document.warnings, document.scans.size());
    if (!scan) return fail(in_scan(document.scans.size(), scan.error()));
    document.scans.push_back(std::move(*scan));
  }
  return document;
}

}  // namespace storey::e57
