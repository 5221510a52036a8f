// Whether the bytes of an upload are here, and what they should be.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "service/usecases/services.h"

namespace storey::service {

/// Whether the check moves or reads all of the file: such a check is a job. Of others the bytes were looked
/// at as they came, and their checks end within the request.
bool takes_long(const Services& services, const Asset& asset);

/// What the present status says of a check. Refuses with UPLOAD_INCOMPLETE, UPLOAD_EXPIRED, and with what an
/// upload is FAILED for.
Outcome<void> require_checkable(const Services& services, const Asset& asset);

/// Refuses with what the upload is FAILED for.
tl::unexpected<Failure> stored_failure(const Asset& asset);

/// The order must still take uploads, whatever the upload itself says. Refuses with INVALID_ORDER_STATE.
Outcome<void> require_open(const Order& order, const Asset& asset);

/// An upload with all that makes its file.
struct WholeUpload {
  Asset asset;
  std::vector<UploadedPart> parts;  ///< that are to be put together, in their order
  std::uint64_t bytes = 0;          ///< of them, or of the file that is here
};

/// The upload, which takes long to check, as `session` finds it. `etags`: of its parts, as the client named
/// them; empty for all that there are. Nothing is looked for in a store to which clients send by themselves.
/// Refuses with UPLOAD_INCOMPLETE (parts are missing), UPLOAD_MISMATCH (a part has another entity tag).
Outcome<WholeUpload> find_kept_parts(Session& session, const Asset& asset,
                                     const std::vector<std::string>& etags);
/// The same of what the client has sent to the store.
Outcome<WholeUpload> find_sent_parts(Services& services, const Asset& asset,
                                     const std::vector<std::string>& etags);

/// Checks an upload that does not take long, and keeps what comes of it. Refuses with UPLOAD_INCOMPLETE,
/// UPLOAD_MISMATCH, INVALID_FILE, INVALID_ORDER_STATE.
Outcome<Asset> check_at_once(Services& services, const Asset& asset);

/// Checks the upload of a job and ends the job with what comes of it: the upload is FINALIZED, or FAILED with
/// what it is refused for. Nothing if the job is no longer the worker's: then nothing was kept. After other
/// failures, and once `keep_going` says no, the job is as it was.
Outcome<std::optional<Asset>> check_upload(Services& services, const Job& job,
                                           const std::function<bool()>& keep_going);

}  // namespace storey::service
