#include "service/domain/client.h"

namespace storey::service {

std::string_view tier_name(Tier tier) { return tier == Tier::kPremium ? "premium" : "standard"; }

std::optional<Tier> parse_tier(std::string_view text) {
  if (text == "standard") return Tier::kStandard;
  if (text == "premium") return Tier::kPremium;
  return std::nullopt;
}

}  // namespace storey::service
