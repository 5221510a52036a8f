// Conditional and range requests for a file (RFC 9110 sections 13 and 14).
#pragma once

#include <cstdint>
#include <string_view>

#include "http/request.h"
#include "http/response.h"

namespace storey::http {

struct Validators {
  std::string_view etag;      ///< strong, with its quotes
  std::int64_t modified = 0;  ///< seconds since 1970
  std::uint64_t size = 0;     ///< bytes
};

struct FileAnswer {
  int status = 200;  ///< 200, 206, 304, 412 or 416
  std::uint64_t offset = 0;
  std::uint64_t size = 0;  ///< bytes to send, for 200 and 206
};

/// What a GET or HEAD of a file is answered with. A request for several ranges gets the whole file, as
/// section 14.2 allows: no reader of our files asks for them, and overlapping ones are a known way to make a
/// server work.
FileAnswer evaluate_conditions(const Request& request, const Validators& file);

/// Makes of a 200 with a file what the request asks for: status, fields, and the part of the file that is
/// sent.
void apply_conditions(const Request& request, Response& response);

}  // namespace storey::http
