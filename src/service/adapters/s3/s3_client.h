// Requests to a bucket, by libcurl.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "service/adapters/s3/s3_signer.h"
#include "service/ports/clock.h"

namespace storey::service {

struct S3Answer {
  int status = 0;
  std::string body;
  std::string etag;                   ///< with its quotes
  std::optional<std::uint64_t> size;  ///< in bytes, as announced
};

/// What an exchange does beside sending the request.
struct S3Exchange {
  std::span<const char> body = {};  ///< sent with PUT and POST
  /// Takes the body of a successful answer piece by piece; without it the answer has it.
  std::function<bool(std::span<const char>)> sink = {};
  std::function<bool()> keep_going = {};  ///< asked at least every second; kCancelled once it says no
};

class S3Client {
 public:
  S3Client(S3Location location, S3Credentials credentials, const Clock& clock);
  ~S3Client();
  S3Client(const S3Client&) = delete;
  S3Client& operator=(const S3Client&) = delete;

  /// Sends the request, again for some seconds where the store fails or nobody answers. Any answer below 300
  /// is success. Errors: kNotFound (404), kInvalidArgument (other answers that blame the request),
  /// kUnreadable or, of requests that write, kUnwritable (what is the store's trouble), kCancelled.
  Result<S3Answer> send(const S3Request& request, const S3Exchange& exchange = {});
  /// The same, once.
  Result<S3Answer> send_once(const S3Request& request, const S3Exchange& exchange);

  /// An address for clients.
  std::string address(const S3Request& request, Timestamp expires) const;
  const S3Location& location() const { return signer_.location(); }

 private:
  class Handle;

  S3Signer signer_;
  const Clock& clock_;
  std::mutex mutex_;
  std::vector<void*> idle_;  ///< handles of curl, each with its open connection
};

}  // namespace storey::service
