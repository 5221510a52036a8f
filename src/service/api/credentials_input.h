// What a request to an authentication endpoint says: fields of its body, and credentials of its header.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "http/request.h"
#include "http/response.h"

namespace storey::service {

struct BasicCredentials {
  std::string client_id;
  std::string client_secret;
};

/// Reads `Authorization: Basic …` (RFC 7617). `form_encoded`: both parts are encoded once more, as RFC
/// 6749 2.3.1 says.
std::optional<BasicCredentials> basic_credentials(const http::Request& request, bool form_encoded);

/// The texts of the body, and in which of the two forms it came.
struct CredentialsInput {
  bool form = false;
  std::map<std::string, std::string, std::less<>> fields;

  std::optional<std::string> find(std::string_view name) const;
};

/// Refuses with the answer to give: the body is neither a form nor a JSON object, or a known field is no
/// text.
tl::expected<CredentialsInput, http::Response> read_credentials_input(const http::Request& request);

}  // namespace storey::service
