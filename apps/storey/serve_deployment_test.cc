// What of a new data folder has to be on disk before anything is stored in it. The linker puts these
// functions in the place of the system's.
#include "serve_deployment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "key_file.h"

namespace {

std::vector<std::string>& calls() {
  static std::vector<std::string> made;
  return made;
}

}  // namespace

extern "C" {
int __real_fsync(int descriptor);
int __real_link(const char* from, const char* to);
int __real_rename(const char* from, const char* to);

int __wrap_fsync(int descriptor) {
  const auto file = std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor));
  if (std::filesystem::is_directory(file)) calls().push_back("names in " + file.filename().string());
  return __real_fsync(descriptor);
}

int __wrap_link(const char* from, const char* to) {
  calls().push_back("name of " + std::filesystem::path(to).filename().string());
  return __real_link(from, to);
}

int __wrap_rename(const char* from, const char* to) {
  calls().push_back("name of " + std::filesystem::path(to).filename().string());
  return __real_rename(from, to);
}
}

namespace storey {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class DeploymentTest : public testing::Test {
 public:
  DeploymentTest() {
    std::string pattern = (fs::temp_directory_path() / "storey-deployment-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    config_.data = folder_ / "new" / "data";
    calls().clear();
  }
  ~DeploymentTest() override { fs::remove_all(folder_); }

 protected:
  /// The calls when the first `count` of them have been made.
  static std::vector<std::string> first(std::size_t count) {
    const std::vector<std::string>& made = calls();
    return {made.begin(), made.begin() + static_cast<std::ptrdiff_t>(std::min(count, made.size()))};
  }

  fs::path folder_;
  ServiceConfig config_;
};

TEST_F(DeploymentTest, TheDataFolderAndItsKeyAreThereToStayBeforeAnythingIsStored) {
  ASSERT_TRUE(Deployment::open(config_));
  EXPECT_THAT(first(5), ElementsAre("names in " + folder_.filename().string(), "names in new",
                                    "names in data", "name of secret.key", "names in data"));
}

TEST_F(DeploymentTest, ANewKeyIsThereToStay) {
  ASSERT_TRUE(Deployment::open(config_));
  calls().clear();
  ASSERT_TRUE(add_key(key_file_of(config_)));
  EXPECT_THAT(calls(), ElementsAre("name of secret.key", "names in data"));
}

TEST_F(DeploymentTest, NothingWaitsForTheDiskWhereThatIsNotAsked) {
  config_.durable = false;
  ASSERT_TRUE(Deployment::open(config_));
  EXPECT_THAT(first(1), ElementsAre("name of secret.key"));
}

}  // namespace
}  // namespace storey
