#include "io/xyz/xyz_source.h"

#include <algorithm>
#include <utility>

#include "base/input_file.h"
#include "io/xyz/detect_layout.h"
#include "io/xyz/range_reader.h"
#include "io/xyz/read_blocks.h"

namespace storey {
namespace {

using xyz::Column;
using xyz::Layout;

constexpr std::size_t kPointsPerRun = 64;

std::vector<std::string> field_names(const Layout& layout) {
  std::vector<std::string> names = {"cartesianX", "cartesianY", "cartesianZ"};
  if (layout.has(Column::kIntensity)) names.push_back("intensity");
  if (layout.has(Column::kRed)) names.insert(names.end(), {"colorRed", "colorGreen", "colorBlue"});
  return names;
}

/// The count before the first point, unless the file is clearly longer: then more counts follow (.pts).
std::optional<std::uint64_t> declared_points(const Layout& layout, std::uint64_t bytes) {
  if (!layout.has_counts) return std::nullopt;
  const double expected = static_cast<double>(bytes - layout.data_begin) / layout.mean_line_bytes;
  if (expected > 1.1 * static_cast<double>(layout.declared_points) + 1) return std::nullopt;
  return layout.declared_points;
}

class XyzSource final : public CloudSource {
 public:
  XyzSource(InputFile file, Layout layout) : file_(std::move(file)), layout_(std::move(layout)) {
    ScanInfo scan;
    scan.points = declared_points(layout_, file_.size());
    scan.fields = field_names(layout_);
    info_.file = file_.name();
    info_.format = "xyz";
    info_.bytes = file_.size();
    info_.scans.push_back(std::move(scan));
    info_.details = describe(layout_);
  }

  const CloudInfo& info() const override { return info_; }

  Result<void> sample(std::size_t count, PointSink& sink, const ReadOptions& options) const override {
    xyz::RangeReader reader(file_, layout_, options.attributes);
    const std::uint64_t span = file_.size() - layout_.data_begin;
    const auto wanted = static_cast<std::uint64_t>(static_cast<double>(count) * layout_.mean_line_bytes);
    const std::uint64_t runs = std::max<std::uint64_t>(count / kPointsPerRun, 1);
    const std::uint64_t run_bytes = std::max<std::uint64_t>(wanted / runs, 1);
    // A file that is shorter than the sample is read once, in runs that touch.
    const std::uint64_t step = std::max<std::uint64_t>(span / runs, run_bytes);
    for (std::uint64_t offset = 0; offset < span; offset += step) {
      const std::uint64_t begin = layout_.data_begin + offset;
      const auto counts = reader.read(begin, begin + run_bytes, sink);
      if (!counts) return tl::unexpected(counts.error());
    }
    return {};
  }

  Result<ReadSummary> read(PointSink& sink, RunContext& context, const ReadOptions& options) const override {
    return xyz::read_blocks(file_, layout_, sink, context, options);
  }

 private:
  InputFile file_;
  Layout layout_;
  CloudInfo info_;
};

}  // namespace

Result<std::unique_ptr<CloudSource>> open_xyz(const std::filesystem::path& path) {
  Result<InputFile> file = InputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  Result<Layout> layout = xyz::detect_layout(*file);
  if (!layout) return tl::unexpected(layout.error());
  return std::make_unique<XyzSource>(std::move(*file), std::move(*layout));
}

}  // namespace storey
