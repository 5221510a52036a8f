// What every blob store must do, wherever its bytes are: files of this machine, and the bucket of
// STOREY_TEST_S3.
#include <gmock/gmock.h>
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <memory>
#include <stdexcept>

#include "service/adapters/files/file_blobs.h"
#include "service/adapters/s3/s3_blobs.h"
#include "service/adapters/system/system.h"

namespace storey::service {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;

struct MakeBlobs {
  std::string name;
  std::function<std::unique_ptr<BlobStore>(const fs::path& folder)> make;
};

void PrintTo(const MakeBlobs& blobs, std::ostream* out) { *out << blobs.name; }

std::vector<MakeBlobs> blobs_under_test() {
  std::vector<MakeBlobs> all = {{"Files", [](const fs::path& folder) -> std::unique_ptr<BlobStore> {
                                   return std::make_unique<FileBlobs>(
                                       FileBlobs::open(folder / "blobs", false).value());
                                 }}};
  const char* const url = ::getenv("STOREY_TEST_S3");
  if (url == nullptr) return all;
  all.push_back({"S3", [url](const fs::path& folder) -> std::unique_ptr<BlobStore> {
                   static const SystemClock clock;
                   auto location = parse_s3_url(url).value();
                   location.prefix = folder.filename().string() + "/";  // of this test alone
                   return std::make_unique<S3Blobs>(location, load_s3_credentials("").value(), clock, folder);
                 }});
  return all;
}

Timestamp now() { return std::chrono::floor<Milliseconds>(std::chrono::system_clock::now()); }

class BlobTest : public testing::TestWithParam<MakeBlobs> {
 protected:
  BlobTest() {
    std::string pattern = (fs::temp_directory_path() / "storey-blobs-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder");
    folder = pattern;
    blobs = GetParam().make(folder);
  }
  ~BlobTest() override { fs::remove_all(folder); }

  BlobId new_id() {
    static std::uint64_t last = 0;
    return BlobId(make_uuid_v7(++last, 0, std::array<std::uint8_t, 8>{0, 0, 0, 0, 0, 0, 0, 0xab}));
  }

  BlobId put(std::string_view bytes) {
    const BlobId id = new_id();
    const auto writer = blobs->create(id).value();
    for (; !bytes.empty(); bytes.remove_prefix(std::min<std::size_t>(bytes.size(), 1 << 20)))
      EXPECT_TRUE(writer->write(bytes.substr(0, 1 << 20)));
    const auto committed = writer->commit();
    EXPECT_TRUE(committed) << committed.error().describe();
    return id;
  }

  static std::string read_all(const OpenBlob& blob) {
    std::string bytes(100 << 20, '\0');
    std::size_t filled = 0;
    while (const ssize_t got = ::read(blob.descriptor(), bytes.data() + filled, bytes.size() - filled)) {
      if (got < 0) throw std::runtime_error("cannot read");
      filled += static_cast<std::size_t>(got);
    }
    bytes.resize(filled);
    return bytes;
  }

  static std::string pattern_of(std::size_t size) {
    std::string bytes(size, '\0');
    for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<char>(i * 2654435761u >> 13);
    return bytes;
  }

  fs::path folder;
  std::unique_ptr<BlobStore> blobs;
};

TEST_P(BlobTest, GivesBackWhatWasCommitted) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{5}, std::size_t{40} << 20}) {
    const std::string bytes = pattern_of(size);
    const BlobId id = put(bytes);
    EXPECT_EQ(blobs->size(id).value(), size);
    EXPECT_TRUE(read_all(blobs->open(id, [] { return true; }).value()) == bytes);
  }
}

TEST_P(BlobTest, ReadsARange) {
  const BlobId id = put("0123456789");
  EXPECT_EQ(blobs->read(id, 0, 3).value(), "012");
  EXPECT_EQ(blobs->read(id, 8, 100).value(), "89");
  EXPECT_EQ(blobs->read(id, 10, 5).value(), "");
}

TEST_P(BlobTest, ShowsNothingOfWhatWasNotCommitted) {
  const BlobId id = new_id();
  {
    const auto writer = blobs->create(id).value();
    EXPECT_TRUE(writer->write(pattern_of(17 << 20)));
    EXPECT_FALSE(blobs->size(id));
  }
  EXPECT_FALSE(blobs->size(id));
}

TEST_P(BlobTest, PutsPartsTogetherAndKeepsThem) {
  const BlobId one = put("one "), two = put("two"), both = new_id();
  const auto go_on = [] { return true; };
  ASSERT_TRUE(blobs->concatenate(both, {one, two, one}, go_on));
  EXPECT_EQ(blobs->read(both, 0, 100).value(), "one twoone ");
  EXPECT_EQ(blobs->read(one, 0, 100).value(), "one ");
  EXPECT_FALSE(blobs->concatenate(new_id(), {new_id()}, go_on));
}

