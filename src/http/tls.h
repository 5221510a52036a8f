// TLS for the server's side: certificate, key, policy.
#pragma once

#include <memory>
#include <mutex>

#include "http/server.h"
#include "http/transport.h"
#include "storey/result.h"

struct ssl_ctx_st;

namespace storey::http {

/// TLS 1.2 and newer, HTTP/1.1 by ALPN. Safe to use from several threads.
class TlsContext {
 public:
  /// kUnreadable names the file that cannot be used and why; kInvalidArgument where key and certificate
  /// differ.
  static Result<std::unique_ptr<TlsContext>> create(TlsOptions options);

  /// Reads the files again. After an error everything stays as it was.
  Result<void> reload();

  /// The state of one new connection.
  SslPtr new_connection() const;

 private:
  explicit TlsContext(TlsOptions options) : options_(std::move(options)) {}

  TlsOptions options_;
  mutable std::mutex mutex_;
  std::shared_ptr<ssl_ctx_st> context_;
};

}  // namespace storey::http
