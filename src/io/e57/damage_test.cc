// Files that are broken, cut off or lie: each must be refused with the place of the damage.
#include <gmock/gmock.h>

#include <chrono>
#include <thread>

#include "tests/e57_test_files.h"

namespace storey::e57 {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr std::size_t kSectionAt = 48;      // of the first scan
constexpr std::size_t kPacketAt = 48 + 32;  // its first packet, logical and physical
constexpr std::size_t kPoints = 4000;

/// Two scans of some hundred pages in all.
class Damage : public ::testing::Test {
 protected:
  void SetUp() override {
    const TempFile file;
    E57Writer writer(file.path());
    E57ScanOptions options;
    options.packet_bytes = 6000;
    std::vector<E57Point> points(kPoints);
    for (std::size_t i = 0; i < points.size(); ++i)
      points[i].coordinates = {1.0 * static_cast<double>(i), 2, 3};
    for (int scan = 0; scan < 2; ++scan) {
      writer.begin_scan(options);
      writer.add(points);
    }
    writer.finish();
    bytes = file.bytes();
  }

  /// Writes `value` at physical offset `at`, and the checksums anew.
  Bytes patched(std::size_t at, std::uint64_t value, std::size_t size) const {
    Bytes changed = bytes;
    put_le(changed, at, value, size);
    seal_pages(changed);
    return changed;
  }

  Bytes xml_replaced(const std::string& from, const std::string& to) const {
    return with_xml(bytes, [&](const std::string& xml) { return replaced(xml, from, to); });
  }

