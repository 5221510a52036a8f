// The plan as text: plan.json, schema "storey.plan/1" (docs/schema/storey.plan-1.schema.json).
#pragma once

#include <string>
#include <string_view>

#include "storey/plan.h"
#include "storey/result.h"

namespace storey {

inline constexpr std::string_view kPlanSchema = "storey.plan/1";

/// Metres and square metres with at most four decimals, millimetres of uncertainty with two; fields in a
/// fixed order. The same plan gives the same bytes. Throws std::domain_error where the plan holds NaN or
/// infinity.
std::string plan_to_json(const Plan& plan);

/// Reads what plan_to_json writes, and any plan that has the fields of the schema's core: the added ones
/// (confidence, basis, uncertainty, faces …) take their defaults where they are missing, missing ids are made
/// up, unknown fields are passed over. Errors: kDamaged with the line (no JSON) or the path of the field (no
/// plan) as its place; kWrongFormat for another schema.
Result<Plan> plan_from_json(std::string_view text);

}  // namespace storey
