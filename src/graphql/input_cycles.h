// Input objects that refer to themselves without end (specification, section 3.10, "Circular References").
#pragma once

#include <functional>
#include <string>
#include <unordered_set>
#include <vector>

#include "graphql/schema.h"

namespace storey::graphql {

/// Takes the message of an error and the places it is about.
using CycleSink = std::function<void(std::string message, const std::vector<ast::Offset>& offsets)>;

/// Finds default values of input fields that, filled in, contain themselves.
class DefaultCycleDetector {
 public:
  /// `report` has to outlive the detector.
  explicit DefaultCycleDetector(const CycleSink& report) : report_(report) {}

  /// Each field is looked into once, whichever type leads there first.
  void check(const NamedType& input_object) { check(input_object, nullptr); }

 private:
  /// `literal` null stands for an empty object.
  void check(const NamedType& type, const ast::Value* literal);
  void check_default(const InputValue& input, const NamedType& type);

  const CycleSink& report_;
  std::vector<const InputValue*> path_;
  std::unordered_set<const InputValue*> checked_;
};

/// Reports the input objects of which no finite value exists, as their fields need each other.
void report_infinite_inputs(const Schema& schema, const CycleSink& report);

}  // namespace storey::graphql
