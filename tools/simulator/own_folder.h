// A place for a test's files.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace storey::simulator {

/// A new, empty folder of the running test alone: tests run side by side as processes of their own. It goes,
/// with all that is in it, when the test ends.
class OwnFolder {
 public:
  OwnFolder() : path_(std::filesystem::path(::testing::TempDir()) / name()) {
    std::filesystem::create_directories(path_);
  }
  ~OwnFolder() { std::filesystem::remove_all(path_); }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::filesystem::path& file) const { return path_ / file; }

 private:
  static std::string name() {
    const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
    std::string name = std::string(test->name()) + "." + std::to_string(getpid());
    std::ranges::replace(name, '/', '.');  // of tests with parameters
    return name;
  }
  std::filesystem::path path_;
};

}  // namespace storey::simulator
