#include "service/worker/housekeeper.h"

#include <algorithm>

namespace storey::service {
namespace {

constexpr std::chrono::hours kOrphanInterval{1};
constexpr std::chrono::seconds kSecondLook{60};  ///< where the first one, or the one before, says nothing

}  // namespace

Housekeeper::Housekeeper(Services& services, std::chrono::seconds interval, const WorkObserver& observer)
    : services_(services),
      interval_(interval),
      observer_(observer),
      orphans_due_(std::chrono::steady_clock::now()),
      background_([this](const std::stop_token&) { return work(); }) {}

std::chrono::milliseconds Housekeeper::work() {
  if (!clock_check_.agrees(services_.clock.now(), std::chrono::steady_clock::now())) {
    if (clock_check_.jump().count() != 0) notify(observer_.clock_jumped, clock_check_.jump());
    return std::min<std::chrono::milliseconds>(interval_, kSecondLook);
  }
  const auto report = keep_house(services_);
  if (!report) notify(observer_.failed, std::string("keep house"), report.error());
  std::int64_t orphans = 0;
  if (std::chrono::steady_clock::now() >= orphans_due_) {
    orphans_due_ += kOrphanInterval;
    const auto deleted = delete_orphaned_blobs(services_);
    if (!deleted) notify(observer_.failed, std::string("delete orphaned files"), deleted.error());
    orphans = deleted.value_or(0);
  }
  if (report) notify(observer_.house_kept, *report, orphans);
  return interval_;
}

}  // namespace storey::service
