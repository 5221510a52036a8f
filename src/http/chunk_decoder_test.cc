#include "http/chunk_decoder.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace storey::http {
namespace {

struct Decoded {
  std::string data;
  std::size_t used = 0;
  bool done = false;
};

// The body as it is read from pieces of `piece` bytes; nullopt if it is refused.
std::optional<Decoded> decode(std::string_view bytes, std::size_t piece) {
  ChunkDecoder decoder;
  Decoded decoded;
  std::string_view unread;
  while (!decoder.done()) {
    if (unread.empty()) {
      unread = bytes.substr(decoded.used, piece);
      if (unread.empty()) break;
    }
    const auto skipped = decoder.skip_framing(unread);
    if (!skipped) return std::nullopt;
    const std::size_t taken = std::min<std::size_t>(decoder.data_left(), unread.size() - *skipped);
    decoded.data += unread.substr(*skipped, taken);
    if (taken > 0) decoder.took(taken);
    decoded.used += *skipped + taken;
    unread.remove_prefix(*skipped + taken);
  }
  decoded.done = decoder.done();
  return decoded;
}

TEST(ChunkDecoder, GivesTheSameWhereverThePiecesEnd) {
  const std::string body =
      "5\r\nhello\r\n00a;name=\"v\";x\r\n0123456789\r\n1\r\n\r\r\n0\r\nTrailer: x\r\nOther:y\r\n\r\n";
  const std::string next = "GET / HTTP/1.1";
  for (std::size_t piece = 1; piece <= body.size() + next.size(); ++piece) {
    const auto decoded = decode(body + next, piece);
    ASSERT_TRUE(decoded) << piece;
    EXPECT_EQ(decoded->data, "hello0123456789\r");
    EXPECT_TRUE(decoded->done);
    EXPECT_EQ(decoded->used, body.size()) << "the next request must be left alone";
  }
}

TEST(ChunkDecoder, AsksForMoreAtAnyCut) {
  const std::string body = "3\r\nabc\r\n0\r\n\r\n";
  for (std::size_t size = 0; size < body.size(); ++size) {
    const auto decoded = decode(body.substr(0, size), 64);
    ASSERT_TRUE(decoded);
    EXPECT_FALSE(decoded->done) << size;
  }
}

TEST(ChunkDecoder, RefusesEverySecondWayToWriteAChunk) {
  for (const char* body : {
           "\r\n",                       // no size
           ";x\r\n",                     //
           "x\r\n",                      //
           "-1\r\n",                     //
           "+1\r\na\r\n",                //
           "0x1\r\na\r\n",               //
           " 1\r\na\r\n",                // spaces around the size
           "1 \r\na\r\n",                //
           "1 ;x\r\na\r\n",              //
           "1\t\r\na\r\n",               //
           "1\na\r\n",                   // bare line feeds
           "1\r\na\n0\r\n\r\n",          //
           "1\r\na\r0\r\n\r\n",          //
           "1;x\n\r\na\r\n",             // the line feed hidden in an extension
           "1;x\rx\r\na\r\n",            //
           "1\r\nab\r\n",                // more data than said
           "1\r\na0\r\n\r\n",            // no line end after the data
           "10000000000000000\r\n",      // more than 60 bits
           "0000000000000001\r\na\r\n",  //
           "0\r\nno colon\r\n\r\n",      // trailers
           "0\r\nX : y\r\n\r\n",         //
           "0\r\n X: y\r\n\r\n",         //
           "0\r\nX: a\nY: b\r\n\r\n",    //
           "0\r\nX: y\r\r\n\r\n",        //
       })
    for (const std::size_t piece : {std::size_t{1}, std::size_t{100}})
      EXPECT_FALSE(decode(body, piece)) << body << " in pieces of " << piece;
}

TEST(ChunkDecoder, BoundsWhatIsNoData) {
  EXPECT_TRUE(decode("1;" + std::string(4000, 'x') + "\r\n", 1000));
  EXPECT_FALSE(decode("1;" + std::string(5000, 'x') + "\r\n", 1000));
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "1;x\r\na\r\n";
  EXPECT_FALSE(decode(many, 1000));
  EXPECT_FALSE(decode("0\r\nX: " + std::string(9000, 'y'), 1000));
  std::string trailers = "0\r\n";
  for (int i = 0; i < 3000; ++i) trailers += "X: y\r\n";
  EXPECT_FALSE(decode(trailers, 1000));
}

}  // namespace
}  // namespace storey::http
