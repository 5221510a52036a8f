// Whether fields with the same response name can be merged (specification, 5.3.2).
//
// Comparing every pair of fields takes time that grows with the square of the document, and worse through
// fragments. Here a first pass over whole sets of fields decides whether there is any conflict at all, after
// S. Adameit, "Overlapping fields can be merged fast". Only if there is one are pairs compared, to say which.
#pragma once

#include <map>
#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "graphql/ast.h"

namespace storey::graphql {

class Validator;
struct Type;

/// Whether two values are written the same way; the order of fields does not count.
bool is_same_value(const ast::Value& a, const ast::Value& b);
/// Whether two fields have the same arguments, in any order.
bool have_same_arguments(const ast::Selection& a, const ast::Selection& b);
/// Whether values of the two types can never be of one shape in a response.
bool do_shapes_conflict(const Type& a, const Type& b);
/// The type of a field; null for unknown fields and meta fields.
const Type* field_type(const Validator& validator, const ast::Selection& field);

/// Decides for a whole document whether any two fields conflict. Cost: near-linear in its expanded
/// selections.
class OverlapDetector {
 public:
  explicit OverlapDetector(Validator& validator);

  bool has_conflict();

 private:
  /// What is asked of a set of fields: the same shape, the same field and arguments, or both.
  enum class Question : unsigned char { kShape, kField, kBoth };
  using Fields = std::vector<const ast::Selection*>;

  /// All fields of the sets, those of their fragments included, sorted by response name.
  Fields collect(const std::vector<const ast::SelectionSet*>& sets);
  bool conflicts(const std::vector<const ast::SelectionSet*>& sets, Question question);
  bool run_conflicts(const Fields& run, Question question);
  bool group_conflicts(const Fields& group) const;
  bool shapes_conflict(const Fields& run) const;
  /// Whether merging what is selected below the fields gives a conflict. Each set of fields is asked once.
  bool sub_selections_conflict(const Fields& fields, Question question);

  struct KeyHash {
    std::size_t operator()(const std::vector<std::uint32_t>& key) const;
  };

  Validator& validator_;
  std::unordered_set<std::vector<std::uint32_t>, KeyHash> asked_;
  std::unordered_set<const ast::Definition*> collected_;  ///< fragments whose fields were looked at
};

/// Reports the conflicts selection set by selection set.
class OverlapRule {
 public:
  explicit OverlapRule(Validator& validator) : validator_(validator) {}

  /// To be called for every selection set that is not that of an inline fragment.
  void check(const ast::SelectionSet& set);

 private:
  using Fields = std::vector<const ast::Selection*>;
  struct Collected {
    std::vector<std::pair<std::string_view, Fields>> groups;
    std::unordered_map<std::string_view, std::size_t> index;
    std::vector<const ast::Definition*> fragments;  ///< those spread, each once
  };
  struct Conflict {
    std::string_view response_name;
    std::string reason;
    std::vector<ast::Offset> first, second;
  };
  using Conflicts = std::vector<Conflict>;

  Collected& collect(const ast::SelectionSet& set);
  void collect_into(const ast::SelectionSet& set, Collected& collected);
  Conflicts find_conflicts(const ast::SelectionSet& set);
  void compare_within(const Collected& fields, Conflicts& conflicts);
  void compare(bool are_exclusive, const Collected& a, const Collected& b, Conflicts& conflicts);
  void compare_with_fragment(bool are_exclusive, const Collected& fields, const ast::Definition& fragment,
                             Conflicts& conflicts);
  void compare_fragments(bool are_exclusive, const ast::Definition& a, const ast::Definition& b,
                         Conflicts& conflicts);
  void compare_fields(bool are_exclusive, std::string_view name, const ast::Selection& a,
                      const ast::Selection& b, Conflicts& conflicts);
  Conflicts compare_sub_selections(bool are_exclusive, const ast::SelectionSet& a,
                                   const ast::SelectionSet& b);
  void spend(std::size_t work);

  /// Pairs already compared, and whether only as parts of exclusive parents.
  using PairKey = std::pair<const void*, const void*>;
  static bool is_known(const std::map<PairKey, bool>& pairs, PairKey key, bool are_exclusive);

  Validator& validator_;
  bool is_decided_ = false;
  bool has_conflict_ = false;
  std::unordered_map<const ast::SelectionSet*, std::unique_ptr<Collected>> collected_;
  std::map<PairKey, bool> compared_with_fragment_, compared_fragments_;
};

}  // namespace storey::graphql
