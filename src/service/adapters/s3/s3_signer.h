// Addresses that carry their own permission: Signature Version 4 in the query, of Amazon S3 and those that
// speak the same.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "service/adapters/s3/s3_location.h"
#include "service/domain/timestamp.h"

namespace storey::service {

/// A request to be signed. The body is not part of the signature.
struct S3Request {
  std::string method = "GET";
  std::string key = {};                           ///< of the object, as it is; empty: of the bucket itself
  std::map<std::string, std::string> query = {};  ///< as they are
  std::map<std::string, std::string> headers =
      {};  ///< lower-case names; whoever sends the request must send them too
};

class S3Signer {
 public:
  S3Signer(S3Location location, S3Credentials credentials)
      : location_(std::move(location)), credentials_(std::move(credentials)) {}

  /// The address with which the request is allowed from `now` until `expires`, at most seven days.
  /// `endpoint`: how the sender reaches the store.
  std::string sign(const S3Request& request, Timestamp now, Timestamp expires,
                   const std::string& endpoint) const;

  const S3Location& location() const { return location_; }

 private:
  S3Location location_;
  S3Credentials credentials_;
};

/// As RFC 3986 writes it; `keep` is left as it is beside letters, digits and -._~.
std::string uri_encoded(std::string_view text, std::string_view keep = {});

}  // namespace storey::service
