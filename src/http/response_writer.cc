#include "http/response_writer.h"

#include <time.h>
#include <unistd.h>

#include <array>
#include <cstdio>

namespace storey::http {
namespace {

bool has_no_body(int status) { return status < 200 || status == 204 || status == 304; }

bool is_framing_field(std::string_view name) {
  constexpr std::array<std::string_view, 4> kFraming = {"Content-Length", "Transfer-Encoding", "Connection",
                                                        "Date"};
  for (const std::string_view field : kFraming)
    if (equal_ignoring_case(name, field)) return true;
  return false;
}

std::string content_length(std::uint64_t size) { return "Content-Length: " + std::to_string(size) + "\r\n"; }

Task<bool> send_bytes(Transport& transport, const Response& response, const Framing& framing,
                      Clock::duration patience) {
  const std::string& body = std::get<std::string>(response.body);
  const std::string head =
      serialize_head(response, framing, has_no_body(response.status) ? "" : content_length(body.size()));
  const bool with_body = !framing.head_only && !has_no_body(response.status);
  const std::array<std::string_view, 2> pieces = {head,
                                                  with_body ? std::string_view(body) : std::string_view{}};
  co_return co_await transport.write(pieces, patience) == Transport::Status::kOk;
}

// A copy of a few pages costs less than a second call and a second packet.
constexpr std::uint64_t kMaxCopiedFile = 16'384;

Task<bool> send_file(Transport& transport, const Response& response, const Framing& framing,
                     Clock::duration patience) {
  const auto& file = std::get<FileBody>(response.body);
  const std::string head = serialize_head(response, framing, content_length(file.size));
  std::string copied;
  if (!framing.head_only && file.size <= kMaxCopiedFile) {
    copied.resize(static_cast<std::size_t>(file.size));
    const ssize_t count =
        ::pread(file.file.get(), copied.data(), copied.size(), static_cast<off_t>(file.offset));
    if (count != static_cast<ssize_t>(copied.size())) co_return false;
  }
  const std::array<std::string_view, 2> pieces = {head, copied};
  if (co_await transport.write(pieces, patience) != Transport::Status::kOk) co_return false;
  if (framing.head_only || file.size <= kMaxCopiedFile) co_return true;
  co_return co_await transport.send_file(file.file.get(), file.offset, file.size, patience) ==
      Transport::Status::kOk;
}

class ConnectionWriter : public BodyWriter {
 public:
  ConnectionWriter(Transport& transport, const Framing& framing, Clock::duration patience)
      : transport_(transport), framing_(framing), patience_(patience) {}

  Task<bool> write(std::string_view bytes) override {
    if (bytes.empty() || broken_) co_return !broken_;
    broken_ = !co_await send_piece(transport_, bytes, framing_, patience_);
    co_return !broken_;
  }
  bool broken() const { return broken_; }

 private:
  Transport& transport_;
  Framing framing_;
  Clock::duration patience_;
  bool broken_ = false;
};

Task<bool> send_stream(Transport& transport, const Response& response, const Framing& framing,
                       Clock::duration patience) {
  const std::string head = serialize_head(response, framing, open_ended_fields(framing));
  const std::string_view head_bytes = head;
  if (co_await transport.write(std::span(&head_bytes, 1), patience) != Transport::Status::kOk)
    co_return false;
  if (framing.head_only) co_return true;
  ConnectionWriter writer(transport, framing, patience);
  co_await std::get<StreamBody>(response.body).write(writer);
  if (writer.broken()) co_return false;
  if (framing.http_1_0) co_return true;
  co_return co_await transport.write(std::span(&kLastChunk, 1), patience) == Transport::Status::kOk;
}

}  // namespace

std::string_view current_http_date() {
  thread_local time_t cached_second = -1;
  thread_local std::string cached;
  if (const time_t now = ::time(nullptr); now != cached_second) {
    cached_second = now;
    cached = format_http_date(now);
  }
  return cached;
}

std::string serialize_head(const Response& response, const Framing& framing,
                           std::string_view framing_fields) {
  std::string head;
  head.reserve(512);
  head.append("HTTP/1.1 ").append(std::to_string(response.status)).append(" ");
  head.append(reason_phrase(response.status)).append("\r\nDate: ").append(current_http_date()).append("\r\n");
  for (const Header& field : response.headers)
    if (!is_framing_field(field.name))
      head.append(field.name).append(": ").append(field.value).append("\r\n");
  head.append(framing_fields);
  if (!framing.keep_alive) {
    head.append("Connection: close\r\n");
  } else if (framing.http_1_0) {
    head.append("Connection: keep-alive\r\n");
  }
  head.append("\r\n");
  return head;
}

std::string_view open_ended_fields(const Framing& framing) {
  return framing.http_1_0 ? std::string_view{} : std::string_view("Transfer-Encoding: chunked\r\n");
}

std::string chunk_prefix(std::size_t size) {
  std::array<char, 24> text{};
  return {text.data(), static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%zx\r\n", size))};
}

Task<bool> send_piece(Transport& transport, std::string_view bytes, const Framing& framing,
                      Clock::duration patience) {
  if (framing.http_1_0)
    co_return co_await transport.write(std::span(&bytes, 1), patience) == Transport::Status::kOk;
  const std::string prefix = chunk_prefix(bytes.size());
  const std::array<std::string_view, 3> pieces = {prefix, bytes, kChunkSuffix};
  co_return co_await transport.write(pieces, patience) == Transport::Status::kOk;
}

Task<bool> send_response(Transport& transport, const Response& response, const Framing& framing,
                         Clock::duration patience) {
  if (std::holds_alternative<StreamBody>(response.body))
    co_return co_await send_stream(transport, response, framing, patience);
  if (std::holds_alternative<FileBody>(response.body))
    co_return co_await send_file(transport, response, framing, patience);
  co_return co_await send_bytes(transport, response, framing, patience);
}

}  // namespace storey::http
