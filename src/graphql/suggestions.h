// "Did you mean ...?": names that are close to a name that is unknown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace storey::graphql {

/// Those of `options` that are close to `input`, closest first.
std::vector<std::string> suggestion_list(std::string_view input,
                                         const std::vector<std::string_view>& options);

/// ` Did you mean "a", "b", or "c"?` for at most five suggestions; empty without any. `what` goes before
/// them.
std::string did_you_mean(const std::vector<std::string>& suggestions, std::string_view what = "");

/// Order of strings in which numbers inside of them count by their value.
bool natural_less(std::string_view a, std::string_view b);

/// `a`, `a and b`, `a, b, and c`.
std::string and_list(const std::vector<std::string>& items);

}  // namespace storey::graphql
