#include "storey/result.h"

#include <gtest/gtest.h>

namespace storey {
namespace {

TEST(Error, DescribesFilePlaceAndRemedyInOneLine) {
  const Error error{ErrorCode::kDamaged, "checksum mismatch", "a.e57", "page 3", "copy the file again"};
  EXPECT_EQ(error.describe(), "a.e57, page 3: checksum mismatch; copy the file again");
}

TEST(Error, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ((Error{ErrorCode::kNoPlan, "no floor was found", {}, {}, {}}.describe()), "no floor was found");
}

}  // namespace
}  // namespace storey
