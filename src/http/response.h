// A response as its handler makes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "http/event_stream.h"
#include "http/headers.h"
#include "http/task.h"
#include "http/websocket.h"
#include "storey/result.h"

namespace storey::http {

/// A file descriptor that is closed by its owner.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int value) : value_(value) {}
  FileDescriptor(FileDescriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~FileDescriptor();
  int get() const { return value_; }

 private:
  int value_ = -1;
};

/// A regular file, or a part of one. The connection answers conditions and ranges by `etag` and `modified`,
/// and sends the bytes from the page cache without copying them.
struct FileBody {
  FileDescriptor file;
  std::uint64_t offset = 0;   ///< where to begin, in bytes
  std::uint64_t size = 0;     ///< bytes to send
  std::string etag;           ///< strong, with its quotes
  std::int64_t modified = 0;  ///< seconds since 1970
};

/// Where a streamed response is written to.
class BodyWriter {
 public:
  virtual ~BodyWriter() = default;
  /// Waits until the system has taken the bytes. False where the client is gone: then end.
  virtual Task<bool> write(std::string_view bytes) = 0;
};

/// A body of unknown size, written piece by piece as fast as the client reads.
struct StreamBody {
  std::function<Task<>(BodyWriter&)> write;
};

/// How a file is offered.
struct FileOptions {
  std::string content_type = "application/octet-stream";
  std::string etag;           ///< strong, with its quotes; empty: made from time and size of the file
  std::string download_name;  ///< not empty: `Content-Disposition: attachment` with that name, in any script
};

struct Response {
  using Body = std::variant<std::string, FileBody, StreamBody, EventStreamBody, WebSocketUpgrade>;

  int status = 200;
  Headers headers;
  Body body;
  std::shared_ptr<const void> held;  ///< destroyed when the response has been sent or broken off
  std::string note;                  ///< for the log only: what is behind an error. It becomes Exchange::note

  static Response empty(int status = 204);
  static Response text(int status, std::string text);
  static Response bytes(int status, std::string content_type, std::string bytes);
  /// `json` is the serialized text.
  static Response json(int status, std::string json);
  /// kNotFound, kUnreadable, or kWrongFormat for what is no regular file.
  static Result<Response> file(FileDescriptor file, const FileOptions& options);
  static Result<Response> file(const std::filesystem::path& path, const FileOptions& options);
  static Response stream(std::string content_type, std::function<Task<>(BodyWriter&)> write);
  static Response events(EventStreamBody body);
  static Response websocket(WebSocketUpgrade upgrade);
};

/// The phrase of RFC 9110 for a status code.
std::string_view reason_phrase(int status);

/// A time in the form of the `Date` header, and back; nullopt for anything but that one form.
std::string format_http_date(std::int64_t seconds_since_1970);
std::optional<std::int64_t> parse_http_date(std::string_view text);

}  // namespace storey::http
