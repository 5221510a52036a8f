#include "service/usecases/file_digest.h"

#include <gtest/gtest.h>

#include <fstream>

namespace storey::service {
namespace {

// The examples of FIPS 180-2: one block, and a million letters.
TEST(FileDigest, IsTheChecksumOfTheWholeFile) {
  const auto path = std::filesystem::path(testing::TempDir()) / "storey-file-digest";
  std::ofstream(path) << "abc";
  EXPECT_EQ(sha256_of_file(path).value(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  std::ofstream(path) << std::string(1'000'000, 'a');
  EXPECT_EQ(sha256_of_file(path).value(), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  std::filesystem::remove(path);
}

TEST(FileDigest, FailsWhereThereIsNoFile) {
  EXPECT_EQ(sha256_of_file("/nothing/here").error().code, ErrorCode::kUnreadable);
}

TEST(FileDigest, StopsWhenItIsTold) {
  const auto path = std::filesystem::path(testing::TempDir()) / "storey-file-digest-stopped";
  std::ofstream(path) << "abc";
  EXPECT_EQ(sha256_of_file(path, [] { return false; }).error().code, ErrorCode::kCancelled);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace storey::service
