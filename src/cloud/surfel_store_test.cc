#include "cloud/surfel_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace storey {
namespace {

/// `count` surfels, the n-th at a height of n mm.
SurfelChunk column(int first, int count) {
  SurfelChunk surfels;
  for (int i = first; i < first + count; ++i)
    surfels.push_back({{1, 2, 0.001f * static_cast<float>(i)}, static_cast<float>(i), 7});
  return surfels;
}

/// In a space with room for so many surfels in memory.
SurfelStore store_of(std::size_t room) {
  SurfelStore store(3, std::make_shared<SurfelSpace>(room * sizeof(Surfel)));
  EXPECT_TRUE(store.put(2, column(20, 10)));
  EXPECT_TRUE(store.put(0, column(0, 20)));
  return store;
}

std::vector<int> counts(const SurfelView& surfels) {
  std::vector<int> counts;
  surfels.each_chunk([&](std::span<const Surfel> chunk) {
    for (const Surfel& surfel : chunk) counts.push_back(static_cast<int>(surfel.count));
  });
  return counts;
}

std::vector<int> numbers(int first, int past) {
  std::vector<int> all;
  for (int i = first; i < past; ++i) all.push_back(i);
  return all;
}

class SurfelStoreTest : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(OutsidePartlyAndInMemory, SurfelStoreTest, testing::Values(0, 15, 30));

TEST_P(SurfelStoreTest, KeepsTheOrderOfItsChunks) {
  SurfelStore store = store_of(GetParam());
  EXPECT_EQ(store.size(), 30u);
  EXPECT_EQ(counts(store), numbers(0, 30));
  const std::vector<Surfel> all = store.take_all();
  EXPECT_EQ(counts(all), numbers(0, 30));
  EXPECT_NEAR(all[29].mean.z(), 0.029f, 1e-6f);
  EXPECT_EQ(all[29].stations, 7u);
  EXPECT_EQ(store.size(), 0u);
}

TEST_P(SurfelStoreTest, AChunkCanBeTakenAndPutBack) {
  SurfelStore store = store_of(GetParam());
  SurfelChunk chunk = store.take(2);
  EXPECT_EQ(chunk.size(), 10u);
  EXPECT_EQ(store.size(), 20u);
  for (Surfel& surfel : chunk) surfel.count += 100;
  ASSERT_TRUE(store.put(2, std::move(chunk)));
  EXPECT_EQ(counts(store).back(), 129);
}

TEST_P(SurfelStoreTest, IsSplitByHeight) {
  for (const int threads : {1, 3}) {
    const auto parts =
        split_by_height(store_of(GetParam()), {{0.0045f, 0.0215f}, {0.02f, 1}, {2, 3}}, threads);
    ASSERT_TRUE(parts);
    ASSERT_EQ(parts->size(), 3u);
    EXPECT_EQ(counts((*parts)[0]), numbers(5, 22));
    EXPECT_EQ(counts((*parts)[1]), numbers(20, 30));
    EXPECT_EQ((*parts)[2].size(), 0u);
  }
}

TEST(SurfelStore, WhatLiesInARangeAsAWholeIsNotCopied) {
  SurfelStore store = store_of(30);
  SurfelChunk read;
  const Surfel* const second = store.chunk(2, read).data();
  const auto parts = split_by_height(std::move(store), {{0.005f, 1}, {0.025f, 1}, {0, 1}}, 2);
  ASSERT_TRUE(parts);
  EXPECT_EQ((*parts)[0].chunk(2, read).data(), second);
  EXPECT_EQ(counts((*parts)[0]), numbers(5, 30));
  EXPECT_EQ(counts((*parts)[1]), numbers(25, 30));
  EXPECT_EQ(counts((*parts)[2]), numbers(0, 30)) << "of ranges that hold it, all but one get a copy";
}

TEST(SurfelStore, WhatLiesInARangeAsAWholeIsNotWrittenAnew) {
  SurfelStore store = store_of(0);
  const std::shared_ptr<SurfelSpace> space = store.space();
  const std::array<std::byte, 1> mark{};
  const Result<std::uint64_t> before = space->append(mark);
  const auto parts = split_by_height(std::move(store), {{0, 1}}, 2);
  const Result<std::uint64_t> after = space->append(mark);
  ASSERT_TRUE(before && parts && after);
  EXPECT_EQ(*after, *before + 1);
  EXPECT_EQ(counts((*parts)[0]), numbers(0, 30));
}

TEST(SurfelView, OfAVectorComesInPartsThatMakeUpTheWhole) {
  std::vector<Surfel> surfels(600'000);
  for (std::size_t i = 0; i < surfels.size(); ++i) surfels[i].count = static_cast<float>(i);
  const SurfelView view(surfels);
  EXPECT_GT(view.chunks(), 1u);
  std::size_t seen = 0;
  view.each_chunk([&](std::span<const Surfel> chunk) {
    for (const Surfel& surfel : chunk) ASSERT_EQ(surfel.count, static_cast<float>(seen++));
  });
  EXPECT_EQ(seen, surfels.size());
}

TEST(SurfelSpace, RoomThatIsGivenBackIsThereAgain) {
  const auto space = std::make_shared<SurfelSpace>(10);
  std::optional<SurfelSpace::Room> first = space->reserve(6);
  EXPECT_TRUE(first);
  EXPECT_FALSE(space->reserve(6));
  EXPECT_TRUE(space->reserve(4));  // and given back
  first.reset();
  EXPECT_TRUE(space->reserve(10));
}

TEST(SurfelSpace, LivesAsLongAsWhatIsKeptInIt) {
  auto space = std::make_shared<SurfelSpace>(10 * sizeof(Surfel));
  const std::weak_ptr<SurfelSpace> watched = space;
  std::optional<SurfelSpace::Room> room = space->reserve(1);
  space.reset();
  EXPECT_FALSE(watched.expired());
  room.reset();
  EXPECT_TRUE(watched.expired());
}

TEST(SurfelSpace, StoresGiveTheirRoomBack) {
  const auto space = std::make_shared<SurfelSpace>(30 * sizeof(Surfel));
  {
    SurfelStore store(2, space);
    ASSERT_TRUE(store.put(0, column(0, 20)));
    ASSERT_TRUE(store.put(0, column(0, 30)));  // in place of the former
    EXPECT_FALSE(space->reserve(1));
    store.take(0);
    EXPECT_TRUE(space->reserve(30 * sizeof(Surfel)));
    ASSERT_TRUE(store.put(1, column(0, 30)));
  }
  EXPECT_TRUE(space->reserve(30 * sizeof(Surfel)));
}

TEST(SurfelSpace, SaysWhereItCannotWrite) {
  SurfelStore store(1, std::make_shared<SurfelSpace>(0, "/nowhere at all"));
  const Result<void> kept = store.put(0, column(0, 1));
  ASSERT_FALSE(kept);
  EXPECT_EQ(kept.error().code, ErrorCode::kUnwritable);
}

TEST(ScratchFile, SaysWhatToDoWhereNoneCanBe) {
  const auto file = ScratchFile::open("/nowhere at all");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::kUnwritable);
  EXPECT_EQ(file.error().file, "/nowhere at all");
  EXPECT_NE(file.error().remedy.find("TMPDIR"), std::string::npos);
}

TEST(ScratchFile, GivesBackWhatItGot) {
  const auto file = ScratchFile::open().value();
  const std::array<int, 3> first{1, 2, 3}, second{4, 5, 6};
  const auto a = file->append(std::as_bytes(std::span(first))),
             b = file->append(std::as_bytes(std::span(second)));
  ASSERT_TRUE(a && b);
  std::array<int, 3> read{};
  file->read(*a, std::as_writable_bytes(std::span(read)));
  EXPECT_EQ(read, first);
  file->read(*b, std::as_writable_bytes(std::span(read)));
  EXPECT_EQ(read, second);
  EXPECT_THROW(file->read(*b + 4, std::as_writable_bytes(std::span(read))), std::system_error);
}

}  // namespace
}  // namespace storey
