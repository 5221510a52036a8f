#include "service/usecases/results.h"

#include "service/domain/try.h"
#include "service/usecases/orders.h"

namespace storey::service {
namespace {

Outcome<ResultFile> find_result(Services& services, const ResultId& id) {
  return services.store.look([&](Session& session) -> Outcome<ResultFile> {
    STOREY_TRY(auto found, session.results().find(id));
    if (!found)
      return refuse(FailureCode::kResultNotFound, "the result was not found; it may have been deleted");
    return std::move(*found);
  });
}

}  // namespace

std::string result_path(const ResultId& id) { return "/downloads/" + id.text; }

Outcome<std::vector<OfferedResult>> list_results(Services& services, const ClientId& client,
                                                 const OrderId& order) {
  STOREY_TRY(auto files, services.store.read([&](Session& session) -> Outcome<std::vector<ResultFile>> {
    STOREY_TRY_VOID(require_order(session, client, order));
    STOREY_TRY(auto found, session.results().list(order));
    return found;
  }));
  const Seconds lifetime = services.settings.download_lifetime;
  const Timestamp expires = services.clock.now() + lifetime;
  std::vector<OfferedResult> offered;
  for (ResultFile& file : files) {
    const DirectTransfers* direct = services.blobs.direct();
    std::string address = direct == nullptr ? services.key.sign_path(result_path(file.id), expires)
                                            : direct->get_address(file.blob, file.file_name,
                                                                  content_type_of(file.file_name), expires);
    offered.push_back({std::move(file), std::move(address), lifetime});
  }
  return offered;
}

Outcome<ClientId> client_of_result(Services& services, const ResultId& id) {
  STOREY_TRY(ResultFile file, find_result(services, id));
  return std::move(file.client_id);
}

Outcome<OpenedResult> open_result(Services& services, const ResultId& id) {
  STOREY_TRY(ResultFile file, find_result(services, id));
  STOREY_TRY(OpenBlob bytes, services.blobs.open(file.blob, [] { return true; }));
  return OpenedResult{std::move(file), std::move(bytes)};
}

}  // namespace storey::service
