#include "service/api/credentials_input.h"

#include <array>
#include <boost/json.hpp>

#include "service/domain/digest.h"

namespace storey::service {
namespace {

constexpr std::array<std::string_view, 6> kFields = {"client_id",    "client_secret", "grant_type",
                                                     "access_token", "token",         "token_type_hint"};

tl::unexpected<CredentialsRefusal> invalid_request(std::string_view description) {
  return tl::unexpected<CredentialsRefusal>({400, "invalid_request", std::string(description)});
}

tl::expected<CredentialsInput, CredentialsRefusal> read_form(const std::string& text) {
  CredentialsInput input;
  input.form = true;
  const auto pairs = http::parse_form(text);
  if (!pairs) return invalid_request("the body is not a well-formed form");
  for (const auto& [name, value] : *pairs)
    if (!input.fields.emplace(name, value).second) return invalid_request("the body names a field twice");
  return input;
}

tl::expected<CredentialsInput, CredentialsRefusal> read_json(const std::string& text) {
  CredentialsInput input;
  boost::json::error_code status;
  const boost::json::value value = boost::json::parse(text, status);
  if (status || !value.is_object()) return invalid_request("the body must be a JSON object");
  for (const std::string_view name : kFields) {
    const auto* field = value.get_object().if_contains(name);
    if (field == nullptr) continue;
    if (field->is_string())
      input.fields.emplace(name, field->get_string());
    else
      input.not_a_text = name;
  }
  return input;
}

}  // namespace

std::optional<BasicCredentials> basic_credentials(const http::Request& request, bool form_encoded) {
  const std::string_view header = request.headers.get("Authorization");
  constexpr std::string_view kScheme = "Basic ";
  if (header.size() <= kScheme.size() ||
      !http::equal_ignoring_case(header.substr(0, kScheme.size()), kScheme))
    return std::nullopt;
  const auto text = from_base64(http::trim(header.substr(kScheme.size())));
  if (!text) return std::nullopt;
  const std::size_t colon = text->find(':');
  if (colon == std::string::npos) return std::nullopt;
  BasicCredentials credentials{text->substr(0, colon), text->substr(colon + 1)};
  if (!form_encoded) return credentials;
  const auto id = http::percent_decode(credentials.client_id, true);
  const auto secret = http::percent_decode(credentials.client_secret, true);
  if (!id || !secret) return std::nullopt;
  return BasicCredentials{*id, *secret};
}

std::optional<std::string> CredentialsInput::find(std::string_view name) const {
  const auto found = fields.find(name);
  return found == fields.end() ? std::nullopt : std::optional(found->second);
}

bool is_form(const http::Request& request) {
  const std::string_view type = request.headers.get("Content-Type");
  return http::equal_ignoring_case(http::trim(type.substr(0, type.find(';'))),
                                   "application/x-www-form-urlencoded");
}

tl::expected<CredentialsInput, CredentialsRefusal> read_credentials_input(const http::Request& request) {
  return is_form(request) ? read_form(request.body_text) : read_json(request.body_text);
}

}  // namespace storey::service
