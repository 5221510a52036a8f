#include "service/adapters/s3/s3_signer.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <cstdio>
#include <fstream>

namespace storey::service {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

const S3Credentials kExample{"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", ""};

// The example of the page that s3_signer.cc follows.
TEST(S3Signer, SignsAsAmazonsExample) {
  const S3Signer signer({.bucket = "examplebucket", .path_style = false}, kExample);
  const Timestamp now = parse_iso8601("2013-05-24T00:00:00Z").value();
  const std::string url =
      signer.sign({"GET", "test.txt"}, now, now + std::chrono::hours(24), "https://s3.amazonaws.com");
  EXPECT_EQ(url,
            "https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256"
            "&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request"
            "&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host"
            "&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404");
}

TEST(S3Signer, PutsTheBucketInThePathAndHeadersIntoTheSignature) {
  const S3Signer signer({.bucket = "b"}, {"a", "s", "token/+"});
  const std::string url =
      signer.sign({"PUT", "x y/ü", {{"partNumber", "1"}}, {{"x-amz-copy-source", "/b/z"}}}, from_unix_ms(0),
                  from_unix_ms(1'000'000'000'000), "http://localhost:7480");
  EXPECT_THAT(url, StartsWith("http://localhost:7480/b/x%20y/%C3%BC?X-Amz-Algorithm"));
  EXPECT_THAT(url, HasSubstr("&X-Amz-SignedHeaders=host%3Bx-amz-copy-source&"));
  EXPECT_THAT(url, HasSubstr("&X-Amz-Security-Token=token%2F%2B&"));
  EXPECT_THAT(url, HasSubstr("&X-Amz-Expires=604800&")) << "seven days are the most";
  EXPECT_THAT(url, HasSubstr("&partNumber=1&X-Amz-Signature="));
}

TEST(S3Location, IsReadFromAnAddress) {
  const auto location =
      parse_s3_url("s3://plans/a/b?endpoint=http://127.0.0.1:7480/&region=eu&addressing=host");
  ASSERT_TRUE(location);
  EXPECT_EQ(location->bucket, "plans");
  EXPECT_EQ(location->prefix, "a/b/");
  EXPECT_EQ(location->endpoint, "http://127.0.0.1:7480");
  EXPECT_EQ(location->public_endpoint, location->endpoint);
  EXPECT_EQ(location->region, "eu");
  EXPECT_FALSE(location->path_style);
  EXPECT_EQ(parse_s3_url("s3://plans?region=eu-west-1")->endpoint, "https://s3.eu-west-1.amazonaws.com");
}

TEST(S3Location, SaysWhatIsWrongWithAnAddress) {
  for (const char* url : {"http://x", "s3://", "s3://b?endpoint=ftp://x", "s3://b?colour=red"}) {
    const auto location = parse_s3_url(url);
    ASSERT_FALSE(location) << url;
    EXPECT_EQ(location.error().code, ErrorCode::kInvalidArgument);
    EXPECT_THAT(location.error().remedy, HasSubstr("s3://BUCKET"));
  }
}

TEST(S3Credentials, AreReadFromTheDefaultSection) {
  const std::string file = testing::TempDir() + "s3-credentials";
  std::ofstream(file) << "[other]\naws_access_key_id = wrong\n[default]\naws_access_key_id = a\n"
                         "aws_secret_access_key=b=c \n";
  const auto credentials = load_s3_credentials(file);
  ASSERT_TRUE(credentials) << credentials.error().describe();
  EXPECT_EQ(credentials->access_key, "a");
  EXPECT_EQ(credentials->secret_key, "b=c");
  std::remove(file.c_str());
  EXPECT_EQ(load_s3_credentials(file).error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace storey::service
