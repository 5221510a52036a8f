// Cuts the points of a scan into runs that threads can decode apart from each other.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "io/e57/packets.h"

namespace storey::e57 {

/// Where a byte stream is met: the packet that holds the first byte wanted.
struct StreamStart {
  std::uint64_t packet = 0;        ///< logical offset
  std::uint64_t bytes_before = 0;  ///< of the stream, in the packets before
};

/// Records [begin, end) of a scan and where to begin for each stream. All their bytes lie before `data_end`;
/// those before `fresh_begin` have been verified with the runs before. The runs of a scan leave no page out.
struct RecordRun {
  std::uint64_t begin = 0, end = 0;
  std::vector<StreamStart> starts;
  std::uint64_t fresh_begin = 0, data_end = 0;  // logical offsets
};

/// Goes along the packet heads, in constant memory. It reads one page of each packet; every stream has a
/// position of its own, since nothing obliges a writer to advance them together.
class PacketWalker {
 public:
  PacketWalker(const PagedFile& file, const Section& section, const Scan& scan, std::vector<Stream> streams);

  bool done() const { return position_ == record_count_; }

  /// The next run, as many records as `bytes` of the file hold, cut where a packet ends if possible.
  /// Errors: kDamaged, with the page as place; it is the first damage of the scan if the runs before had
  /// none.
  Result<RecordRun> next(std::uint64_t bytes);

  /// The records [begin, end), which must not begin before the end of the run before. Only what they need
  /// will be verified.
  Result<RecordRun> take(std::uint64_t begin, std::uint64_t end);

 private:
  struct Cursor {
    std::uint64_t packet_begin = 0, packet_end = 0;
    std::uint64_t bytes_before = 0;  // of the stream, before this packet
    std::uint64_t bytes_in = 0;      // and in it
    std::uint64_t bytes_until_end() const { return bytes_before + bytes_in; }
  };

  Result<RecordRun> cut(std::uint64_t bytes);
  Result<RecordRun> start(std::uint64_t begin);
  Result<std::uint64_t> choose_end(std::uint64_t begin, std::uint64_t bytes);
  Result<void> finish(RecordRun& run, std::uint64_t end);
  Result<void> seek(std::size_t stream, std::uint64_t byte);
  Result<void> advance(std::size_t stream);
  Result<const Packet*> packet_at(std::uint64_t begin);

  Section section_;
  std::uint64_t record_count_;
  std::size_t field_count_;
  std::vector<Stream> streams_;
  std::size_t widest_ = 0;  // the stream with most bits leads
  std::uint64_t record_bits_ = 0;
  std::vector<Cursor> cursors_;
  std::uint64_t position_ = 0;  // the first record that no run has
  std::uint64_t fresh_begin_ = 0;
  PageReader reader_;
  std::array<Packet, 4> recent_;  // streams go side by side as a rule and share the heads read
  std::size_t oldest_ = 0;
};

/// Collects the bytes of runs; one per thread. Memory: the bytes of a run and the read-ahead.
class StreamGatherer {
 public:
  StreamGatherer(const PagedFile& file, const Section& section, const Scan& scan,
                 std::vector<Stream> streams);

  /// Reads and verifies what `run` needs. Errors: kDamaged, with the page as place.
  Result<void> gather(const RecordRun& run);

  /// Bytes of stream `s`; the run's first value begins at bit `first_bit(s)`. 16 more bytes may be read.
  const std::uint8_t* bytes(std::size_t s) const { return pending_[s].bytes.data(); }
  unsigned first_bit(std::size_t s) const { return pending_[s].first_bit; }

 private:
  struct Pending {
    std::uint64_t packet = 0;         // where to look next
    std::uint64_t bytes_before = 0;   // of the stream, before that packet
    std::uint64_t next = 0, end = 0;  // bytes of the stream still missing
    std::size_t filled = 0;
    unsigned first_bit = 0;
    std::vector<std::uint8_t> bytes;
    bool complete() const { return next == end; }
  };

  void begin(const RecordRun& run);
  Result<void> read_packet_at(std::uint64_t at, const RecordRun& run);
  Result<void> take_piece(Pending& pending, const Piece& piece);

  Section section_;
  std::size_t field_count_;
  std::vector<Stream> streams_;
  std::vector<Pending> pending_;
  PageReader reader_;
  Packet packet_;
  std::uint64_t verified_end_ = 0;  // of this run's pages
};

}  // namespace storey::e57
