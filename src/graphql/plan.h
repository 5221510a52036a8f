// What to execute for an object: the fields that apply to its type, merged by response name.
#pragma once

#include <boost/json/object.hpp>
#include <deque>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "graphql/arena.h"
#include "graphql/schema.h"

namespace storey::graphql {

/// An error at execution that has its message and the place in the document, not yet the path.
struct PlanError {
  std::string message;
  std::vector<ast::Offset> at;
};

struct Plan;

/// One field of a response object.
struct PlannedField {
  std::string_view response_name;
  std::string_view key;  ///< `"name":`
  std::vector<const ast::Selection*> nodes;
  const Field* definition = nullptr;
  const NamedType* object_type = nullptr;  ///< of the object that the field belongs to
  bool has_arguments = false;              ///< whether `arguments` or `argument_error` was computed
  boost::json::object arguments;
  std::optional<PlanError> argument_error;
  std::vector<std::pair<const NamedType*, Plan*>> sub_plans;
};

struct Plan {
  std::deque<PlannedField> fields;
  std::optional<PlanError> error;  ///< a @skip or @include without a usable condition
};

/// Makes the plans of one execution, each once.
class Planner {
 public:
  Planner(const Schema& schema, const Document& document, const boost::json::object& variables,
          bool hide_suggestions, Arena& arena);

  Plan& plan(const NamedType& type, const ast::SelectionSet& set);
  /// For the value of a field that has objects of `type`.
  Plan& sub_plan(PlannedField& field, const NamedType& type);
  /// Coerces the arguments of the field, once.
  void compute_arguments(PlannedField& field);

 private:
  struct Collection;
  void collect(const ast::SelectionSet& set, Collection& into);
  /// Whether @skip and @include let the selection in.
  bool is_included(const ast::Selection& selection, Plan& plan);
  std::optional<bool> condition(const ast::Selection& selection, std::string_view directive, Plan& plan);
  bool applies(const ast::TypeNode* condition, const NamedType& type) const;
  std::optional<PlanError> coerce_arguments(const NameTable<InputValue>& definitions,
                                            const ast::List<ast::Argument>& arguments, ast::Offset at,
                                            boost::json::object& values) const;

  const Schema& schema_;
  const boost::json::object& variables_;
  bool hide_suggestions_;
  Arena& arena_;
  std::unordered_map<std::string_view, const ast::Definition*> fragments_;
  std::deque<Plan> plans_;
};

}  // namespace storey::graphql
