#include "http/response.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace storey::http {
namespace {

TEST(HttpDate, GoesThereAndBack) {
  EXPECT_EQ(format_http_date(784111777), "Sun, 06 Nov 1994 08:49:37 GMT");  // the example of RFC 9110
  for (const std::int64_t seconds : {0LL, 951782400LL, 1709210096LL, 4102444799LL})
    EXPECT_EQ(parse_http_date(format_http_date(seconds)), seconds);
}

TEST(HttpDate, OnlyTheOneFormIsRead) {
  for (const char* text :
       {"", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, 31 Feb 1994 08:49:37 GMT"})
    EXPECT_EQ(parse_http_date(text), std::nullopt) << text;
}

TEST(FileResponse, SaysWhatIsWrong) {
  const auto directory = Response::file(std::filesystem::temp_directory_path(), {});
  ASSERT_FALSE(directory);
  EXPECT_EQ(directory.error().code, ErrorCode::kWrongFormat);
  const auto missing = Response::file("/no/such/file", {});
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(missing.error().file, "/no/such/file");
}

TEST(FileResponse, ADownloadNameInAnyScriptCannotLeaveItsField) {
  const auto path = std::filesystem::temp_directory_path() / "storey_response_test.txt";
  std::ofstream(path) << "x";
  FileOptions options;
  options.download_name = "Erdgescho\xc3\x9f \"1\"\r\nX: y.svg";
  const auto response = Response::file(path, options);
  std::filesystem::remove(path);
  ASSERT_TRUE(response);
  EXPECT_EQ(response->headers.get("Content-Disposition"),
            "attachment; filename=\"Erdgescho__ _1___X_ y.svg\"; "
            "filename*=UTF-8''Erdgescho%C3%9F%20%221%22%0D%0AX%3A%20y.svg");
}

}  // namespace
}  // namespace storey::http