  Bytes bytes;
};

TEST_F(Damage, UndamagedFileIsRead) {
  const Outcome outcome = read_bytes(bytes, 2);
  EXPECT_EQ(outcome.error, "");
  EXPECT_EQ(outcome.points.size(), 2 * kPoints);
}

TEST_F(Damage, FlippedBitIsRefusedInEveryPage) {
  const std::size_t pages = bytes.size() / kPageSize;
  const std::size_t second_scan = pages / 2 + 1;
  for (std::size_t page = 0; page < pages; ++page) {
    Bytes changed = bytes;
    changed[page * kPageSize + page * 7 % kPageSize] ^= 0x04;
    // The first bytes of the file decide whether it is an E57 at all.
    if (page == 0) changed = bytes, changed[900] ^= 0x04;
    for (const int threads : {1, 3}) {
      const std::string error = read_bytes(changed, threads).error;
      EXPECT_THAT(error, AllOf(HasSubstr("test.e57"), HasSubstr("page " + std::to_string(page) + ":"),
                               HasSubstr("checksum")));
      if (page > 3 && page < second_scan - 3) {
        EXPECT_THAT(error, HasSubstr("scan 1"));
      }
    }
  }
}

TEST_F(Damage, OfSeveralTheFirstIsNamedWithAnyNumberOfThreads) {
  Bytes changed = bytes;
  for (std::size_t page = 20; page < 150; page += 10) changed[page * kPageSize + 5] ^= 1;
  for (int threads = 1; threads <= 4; ++threads)
    for (int repeat = 0; repeat < 5; ++repeat)
      EXPECT_THAT(read_bytes(changed, threads).error, HasSubstr("scan 1, page 20:"));
}

// Also where the bytes belong to fields that nobody asked for, or to none.
TEST(DamageOfWhatIsNotDecoded, IsRefusedInEveryPage) {
  for (const E57Packets packets : {E57Packets::kTogether, E57Packets::kStaggered}) {
    E57ScanOptions options;
    options.coordinates.fill(E57Encoding::scaled(0.5, -100, 100));
    options.intensity = E57Encoding::floating();
    options.packets = packets;
    options.packet_bytes = 20'000;
    const TempFile file;
    E57Writer writer(file.path());
    writer.begin_scan(options);
    writer.add(std::vector<E57Point>(10'000));
    writer.finish();
    const Bytes bytes = file.bytes();
    ASSERT_EQ(read_bytes(bytes).error, "");
    for (std::size_t page = 1; page < bytes.size() / kPageSize; ++page) {
      Bytes changed = bytes;
      changed[page * kPageSize + 11] ^= 0x80;
      ASSERT_THAT(read_bytes(changed).error, HasSubstr("page " + std::to_string(page) + ":"));
    }
  }
}

/// Bytes of which those from `slow_from` on take their time.
class HalfSlowSource : public ByteSource {
 public:
  HalfSlowSource(const Bytes& bytes, std::uint64_t slow_from)
      : bytes_(memory_source(bytes)), slow_from_(slow_from) {}
  std::uint64_t size() const override { return bytes_->size(); }
  Result<void> read(std::uint64_t offset, std::span<std::uint8_t> out) const override {
    if (offset >= slow_from_) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return bytes_->read(offset, out);
  }

 private:
  std::unique_ptr<ByteSource> bytes_;
  std::uint64_t slow_from_;
};

TEST(DamageInTwoRuns, NamesTheFirstAlsoWhenItIsMetFirst) {
  const TempFile file;
  E57Writer writer(file.path());
  writer.begin_scan({});
  writer.add(std::vector<E57Point>(100'000));  // 2.4 MB: three runs
  writer.finish();
  Bytes bytes = file.bytes();
  for (const std::size_t page : {500, 1500}) bytes[page * kPageSize + 700] ^= 1;
  for (const std::uint64_t slow_from : {std::uint64_t{1000} * kPageSize, std::uint64_t{0}}) {
    const auto source =
        open(std::make_unique<HalfSlowSource>(bytes, slow_from), "slow.e57", Checksums::kVerify);
    ASSERT_TRUE(source);
    EXPECT_THAT(read_all(**source, 2).error, HasSubstr("scan 1, page 500:"));
  }
}

TEST_F(Damage, CutOffFileIsRefused) {
  for (const std::size_t size :
       {bytes.size() - 1, bytes.size() - kPageSize, bytes.size() / 2, std::size_t{60}}) {
    const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_THAT(read_bytes(cut).error,
                AllOf(HasSubstr("cut off"), HasSubstr("page " + std::to_string(size / kPageSize))));
  }
  EXPECT_THAT(read_bytes(Bytes(bytes.begin(), bytes.begin() + 20)).error, HasSubstr("within its header"));
}

TEST_F(Damage, OtherFilesAreOfTheWrongFormat) {
  for (const Bytes& other : {Bytes{}, Bytes{'A'}, Bytes(5000, 'x')}) {
    const auto source = open(memory_source(other), "test.e57", Checksums::kVerify);
    ASSERT_FALSE(source);
    EXPECT_EQ(source.error().code, ErrorCode::kWrongFormat);
  }
}

TEST_F(Damage, LiesInTheHeaderAreRefused) {
  EXPECT_THAT(read_bytes(patched(8, 2, 4)).error, HasSubstr("version 2.0"));
  EXPECT_THAT(read_bytes(patched(16, 1000, 8)).error, HasSubstr("no whole pages"));
  EXPECT_THAT(read_bytes(patched(16, UINT64_MAX / kPageSize * kPageSize, 8)).error, HasSubstr("cut off"));
  EXPECT_THAT(read_bytes(patched(40, 512, 8)).error, HasSubstr("pages of 512"));
  for (const std::uint64_t offset :
       {std::uint64_t{0}, std::uint64_t{1021}, std::uint64_t{1} << 40, UINT64_MAX})
    EXPECT_THAT(read_bytes(patched(24, offset, 8)).error, HasSubstr("not inside of the file"));
  for (const std::uint64_t length : {std::uint64_t{1} << 30, UINT64_MAX})
    EXPECT_THAT(read_bytes(patched(32, length, 8)).error, HasSubstr("not inside of the file"));
}

TEST_F(Damage, LiesOfASectionAreRefused) {
  EXPECT_THAT(read_bytes(patched(kSectionAt, 2, 1)).error,
              AllOf(HasSubstr("scan 1, page 0"), HasSubstr("type 2")));
  for (const std::uint64_t length : {std::uint64_t{0}, std::uint64_t{31}, std::uint64_t{1} << 40, UINT64_MAX})
    EXPECT_THAT(read_bytes(patched(kSectionAt + 8, length, 8)).error, HasSubstr("scan 1, page 0"));
  for (const std::uint64_t data : {std::uint64_t{0}, std::uint64_t{48}, std::uint64_t{1022}, UINT64_MAX})
    EXPECT_THAT(read_bytes(patched(kSectionAt + 16, data, 8)).error, HasSubstr("outside of their section"));
  // A section that is shorter than what the packets say.
  EXPECT_THAT(read_bytes(patched(kSectionAt + 8, std::uint64_t{kPoints} * 24, 8)).error, HasSubstr("scan 1"));
}

TEST_F(Damage, LiesOfAPacketAreRefused) {
  EXPECT_THAT(read_bytes(patched(kPacketAt, 3, 1)).error,
              AllOf(HasSubstr("scan 1, page 0"), HasSubstr("type 3")));
  EXPECT_THAT(read_bytes(patched(kPacketAt + 2, 4000, 2)).error, HasSubstr("packet says 4001 bytes"));
  EXPECT_THAT(read_bytes(patched(kPacketAt + 2, 3, 2)).error, HasSubstr("shorter than its header"));
  EXPECT_THAT(read_bytes(patched(kPacketAt + 2, 7, 2)).error, HasSubstr("too short for its streams"));
  EXPECT_THAT(read_bytes(patched(kPacketAt + 4, 4, 2)).error, HasSubstr("4 streams"));
  EXPECT_THAT(read_bytes(patched(kPacketAt + 6, 65535, 2)).error, HasSubstr("longer than the packet"));
  // One stream is said to have less than it has, so its values are lost in the end.
  EXPECT_THAT(read_bytes(patched(kPacketAt + 8, 8, 2)).error, HasSubstr("its data ends after"));
}

TEST_F(Damage, LiesInTheXmlAreRefused) {
  const std::string count = "recordCount=\"" + std::to_string(kPoints) + "\"";
  for (const char* huge : {"1000000000000000000", "18446744073709551615"})
    EXPECT_THAT(read_bytes(xml_replaced(count, "recordCount=\"" + std::string(huge) + "\"")).error,
                AllOf(HasSubstr("scan 1, page 0"), HasSubstr(huge), HasSubstr("cannot hold")));
  EXPECT_THAT(read_bytes(xml_replaced(count, "recordCount=\"4001\"")).error,
              AllOf(HasSubstr("scan 1"), HasSubstr("its data ends after 4000 of 4001")));
  EXPECT_THAT(read_bytes(xml_replaced(count, "recordCount=\"many\"")).error,
              HasSubstr("recordCount=\"many\""));
  for (const char* offset : {"0", "47", "1022", "99999999", "18446744073709551615"})
    EXPECT_THAT(
        read_bytes(xml_replaced("fileOffset=\"48\"", "fileOffset=\"" + std::string(offset) + "\"")).error,
        HasSubstr("scan 1, page"));
  EXPECT_THAT(read_bytes(xml_replaced("</e57Root>", "")).error, HasSubstr("XML section cannot be read"));
  EXPECT_THAT(read_bytes(xml_replaced("<cartesianX type=\"Float\"/>", "<cartesianX type=\"Blob\"/>")).error,
              HasSubstr("scan 1"));
}

TEST_F(Damage, ConstantPointsWithoutBytesAreBounded) {
  const Bytes changed = with_xml(bytes, [](std::string xml) {
    xml = replaced(xml, "recordCount=\"4000\"", "recordCount=\"1000000000000000000\"");
    for (const char* axis : {"X", "Y", "Z"})
      xml = replaced(xml, std::string("<cartesian") + axis + " type=\"Float\"/>",
                     std::string("<cartesian") + axis + " type=\"Integer\" minimum=\"1\" maximum=\"1\"/>");
    return xml;
  });
  EXPECT_THAT(read_bytes(changed).error, HasSubstr("cannot hold"));
}

TEST_F(Damage, OverlappingSectionsAreRefused) {
  const Bytes changed = with_xml(bytes, [](const std::string& xml) {
    const std::size_t second = xml.rfind("fileOffset=\"");
    const std::size_t end = xml.find('"', second + 12);
    return xml.substr(0, second) + "fileOffset=\"48" + xml.substr(end);
  });
  EXPECT_THAT(read_bytes(changed).error, AllOf(HasSubstr("scan 2"), HasSubstr("overlaps that of scan 1")));
}

TEST_F(Damage, DeeplyNestedXmlIsSurvived) {
  constexpr std::size_t kDepth = 200'000;
  std::string open_tags, close_tags;
  for (std::size_t i = 0; i < kDepth; ++i) {
    open_tags += "<s type=\"Structure\">";
    close_tags += "</s>";
  }
  const auto nested = [&](const std::string& before) {
    return with_xml(bytes, [&](const std::string& xml) {
      return replaced(xml, before, before + open_tags + close_tags);
    });
  };
  EXPECT_THAT(read_bytes(nested("<prototype type=\"Structure\">")).error, HasSubstr("nested too deeply"));
  EXPECT_EQ(read_bytes(nested("<images2D type=\"Vector\" allowHeterogeneousChildren=\"1\">")).error, "");
}

TEST_F(Damage, UnknownCodecsAreRefused) {
  const std::string none = "<codecs type=\"Vector\" allowHeterogeneousChildren=\"1\"/>";
  const auto with_codec = [&](const std::string& name) {
    return xml_replaced(none, "<codecs type=\"Vector\"><vectorChild type=\"Structure\"><" + name +
                                  " type=\"Structure\"/></vectorChild></codecs>");
  };
  EXPECT_EQ(read_bytes(with_codec("bitPackCodec")).error, "");
  EXPECT_THAT(read_bytes(with_codec("zipCodec")).error, AllOf(HasSubstr("scan 1"), HasSubstr("zipCodec")));
}

TEST_F(Damage, ScanWithoutCoordinatesIsLeftOutWithAWarning) {
  const auto source = open(memory_source(bytes), "test.e57", Checksums::kVerify);
  ASSERT_TRUE(source);
  EXPECT_TRUE((*source)->info().warnings.empty());
  const Bytes changed = xml_replaced("<cartesianX ", "<cartesianQ ");
  const auto lacking = open(memory_source(changed), "test.e57", Checksums::kVerify);
  ASSERT_TRUE(lacking) << lacking.error().describe();
  EXPECT_THAT((*lacking)->info().warnings, ::testing::ElementsAre(HasSubstr("scan 1 has no coordinates")));
  EXPECT_THAT(read_all(**lacking).summary.points_of_scan, ::testing::ElementsAre(0, kPoints));
}

TEST_F(Damage, StringFieldsAndExtensionsAreSkipped) {
  // The second scan's first field becomes one that is not understood; its packets keep their three streams.
  const Bytes changed = with_xml(bytes, [](const std::string& xml) {
    std::string out = replaced(xml, "<cartesianZ type=\"Float\"/>", "<cartesianZ type=\"Float\"/>");
    const std::size_t z = out.rfind("<cartesianZ type=\"Float\"/>");
    return out.substr(0, z) + "<ext:note type=\"String\"/>" + out.substr(z + 26);
  });
  const auto source = open(memory_source(changed), "test.e57", Checksums::kVerify);
  ASSERT_TRUE(source) << source.error().describe();
  EXPECT_EQ((*source)->info().scans[1].fields[2], "ext:note");
  EXPECT_EQ(read_all(**source).summary.points, kPoints);
}

}  // namespace
}  // namespace storey::e57
