// The binary section of a scan's points (ASTM E2807, 9.3): a header, then a chain of packets. Each data
// packet holds a piece of every field's byte stream; the pieces of one packet need not end at the same
// record.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "io/e57/document.h"
#include "io/e57/page_reader.h"

namespace storey::e57 {

/// A byte stream to read: the values of one field, each `bits` wide, without gaps.
struct Stream {
  std::size_t field = 0;  ///< index of the field, which is its place in every packet
  unsigned bits = 0;      ///< not 0: such fields have no bytes
};

/// Logical offsets. Packets fill [data_begin, end).
struct Section {
  std::uint64_t begin = 0;
  std::uint64_t data_begin = 0;
  std::uint64_t end = 0;
};

/// Reads the section header of `scan` and checks it against the file and the declared number of records.
Result<Section> read_section(PageReader& reader, const PagedFile& file, const Scan& scan);

struct Piece {
  std::uint64_t begin = 0;  ///< logical offset
  std::uint32_t size = 0;   ///< bytes
};

struct Packet {
  std::uint64_t begin = 0, end = 0;  ///< logical offsets; the next packet begins at `end`
  std::vector<Piece> pieces;         ///< one per stream; all empty in index and ignored packets
};

/// Reads the head of the packet at `begin` into `packet`, whose memory is used again.
/// `fields` is the number of all fields of the records. Errors: kDamaged with the page as place.
Result<void> read_packet(PageReader& reader, const Section& section, std::size_t fields,
                         const std::vector<Stream>& streams, std::uint64_t begin, Packet& packet);

}  // namespace storey::e57
