#include "service/worker/scratch_folder.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <optional>

namespace storey::service {
namespace {

namespace fs = std::filesystem;

class ScratchFolderTest : public testing::Test {
 protected:
  ScratchFolderTest() {
    std::string pattern = (fs::temp_directory_path() / "storey-scratch-XXXXXX").string();
    EXPECT_NE(::mkdtemp(pattern.data()), nullptr);
    parent = pattern;
  }
  ~ScratchFolderTest() override { fs::remove_all(parent); }

  fs::path parent;
};

TEST_F(ScratchFolderTest, GoesWithAllThatIsInIt) {
  std::optional<ScratchFolder> folder(parent / "a");
  std::ofstream(folder->path() / "scan.e57") << "bytes";
  folder.reset();
  EXPECT_FALSE(fs::exists(parent / "a"));
}

TEST_F(ScratchFolderTest, WhatNobodyUsesIsRemoved) {
  const ScratchFolder in_use(parent / "in-use");
  fs::create_directories(parent / "abandoned" / "out");
  std::ofstream(parent / "abandoned" / "scan.e57") << "bytes";
  std::ofstream(parent / "gate.lock") << "";
  remove_abandoned_folders(parent);
  EXPECT_TRUE(fs::exists(in_use.path()));
  EXPECT_FALSE(fs::exists(parent / "abandoned"));
  EXPECT_TRUE(fs::exists(parent / "gate.lock"));
}

}  // namespace
}  // namespace storey::service
