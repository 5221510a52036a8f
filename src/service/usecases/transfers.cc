#include "service/usecases/transfers.h"

namespace storey::service {

Transfers::Ticket::~Ticket() { transfers_.end(*this); }

std::unique_ptr<Transfers::Ticket> Transfers::begin(const ClientId& client, const AssetId& asset, int part,
                                                    int max_of_client) {
  const std::lock_guard lock(mutex_);
  const Ticket::Key key{asset.text, part};
  const auto former = newest_.find(key);
  const auto count = of_client_.find(client.text);
  const int under_way = count == of_client_.end() ? 0 : count->second;
  if (under_way >= (former == newest_.end() ? max_of_client : 2 * max_of_client)) return nullptr;
  std::unique_ptr<Ticket> ticket(new Ticket(*this, client, key));
  if (former != newest_.end()) former->second->superseded_ = true;
  newest_[key] = ticket.get();
  ++of_client_[client.text];
  return ticket;
}

std::uint64_t Transfers::bytes_under_way(const AssetId& asset, int except) const {
  const std::lock_guard lock(mutex_);
  std::uint64_t bytes = 0;
  for (auto entry = newest_.lower_bound({asset.text, 0}); entry != newest_.end(); ++entry) {
    if (entry->first.first != asset.text) break;
    if (entry->first.second != except) bytes += entry->second->bytes_;
  }
  return bytes;
}

void Transfers::end(Ticket& ticket) {
  const std::lock_guard lock(mutex_);
  const auto newest = newest_.find(ticket.key_);
  if (newest != newest_.end() && newest->second == &ticket) newest_.erase(newest);
  const auto count = of_client_.find(ticket.client_.text);
  if (--count->second == 0) of_client_.erase(count);
}

}  // namespace storey::service
