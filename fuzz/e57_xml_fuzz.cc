// Any text as the XML section of an E57 file: around it stands a file that is right, so that the fuzzer
// reaches what the XML says of scans, prototypes and sections.
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "io/e57/document.h"
#include "io/e57/open.h"

static_assert(std::endian::native == std::endian::little);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kPage = 1024, kPayload = 1020, kHeader = 48;
  const std::size_t pages = (kHeader + size + kPayload - 1) / kPayload;
  std::vector<std::uint8_t> file(pages * kPage);
  const auto put = [&](std::size_t at, const auto& value) {
    std::memcpy(file.data() + at, &value, sizeof(value));
  };
  std::memcpy(file.data(), "ASTM-E57", 8);
  put(8, std::uint32_t{1});  // version 1.0
  put(12, std::uint32_t{0});
  put(16, std::uint64_t{file.size()});
  put(24, std::uint64_t{kHeader});  // where the XML is
  put(32, std::uint64_t{size});
  put(40, std::uint64_t{kPage});
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t logical = kHeader + i;
    file[logical / kPayload * kPage + logical % kPayload] = data[i];
  }
  const auto bytes = storey::e57::memory_source({file.data(), file.size()});
  const auto document = storey::e57::read_document(*bytes, storey::e57::Checksums::kIgnore);
  if (!document) return 0;
  for (const storey::e57::Scan& scan : document->scans)
    for (const storey::e57::Field& field : scan.fields)
      if (field.bits > 64 || field.maximum < field.minimum) __builtin_trap();
  return 0;
}
