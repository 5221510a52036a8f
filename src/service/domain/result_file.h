// One file of an order's result.
#pragma once

#include <cstdint>
#include <string>

#include "service/domain/id.h"
#include "service/domain/timestamp.h"

namespace storey::service {

struct ResultFile {
  ResultId id;
  OrderId order_id;
  ClientId client_id;
  std::string format;  ///< "json", "svg" …
  int storey = -1;     ///< -1: the whole building
  std::string file_name;
  std::uint64_t size_bytes = 0;
  std::string checksum_sha256;  ///< lower-case hexadecimal
  BlobId blob;
  Timestamp created{};
};

/// The media type of a file, by its extension.
std::string content_type_of(const std::string& file_name);

}  // namespace storey::service
