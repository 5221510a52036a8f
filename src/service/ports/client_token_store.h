// What clients have asked for under tokens of their own, so that asking again does nothing twice.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "service/domain/digest.h"
#include "service/domain/id.h"
#include "service/domain/timestamp.h"
#include "storey/result.h"

namespace storey::service {

struct ClientToken {
  ClientId client_id;
  std::string operation;   ///< "initializeOrder" …
  std::string token;       ///< as the client chose it
  Digest request{};        ///< of all that was asked
  std::string subject_id;  ///< what was made
  Timestamp created{};
};

class ClientTokenStore {
 public:
  virtual ~ClientTokenStore() = default;
  /// Keeps it, in the place of a former one of the same name.
  virtual Result<void> put(const ClientToken& token) = 0;
  virtual Result<std::optional<ClientToken>> find(const ClientId& client, const std::string& operation,
                                                  const std::string& token) = 0;
  /// Forgets at most `limit` that were made before `time`; says how many.
  virtual Result<std::int64_t> erase_before(Timestamp time, int limit) = 0;
};

}  // namespace storey::service
