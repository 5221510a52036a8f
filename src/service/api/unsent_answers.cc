#include "service/api/unsent_answers.h"

namespace storey::service {

bool UnsentAnswers::is_full(const ClientId& client) const {
  const std::lock_guard lock(counts_->mutex);
  const auto found = counts_->bytes_of_client.find(client.text);
  return found != counts_->bytes_of_client.end() && found->second >= max_bytes_;
}

std::shared_ptr<const void> UnsentAnswers::add(const ClientId& client, std::uint64_t bytes) {
  {
    const std::lock_guard lock(counts_->mutex);
    counts_->bytes_of_client[client.text] += bytes;
  }
  return {nullptr, [counts = counts_, client = client.text, bytes](const void*) {
            const std::lock_guard lock(counts->mutex);
            const auto found = counts->bytes_of_client.find(client);
            found->second -= bytes;
            if (found->second == 0) counts->bytes_of_client.erase(found);
          }};
}

}  // namespace storey::service
