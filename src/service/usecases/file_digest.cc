#include "service/usecases/file_digest.h"

#include <fstream>
#include <span>

#include "service/domain/digest.h"

namespace storey::service {

Result<std::string> sha256_of_file(const std::filesystem::path& path, const std::atomic<bool>& stop) {
  constexpr std::size_t kPiece = 1 << 18;
  std::ifstream file(path, std::ios::binary);
  std::string buffer(kPiece, '\0');
  Sha256Stream digest;
  while (file) {
    if (stop) return fail(Error{ErrorCode::kCancelled, "the service stops", path.string(), {}, {}});
    file.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
    digest.add(std::span(buffer).first(static_cast<std::size_t>(file.gcount())));
  }
  if (!file.eof()) return fail(Error{ErrorCode::kUnreadable, "cannot read the file", path.string(), {}, {}});
  return to_hex(as_text(digest.finish()));
}

}  // namespace storey::service
