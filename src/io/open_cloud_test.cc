#include "io/open_cloud.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "io/xyz/test_cloud.h"

namespace storey {
namespace {

using testing::HasSubstr;
using xyz::TemporaryFile;

TEST(OpenCloud, DecidesByTheBytesAndNotByTheName) {
  const TemporaryFile text("1 2 3\n4 5 6\n");
  const auto source = open_cloud(text.path());
  ASSERT_TRUE(source) << source.error().describe();
  EXPECT_EQ((*source)->info().format, "xyz");
}

TEST(OpenCloud, LeavesFilesWithTheSignatureToTheReaderOfE57) {
  const TemporaryFile damaged("ASTM-E57 and nothing more");
  const auto source = open_cloud(damaged.path());
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, ErrorCode::kDamaged) << source.error().describe();
}

TEST(OpenCloud, RefusesOtherFormatsByName) {
  const TemporaryFile las("LASF and so on");
  const auto source = open_cloud(las.path());
  ASSERT_FALSE(source);
  EXPECT_EQ(source.error().code, ErrorCode::kWrongFormat);
  EXPECT_THAT(source.error().message, HasSubstr("LAS"));
  EXPECT_THAT(source.error().remedy, HasSubstr("E57 or XYZ"));
}

TEST(OpenCloud, SaysWhyAFileCannotBeOpened) {
  const TemporaryFile file("1 2 3\n");
  const std::filesystem::path& path = file.path();
  EXPECT_EQ(open_cloud(path.string() + ".missing").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(open_cloud(path / "below-a-file").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(open_cloud(path.parent_path()).error().code, ErrorCode::kUnreadable);
  EXPECT_EQ(open_cloud("/dev/null").error().code, ErrorCode::kUnreadable);
  const std::string pipe = path.string() + ".pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const auto from_pipe = open_cloud(pipe);
  ::unlink(pipe.c_str());
  ASSERT_FALSE(from_pipe);
  EXPECT_THAT(from_pipe.error().message, HasSubstr("regular file"));
}

}  // namespace
}  // namespace storey
