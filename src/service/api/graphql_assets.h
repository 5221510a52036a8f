// What assets and subscriptions to them show alike.
#pragma once

namespace storey::service {

/// How much of a file has arrived.
struct UploadProgress {
  double percentage = 0;  ///< 0…100
};

}  // namespace storey::service
