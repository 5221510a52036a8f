// What the connections of a server share.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "http/remote_address.h"
#include "http/router.h"
#include "http/server.h"
#include "http/tls.h"

namespace storey::http {

struct ConnectionContext {
  ServerOptions options;
  Router router;
  TrustedProxies proxies;
  std::unique_ptr<TlsContext> tls;  // null for a plain server
};

}  // namespace storey::http
