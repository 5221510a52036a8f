// A place for a test's files.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace storey::simulator {

/// A new, empty folder of the running test alone: tests run side by side as processes of their own.
inline std::filesystem::path own_folder() {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) /
                                       (std::string(test->name()) + "." + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  return folder;
}

}  // namespace storey::simulator
