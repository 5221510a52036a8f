#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include "service/adapters/files/file_blobs.h"
#include "service/adapters/files/shared_rate_limits.h"

namespace storey::service {
namespace {

namespace fs = std::filesystem;

class Folder {
 public:
  Folder() {
    std::string pattern = (fs::temp_directory_path() / "storey-files-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~Folder() { fs::remove_all(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

BlobId blob(int i) {
  return BlobId(
      make_uuid_v7(static_cast<std::uint64_t>(i), 0, std::array<std::uint8_t, 8>{1, 2, 3, 4, 5, 6, 7, 8}));
}

void put(FileBlobs& blobs, const BlobId& id, std::string_view text) {
  auto writer = blobs.create(id);
  ASSERT_TRUE(writer);
  ASSERT_TRUE((*writer)->write(text));
  ASSERT_TRUE((*writer)->commit());
}

std::size_t files_in(const fs::path& folder) {
  std::size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) count += entry.is_regular_file() ? 1 : 0;
  return count;
}

TEST(FileBlobs, GivesBackWhatWasCommitted) {
  const Folder folder;
  auto blobs = FileBlobs::open(folder.path(), false);
  ASSERT_TRUE(blobs);
  put(*blobs, blob(1), "hello");
  EXPECT_EQ(blobs->read(blob(1), 0, 100).value(), "hello");
  EXPECT_EQ(blobs->read(blob(1), 0, 2).value(), "he");
  EXPECT_EQ(blobs->size(blob(1)).value(), 5u);
}

// Aligned pieces go past the page cache, others do not; the file is the same.
TEST(FileBlobs, KeepsTheBytesOfAlignedAndOtherPiecesInOrder) {
  const Folder folder;
  auto blobs = FileBlobs::open(folder.path(), false);
  ASSERT_TRUE(blobs);
  constexpr std::size_t kPages = 5;
  struct alignas(kBlobAlignment) Pages {
    std::array<char, kPages * kBlobAlignment> bytes;
  };
  const auto pages = std::make_unique<Pages>();
  for (std::size_t i = 0; i < pages->bytes.size(); ++i) pages->bytes[i] = static_cast<char>(i * 31 / 7);
  const std::string_view all(pages->bytes.data(), pages->bytes.size());
  for (const std::size_t first : {2 * kBlobAlignment, kBlobAlignment + 1, std::size_t{7}}) {
    const BlobId id = blob(static_cast<int>(first));
    auto writer = blobs->create(id);
    ASSERT_TRUE(writer);
    ASSERT_TRUE((*writer)->write(all.substr(0, first)));
    ASSERT_TRUE((*writer)->write(all.substr(first)));
    ASSERT_TRUE((*writer)->write(all.substr(0, 2 * kBlobAlignment)));
    ASSERT_TRUE((*writer)->commit());
    EXPECT_EQ(blobs->read(id, 0, 100'000).value(),
              std::string(all).append(all.substr(0, 2 * kBlobAlignment)));
  }
}

TEST(FileBlobs, LeavesNothingOfWhatWasNotCommitted) {
  const Folder folder;
  auto blobs = FileBlobs::open(folder.path(), true);
  ASSERT_TRUE(blobs);
  {
    auto writer = blobs->create(blob(1));
    ASSERT_TRUE(writer);
    ASSERT_TRUE((*writer)->write(std::string_view("half")));
    EXPECT_FALSE(blobs->size(blob(1))) << "it must not be seen before it is whole";
  }
  EXPECT_EQ(files_in(folder.path()), 0u);
}

TEST(FileBlobs, PutsPartsTogetherAndKeepsThem) {
  const Folder folder;
  auto blobs = FileBlobs::open(folder.path(), false);
  ASSERT_TRUE(blobs);
  put(*blobs, blob(1), "one ");
  put(*blobs, blob(2), "two");
  ASSERT_TRUE(blobs->concatenate(blob(3), {blob(1), blob(2), blob(1)}, [] { return true; }));
  EXPECT_EQ(blobs->read(blob(3), 0, 100).value(), "one twoone ");
  EXPECT_EQ(blobs->read(blob(1), 0, 100).value(), "one ");
  EXPECT_FALSE(blobs->concatenate(blob(4), {blob(9)}, [] { return true; }));
  EXPECT_FALSE(blobs->size(blob(4)));
}

TEST(FileBlobs, TakesAFileOver) {
  const Folder folder;
  auto blobs = FileBlobs::open(folder.path() / "blobs", false);
  ASSERT_TRUE(blobs);
  std::ofstream(folder.path() / "plan.svg") << "<svg/>";
  ASSERT_TRUE(blobs->put_file(blob(1), folder.path() / "plan.svg", {}));
  EXPECT_EQ(blobs->read(blob(1), 0, 100).value(), "<svg/>");
  EXPECT_FALSE(fs::exists(folder.path() / "plan.svg"));
}

TEST(FileBlobs, ErasesTwiceWithoutComplaint) {
  const Folder folder;
  auto blobs = FileBlobs::open(folder.path(), false);
  ASSERT_TRUE(blobs);
  put(*blobs, blob(1), "x");
  EXPECT_TRUE(blobs->erase(blob(1)));
  EXPECT_TRUE(blobs->erase(blob(1)));
  EXPECT_EQ(files_in(folder.path()), 0u);
}

TEST(FileBlobs, ClearsWhatKilledProcessesLeft) {
  const Folder folder;
  auto blobs = FileBlobs::open(folder.path(), false);
  ASSERT_TRUE(blobs);
  put(*blobs, blob(1), "x");
  std::ofstream(folder.path() / "incoming" / blob(2).text) << "half";
  const auto now = std::chrono::floor<Milliseconds>(std::chrono::system_clock::now());
  ASSERT_TRUE(blobs->erase_unfinished(now - Seconds(3600)));
  EXPECT_EQ(files_in(folder.path()), 2u);
  ASSERT_TRUE(blobs->erase_unfinished(now + Seconds(3600)));
  EXPECT_EQ(files_in(folder.path()), 1u);
}

TEST(FileBlobs, SaysThatAFolderIsNotWritable) {
  const Folder folder;
  auto blobs = FileBlobs::open(folder.path() / "blobs", false);
  ASSERT_TRUE(blobs);
  EXPECT_TRUE(blobs->check());
  fs::remove_all(folder.path() / "blobs");
  const auto checked = blobs->check();
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ErrorCode::kUnwritable);
}

TEST(FileBlobs, TakesNoOtherNamesThanIdentifiers) {
  const Folder folder;
  auto blobs = FileBlobs::open(folder.path(), false);
  ASSERT_TRUE(blobs);
  EXPECT_THROW(static_cast<void>(blobs->size(BlobId("../../etc/passwd"))), std::invalid_argument);
}

RateKey address(std::string bytes) { return {RateKey::Kind::kAddress, std::move(bytes)}; }

TEST(SharedRateLimits, CountsEachKeyInItsWindow) {
  const Folder folder;
  auto limits = SharedRateLimits::open(folder.path() / "limits");
  ASSERT_TRUE(limits);
  const Timestamp now = from_unix_ms(1'700'000'000'000);
  EXPECT_EQ(limits->count(address("a"), now, 1).value(), 0u);
  EXPECT_EQ(limits->count(address("a"), now, 1).value(), 1u);
  EXPECT_EQ(limits->count(address("b"), now, 1).value(), 0u);
  EXPECT_EQ(limits->look(address("a"), now), 2u);
  EXPECT_EQ(limits->look(address("c"), now), 0u);
  EXPECT_EQ(limits->look(address("a"), now + kRateWindow), 0u);
  EXPECT_EQ(limits->count(address("a"), now + kRateWindow, 1).value(), 0u);
}

TEST(SharedRateLimits, AreSharedByAllWhoOpenTheFileAndExact) {
  const Folder folder;
  auto first = SharedRateLimits::open(folder.path() / "limits");
  auto second = SharedRateLimits::open(folder.path() / "limits");
  ASSERT_TRUE(first && second);
  const Timestamp now = from_unix_ms(1'700'000'000'000);
  std::thread other([&] {
    for (int i = 0; i < 20'000; ++i) static_cast<void>(second->count(address("client"), now, 1));
  });
  for (int i = 0; i < 20'000; ++i) static_cast<void>(first->count(address("client"), now, 1));
  other.join();
  EXPECT_EQ(first->look(address("client"), now), 40'000u);
}

TEST(SharedRateLimits, KeepCountingWhenMoreKeysComeThanThereArePlaces) {
  const Folder folder;
  auto limits = SharedRateLimits::open(folder.path() / "limits");
  ASSERT_TRUE(limits);
  const Timestamp now = from_unix_ms(1'700'000'000'000);
  for (int i = 0; i < 80'000; ++i)
    ASSERT_TRUE(limits->count(address("address " + std::to_string(i)), now, 1));
  EXPECT_GE(
      limits->count(address("one more"), now, 1).value() + limits->count(address("one more"), now, 1).value(),
      1u);
  EXPECT_EQ(limits->count(address("one more"), now + kRateWindow, 1).value(), 0u)
      << "past entries give their place free";
}

TEST(SharedRateLimits, AddressesTakeNoPlaceFromClients) {
  const Folder folder;
  auto limits = SharedRateLimits::open(folder.path() / "limits");
  ASSERT_TRUE(limits);
  const Timestamp now = from_unix_ms(1'700'000'000'000);
  for (int i = 0; i < 80'000; ++i) ASSERT_TRUE(limits->count(address(std::to_string(i)), now, 1000));
  const RateKey client{RateKey::Kind::kClient, "1"};
  EXPECT_EQ(limits->look(client, now), 0u);
  EXPECT_EQ(limits->count(client, now, 50).value(), 0u);
  EXPECT_EQ(limits->count(client, now, 1).value(), 50u);
}

TEST(RateWindow, EndsAtTheFullHour) {
  EXPECT_EQ(window_end(from_unix_ms(0)), from_unix_ms(3'600'000));
  EXPECT_EQ(window_end(from_unix_ms(3'599'999)), from_unix_ms(3'600'000));
  EXPECT_EQ(window_end(from_unix_ms(3'600'000)), from_unix_ms(7'200'000));
}

}  // namespace
}  // namespace storey::service
