#include "graphql/overlap.h"
#include "graphql/validator.h"

namespace storey::graphql {
namespace {

constexpr std::size_t kMaxDetailLength = 1000;
constexpr std::size_t kMaxConflictNodes = 20;

std::string abbreviate(std::string_view text) {
  if (text.size() <= kMaxDetailLength) return std::string(text);
  return std::string(text.substr(0, kMaxDetailLength)) + "...";
}

}  // namespace

void OverlapRule::check(const ast::SelectionSet& set) {
  if (!is_decided_) {
    is_decided_ = true;
    has_conflict_ = OverlapDetector(validator_).has_conflict();
  }
  if (!has_conflict_) return;
  for (const Conflict& conflict : find_conflicts(set)) {
    Validator::Offsets offsets = conflict.first;
    offsets.insert(offsets.end(), conflict.second.begin(), conflict.second.end());
    validator_.report("Fields \"" + abbreviate(conflict.response_name) + "\" conflict because " +
                          conflict.reason +
                          ". Use different aliases on the fields to fetch both if this was intentional.",
                      offsets);
  }
}

void OverlapRule::spend(std::size_t work) { validator_.spend(work); }

bool OverlapRule::is_known(const std::map<PairKey, bool>& pairs, PairKey key, bool are_exclusive) {
  const auto known = pairs.find(key);
  return known != pairs.end() && (are_exclusive || !known->second);
}

OverlapRule::Collected& OverlapRule::collect(const ast::SelectionSet& set) {
  std::unique_ptr<Collected>& collected = collected_[&set];
  if (collected == nullptr) {
    collected = std::make_unique<Collected>();
    collect_into(set, *collected);
  }
  return *collected;
}

void OverlapRule::collect_into(const ast::SelectionSet& set, Collected& collected) {
  for (const ast::Selection& selection : set.selections) {
    switch (selection.kind) {
      case ast::SelectionKind::kField: {
        const std::string_view name = selection.response_name().value;
        const auto [slot, is_new] = collected.index.emplace(name, collected.groups.size());
        if (is_new) collected.groups.emplace_back(name, Fields{});
        collected.groups[slot->second].second.push_back(&selection);
        break;
      }
      case ast::SelectionKind::kFragmentSpread: {
        const ast::Definition* fragment = validator_.find_fragment(selection.name);
        if (fragment == nullptr) break;
        bool is_new = true;
        for (const ast::Definition* known : collected.fragments) is_new &= known != fragment;
        spend(collected.fragments.size());
        if (is_new) collected.fragments.push_back(fragment);
        break;
      }
      case ast::SelectionKind::kInlineFragment:
        collect_into(*selection.selection_set, collected);
        break;
    }
  }
}

OverlapRule::Conflicts OverlapRule::find_conflicts(const ast::SelectionSet& set) {
  Conflicts conflicts;
  const Collected& fields = collect(set);
  compare_within(fields, conflicts);
  for (std::size_t i = 0; i < fields.fragments.size(); ++i) {
    compare_with_fragment(false, fields, *fields.fragments[i], conflicts);
    for (std::size_t j = i + 1; j < fields.fragments.size(); ++j) {
      compare_fragments(false, *fields.fragments[i], *fields.fragments[j], conflicts);
    }
  }
  return conflicts;
}

void OverlapRule::compare_within(const Collected& fields, Conflicts& conflicts) {
  for (const auto& [name, group] : fields.groups) {
    for (std::size_t i = 0; i < group.size(); ++i) {
      for (std::size_t j = i + 1; j < group.size(); ++j) {
        compare_fields(false, name, *group[i], *group[j], conflicts);
      }
    }
  }
}

void OverlapRule::compare(bool are_exclusive, const Collected& a, const Collected& b, Conflicts& conflicts) {
  for (const auto& [name, fields_a] : a.groups) {
    spend(1);
    const auto slot = b.index.find(name);
    if (slot == b.index.end()) continue;
    for (const ast::Selection* field_a : fields_a) {
      for (const ast::Selection* field_b : b.groups[slot->second].second) {
        compare_fields(are_exclusive, name, *field_a, *field_b, conflicts);
      }
    }
  }
}

void OverlapRule::compare_with_fragment(bool are_exclusive, const Collected& fields,
                                        const ast::Definition& fragment, Conflicts& conflicts) {
  const Validator::Descent descent(validator_);
  spend(1);
  if (fields.groups.empty()) return;
  const PairKey key{&fields, &fragment};
  if (is_known(compared_with_fragment_, key, are_exclusive)) return;
  compared_with_fragment_[key] = are_exclusive;
  const Collected& others = collect(*fragment.selection_set);
  if (&fields == &others) return;
  compare(are_exclusive, fields, others, conflicts);
  for (const ast::Definition* inner : others.fragments) {
    compare_with_fragment(are_exclusive, fields, *inner, conflicts);
  }
}

void OverlapRule::compare_fragments(bool are_exclusive, const ast::Definition& a, const ast::Definition& b,
                                    Conflicts& conflicts) {
  const Validator::Descent descent(validator_);
  spend(2);
  if (&a == &b) return;
  if (is_known(compared_fragments_, {&a, &b}, are_exclusive) ||
      is_known(compared_fragments_, {&b, &a}, are_exclusive)) {
    return;
  }
  compared_fragments_[{&a, &b}] = are_exclusive;
  const Collected& fields_a = collect(*a.selection_set);
  const Collected& fields_b = collect(*b.selection_set);
  compare(are_exclusive, fields_a, fields_b, conflicts);
  for (const ast::Definition* inner : fields_b.fragments)
    compare_fragments(are_exclusive, a, *inner, conflicts);
  for (const ast::Definition* inner : fields_a.fragments)
    compare_fragments(are_exclusive, *inner, b, conflicts);
}

void OverlapRule::compare_fields(bool are_exclusive, std::string_view name, const ast::Selection& a,
                                 const ast::Selection& b, Conflicts& conflicts) {
  spend(2);
  const NamedType* parent_a = validator_.typed(a).parent;
  const NamedType* parent_b = validator_.typed(b).parent;
  const bool are_different_objects = parent_a != parent_b && parent_a != nullptr && parent_b != nullptr &&
                                     parent_a->kind == TypeKind::kObject &&
                                     parent_b->kind == TypeKind::kObject;
  are_exclusive = are_exclusive || are_different_objects;
  const auto conflict = [&](std::string reason) {
    conflicts.push_back({name, std::move(reason), {a.start}, {b.start}});
  };
  if (!are_exclusive) {
    if (a.name.value != b.name.value) {
      return conflict('"' + abbreviate(a.name.value) + "\" and \"" + abbreviate(b.name.value) +
                      "\" are different fields");
    }
    if (!have_same_arguments(a, b)) return conflict("they have differing arguments");
  }
  const Type* type_a = field_type(validator_, a);
  const Type* type_b = field_type(validator_, b);
  if (type_a != nullptr && type_b != nullptr && do_shapes_conflict(*type_a, *type_b)) {
    return conflict("they return conflicting types \"" + to_string(*type_a) + "\" and \"" +
                    to_string(*type_b) + "\"");
  }
  if (a.selection_set == nullptr || b.selection_set == nullptr) return;
  const Conflicts inner = compare_sub_selections(are_exclusive, *a.selection_set, *b.selection_set);
  if (inner.empty()) return;
  Conflict outer{name, {}, {a.start}, {b.start}};
  for (const Conflict& part : inner) {
    outer.reason += (outer.reason.empty() ? "" : " and ") + std::string("subfields \"") +
                    abbreviate(part.response_name) + "\" conflict because " + part.reason;
    if (outer.reason.size() > kMaxDetailLength) break;
  }
  outer.reason = abbreviate(outer.reason);
  const auto add_nodes = [](std::vector<ast::Offset>& to, const std::vector<ast::Offset>& from) {
    const std::size_t kept = std::min(from.size(), kMaxConflictNodes - to.size());
    to.insert(to.end(), from.end() - static_cast<std::ptrdiff_t>(kept), from.end());
  };
  for (const Conflict& part : inner) {
    add_nodes(outer.first, part.first);
    add_nodes(outer.second, part.second);
  }
  conflicts.push_back(std::move(outer));
}

OverlapRule::Conflicts OverlapRule::compare_sub_selections(bool are_exclusive, const ast::SelectionSet& a,
                                                           const ast::SelectionSet& b) {
  const Validator::Descent descent(validator_);
  Conflicts conflicts;
  const Collected& fields_a = collect(a);
  const Collected& fields_b = collect(b);
  compare(are_exclusive, fields_a, fields_b, conflicts);
  for (const ast::Definition* fragment : fields_b.fragments) {
    compare_with_fragment(are_exclusive, fields_a, *fragment, conflicts);
  }
  for (const ast::Definition* fragment : fields_a.fragments) {
    compare_with_fragment(are_exclusive, fields_b, *fragment, conflicts);
  }
  for (const ast::Definition* fragment_a : fields_a.fragments) {
    for (const ast::Definition* fragment_b : fields_b.fragments) {
      compare_fragments(are_exclusive, *fragment_a, *fragment_b, conflicts);
    }
  }
  return conflicts;
}

}  // namespace storey::graphql
