// Answers that clients have asked for and not taken yet.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "service/domain/id.h"

namespace storey::service {

/// Counts the bytes of large answers, so that a client that asks and does not read cannot fill the memory.
class UnsentAnswers {
 public:
  explicit UnsentAnswers(std::uint64_t max_bytes_of_client) : max_bytes_(max_bytes_of_client) {}

  /// Whether the client has so much waiting that nothing more is made for it.
  bool is_full(const ClientId& client) const;
  /// Counts `bytes` for the client until what is returned is destroyed.
  std::shared_ptr<const void> add(const ClientId& client, std::uint64_t bytes);

 private:
  /// Connections may live longer than this.
  struct Counts {
    std::mutex mutex;
    std::map<std::string, std::uint64_t> bytes_of_client;
  };

  std::uint64_t max_bytes_;
  std::shared_ptr<Counts> counts_ = std::make_shared<Counts>();
};

}  // namespace storey::service
