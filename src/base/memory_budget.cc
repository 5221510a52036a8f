#include "base/memory_budget.h"

#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

namespace storey {
namespace {

constexpr std::uint64_t kUnknown = std::numeric_limits<std::uint64_t>::max();

/// One of the machine's figures, in bytes.
std::uint64_t memory_info(const std::string& wanted) {
  std::ifstream file("/proc/meminfo");
  std::string key, unit;
  for (std::uint64_t kib = 0; file >> key >> kib; std::getline(file, unit))
    if (key == wanted) return kib << 10;
  return kUnknown;
}

std::uint64_t free_on_machine() { return memory_info("MemAvailable:"); }

/// What can be put off to the disk.
std::uint64_t free_swap() {
  const std::uint64_t free = memory_info("SwapFree:");
  return free == kUnknown ? 0 : free;
}

std::uint64_t number_in(const std::string& path) {
  std::ifstream file(path);
  std::uint64_t value = 0;
  return file >> value ? value : kUnknown;  // "max": none
}

/// Of control groups (version 2), by the limit of the process's own group.
std::uint64_t free_in_group() {
  std::ifstream file("/proc/self/cgroup");
  std::string line;
  while (std::getline(file, line)) {
    if (!line.starts_with("0::")) continue;
    const std::string group = "/sys/fs/cgroup" + line.substr(3);
    const std::uint64_t most = number_in(group + "/memory.max"), used = number_in(group + "/memory.current");
    return most == kUnknown || used == kUnknown ? kUnknown : most - std::min(most, used);
  }
  return kUnknown;
}

/// Of addresses: the limit that `storey serve` sets for its conversions.
std::uint64_t free_of_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return kUnknown;
  std::ifstream file("/proc/self/statm");
  std::uint64_t pages = 0;
  file >> pages;
  const std::uint64_t used = pages * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  return limit.rlim_cur - std::min<std::uint64_t>(limit.rlim_cur, used);
}

}  // namespace

std::uint64_t memory_budget(const Options& options) {
  return options.memory_bytes > 0 ? options.memory_bytes : default_memory_budget();
}

std::uint64_t available_memory() {
  const std::uint64_t machine = free_on_machine();
  return std::min({machine == kUnknown ? machine : machine + free_swap(), free_in_group(), free_of_limit()});
}

void give_back_freed_memory() { ::malloc_trim(0); }

std::string size_text(std::uint64_t bytes) {
  if (bytes < 950'000'000) return std::to_string((bytes + 500'000) / 1'000'000) + " MB";
  const std::uint64_t tenths = (bytes + 50'000'000) / 100'000'000;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GB";
}

std::uint64_t default_memory_budget() {
  constexpr std::uint64_t kWhereNothingTells = std::uint64_t{4} << 30;
  const std::uint64_t free = std::min({free_on_machine(), free_in_group(), free_of_limit()});
  return free == kUnknown ? kWhereNothingTells : free / 2;
}

}  // namespace storey
