// What has to be on disk before a blob is there, in which order. The linker puts these functions in the place
// of the system's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "service/adapters/files/file_blobs.h"

namespace {

struct Calls {
  std::vector<std::string> made;
  bool bytes_fail = false;
};

Calls& calls() {
  static Calls all;
  return all;
}

std::string path_of(int descriptor) {
  return std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(descriptor)).filename().string();
}

}  // namespace

extern "C" {
int __real_fdatasync(int descriptor);
int __real_fsync(int descriptor);
int __real_rename(const char* from, const char* to);

int __wrap_fdatasync(int descriptor) {
  calls().made.push_back("bytes of " + path_of(descriptor));
  if (!calls().bytes_fail) return __real_fdatasync(descriptor);
  errno = EIO;
  return -1;
}

int __wrap_fsync(int descriptor) {
  calls().made.push_back("names in " + path_of(descriptor));
  return __real_fsync(descriptor);
}

int __wrap_rename(const char* from, const char* to) {
  calls().made.push_back("name of " + std::filesystem::path(to).filename().string());
  return __real_rename(from, to);
}
}

namespace storey::service {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class DurableTest : public testing::Test {
 public:
  DurableTest() {
    std::string pattern = (fs::temp_directory_path() / "storey-durable-XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
    calls() = {};
  }
  ~DurableTest() override { fs::remove_all(folder_); }

 protected:
  FileBlobs open_blobs(bool durable) {
    auto blobs = FileBlobs::open(folder_ / "data" / "blobs", durable);
    if (!blobs) throw std::runtime_error(blobs.error().describe());
    return std::move(*blobs);
  }

  static Result<void> put(FileBlobs& blobs, const BlobId& id) {
    auto writer = blobs.create(id);
    if (!writer) return fail(writer.error());
    if (auto written = (*writer)->write("1 2 3\n"); !written) return written;
    return (*writer)->commit();
  }

  fs::path folder_;
  const BlobId id_{make_uuid_v7(1, 0, std::array<std::uint8_t, 8>{1, 2, 3, 4, 5, 6, 7, 8})};
  const std::string folder_of_blob_ = id_.text.substr(id_.text.size() - 2);
};

// Without the name of its folder on disk, all that is in it could be lost.
TEST_F(DurableTest, FoldersAreThereToStayBeforeTheFirstBlob) {
  open_blobs(true);
  EXPECT_THAT(calls().made, ElementsAre("names in " + folder_.filename().string(), "names in data",
                                        "names in blobs", "names in blobs"));
  std::set<std::string> folders;
  for (const auto& entry : fs::directory_iterator(folder_ / "data" / "blobs"))
    folders.insert(entry.path().filename().string());
  EXPECT_EQ(folders.size(), 257u);
  EXPECT_TRUE(folders.contains(folder_of_blob_));
}

TEST_F(DurableTest, NameAndBytesAreOnDiskWhenABlobIsThere) {
  FileBlobs blobs = open_blobs(true);
  calls() = {};
  ASSERT_TRUE(put(blobs, id_));
  EXPECT_THAT(calls().made,
              ElementsAre("name of " + id_.text, "bytes of " + id_.text, "names in " + folder_of_blob_));
}

TEST_F(DurableTest, SoTheyAreOfAFileThatWasMadeHere) {
  FileBlobs blobs = open_blobs(true);
  std::ofstream(folder_ / "plan.svg") << "<svg/>";
  calls() = {};
  ASSERT_TRUE(blobs.put_file(id_, folder_ / "plan.svg", [] { return true; }));
  EXPECT_THAT(calls().made,
              ElementsAre("name of " + id_.text, "bytes of " + id_.text, "names in " + folder_of_blob_));
}

TEST_F(DurableTest, AFolderThatSomebodyRemovedIsMadeToStay) {
  FileBlobs blobs = open_blobs(true);
  fs::remove(folder_ / "data" / "blobs" / folder_of_blob_);
  calls() = {};
  ASSERT_TRUE(put(blobs, id_));
  EXPECT_THAT(calls().made, ElementsAre("names in blobs", "name of " + id_.text, "bytes of " + id_.text,
                                        "names in " + folder_of_blob_));
}

TEST_F(DurableTest, WhatDoesNotGetToTheDiskIsNotThere) {
  FileBlobs blobs = open_blobs(true);
  calls() = {};
  calls().bytes_fail = true;
  const auto stored = put(blobs, id_);
  ASSERT_FALSE(stored);
  EXPECT_EQ(stored.error().code, ErrorCode::kUnwritable);
  EXPECT_FALSE(blobs.size(id_));
  EXPECT_TRUE(fs::is_empty(folder_ / "data" / "blobs" / "incoming"));
}

TEST_F(DurableTest, NothingWaitsForTheDiskWhereThatIsNotAsked) {
  FileBlobs blobs = open_blobs(false);
  ASSERT_TRUE(put(blobs, id_));
  EXPECT_THAT(calls().made, ElementsAre("name of " + id_.text));
}

}  // namespace
}  // namespace storey::service
