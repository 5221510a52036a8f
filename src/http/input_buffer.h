// Bytes that were read from a connection and not used yet.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace storey::http {

/// Holds no memory while it is empty and released: thousands of idle connections must not keep their buffers.
class InputBuffer {
 public:
  std::string_view unread() const { return std::string_view(bytes_).substr(begin_, end_ - begin_); }

  void consume(std::size_t count) {
    begin_ += count;
    if (begin_ == end_) begin_ = end_ = 0;
  }

  /// Room for `count` more bytes; tell by `commit` how many were put there.
  std::span<char> prepare(std::size_t count) {
    if (begin_ > 0 && end_ + count > bytes_.size()) {
      bytes_.replace(0, end_ - begin_, bytes_, begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (end_ + count > bytes_.size()) bytes_.resize(end_ + count);
    return std::span(bytes_).subspan(end_, count);
  }
  void commit(std::size_t count) { end_ += count; }

  void release() {
    if (begin_ == end_) std::string().swap(bytes_);
  }

 private:
  std::string bytes_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

}  // namespace storey::http
