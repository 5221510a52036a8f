// The files of a finished order.
#pragma once

#include <string>
#include <vector>

#include "service/usecases/services.h"

namespace storey::service {

struct OfferedResult {
  ResultFile file;
  std::string address;  ///< of the store, or a signed path of this service, which begins with a slash
  Seconds expires_in{};
};

/// Path of a result, relative to the base address and not signed.
std::string result_path(const ResultId& id);

/// Empty until the order is completed. Refuses with ORDER_NOT_FOUND.
Outcome<std::vector<OfferedResult>> list_results(Services& services, const ClientId& client,
                                                 const OrderId& order);

struct OpenedResult {
  ResultFile file;
  OpenBlob bytes;
};

/// Whose file is behind a signed address. Refuses with RESULT_NOT_FOUND.
Outcome<ClientId> client_of_result(Services& services, const ResultId& id);

/// The file behind a signed address. Refuses with RESULT_NOT_FOUND.
Outcome<OpenedResult> open_result(Services& services, const ResultId& id);

}  // namespace storey::service
