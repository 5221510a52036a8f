#include "io/e57/e57_source.h"

#include <algorithm>
#include <cmath>

#include "io/e57/open.h"
#include "io/e57/parallel_read.h"

namespace storey {
namespace e57 {
namespace {

// How many points follow each other in a sample: fewer make it more even, more make it cheaper to read.
constexpr std::uint64_t kSampleRun = 256;
constexpr std::size_t kSectionAhead = 1;

/// Every scan's section, checked. Sections that overlap would let a small file hold any number of points.
Result<std::vector<ScanReader>> find_points(const PagedFile& file, const std::vector<Scan>& scans) {
  std::vector<ScanReader> readers;
  PageReader reader(file, kSectionAhead);
  for (std::size_t i = 0; i < scans.size(); ++i) {
    if (scans[i].record_count == 0) continue;
    auto section = read_section(reader, file, scans[i]);
    if (!section) return fail(in_scan(i, section.error()));
    readers.push_back({&scans[i], i, *section});
  }
  std::vector<const ScanReader*> by_place;
  for (const ScanReader& scan : readers) by_place.push_back(&scan);
  std::sort(by_place.begin(), by_place.end(), [](const ScanReader* a, const ScanReader* b) {
    return std::pair(a->section.begin, a->index) < std::pair(b->section.begin, b->index);
  });
  for (std::size_t i = 1; i < by_place.size(); ++i)
    if (by_place[i]->section.begin < by_place[i - 1]->section.end)
      return fail(in_scan(by_place[i]->index,
                          {ErrorCode::kDamaged,
                           "the section of its points overlaps that of " + scan_place(by_place[i - 1]->index),
                           {},
                           "page " + std::to_string(page_of_logical(by_place[i]->section.begin)),
                           "export the file again"}));
  return readers;
}

class E57Source : public CloudSource {
 public:
  E57Source(std::unique_ptr<ByteSource> bytes, Checksums checksums, Document document, std::string name)
      : bytes_(std::move(bytes)),
        file_{bytes_.get(), document.pages, checksums},
        scans_(std::move(document.scans)) {
    info_.file = std::move(name);
    info_.format = "e57";
    info_.metres = true;  // ASTM E2807 knows no other unit
    info_.bytes = bytes_->size();
    info_.details = std::move(document.details);
    info_.warnings = std::move(document.warnings);
  }

  /// To be called once, before all else.
  Result<void> prepare() {
    auto readers = find_points(file_, scans_);
    if (!readers) return fail(named(readers.error()));
    readers_ = std::move(*readers);
    const auto lacks_coordinates = [](const ScanReader& reader) {
      return !layout_points(*reader.scan, false);
    };
    for (const ScanReader& reader : readers_)
      if (lacks_coordinates(reader))
        info_.warnings.push_back(scan_place(reader.index) + " has no coordinates and is left out");
    std::erase_if(readers_, lacks_coordinates);
    for (Scan& scan : scans_) {
      const auto layout = layout_points(scan, false);
      scan.info.spherical = layout && layout->spherical;
      info_.scans.push_back(scan.info);
    }
    return {};
  }

  const CloudInfo& info() const override { return info_; }

  Result<void> sample(std::size_t count, PointSink& sink, const ReadOptions& options) const override {
    std::uint64_t total = 0;
    for (const ScanReader& reader : readers_) total += reader.scan->record_count;
    for (const ScanReader& reader : readers_) {
      const std::uint64_t records = reader.scan->record_count;
      const double share = static_cast<double>(records) / static_cast<double>(total);
      const auto quota = static_cast<std::uint64_t>(std::ceil(static_cast<double>(count) * share));
      if (auto sampled = sample_scan(reader, std::min(quota, records), sink, options); !sampled)
        return fail(named(in_scan(reader.index, sampled.error())));
    }
    return {};
  }

  Result<ReadSummary> read(PointSink& sink, RunContext& context, const ReadOptions& options) const override {
    auto summary = read_in_parallel(file_, readers_, scans_.size(), sink, context, options);
    if (!summary) return fail(named(summary.error()));
    return summary;
  }

 private:
  Result<void> sample_scan(const ScanReader& reader, std::uint64_t quota, PointSink& sink,
                           const ReadOptions& options) const {
    const std::uint64_t records = reader.scan->record_count;
    const std::uint64_t runs = (quota + kSampleRun - 1) / kSampleRun;
    const PointLayout layout = *layout_points(*reader.scan, options.attributes);
    PacketWalker walker(file_, reader.section, *reader.scan, layout.streams);
    StreamGatherer gatherer(file_, reader.section, *reader.scan, layout.streams);
    PointDecoder decoder(*reader.scan, static_cast<int>(reader.index), layout);
    for (std::uint64_t i = 0; i < runs; ++i) {
      // The i-th of `runs` equal parts of the scan gives its share of the quota from its beginning.
      const auto part = [&](std::uint64_t of, std::uint64_t k) {
        return static_cast<std::uint64_t>(static_cast<unsigned __int128>(of) * k / runs);
      };
      const std::uint64_t begin = part(records, i);
      const std::uint64_t length = part(quota, i + 1) - part(quota, i);
      const auto run = walker.take(begin, begin + length);
      if (!run) return fail(run.error());
      if (auto gathered = gatherer.gather(*run); !gathered) return gathered;
      decoder.decode(*run, gatherer, sink);
    }
    return {};
  }

  Error named(Error error) const {
    error.file = info_.file;
    return error;
  }

  std::unique_ptr<ByteSource> bytes_;
  PagedFile file_;
  std::vector<Scan> scans_;
  std::vector<ScanReader> readers_;  // of the scans that have points; they point into scans_
  CloudInfo info_;
};

}  // namespace

Result<std::unique_ptr<CloudSource>> open(std::unique_ptr<ByteSource> bytes, std::string name,
                                          Checksums checksums) {
  auto document = read_document(*bytes, checksums);
  if (!document) {
    Error error = document.error();
    error.file = name;
    return fail(std::move(error));
  }
  auto source =
      std::make_unique<E57Source>(std::move(bytes), checksums, std::move(*document), std::move(name));
  if (auto prepared = source->prepare(); !prepared) return fail(prepared.error());
  return source;
}

}  // namespace e57

Result<std::unique_ptr<CloudSource>> open_e57(const std::filesystem::path& path) {
  auto bytes = e57::open_file(path);
  if (!bytes) return fail(bytes.error());
  return e57::open(std::move(*bytes), path.string(), e57::Checksums::kVerify);
}

}  // namespace storey
