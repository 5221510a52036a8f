// Requests as they come from a socket: the head, and where the body says that it ends. However the bytes are
// cut into pieces, the server must see the same requests in them; two readings of one text are what smuggling
// is made of.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "http/chunk_decoder.h"
#include "http/request.h"
#include "http/request_head.h"

namespace {

using namespace storey::http;

const HeadLimits kLimits{512, 16};  // so that short inputs go beyond

void require(bool condition) {
  if (!condition) std::abort();
}

// What was made of the bytes, as text to compare: heads, bodies, and the status of a refusal.
class Reading {
 public:
  Reading(std::string_view bytes, std::size_t piece)
      : bytes_(bytes), piece_(std::max<std::size_t>(1, piece)) {
    while (read_head() && read_body()) {
    }
  }
  const std::string& trace() const { return trace_; }

 private:
  bool more() {
    if (visible_ == bytes_.size()) return false;
    visible_ = std::min(bytes_.size(), visible_ + piece_);
    return true;
  }
  std::string_view unread() const { return bytes_.substr(begin_, visible_ - begin_); }
  bool refuse(const Fault& fault) {
    trace_ += "refused " + std::to_string(fault.status);
    return false;
  }

  bool read_head() {
    for (std::size_t scanned = 0;;) {
      const auto size = find_head_end(unread(), scanned, kLimits);
      if (!size) return refuse(size.error());
      if (*size > 0) {
        const auto head = parse_request_head(unread().substr(0, *size), kLimits);
        if (!head) return refuse(head.error());
        check(*head);
        head_ = *head;
        begin_ += *size;
        return true;
      }
      if (!more()) return false;
    }
  }

  void check(const RequestHead& head) {
    require(!(head.chunked && head.content_length));
    require(head.headers.count("Host") <= 1 && head.headers.count("Content-Length") <= 1);
    // The host of an absolute target stands among the headers, though it came without one.
    require(!head.path.empty() && head.headers.size() <= kLimits.max_fields + 1);
    trace_ += head.method + " " + head.path + "?" + head.query + "\n";
    for (const Header& field : head.headers) {
      require(is_token(field.name) && is_field_value(field.value));
      trace_ += field.name + ":" + field.value + "\n";
    }
    percent_decode(head.path);
    parse_form(head.query);
  }

  bool read_body() {
    if (head_.chunked) return read_chunks();
    std::uint64_t left = head_.content_length.value_or(0);
    while (left > 0) {
      if (unread().empty() && !more()) return false;
      left -= take(left);
    }
    return true;
  }

  bool read_chunks() {
    ChunkDecoder decoder;
    while (!decoder.done()) {
      if (unread().empty() && !more()) return false;
      const auto skipped = decoder.skip_framing(unread());
      if (!skipped) return refuse(skipped.error());
      begin_ += *skipped;
      const std::uint64_t count = take(decoder.data_left());
      if (count > 0) decoder.took(count);
    }
    return true;
  }

  std::size_t take(std::uint64_t most) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(most, unread().size()));
    trace_ += unread().substr(0, count);
    begin_ += count;
    return count;
  }

  std::string_view bytes_;
  std::size_t piece_;
  std::size_t begin_ = 0;
  std::size_t visible_ = 0;
  RequestHead head_;
  std::string trace_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Reading whole(bytes, size);
  require(Reading(bytes, 1).trace() == whole.trace());
  require(Reading(bytes, 7).trace() == whole.trace());
  return 0;
}
