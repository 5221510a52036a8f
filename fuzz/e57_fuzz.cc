// Any bytes as an E57 file, from memory and without checksums, which would hide everything behind them.
#include <cstddef>
#include <cstdint>

#include "io/e57/open.h"

namespace {

/// Touches every number handed on, so that the sanitizers see them all.
class TouchingSink : public storey::PointSink {
 public:
  void consume(const storey::PointBlock& block) override {
    if (block.y.size() != block.size() || block.z.size() != block.size()) __builtin_trap();
    for (std::size_t i = 0; i < block.size(); ++i) sum_ = sum_ + block.x[i] + block.y[i] + block.z[i];
    for (const float intensity : block.intensity) {
      if (!(intensity >= 0 && intensity <= 1)) __builtin_trap();
      sum_ = sum_ + intensity;
    }
    for (const std::uint8_t part : block.rgb) sum_ = sum_ + part;
  }

 private:
  volatile double sum_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto source = storey::e57::open(storey::e57::memory_source({data, size}), "fuzz.e57",
                                        storey::e57::Checksums::kIgnore);
  if (!source) return 0;
  TouchingSink sink;
  for (const bool attributes : {false, true}) {
    (void)(*source)->sample(500, sink, {attributes});
    storey::RunContext context(1);
    (void)(*source)->read(sink, context, {attributes});
  }
  return 0;
}
