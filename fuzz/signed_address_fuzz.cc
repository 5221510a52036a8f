// Any path, time and signature as a signed address: only what was signed is valid.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "service/usecases/server_key.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using storey::service::ServerKey;
  static const ServerKey key(std::string(32, 'k'));
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string path(text.substr(0, text.find('?')));
  const std::string_view query = text.substr(std::min(text.size(), path.size() + 1));
  const std::string_view expires = query.substr(0, query.find('&'));
  const std::string_view signature = query.substr(std::min(query.size(), expires.size() + 1));
  // The fuzzer does not know the key: whatever it finds is forged.
  if (key.check_path(path, expires, signature, {}) == ServerKey::PathCheck::kValid) std::abort();
  return 0;
}
