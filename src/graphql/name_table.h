// Things with names, in order, found by name.
#pragma once

#include <cstdint>
#include <deque>
#include <string_view>
#include <utility>
#include <vector>

#include "graphql/ast.h"

namespace storey::graphql {

/// Hash of a name. It differs from process to process, so that nobody outside can prepare names that collide;
/// nothing observable depends on it.
std::uint32_t hash_name(std::string_view name);

/// An ordered list of T with look-up by T::name. T also has a `hash` member, set by add(). References to
/// elements stay valid while the table lives.
template <class T>
class NameTable {
 public:
  /// Appends; a T of that name that is already there stays the one that find() gives.
  T& add(T item) {
    item.hash = hash_name(item.name);
    items_.push_back(std::move(item));
    T& added = items_.back();
    if (items_.size() * 2 > slots_.size()) {
      rebuild();
    } else {
      insert(added);
    }
    return added;
  }

  const T* find(std::string_view name, std::uint32_t hash) const {
    if (slots_.empty()) return nullptr;
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t slot = hash & mask; slots_[slot] != nullptr; slot = (slot + 1) & mask) {
      const T& item = *slots_[slot];
      if (item.hash == hash && item.name == name) return &item;
    }
    return nullptr;
  }
  const T* find(const ast::Name& name) const { return find(name.value); }
  const T* find(std::string_view name) const { return find(name, hash_name(name)); }

  T* find(std::string_view name) { return const_cast<T*>(std::as_const(*this).find(name)); }

  auto begin() const { return items_.begin(); }
  auto end() const { return items_.end(); }
  auto begin() { return items_.begin(); }
  auto end() { return items_.end(); }
  const T& operator[](std::size_t i) const { return items_[i]; }
  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }

  /// The names in order.
  std::vector<std::string_view> names() const {
    std::vector<std::string_view> all;
    for (const T& item : items_) all.emplace_back(item.name);
    return all;
  }

 private:
  void rebuild() {
    std::size_t size = 8;
    while (size < items_.size() * 4) size *= 2;
    slots_.assign(size, nullptr);
    for (const T& item : items_) insert(item);
  }
  void insert(const T& item) {
    if (find(item.name, item.hash) != nullptr) return;
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = item.hash & mask;
    while (slots_[slot] != nullptr) slot = (slot + 1) & mask;
    slots_[slot] = &item;
  }

  std::deque<T> items_;
  std::vector<const T*> slots_;
};

}  // namespace storey::graphql
