// Telling the world of a change, inside the transaction that makes it: event log and webhook outbox.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "service/usecases/services.h"

namespace storey::service {

/// Moves the order on, keeps it, logs the event and puts a delivery for every webhook that wants it into the
/// outbox.
Outcome<StatusChange> advance_order(Services& services, Session& session, Order& order, OrderStatus to);

/// Moves the upload on, keeps it and logs the event.
Outcome<void> advance_upload(Services& services, Session& session, Asset& asset, UploadStatus to);

/// The same on the way to another status in the same transaction, with which the upload is kept.
Outcome<void> pass_upload(Services& services, Session& session, Asset& asset, UploadStatus to);

/// How many deliveries wait for the client's receivers, as far as it matters for a further one.
Outcome<std::int64_t> count_pending_deliveries(Services& services, Session& session, const ClientId& client);

/// Puts `upload.finalized` into the outbox.
Outcome<void> announce_finalized_upload(Services& services, Session& session, const Order& order,
                                        const Asset& asset);

/// The body that webhooks get for a change of an order's status.
std::string status_message(std::string_view event, const Order& order, const StatusChange& change);

}  // namespace storey::service
