// Why the HTTP layer refuses a request.
#pragma once

#include <string_view>

namespace storey::http {

struct Fault {
  int status = 400;
  std::string_view message;  ///< a clause for the client; static text
};

}  // namespace storey::http
