// The way in for bytes that are no file, and without checksums, as tests and fuzzers need it.
#pragma once

#include <memory>
#include <string>

#include "cloud/cloud_source.h"
#include "io/e57/byte_source.h"
#include "io/e57/page_reader.h"

namespace storey::e57 {

/// `name` stands for the file in messages.
Result<std::unique_ptr<CloudSource>> open(std::unique_ptr<ByteSource> bytes, std::string name,
                                          Checksums checksums);

}  // namespace storey::e57
