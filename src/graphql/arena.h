// Memory of one document or one execution: allocated by moving a pointer, given back all at once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
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
  /// The first block holds that many bytes.
  explicit Arena(std::size_t first_block) : next_size_(first_block) {}
  Arena(Arena&& other) noexcept
      : next_size_(other.next_size_),
        last_block_(std::exchange(other.last_block_, nullptr)),
        finalizers_(std::move(other.finalizers_)),
        cursor_(std::exchange(other.cursor_, nullptr)),
        limit_(std::exchange(other.limit_, nullptr)) {}
  Arena& operator=(Arena&&) = delete;
  ~Arena() {
    for (auto it = finalizers_.rbegin(); it != finalizers_.rend(); ++it) it->destroy(it->object);
    while (last_block_ != nullptr) ::operator delete(std::exchange(last_block_, last_block_->before));
  }

  /// Constructs a T inside the arena.
  template <class T, class... Args>
  T* make(Args&&... args) {
    static_assert(alignof(T) <= kAlignment);
    void* at = allocate(sizeof(T));
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
  char* bytes(std::size_t size) { return static_cast<char*>(allocate(size)); }

  /// A copy of the text, followed by `padding` zero bytes.
  std::string_view copy(std::string_view text, std::size_t padding = 0) {
    if (text.empty() && padding == 0) return {};
    char* to = bytes(text.size() + padding);
    if (!text.empty()) std::memcpy(to, text.data(), text.size());
    std::memset(to + text.size(), 0, padding);
    return {to, text.size()};
  }

 private:
  struct Block {
    Block* before;
  };
  struct Finalizer {
    void* object;
    void (*destroy)(void*);
  };

  static constexpr std::size_t kLargestBlock = 256 * 1024;
  static constexpr std::size_t kAlignment = alignof(Block);  ///< of all that is allocated

  void* allocate(std::size_t size) {
    size = (size + kAlignment - 1) / kAlignment * kAlignment;
    if (size > static_cast<std::size_t>(limit_ - cursor_)) return allocate_block(size);
    return std::exchange(cursor_, cursor_ + size);
  }

  void* allocate_block(std::size_t size) {
    const std::size_t wanted = sizeof(Block) + std::max(next_size_, size);
    next_size_ = std::max(next_size_, std::min(2 * next_size_, kLargestBlock));
    char* memory = static_cast<char*>(::operator new(wanted));
    last_block_ = new (memory) Block{last_block_};
    cursor_ = memory + sizeof(Block);
    limit_ = memory + wanted;
    return allocate(size);
  }

  std::size_t next_size_ = 4096;
  Block* last_block_ = nullptr;
  std::vector<Finalizer> finalizers_;
  char* cursor_ = nullptr;
  char* limit_ = nullptr;
};

}  // namespace storey::graphql
