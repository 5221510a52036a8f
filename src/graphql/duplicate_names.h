// Names that may be there only once.
#pragma once

#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graphql/ast.h"

namespace storey::graphql {

/// Calls `report(name, offsets)` once for each name that more than one item has, with the places of all of
/// them; names in the order in which they come first.
template <class T, class Report>
void report_duplicate_names(const ast::List<T>& items, const Report& report) {
  std::vector<std::pair<std::string_view, std::vector<ast::Offset>>> by_name;
  std::unordered_map<std::string_view, std::size_t> index;
  for (const T& item : items) {
    const auto [slot, is_new] = index.emplace(item.name.value, by_name.size());
    if (is_new) by_name.push_back({item.name.value, {}});
    by_name[slot->second].second.push_back(item.name.start);
  }
  for (const auto& [name, offsets] : by_name) {
    if (offsets.size() > 1) report(name, offsets);
  }
}

}  // namespace storey::graphql
