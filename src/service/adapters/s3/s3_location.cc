#include "service/adapters/s3/s3_location.h"

#include <cstdlib>
#include <fstream>

#include "service/domain/try.h"

namespace storey::service {
namespace {

tl::unexpected<Error> bad_url(std::string message) {
  return fail(ErrorCode::kInvalidArgument, std::move(message),
              "write s3://BUCKET/PREFIX?endpoint=https://HOST&region=NAME");
}

Result<void> take_parameter(S3Location& location, std::string_view name, std::string value) {
  if (name == "endpoint" || name == "public_endpoint") {
    while (value.ends_with('/')) value.pop_back();
    if (!value.starts_with("http://") && !value.starts_with("https://"))
      return bad_url("the " + std::string(name) + " of blobs.url must begin with http:// or https://");
    (name == "endpoint" ? location.endpoint : location.public_endpoint) = std::move(value);
  } else if (name == "region") {
    location.region = std::move(value);
  } else if (name == "addressing" && (value == "path" || value == "host")) {
    location.path_style = value == "path";
  } else {
    return bad_url("blobs.url has no parameter " + std::string(name) + "=" + value);
  }
  return {};
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

Result<S3Location> parse_s3_url(std::string_view url) {
  constexpr std::string_view kScheme = "s3://";
  if (!url.starts_with(kScheme)) return bad_url("blobs.url must begin with s3://");
  url.remove_prefix(kScheme.size());
  S3Location location;
  std::string_view parameters;
  if (const std::size_t mark = url.find('?'); mark != std::string_view::npos) {
    parameters = url.substr(mark + 1);
    url = url.substr(0, mark);
  }
  const std::size_t slash = url.find('/');
  location.bucket = std::string(url.substr(0, slash));
  if (location.bucket.empty()) return bad_url("blobs.url names no bucket");
  if (slash != std::string_view::npos) location.prefix = std::string(url.substr(slash + 1));
  if (!location.prefix.empty() && !location.prefix.ends_with('/')) location.prefix += '/';
  while (!parameters.empty()) {
    const std::string_view pair = parameters.substr(0, parameters.find('&'));
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const std::string_view value = pair.substr(std::min(equals + 1, pair.size()));
    STOREY_TRY_VOID(take_parameter(location, pair.substr(0, equals), std::string(value)));
    parameters.remove_prefix(std::min(pair.size() + 1, parameters.size()));
  }
  if (location.endpoint.empty()) {
    location.endpoint = "https://s3." + location.region + ".amazonaws.com";
    location.path_style = false;
  }
  if (location.public_endpoint.empty()) location.public_endpoint = location.endpoint;
  return location;
}

Result<S3Credentials> load_s3_credentials(const std::string& file) {
  S3Credentials credentials{variable("AWS_ACCESS_KEY_ID"), variable("AWS_SECRET_ACCESS_KEY"),
                            variable("AWS_SESSION_TOKEN")};
  if (!credentials.access_key.empty() && !credentials.secret_key.empty()) return credentials;
  if (file.empty())
    return fail(ErrorCode::kNotFound, "there are no credentials for the blob store",
                "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or blobs.credentials_file");
  std::ifstream stream(file);
  if (!stream) return fail(Error{ErrorCode::kNotFound, "cannot read the credentials", file, {}, {}});
  bool wanted = true;  // what stands before the first section counts as well
  for (std::string line; std::getline(stream, line);) {
    const std::string text = trimmed(line);
    if (text.starts_with('[')) wanted = text == "[default]";
    const std::size_t equals = text.find('=');
    if (!wanted || equals == std::string::npos) continue;
    const std::string name = trimmed(text.substr(0, equals));
    if (name == "aws_access_key_id") credentials.access_key = trimmed(text.substr(equals + 1));
    if (name == "aws_secret_access_key") credentials.secret_key = trimmed(text.substr(equals + 1));
    if (name == "aws_session_token") credentials.session_token = trimmed(text.substr(equals + 1));
  }
  if (credentials.access_key.empty() || credentials.secret_key.empty())
    return fail(Error{ErrorCode::kWrongFormat,
                      "aws_access_key_id or aws_secret_access_key is missing",
                      file,
                      {},
                      "write them as `aws configure` does"});
  return credentials;
}

}  // namespace storey::service
