#include "io/xyz/read_blocks.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "base/parallel.h"
#include "io/xyz/range_reader.h"

namespace storey::xyz {
namespace {

// "1 2 3" and a line end.
constexpr double kShortestPointLine = 6;

/// Sums of all blocks up to one, in the order of the file whatever the order in which they are finished.
class Tally {
 public:
  Tally(const InputFile& file, const Layout& layout, std::uint64_t block_bytes)
      : file_(file), layout_(layout), span_(file.size() - layout.data_begin), block_bytes_(block_bytes) {
    total_.declared_points = layout.declared_points;
  }

  void add(std::size_t block, RangeCounts counts) {
    waiting_.emplace(block, std::move(counts));
    for (auto next = waiting_.begin(); next != waiting_.end() && next->first == merged_blocks_;
         next = waiting_.erase(next), ++merged_blocks_)
      merge(next->second);
  }

  /// Whether there are too many broken lines even if what follows is as many points as its bytes can hold.
  bool is_hopeless() const {
    const std::uint64_t bytes_merged = merged_blocks_ * block_bytes_;
    const std::uint64_t bytes_left = span_ - std::min(bytes_merged, span_);
    const auto most_lines = static_cast<double>(total_.points + total_.invalid + total_.broken) +
                            static_cast<double>(bytes_left) / kShortestPointLine;
    return total_.broken > kBrokenLinesTolerated &&
           static_cast<double>(total_.broken) > kBrokenShareTolerated * most_lines;
  }

  const RangeCounts& total() const { return total_; }
  Error too_many_broken_lines() const;
  std::vector<std::string> warnings() const;

 private:
  void merge(const RangeCounts& counts) {
    for (const BrokenLine& broken : counts.first_broken)
      if (total_.first_broken.size() < kBrokenLinesKept)
        total_.first_broken.push_back({layout_.first_line + total_.lines + broken.line, broken.text});
    total_.lines += counts.lines;
    total_.points += counts.points;
    total_.invalid += counts.invalid;
    total_.broken += counts.broken;
    total_.declared_points += counts.declared_points;
  }

  const InputFile& file_;
  const Layout& layout_;
  std::uint64_t span_;
  std::uint64_t block_bytes_;
  std::size_t merged_blocks_ = 0;
  std::map<std::size_t, RangeCounts> waiting_;  ///< finished before a block that comes before them
  RangeCounts total_;
};

std::string list_of(const std::vector<BrokenLine>& lines) {
  std::string text;
  for (const BrokenLine& broken : lines)
    text += (text.empty() ? "line " : ", line ") + std::to_string(broken.line) + " (\"" + broken.text + "\")";
  return text;
}

Error Tally::too_many_broken_lines() const {
  const BrokenLine& first = total_.first_broken.front();
  std::string others;
  for (std::size_t i = 1; i < total_.first_broken.size(); ++i)
    others += (i == 1 ? "" : ", ") + std::to_string(total_.first_broken[i].line);
  return {
      ErrorCode::kDamaged,
      "holds no point: \"" + first.text + "\", and so do more than 1 % of the lines (next: " + others + ")",
      file_.name(), "line " + std::to_string(first.line),
      "export the cloud again as plain x y z [intensity] [r g b] (points found: " + describe(layout_) + ")"};
}

std::vector<std::string> Tally::warnings() const {
  std::vector<std::string> warnings;
  if (total_.broken > 0)
    warnings.push_back(std::to_string(total_.broken) +
                       (total_.broken == 1 ? " line holds no point and was left out: "
                                           : " lines hold no point and were left out: ") +
                       list_of(total_.first_broken) +
                       (total_.broken > total_.first_broken.size() ? " and others" : ""));
  if (layout_.has_counts && total_.declared_points != total_.points + total_.invalid)
    warnings.push_back("the file announces " + std::to_string(total_.declared_points) + " points and holds " +
                       std::to_string(total_.points + total_.invalid));
  return warnings;
}

/// Readers that are not at work: one per thread in all.
class ReaderPool {
 public:
  ReaderPool(const InputFile& file, const Layout& layout, bool attributes)
      : file_(file), layout_(layout), attributes_(attributes) {}

  std::unique_ptr<RangeReader> take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<RangeReader>(file_, layout_, attributes_);
    auto reader = std::move(idle_.back());
    idle_.pop_back();
    return reader;
  }

  void give_back(std::unique_ptr<RangeReader> reader) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(reader));
  }

 private:
  const InputFile& file_;
  const Layout& layout_;
  bool attributes_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<RangeReader>> idle_;
};

}  // namespace

Result<ReadSummary> read_blocks(const InputFile& file, const Layout& layout, PointSink& sink,
                                RunContext& context, const ReadOptions& options, std::uint64_t block_bytes) {
  const std::uint64_t span = file.size() - layout.data_begin;
  const auto blocks = static_cast<std::size_t>((span + block_bytes - 1) / block_bytes);
  ReaderPool pool(file, layout, options.attributes);
  Tally tally(file, layout, block_bytes);
  std::optional<Error> failure;
  std::mutex mutex;
  std::uint64_t bytes_done = 0;
  std::atomic<bool> stopped{false};

  parallel_for(blocks, context.threads(), [&](std::size_t block) {
    if (stopped || context.cancelled()) return;
    auto reader = pool.take();
    const std::uint64_t begin = layout.data_begin + block * block_bytes;
    const std::uint64_t end = std::min(begin + block_bytes, file.size());
    Result<RangeCounts> counts = reader->read(begin, end, sink);
    pool.give_back(std::move(reader));

    const std::lock_guard lock(mutex);
    if (!counts) {
      failure = counts.error();
      stopped = true;
      return;
    }
    bytes_done += end - begin;
    tally.add(block, std::move(*counts));
    if (tally.is_hopeless()) stopped = true;
    context.report(Stage::kRead, static_cast<double>(bytes_done) / static_cast<double>(span),
                   tally.total().points);
  });

  if (context.cancelled()) return fail({ErrorCode::kCancelled, "reading was cancelled", file.name(), {}, {}});
  if (failure) return fail(*failure);
  const RangeCounts& total = tally.total();
  if (tally.is_hopeless()) return fail(tally.too_many_broken_lines());
  if (total.points == 0)
    return fail({ErrorCode::kNoPoints,
                 "none of its points has valid coordinates",
                 file.name(),
                 {},
                 "export the cloud again"});
  return ReadSummary{total.points, total.invalid, total.broken, {total.points}, tally.warnings()};
}

}  // namespace storey::xyz
