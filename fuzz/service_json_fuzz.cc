// JSON and forms that clients send to the service: the first byte says where they come in.
#include <boost/json.hpp>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "graphql/json_finite.h"
#include "graphql/json_read.h"
#include "graphql/json_text.h"
#include "service/adapters/sql/order_codec.h"
#include "service/api/credentials_input.h"
#include "service/api/graphql_engine.h"
#include "service/usecases/uploads.h"

namespace {

using namespace storey::service;

void require(bool condition) {
  if (!condition) std::abort();
}

std::string text_of(const boost::json::value& value) {
  std::string text;
  storey::graphql::append_json(text, value, storey::graphql::JsonNumbers::kAsTheyAre);
  return text;
}

/// What was read and written once stays as it is, however often it is read and written again: the metadata of
/// an order goes that way to the database, to clients and to webhooks.
void read_parameters(const std::string& text) {
  boost::json::error_code status;
  const boost::json::value value = storey::graphql::read_json(text, status);
  if (status) return;
  if (!storey::graphql::has_finite_numbers(value)) return;  // metadata is refused with these
  const std::string written = text_of(value);
  const boost::json::value again = storey::graphql::read_json(written, status);
  require(!status && text_of(again) == written);
  const auto parameters = read_graphql_parameters(value);
  require(parameters || parameters.error().code == FailureCode::kBadUserInput);
}

void read_parts(const std::string& text) {
  const auto parts = parse_parts(text);
  if (!parts) return require(parts.error().code == FailureCode::kBadUserInput);
  boost::json::array named;
  for (const std::string& etag : *parts)
    named.push_back({{"PartNumber", named.size() + 1}, {"ETag", '"' + etag + '"'}});
  require(!named.empty() && parse_parts(boost::json::serialize(named)) == parts);
}

void read_credentials(const std::string& text, bool form) {
  storey::http::Request request;
  request.headers.set("Content-Type", form ? "application/x-www-form-urlencoded" : "application/json");
  request.body_text = text;
  const auto input = read_credentials_input(request);
  require(input ? input->form == form : input.error().status == 400);
  if (!storey::http::is_field_value(text)) return;  // such a header is refused before it comes here
  request.headers.set("Authorization", text);
  basic_credentials(request, form);
}

void read_options(const std::string& text) {
  const OrderOptions options = read_order_options(text);
  const std::string written = write_order_options(options);
  require(write_order_options(read_order_options(written)) == written);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data + 1), size - 1);
  switch (data[0] % 5) {
    case 0:
      read_parameters(text);
      break;
    case 1:
      read_parts(text);
      break;
    case 2:
      read_credentials(text, false);
      break;
    case 3:
      read_credentials(text, true);
      break;
    default:
      read_options(text);
  }
  return 0;
}
