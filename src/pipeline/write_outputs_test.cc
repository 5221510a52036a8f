#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>
#include <set>

#include "storey/convert.h"

namespace storey {
namespace {

namespace fs = std::filesystem;

/// A folder of its own for each test, gone afterwards.
class WriteOutputs : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "storey-write-XXXXXX").string();
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    root_ = pattern;
  }
  void TearDown() override { fs::remove_all(root_); }

  static std::string content(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  static void put(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
  }
  static std::set<std::string> names(const fs::path& folder) {
    std::set<std::string> all;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder))
      all.insert(entry.path().filename().string());
    return all;
  }

  fs::path root_;
  RunContext context_;
  std::vector<OutputFile> files_ = {{"plan.json", "json", -1, "{}"}, {"storey-0.svg", "svg", 0, "<svg/>"}};
};

TEST_F(WriteOutputs, MakesTheFolderAndNothingButTheFiles) {
  const fs::path folder = root_ / "a" / "b";
  ASSERT_TRUE(write_outputs(files_, folder, context_));
  EXPECT_EQ(names(folder), (std::set<std::string>{"plan.json", "storey-0.svg"}));
  EXPECT_EQ(content(folder / "plan.json"), "{}");
  EXPECT_EQ(content(folder / "storey-0.svg"), "<svg/>");
}

TEST_F(WriteOutputs, ReplacesOlderOutputsAndLeavesOtherFiles) {
  put(root_ / "plan.json", "a longer old plan");
  put(root_ / "notes.txt", "mine");
  ASSERT_TRUE(write_outputs(files_, root_, context_));
  EXPECT_EQ(content(root_ / "plan.json"), "{}");
  EXPECT_EQ(names(root_), (std::set<std::string>{"notes.txt", "plan.json", "storey-0.svg"}));
}

TEST_F(WriteOutputs, AFailureBringsBackWhatWasThere) {
  put(root_ / "plan.json", "old");
  fs::create_directory(root_ / "storey-0.svg");  // cannot be replaced by a file
  const Result<void> result = write_outputs(files_, root_, context_);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kUnwritable);
  EXPECT_EQ(result.error().file, (root_ / "storey-0.svg").string());
  EXPECT_FALSE(result.error().remedy.empty());
  EXPECT_EQ(content(root_ / "plan.json"), "old");
  EXPECT_EQ(names(root_), (std::set<std::string>{"plan.json", "storey-0.svg"}));
}

TEST_F(WriteOutputs, AFailureRemovesFoldersItMade) {
  files_[1].name = "no/such/place.svg";
  ASSERT_FALSE(write_outputs(files_, root_ / "a" / "b", context_));
  EXPECT_TRUE(fs::is_empty(root_));
}

TEST_F(WriteOutputs, AFileInPlaceOfTheFolderIsNamed) {
  put(root_ / "out", "text");
  for (const Result<void>& result : {write_outputs(files_, root_ / "out" / "deeper", context_),
                                     check_output_folder(root_ / "out" / "deeper")}) {
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::kUnwritable);
    EXPECT_EQ(result.error().file, (root_ / "out").string());
  }
  EXPECT_EQ(content(root_ / "out"), "text");
}

TEST_F(WriteOutputs, CancelledBeforeTheEndLeavesNothing) {
  context_.cancel();
  const Result<void> result = write_outputs(files_, root_ / "out", context_);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kCancelled);
  EXPECT_TRUE(fs::is_empty(root_));
}

/// No file of this process may grow beyond `bytes` while this lives: writing then fails as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : previous_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &previous_);
    const rlimit limit{bytes, previous_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &previous_);
    std::signal(SIGXFSZ, previous_handler_);
  }

 private:
  void (*previous_handler_)(int);
  rlimit previous_{};
};

TEST_F(WriteOutputs, AWriteThatFailsHalfWayLeavesNothing) {
  put(root_ / "plan.json", "old");
  files_[1].bytes.assign(100'000, 'x');
  Result<void> result;
  {
    const FileSizeLimit limit(4096);
    result = write_outputs(files_, root_, context_);
  }
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kUnwritable);
  EXPECT_EQ(result.error().file, (root_ / "storey-0.svg").string());
  EXPECT_EQ(content(root_ / "plan.json"), "old");
  EXPECT_EQ(names(root_), (std::set<std::string>{"plan.json"}));
}

TEST_F(WriteOutputs, AFolderHasAName) {
  const Result<void> checked = check_output_folder("");
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ErrorCode::kInvalidArgument);
}

TEST_F(WriteOutputs, ANameThatIsTooLongIsFoundBeforeTheWork) {
  const Result<void> checked = check_output_folder(root_ / std::string(300, 'x') / "plans");
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ErrorCode::kUnwritable);
}

TEST_F(WriteOutputs, CheckingAFolderChangesNothing) {
  EXPECT_TRUE(check_output_folder(root_ / "a" / "b"));
  EXPECT_TRUE(check_output_folder(root_));
  EXPECT_TRUE(fs::is_empty(root_));
}

}  // namespace
}  // namespace storey
