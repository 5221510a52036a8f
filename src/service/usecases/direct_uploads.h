// Files that clients send straight to the blob store: the service sees them when they are finalized.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "service/usecases/services.h"

namespace storey::service {

/// Whether the client sends the upload's bytes straight to the store.
bool is_direct(const Services& services, const Asset& asset);

/// What the client's PUTs make. It is the upload's own until it is finalized.
BlobId sent_blob(const Asset& asset);

/// Where the client sends the file, or a part of it: a whole address of the store, or a signed path of this
/// service, which begins with a slash.
std::string upload_address(const Services& services, const Asset& asset);
std::string part_address(const Services& services, const Asset& asset, int number);

/// Before the upload is kept: asks the store for its name of an upload in parts. Refuses with QUOTA_EXCEEDED
/// or BAD_USER_INPUT what the store does not take.
Outcome<void> begin_direct_upload(Services& services, Asset& asset);
/// Removes what has arrived of an upload that is no more.
void abort_direct_upload(Services& services, const Asset& asset);

/// Of the file that was sent whole, in bytes; nothing if there is none.
Outcome<std::optional<std::uint64_t>> size_of_sent_file(Services& services, const Asset& asset);
/// The parts that have arrived; none once they were put together.
Outcome<std::vector<UploadedPart>> list_sent_parts(Services& services, const Asset& asset);
/// Puts what was sent where the client's addresses cannot reach it any more.
Outcome<BlobId> secure_sent_file(Services& services, const Asset& asset,
                                 const std::vector<UploadedPart>& parts);

}  // namespace storey::service
