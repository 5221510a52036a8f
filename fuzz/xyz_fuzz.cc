// Any bytes as a text cloud: no crash, no hang, and the same result whatever the size of the blocks.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <tuple>
#include <vector>

#include "io/xyz/detect_layout.h"
#include "io/xyz/read_blocks.h"
#include "io/xyz/xyz_source.h"

namespace storey::xyz {
namespace {

/// A file in memory, under a path.
class MemoryFile {
 public:
  MemoryFile(const std::uint8_t* bytes, std::size_t size)
      : descriptor_(::memfd_create("cloud", MFD_CLOEXEC)) {
    if (descriptor_ < 0 || ::write(descriptor_, bytes, size) != static_cast<ssize_t>(size)) std::abort();
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

class Collector final : public PointSink {
 public:
  void consume(const PointBlock& block) override {
    xyz.insert(xyz.end(), block.x.begin(), block.x.end());
    xyz.insert(xyz.end(), block.y.begin(), block.y.end());
    xyz.insert(xyz.end(), block.z.begin(), block.z.end());
    points += block.size();
  }
  std::vector<double> xyz;
  std::uint64_t points = 0;
};

/// All that a reader of the cloud would get to see, but for the order of points.
std::string outcome(const InputFile& file, const Layout& layout, std::uint64_t block_bytes) {
  Collector collector;
  RunContext context(1);
  const auto summary = read_blocks(file, layout, collector, context, {true}, block_bytes);
  if (!summary) return summary.error().describe();
  if (summary->points != collector.points) std::abort();
  double sum = 0;
  for (const double value : collector.xyz) sum += value - value;  // NaN if any is not finite
  std::string text = std::to_string(sum) + " " + std::to_string(summary->points) + " " +
                     std::to_string(summary->invalid) + " " + std::to_string(summary->broken_lines);
  for (const std::string& warning : summary->warnings) text += "\n" + warning;
  return text;
}

void check(const std::uint8_t* bytes, std::size_t size) {
  if (size < 1) return;
  const std::uint64_t block_bytes = 1 + bytes[0];
  const MemoryFile memory(bytes + 1, size - 1);
  const auto file = InputFile::open(memory.path());
  if (!file) std::abort();
  const auto layout = detect_layout(*file);
  if (!layout) return;
  if (outcome(*file, *layout, block_bytes) != outcome(*file, *layout, kBlockBytes)) std::abort();
  const auto source = open_xyz(memory.path());
  Collector sample;
  if (!source || !(*source)->sample(100, sample)) std::abort();
}

}  // namespace
}  // namespace storey::xyz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  storey::xyz::check(bytes, size);
  return 0;
}
