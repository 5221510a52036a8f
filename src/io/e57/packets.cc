#include "io/e57/packets.h"

#include <algorithm>
#include <string>

namespace storey::e57 {
namespace {

constexpr std::uint64_t kFileHeaderSize = 48;
constexpr std::uint64_t kSectionHeaderSize = 32;
constexpr std::uint64_t kPacketHeaderSize = 6;
constexpr std::uint64_t kSmallestPacket = 4;
// Records of zero bits cost nothing to store, so only such a bound keeps their declared number honest.
constexpr std::uint64_t kMaxRecordsPerByte = 64;

enum PacketType : std::uint8_t { kIndexPacket = 0, kDataPacket = 1, kIgnoredPacket = 2 };

Error damaged_at(std::uint64_t logical, std::string message) {
  return {ErrorCode::kDamaged,
          std::move(message),
          {},
          "page " + std::to_string(page_of_logical(logical)),
          "copy or export the file again"};
}

Result<void> check_record_count(const Scan& scan, const Section& section) {
  const std::uint64_t bytes = section.end - section.begin;
  for (const Field& field : scan.fields) {
    if (field.type == FieldType::kString) continue;
    const bool fits = field.bits == 0 ? scan.record_count <= bytes * kMaxRecordsPerByte
                                      : scan.record_count <= bytes * 8 / field.bits;
    if (!fits)
      return fail(damaged_at(section.begin, std::to_string(scan.record_count) +
                                                " points are declared, but the " + std::to_string(bytes) +
                                                " bytes of their section cannot hold them"));
  }
  return {};
}

Result<void> read_pieces(PageReader& reader, std::size_t fields, const std::vector<Stream>& streams,
                         Packet& packet) {
  std::array<std::uint8_t, kPacketHeaderSize> head;
  if (packet.end - packet.begin < kPacketHeaderSize)
    return fail(damaged_at(packet.begin, "a data packet is shorter than its header"));
  if (auto loaded = reader.load(packet.begin, packet.begin + kPacketHeaderSize); !loaded) return loaded;
  reader.copy(packet.begin, kPacketHeaderSize, head.data());
  const std::size_t count = load_le<std::uint16_t>(&head[4]);
  if (count != fields)
    return fail(damaged_at(packet.begin, "a data packet has " + std::to_string(count) +
                                             " streams, the scan " + std::to_string(fields) + " fields"));
  const std::uint64_t sizes_begin = packet.begin + kPacketHeaderSize;
  std::uint64_t at = sizes_begin + 2 * count;
  if (at > packet.end) return fail(damaged_at(packet.begin, "a data packet is too short for its streams"));
  if (auto loaded = reader.load(sizes_begin, at); !loaded) return loaded;

  // The sizes are taken in parts so that thousands of fields need no large buffer.
  constexpr std::size_t kPart = 64;
  std::array<std::uint8_t, 2 * kPart> sizes;
  for (std::size_t first = 0; first < count; first += kPart) {
    const std::size_t part = std::min(kPart, count - first);
    reader.copy(sizes_begin + 2 * first, 2 * part, sizes.data());
    for (std::size_t i = 0; i < part; ++i) {
      const std::uint32_t size = load_le<std::uint16_t>(&sizes[2 * i]);
      for (std::size_t s = 0; s < streams.size(); ++s)
        if (streams[s].field == first + i) packet.pieces[s] = {at, size};
      at += size;
    }
  }
  if (at > packet.end)
    return fail(damaged_at(packet.begin, "the streams of a data packet are longer than the packet"));
  return {};
}

}  // namespace

Result<Section> read_section(PageReader& reader, const PagedFile& file, const Scan& scan) {
  const auto begin = logical_from_physical(scan.section_offset);
  if (!begin || scan.section_offset < kFileHeaderSize || *begin >= file.logical_size() ||
      kSectionHeaderSize > file.logical_size() - *begin)
    return fail(Error{ErrorCode::kDamaged,
                      "its points are said to be at byte " + std::to_string(scan.section_offset) +
                          ", where the file has no section",
                      {},
                      "page " + std::to_string(scan.section_offset / kPageSize),
                      "copy or export the file again"});
  if (auto loaded = reader.load(*begin, *begin + kSectionHeaderSize); !loaded) return fail(loaded.error());
  std::array<std::uint8_t, kSectionHeaderSize> head;
  reader.copy(*begin, kSectionHeaderSize, head.data());
  if (head[0] != 1)
    return fail(damaged_at(*begin, "the section of its points has the type " + std::to_string(head[0]) +
                                       ", not that of a compressed vector"));
  const std::uint64_t length = load_le<std::uint64_t>(&head[8]);
  const auto data = logical_from_physical(load_le<std::uint64_t>(&head[16]));
  if (length < kSectionHeaderSize || length > file.logical_size() - *begin)
    return fail(damaged_at(*begin, "the section of its points says " + std::to_string(length) +
                                       " bytes, the file has " +
                                       std::to_string(file.logical_size() - *begin) + " from there on"));
  const Section section{*begin, data.value_or(0), *begin + length};
  if (!data || section.data_begin < section.begin + kSectionHeaderSize || section.data_begin > section.end)
    return fail(damaged_at(*begin, "the first packet of its points is said to be outside of their section"));
  if (auto count = check_record_count(scan, section); !count) return fail(count.error());
  return section;
}

Result<void> read_packet(PageReader& reader, const Section& section, std::size_t fields,
                         const std::vector<Stream>& streams, std::uint64_t begin, Packet& packet) {
  if (begin > section.end || section.end - begin < kSmallestPacket)
    return fail(damaged_at(begin, "the packets go on past the end of their section"));
  if (auto loaded = reader.load(begin, begin + kSmallestPacket); !loaded) return loaded;
  std::array<std::uint8_t, kSmallestPacket> head;
  reader.copy(begin, kSmallestPacket, head.data());
  const std::uint64_t length = std::uint64_t{load_le<std::uint16_t>(&head[2])} + 1;
  if (length < kSmallestPacket || length % 4 != 0 || length > section.end - begin)
    return fail(damaged_at(begin, "a packet says " + std::to_string(length) + " bytes, " +
                                      std::to_string(section.end - begin) + " are left in its section"));
  packet.begin = begin;
  packet.end = begin + length;
  packet.pieces.assign(streams.size(), Piece{packet.end, 0});
  switch (head[0]) {
    case kDataPacket:
      return read_pieces(reader, fields, streams, packet);
    case kIndexPacket:
    case kIgnoredPacket:
      return {};
    default:
      return fail(damaged_at(begin, "a packet has the unknown type " + std::to_string(head[0])));
  }
}

}  // namespace storey::e57
