// What a request to an authentication endpoint says: fields of its body, and credentials of its header.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "http/request.h"
#include "storey/result.h"

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
  std::string not_a_text;  ///< a known field of a JSON body that is something else; empty if there is none

  std::optional<std::string> find(std::string_view name) const;
};

/// Why an authentication endpoint does not do what it is asked; each of them answers it in its own form.
struct CredentialsRefusal {
  int status = 400;
  std::string error;        ///< of RFC 6749 5.2: "invalid_request" …
  std::string description;  ///< for people
  bool asks_for_basic = false;
  std::string internal = {};  ///< for the log only
};

/// Whether the body says that it is a form.
bool is_form(const http::Request& request);

/// Refuses a body that is neither a form nor a JSON object.
tl::expected<CredentialsInput, CredentialsRefusal> read_credentials_input(const http::Request& request);

}  // namespace storey::service