TEST_P(BlobTest, PutsNothingTogetherThatIsNotWantedAnyMore) {
  const BlobId one = put("one "), two = put("two"), both = new_id();
  int asked = 0;
  const auto stopped = blobs->concatenate(both, {one, two}, [&] { return ++asked < 2; });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
  EXPECT_FALSE(blobs->size(both));
}

TEST_P(BlobTest, TakesAFileOfThisMachineAndMakesOne) {
  std::ofstream(folder / "plan.svg") << "<svg/>";
  const BlobId id = new_id();
  ASSERT_TRUE(blobs->put_file(id, folder / "plan.svg", {}));
  const auto go_on = [] { return true; };
  const auto fetched = blobs->fetch(id, folder / "copy.svg", go_on);
  ASSERT_TRUE(fetched) << fetched.error().describe();
  std::ifstream file(folder / "copy.svg");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "<svg/>");
  EXPECT_FALSE(blobs->put_file(new_id(), folder / "nothing-here", {}));
}

TEST_P(BlobTest, ErasesTwiceWithoutComplaint) {
  const BlobId id = put("x");
  EXPECT_TRUE(blobs->erase(id));
  EXPECT_FALSE(blobs->size(id));
  EXPECT_TRUE(blobs->erase(id));
}

TEST_P(BlobTest, ListsWhatThereIs) {
  EXPECT_THAT(blobs->list("ab").value(), IsEmpty());
  const BlobId first = put("x"), second = put("y");
  const auto found = blobs->list("ab").value();
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(std::min(found[0].id, found[1].id), first);
  EXPECT_EQ(std::max(found[0].id, found[1].id), second);
  for (const StoredBlob& blob : found)
    EXPECT_LT(std::chrono::abs(now() - blob.stored), std::chrono::minutes(5));
  EXPECT_THAT(blobs->list("00").value(), IsEmpty());
}

TEST_P(BlobTest, SaysThatItCanBeUsed) {
  EXPECT_TRUE(blobs->check());
  EXPECT_TRUE(blobs->free_bytes());
}

TEST_P(BlobTest, TakesNoOtherNamesThanIdentifiers) {
  EXPECT_THROW(static_cast<void>(blobs->size(BlobId("../../etc/passwd"))), std::invalid_argument);
}

TEST_P(BlobTest, ClearsWhatNeverCameToBe) {
  DirectTransfers* const direct = blobs->direct();
  if (direct == nullptr) return;
  const BlobId id = new_id();
  const std::string upload = direct->begin_parts(id).value();
  ASSERT_TRUE(blobs->erase_unfinished(now() - std::chrono::hours(1)));
  EXPECT_TRUE(direct->list_parts(id, upload));
  ASSERT_TRUE(blobs->erase_unfinished(now() + std::chrono::hours(1)));
  const auto gone = direct->list_parts(id, upload);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().code, ErrorCode::kNotFound);
}

TEST_P(BlobTest, CopiesWhatWasSentAndFinishesParts) {
  DirectTransfers* const direct = blobs->direct();
  if (direct == nullptr) return;
  const BlobId sent = put("first"), kept = new_id();
  ASSERT_TRUE(direct->copy(sent, kept));
  EXPECT_TRUE(blobs->erase(sent));
  EXPECT_EQ(blobs->read(kept, 0, 100).value(), "first");
  EXPECT_FALSE(direct->copy(new_id(), new_id()));

  auto& s3 = dynamic_cast<S3Blobs&>(*blobs);
  const BlobId whole = new_id();
  const std::string upload = direct->begin_parts(whole).value();
  const std::string large = pattern_of(5 << 20);
  ASSERT_TRUE(s3.put_part(whole, upload, 2, std::string_view("end"), {}));
  ASSERT_TRUE(s3.put_part(whole, upload, 1, large, {}));
  const auto parts = direct->list_parts(whole, upload).value();
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[1].size_bytes, 3u);
  const auto finished = direct->finish_parts(whole, upload, parts);
  ASSERT_TRUE(finished) << finished.error().describe();
  EXPECT_TRUE(direct->finish_parts(whole, upload, parts)) << "the first answer may have been lost";
  EXPECT_EQ(blobs->size(whole).value(), large.size() + 3);
  EXPECT_TRUE(direct->abort_parts(whole, upload));
}

INSTANTIATE_TEST_SUITE_P(Adapters, BlobTest, testing::ValuesIn(blobs_under_test()),
                         [](const testing::TestParamInfo<MakeBlobs>& made) { return made.param.name; });

}  // namespace
}  // namespace storey::service
