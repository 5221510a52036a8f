#include "io/open_cloud.h"

#include <array>

#include "base/input_file.h"
#include "io/e57/e57_source.h"
#include "io/xyz/known_formats.h"
#include "io/xyz/xyz_source.h"

namespace storey {

Result<std::unique_ptr<CloudSource>> open_cloud(const std::filesystem::path& path) {
  const Result<InputFile> file = InputFile::open(path);
  if (!file) return tl::unexpected(file.error());
  std::array<char, 8> head{};
  const Result<std::size_t> got = file->read_at(0, head.data(), head.size());
  if (!got) return tl::unexpected(got.error());
  return xyz::is_e57({head.data(), *got}) ? open_e57(path) : open_xyz(path);
}

}  // namespace storey
