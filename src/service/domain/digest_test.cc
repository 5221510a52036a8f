#include "service/domain/digest.h"

#include <gtest/gtest.h>

namespace storey::service {
namespace {

TEST(Digest, Sha256MatchesTheStandardsExample) {  // FIPS 180-4, "abc"
  EXPECT_EQ(to_hex(as_text(sha256("abc"))),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Digest, StreamGivesTheSameAsTheWhole) {
  const std::string text = "one storey after another";
  Sha256Stream stream;
  stream.add(std::span(text).first(5));
  stream.add(std::span(text).subspan(5));
  EXPECT_EQ(stream.finish(), sha256(text));
}

TEST(Digest, HmacMatchesRfc4231Case2) {
  EXPECT_EQ(to_hex(as_text(hmac_sha256("Jefe", "what do ya want for nothing?"))),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

TEST(Base64, MatchesRfc4648) {
  const std::pair<const char*, const char*> examples[] = {
      {"", ""}, {"f", "Zg=="}, {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, coded] : examples) {
    EXPECT_EQ(to_base64(plain), coded);
    EXPECT_EQ(from_base64(coded), plain);
  }
  EXPECT_EQ(to_base64url("\xfb\xff"), "-_8");
  EXPECT_EQ(from_base64url("-_8"), "\xfb\xff");
}

TEST(Base64, RefusesWhatIsNone) {
  for (const char* text : {"Z", "Zg", "Zg=", "Z===", "Zm9v!A==", "Zh==", "Zg==Zg=="})
    EXPECT_FALSE(from_base64(text)) << text;
  for (const char* text : {"Z", "Zg==", "Zh", "a+b"}) EXPECT_FALSE(from_base64url(text)) << text;
}

TEST(ConstantTime, ComparesLikeEquality) {
  EXPECT_TRUE(equal_in_constant_time("abc", "abc"));
  EXPECT_FALSE(equal_in_constant_time("abc", "abd"));
  EXPECT_FALSE(equal_in_constant_time("abc", "abcd"));
}

}  // namespace
}  // namespace storey::service
