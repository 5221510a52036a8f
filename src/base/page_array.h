// An array straight from the system that grows without being copied.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

namespace storey {

/// Where it grows, its pages move: no memory is taken for both at once, and none is touched twice. New
/// elements are zeros, whatever T's constructor says.
template <class T>
class PageArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  PageArray() = default;
  PageArray(const PageArray&) = delete;
  PageArray& operator=(const PageArray&) = delete;
  ~PageArray() { clear(); }

  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return data_[i]; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }

  /// \pre more than there are
  void grow(std::size_t size) {
    void* const memory = size_ == 0 ? ::mmap(nullptr, size * sizeof(T), PROT_READ | PROT_WRITE,
                                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                                    : ::mremap(data_, size_ * sizeof(T), size * sizeof(T), MREMAP_MAYMOVE);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    data_ = static_cast<T*>(memory);
    bring_pages(std::exchange(size_, size));
  }
  /// What it held is the system's again.
  void clear() {
    if (size_ > 0) ::munmap(data_, size_ * sizeof(T));
    data_ = nullptr;
    size_ = 0;
  }

 private:
  /// The new pages, at once and to be written to. Read before it is written to, each would be the system's
  /// page of zeros first, and taking its place stops all threads for a moment. A kernel before 5.14 brings
  /// them one by one, when they are needed.
  void bring_pages(std::size_t old_size) {
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const auto begin = (reinterpret_cast<std::uintptr_t>(data_ + old_size) + page - 1) / page * page;
    const auto end = reinterpret_cast<std::uintptr_t>(data_ + size_);
    if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_WRITE);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace storey
