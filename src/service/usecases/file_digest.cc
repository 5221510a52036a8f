#include "service/usecases/file_digest.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <span>

#include "service/domain/digest.h"

namespace storey::service {

Result<std::string> sha256_of(const OpenBlob& blob, const std::function<bool()>& keep_going) {
  constexpr std::size_t kPiece = 1 << 18;
  std::string buffer(kPiece, '\0');
  Sha256Stream digest;
  while (true) {
    if (!keep_going()) return fail(ErrorCode::kCancelled, "the file is not read any more");
    const ssize_t got = ::read(blob.descriptor(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0)
      return fail(ErrorCode::kUnreadable, std::string("cannot read the file: ") + std::strerror(errno));
    if (got == 0) return to_hex(as_text(digest.finish()));
    digest.add(std::span(buffer).first(static_cast<std::size_t>(got)));
  }
}

Result<std::string> sha256_of_file(const std::filesystem::path& path,
                                   const std::function<bool()>& keep_going) {
  const OpenBlob file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  auto sha256 = file.descriptor() < 0 ? fail(ErrorCode::kUnreadable, "cannot read the file")
                                      : sha256_of(file, keep_going);
  if (!sha256 && sha256.error().file.empty()) sha256.error().file = path.string();
  return sha256;
}

}  // namespace storey::service
