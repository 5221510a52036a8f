// Memory of one document or one execution: allocated by moving a pointer, given back all at once.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace storey::graphql {

/// A bump allocator. Objects live until the arena dies; destructors run only for those that have one.
class Arena {
 public:
  Arena() = default;
  Arena(Arena&& other) noexcept
      : blocks_(std::move(other.blocks_)),
        finalizers_(std::move(other.finalizers_)),
        cursor_(std::exchange(other.cursor_, nullptr)),
        limit_(std::exchange(other.limit_, nullptr)) {}
  Arena& operator=(Arena&&) = delete;
  ~Arena() {
    for (auto it = finalizers_.rbegin(); it != finalizers_.rend(); ++it) it->destroy(it->object);
  }

  /// Constructs a T inside the arena.
  template <class T, class... Args>
  T* make(Args&&... args) {
    void* at = allocate(sizeof(T), alignof(T));
    T* object = nullptr;
    if constexpr (std::is_constructible_v<T, Args...>) {
      object = new (at) T(std::forward<Args>(args)...);  // braces would make a list of a JSON value
    } else {
      object = new (at) T{std::forward<Args>(args)...};
    }
    if constexpr (!std::is_trivially_destructible_v<T>) {
      finalizers_.push_back({object, [](void* o) { static_cast<T*>(o)->~T(); }});
    }
    return object;
  }

  /// `size` bytes without a value.
  char* bytes(std::size_t size) { return static_cast<char*>(allocate(size, 1)); }

  std::string_view copy(std::string_view text) {
    if (text.empty()) return {};
    char* to = bytes(text.size());
    std::memcpy(to, text.data(), text.size());
    return {to, text.size()};
  }

 private:
  struct Finalizer {
    void* object;
    void (*destroy)(void*);
  };

  static constexpr std::size_t kFirstBlock = 4096;
  static constexpr std::size_t kLargestBlock = 256 * 1024;

  void* allocate(std::size_t size, std::size_t align) {
    const std::size_t padding = -reinterpret_cast<std::uintptr_t>(cursor_) & (align - 1);
    if (size + padding > static_cast<std::size_t>(limit_ - cursor_)) return allocate_block(size, align);
    char* at = cursor_ + padding;
    cursor_ = at + size;
    return at;
  }

  void* allocate_block(std::size_t size, std::size_t align) {
    const std::size_t grown = kFirstBlock << std::min<std::size_t>(blocks_.size(), 6);
    const std::size_t wanted = std::max(std::min(grown, kLargestBlock), size + align);
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(wanted));
    cursor_ = blocks_.back().get();
    limit_ = cursor_ + wanted;
    return allocate(size, align);
  }

  std::vector<std::unique_ptr<char[]>> blocks_;
  std::vector<Finalizer> finalizers_;
  char* cursor_ = nullptr;
  char* limit_ = nullptr;
};

}  // namespace storey::graphql
