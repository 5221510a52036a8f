#include "service/domain/timestamp.h"

#include <gtest/gtest.h>

namespace storey::service {
namespace {

TEST(Timestamp, IsWrittenWithMillisecondsAndZ) {
  EXPECT_EQ(to_iso8601(from_unix_ms(0)), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(to_iso8601(from_unix_ms(1709210096007)), "2024-02-29T12:34:56.007Z");
}

TEST(Timestamp, ReadsWhatItWrites) {
  for (const std::int64_t ms : {0ll, 1ll, 951782400000ll, 4102444799999ll})
    EXPECT_EQ(parse_iso8601(to_iso8601(from_unix_ms(ms))), from_unix_ms(ms));
}

TEST(Timestamp, ReadsDatesZonesAndFractions) {
  EXPECT_EQ(parse_iso8601("2024-02-29"), from_unix_ms(1709164800000));
  EXPECT_EQ(parse_iso8601("2024-02-29T12:34:56+02:00"), parse_iso8601("2024-02-29T10:34:56Z"));
  EXPECT_EQ(parse_iso8601("2024-02-29T12:34:56-00:30"), parse_iso8601("2024-02-29T13:04:56Z"));
  EXPECT_EQ(parse_iso8601("2024-02-29T12:34:56.12345Z"), parse_iso8601("2024-02-29T12:34:56.123Z"));
}

TEST(Timestamp, RefusesWhatIsNone) {
  for (const char* text :
       {"", "2023-02-29", "2024-13-01", "2024-02-29T", "2024-02-29T25:00:00Z", "2024-02-29T12:34:56",
        "2024-02-29T12:34:56.Z", "2024-02-29T12:34:56Zx", "yesterday"})
    EXPECT_FALSE(parse_iso8601(text)) << text;
}

}  // namespace
}  // namespace storey::service
