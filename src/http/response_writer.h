// Responses as bytes on a connection.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "http/request.h"
#include "http/response.h"
#include "http/transport.h"

namespace storey::http {

/// How a response stands to the request before it and the one after it.
struct Framing {
  bool head_only = false;  ///< HEAD
  bool http_1_0 = false;
  bool keep_alive = true;
};

/// The current time as a `Date` header has it.
std::string_view current_http_date();

/// Status line and fields. What frames the body (`Content-Length`, `Transfer-Encoding`, `Connection`) and the
/// `Date` are written from `framing_fields` and `framing`; a handler's own are left out, so that they cannot
/// contradict.
std::string serialize_head(const Response& response, const Framing& framing, std::string_view framing_fields);

/// Sends a response whose body is bytes, a file (see `apply_conditions`) or a stream. False where it did not
/// go out whole; the connection is of no more use then.
Task<bool> send_response(Transport& transport, const Response& response, const Framing& framing,
                         Clock::duration patience);

/// Fields that frame a body whose length is not known.
std::string_view open_ended_fields(const Framing& framing);

/// One chunk of the chunked coding: what comes before `size` bytes of data, and what after.
std::string chunk_prefix(std::size_t size);
inline constexpr std::string_view kChunkSuffix = "\r\n";
inline constexpr std::string_view kLastChunk = "0\r\n\r\n";

/// Sends `bytes` as one piece of an open-ended body: a chunk, or as they are for HTTP/1.0.
Task<bool> send_piece(Transport& transport, std::string_view bytes, const Framing& framing,
                      Clock::duration patience);

}  // namespace storey::http
