#include "io/e57/parallel_read.h"

#include <algorithm>
#include <atomic>
#include <mutex>

#include "base/parallel.h"

namespace storey::e57 {
namespace {

// What all threads together may hold of the file, and the bounds for one. Short runs waste packets that two
// runs share, long ones leave the caches.
constexpr std::uint64_t kRunsInMemory = 24u << 20;
constexpr std::uint64_t kMinRun = 128u << 10;
constexpr std::uint64_t kMaxRun = 1u << 20;

struct Task {
  std::uint64_t number = 0;  // in the order of the file
  std::size_t reader = 0;    // index of the scan among those with points
  RecordRun run;
};

/// Hands out runs in the order of the file, and collects what becomes of them.
class RunQueue {
 public:
  RunQueue(const PagedFile& file, const std::vector<ScanReader>& readers,
           const std::vector<PointLayout>& layouts, std::size_t scan_count, RunContext& context)
      : file_(file), readers_(readers), layouts_(layouts), context_(context) {
    summary_.points_of_scan.resize(scan_count);
    for (const ScanReader& reader : readers) records_ += reader.scan->record_count;
    const auto threads = static_cast<std::uint64_t>(std::max(1, context.threads()));
    run_bytes_ = std::clamp(kRunsInMemory / threads, kMinRun, kMaxRun);
  }

  /// Nothing when all are handed out, after an error, or when the caller has cancelled.
  std::optional<Task> next() {
    const std::lock_guard lock(mutex_);
    if (stopped_ || context_.cancelled()) return std::nullopt;
    while (!walker_ || walker_->done()) {
      if (next_reader_ == readers_.size()) return std::nullopt;
      const ScanReader& reader = readers_[next_reader_];
      walker_.emplace(file_, reader.section, *reader.scan, layouts_[next_reader_].streams);
      ++next_reader_;
    }
    Task task{next_task_++, next_reader_ - 1, {}};
    auto run = walker_->next(run_bytes_);
    if (!run) {
      note_error(task, run.error());
      return std::nullopt;
    }
    task.run = std::move(*run);
    return task;
  }

  void finished(const Task& task, const PointCounts& counts) {
    const std::lock_guard lock(mutex_);
    summary_.points += counts.valid;
    summary_.invalid += counts.invalid;
    summary_.points_of_scan[readers_[task.reader].index] += counts.valid;
    records_done_ += task.run.end - task.run.begin;
    context_.report(Stage::kRead, static_cast<double>(records_done_) / static_cast<double>(records_),
                    summary_.points);
  }

  void failed(const Task& task, const Error& error) {
    const std::lock_guard lock(mutex_);
    note_error(task, error);
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
  }

  Result<ReadSummary> result() {
    if (error_) return fail(*error_);
    if (context_.cancelled()) return fail(ErrorCode::kCancelled, "reading was cancelled");
    return std::move(summary_);
  }

 private:
  // All runs before a handed-out one are handed out as well, so the first error of the file is always met.
  void note_error(const Task& task, const Error& error) {
    stopped_ = true;
    if (error_ && error_task_ < task.number) return;
    error_ = in_scan(readers_[task.reader].index, error);
    error_task_ = task.number;
  }

  const PagedFile& file_;
  const std::vector<ScanReader>& readers_;
  const std::vector<PointLayout>& layouts_;
  RunContext& context_;
  std::uint64_t records_ = 0;
  std::uint64_t run_bytes_ = 0;

  std::mutex mutex_;
  bool stopped_ = false;
  std::size_t next_reader_ = 0;
  std::uint64_t next_task_ = 0;
  std::optional<PacketWalker> walker_;
  std::uint64_t records_done_ = 0;
  ReadSummary summary_;
  std::optional<Error> error_;
  std::uint64_t error_task_ = 0;
};

/// What a thread needs to decode the runs of one scan.
struct Decoding {
  std::size_t reader;
  StreamGatherer gatherer;
  PointDecoder decoder;
};

void work(const PagedFile& file, const std::vector<ScanReader>& readers,
          const std::vector<PointLayout>& layouts, PointSink& sink, RunQueue& queue) {
  std::optional<Decoding> decoding;
  while (const auto task = queue.next()) {
    if (!decoding || decoding->reader != task->reader) {
      const ScanReader& reader = readers[task->reader];
      const PointLayout& layout = layouts[task->reader];
      decoding.emplace(Decoding{task->reader,
                                StreamGatherer(file, reader.section, *reader.scan, layout.streams),
                                PointDecoder(*reader.scan, static_cast<int>(reader.index), layout)});
    }
    if (auto gathered = decoding->gatherer.gather(task->run); !gathered) {
      queue.failed(*task, gathered.error());
      continue;
    }
    queue.finished(*task, decoding->decoder.decode(task->run, decoding->gatherer, sink));
  }
}

}  // namespace

Result<ReadSummary> read_in_parallel(const PagedFile& file, const std::vector<ScanReader>& readers,
                                     std::size_t scan_count, PointSink& sink, RunContext& context,
                                     const ReadOptions& options) {
  std::vector<PointLayout> layouts;
  for (const ScanReader& reader : readers)
    layouts.push_back(*layout_points(*reader.scan, options.attributes));
  RunQueue queue(file, readers, layouts, scan_count, context);
  const auto threads = static_cast<std::size_t>(std::max(1, context.threads()));
  parallel_for(threads, context.threads(), [&](std::size_t) {
    try {
      work(file, readers, layouts, sink, queue);
    } catch (...) {
      queue.stop();
      throw;
    }
  });
  return queue.result();
}

}  // namespace storey::e57
