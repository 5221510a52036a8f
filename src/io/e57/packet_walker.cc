#include "io/e57/packet_walker.h"

#include <algorithm>
#include <string>

#include "io/e57/bit_unpack.h"

namespace storey::e57 {
namespace {

// Packet heads lie up to 64 KiB apart, then one page is read of each. Of short packets all pages are read.
constexpr std::size_t kWalkAhead = 16;
constexpr std::uint64_t kShortPacket = 4 * kPageSize;
// Long enough that the system call costs nothing, short enough to stay in the second-level cache.
constexpr std::size_t kGatherAhead = 192;
// Of points that take no bits at all.
constexpr std::uint64_t kConstantRun = 1u << 20;

}  // namespace

PacketWalker::PacketWalker(const PagedFile& file, const Section& section, const Scan& scan,
                           std::vector<Stream> streams)
    : section_(section),
      record_count_(scan.record_count),
      field_count_(scan.fields.size()),
      streams_(std::move(streams)),
      cursors_(streams_.size(), Cursor{section.data_begin, section.data_begin, 0, 0}),
      fresh_begin_(section.data_begin),
      reader_(file, kWalkAhead) {
  for (std::size_t s = 0; s < streams_.size(); ++s) {
    record_bits_ += streams_[s].bits;
    if (streams_[s].bits > streams_[widest_].bits) widest_ = s;
  }
}

Result<RecordRun> PacketWalker::next(std::uint64_t bytes) {
  auto run = cut(bytes);
  if (run) return run;
  // The heads are read ahead of the data, so there may be damage between what is verified and this one.
  std::uint64_t reached = fresh_begin_;
  for (const Cursor& cursor : cursors_) reached = std::max(reached, cursor.packet_end);
  if (auto sound = reader_.verify(fresh_begin_, reached); !sound) return fail(sound.error());
  return run;
}

Result<RecordRun> PacketWalker::cut(std::uint64_t bytes) {
  auto run = start(position_);
  if (!run) return run;
  const auto end = choose_end(position_, bytes);
  if (!end) return fail(end.error());
  if (auto finished = finish(*run, *end); !finished) return fail(finished.error());
  run->fresh_begin = fresh_begin_;
  if (done()) run->data_end = section_.end;
  fresh_begin_ = std::max(fresh_begin_, run->data_end);
  return run;
}

Result<RecordRun> PacketWalker::take(std::uint64_t begin, std::uint64_t end) {
  auto run = start(begin);
  if (!run) return run;
  if (auto finished = finish(*run, end); !finished) return fail(finished.error());
  run->fresh_begin = run->data_end;
  return run;
}

Result<RecordRun> PacketWalker::start(std::uint64_t begin) {
  RecordRun run;
  run.begin = begin;
  run.starts.reserve(streams_.size());
  for (std::size_t s = 0; s < streams_.size(); ++s) {
    if (auto found = seek(s, begin * streams_[s].bits / 8); !found) return fail(found.error());
    run.starts.push_back({cursors_[s].packet_begin, cursors_[s].bytes_before});
  }
  return run;
}

Result<std::uint64_t> PacketWalker::choose_end(std::uint64_t begin, std::uint64_t bytes) {
  if (streams_.empty()) return std::min(record_count_, begin + kConstantRun);
  const std::uint64_t at_most =
      std::min(record_count_, begin + std::max<std::uint64_t>(1, bytes * 8 / record_bits_));
  const Cursor& leader = cursors_[widest_];
  const std::uint64_t first_packet = leader.packet_begin;
  for (;;) {
    const std::uint64_t complete = leader.bytes_until_end() * 8 / streams_[widest_].bits;
    if (complete >= at_most) return at_most;
    if (complete > begin && leader.packet_end - first_packet >= bytes) return complete;
    if (auto moved = advance(widest_); !moved) return fail(moved.error());
  }
}

Result<void> PacketWalker::finish(RecordRun& run, std::uint64_t end) {
  run.end = end;
  for (std::size_t s = 0; s < streams_.size(); ++s) {
    if (auto found = seek(s, (end * streams_[s].bits - 1) / 8); !found) return found;
    run.data_end = std::max(run.data_end, cursors_[s].packet_end);
  }
  position_ = end;
  return {};
}

Result<void> PacketWalker::seek(std::size_t stream, std::uint64_t byte) {
  while (cursors_[stream].bytes_until_end() <= byte)
    if (auto moved = advance(stream); !moved) return moved;
  return {};
}

Result<void> PacketWalker::advance(std::size_t stream) {
  Cursor& cursor = cursors_[stream];
  if (cursor.packet_end >= section_.end) {
    const std::uint64_t complete = cursor.bytes_until_end() * 8 / streams_[stream].bits;
    return fail(Error{ErrorCode::kDamaged,
                      "its data ends after " + std::to_string(complete) + " of " +
                          std::to_string(record_count_) + " points",
                      {},
                      "page " + std::to_string(page_of_logical(section_.end - 1)),
                      "copy or export the file again"});
  }
  const auto packet = packet_at(cursor.packet_end);
  if (!packet) return fail(packet.error());
  cursor = {(*packet)->begin, (*packet)->end, cursor.bytes_until_end(), (*packet)->pieces[stream].size};
  return {};
}

Result<const Packet*> PacketWalker::packet_at(std::uint64_t begin) {
  for (const Packet& packet : recent_)
    if (packet.begin == begin && packet.end > begin) return &packet;
  const Packet& last = recent_[(oldest_ + recent_.size() - 1) % recent_.size()];
  if (last.end - last.begin < kShortPacket)
    if (auto loaded = reader_.load(begin, begin + 1, section_.end); !loaded) return fail(loaded.error());
  Packet& packet = recent_[oldest_];
  oldest_ = (oldest_ + 1) % recent_.size();
  packet.end = 0;
  if (auto read = read_packet(reader_, section_, field_count_, streams_, begin, packet); !read) {
    packet.end = 0;
    return fail(read.error());
  }
  return &packet;
}

StreamGatherer::StreamGatherer(const PagedFile& file, const Section& section, const Scan& scan,
                               std::vector<Stream> streams)
    : section_(section),
      field_count_(scan.fields.size()),
      streams_(std::move(streams)),
      pending_(streams_.size()),
      reader_(file, kGatherAhead) {}

void StreamGatherer::begin(const RecordRun& run) {
  for (std::size_t s = 0; s < streams_.size(); ++s) {
    Pending& pending = pending_[s];
    const std::uint64_t first_bit = run.begin * streams_[s].bits;
    pending.packet = run.starts[s].packet;
    pending.bytes_before = run.starts[s].bytes_before;
    pending.next = first_bit / 8;
    pending.end = (run.end * streams_[s].bits + 7) / 8;
    pending.filled = 0;
    pending.first_bit = static_cast<unsigned>(first_bit % 8);
    const std::size_t size = static_cast<std::size_t>(pending.end - pending.next) + kUnpackSlack;
    if (pending.bytes.size() < size) pending.bytes.resize(size);
  }
}

Result<void> StreamGatherer::gather(const RecordRun& run) {
  begin(run);
  verified_end_ = run.fresh_begin;
  const auto earlier = [](const Pending& a, const Pending& b) {
    return a.complete() != b.complete() ? b.complete() : a.packet < b.packet;
  };
  for (;;) {
    const auto first = std::min_element(pending_.begin(), pending_.end(), earlier);
    if (first == pending_.end() || first->complete()) return reader_.verify(verified_end_, run.data_end);
    const std::uint64_t at = first->packet;
    if (auto read = read_packet_at(at, run); !read) return read;
    for (std::size_t s = 0; s < streams_.size(); ++s) {
      if (pending_[s].packet != at || pending_[s].complete()) continue;
      if (auto taken = take_piece(pending_[s], packet_.pieces[s]); !taken) return taken;
      pending_[s].packet = packet_.end;
    }
  }
}

/// All pages of a packet that is fresh, else those of its head: the run before has used most of the rest.
Result<void> StreamGatherer::read_packet_at(std::uint64_t at, const RecordRun& run) {
  if (at < verified_end_) return read_packet(reader_, section_, field_count_, streams_, at, packet_);
  if (auto sound = reader_.verify(verified_end_, at); !sound) return sound;
  if (auto loaded = reader_.load(at, at + 1, run.data_end); !loaded) return loaded;
  if (auto read = read_packet(reader_, section_, field_count_, streams_, at, packet_); !read) return read;
  verified_end_ = packet_.end;
  return reader_.load(at, packet_.end, run.data_end);
}

Result<void> StreamGatherer::take_piece(Pending& pending, const Piece& piece) {
  const std::uint64_t piece_end = pending.bytes_before + piece.size;
  const std::uint64_t end = std::min(pending.end, piece_end);
  if (pending.next < end) {
    const std::uint64_t from = piece.begin + (pending.next - pending.bytes_before);
    const std::size_t count = static_cast<std::size_t>(end - pending.next);
    if (auto loaded = reader_.load(from, from + count); !loaded) return loaded;
    reader_.copy(from, count, pending.bytes.data() + pending.filled);
    pending.filled += count;
    pending.next = end;
  }
  pending.bytes_before = piece_end;
  return {};
}

}  // namespace storey::e57
