// Where a bucket is, and who one is there.
#pragma once

#include <string>
#include <string_view>

#include "storey/result.h"

namespace storey::service {

struct S3Credentials {
  std::string access_key;
  std::string secret_key;
  std::string session_token;  ///< of credentials that are lent for some hours; empty for others
};

struct S3Location {
  std::string bucket;
  std::string prefix = {};           ///< of the keys, with its slash at the end; empty for none
  std::string endpoint = {};         ///< "https://host[:port]", as this service reaches it
  std::string public_endpoint = {};  ///< the same as clients reach it
  std::string region = "us-east-1";
  bool path_style = true;  ///< the bucket stands in the path, not in front of the host's name
};

/// Reads "s3://BUCKET[/PREFIX]?endpoint=URL[&public_endpoint=URL][&region=NAME][&addressing=path|host]".
/// Without an endpoint it is Amazon's of the region. Errors: kInvalidArgument.
Result<S3Location> parse_s3_url(std::string_view url);

/// Those of AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN in the environment, or of the
/// section [default] of `file`, in the form of ~/.aws/credentials. Errors: kNotFound, kWrongFormat.
Result<S3Credentials> load_s3_credentials(const std::string& file);

}  // namespace storey::service
