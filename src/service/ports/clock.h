// The present time and random numbers: what makes the same action differ from one moment to the next.
#pragma once

#include <span>

#include "service/domain/id.h"
#include "service/domain/timestamp.h"

namespace storey::service {

class Clock {
 public:
  virtual ~Clock() = default;
  virtual Timestamp now() const = 0;
};

class Random {
 public:
  virtual ~Random() = default;
  /// Fills `bytes` from a cryptographically secure source.
  virtual void fill(std::span<std::uint8_t> bytes) = 0;
};

/// Makes identifiers that order by the time of their making.
class IdSource {
 public:
  virtual ~IdSource() = default;
  /// A UUIDv7, greater than all that this source made before.
  virtual std::string next() = 0;

  template <class IdType>
  IdType make() {
    return IdType(next());
  }
};

}  // namespace storey::service
