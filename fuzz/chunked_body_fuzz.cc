// Any bytes as a chunked body: in whatever pieces they come, the same data is found in them, and the same
// end.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "http/chunk_decoder.h"

namespace {

/// The data, and how the reading ended: done, refused, or out of bytes.
std::string decode(std::string_view bytes, std::size_t piece) {
  storey::http::ChunkDecoder decoder;
  std::string data;
  while (!decoder.done()) {
    if (bytes.empty()) return data + "\ncut off";
    std::string_view unread = bytes.substr(0, piece);
    const auto skipped = decoder.skip_framing(unread);
    if (!skipped) return data + "\nrefused " + std::to_string(skipped.error().status);
    unread.remove_prefix(*skipped);
    const auto taken = static_cast<std::size_t>(std::min<std::uint64_t>(decoder.data_left(), unread.size()));
    data += unread.substr(0, taken);
    if (taken > 0) decoder.took(taken);
    if (*skipped + taken == 0 && !decoder.done()) std::abort();  // it would never end
    bytes.remove_prefix(*skipped + taken);
  }
  return data + "\ndone, left " + std::to_string(bytes.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::string whole = decode(bytes, std::max<std::size_t>(1, size));
  if (decode(bytes, 1) != whole || decode(bytes, 5) != whole) std::abort();
  return 0;
}
