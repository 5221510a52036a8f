#include "graphql/suggestions.h"

#include <algorithm>
#include <optional>

#include "graphql/characters.h"
#include "graphql/source.h"

namespace storey::graphql {
namespace {

constexpr std::size_t kMaxSuggestions = 5;

/// In lower case, one element for each UTF-16 code unit; all beyond ASCII are the same, as names have none.
std::u16string to_lower(std::string_view text) {
  std::u16string lower;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      lower += static_cast<char16_t>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    } else if (byte >= 0xC0) {
      lower.append(byte >= 0xF0 ? 2 : 1, u'\uFFFF');
    }
  }
  return lower;
}

/// Edit distance with transpositions of neighbours (optimal string alignment); nothing if above `threshold`.
std::optional<std::size_t> edit_distance(std::u16string_view a, std::u16string_view b,
                                         std::size_t threshold) {
  if (a.size() < b.size()) std::swap(a, b);
  if (a.size() - b.size() > threshold) return std::nullopt;
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t smallest = current[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t cost = a[i - 1] == b[j - 1] ? 0 : 1;
      std::size_t cell = std::min({last[j] + 1, current[j - 1] + 1, last[j - 1] + cost});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        cell = std::min(cell, before_last[j - 2] + 1);
      }
      smallest = std::min(smallest, cell);
      current[j] = cell;
    }
    if (smallest > threshold) return std::nullopt;
    std::swap(before_last, last);
    std::swap(last, current);
  }
  if (last[b.size()] > threshold) return std::nullopt;
  return last[b.size()];
}

std::string format_list(std::string_view conjunction, const std::vector<std::string>& items) {
  if (items.size() == 1) return items[0];
  if (items.size() == 2) return items[0] + " " + std::string(conjunction) + " " + items[1];
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i + 1 == items.size()) text.append(conjunction).append(" ");
    text += items[i];
    if (i + 1 < items.size()) text += ", ";
  }
  return text;
}

}  // namespace

std::vector<std::string> suggestion_list(std::string_view input,
                                         const std::vector<std::string_view>& options) {
  struct Candidate {
    std::size_t distance;
    std::string_view name;
  };
  const std::u16string lower_input = to_lower(input);
  const std::size_t threshold = utf16_length(input) * 2 / 5 + 1;
  std::vector<Candidate> candidates;
  for (const std::string_view option : options) {
    const std::u16string lower_option = to_lower(option);
    if (option == input) {
      candidates.push_back({0, option});
    } else if (lower_option == lower_input) {
      candidates.push_back({1, option});
    } else if (const auto distance = edit_distance(lower_option, lower_input, threshold)) {
      candidates.push_back({*distance, option});
    }
  }
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.distance != b.distance ? a.distance < b.distance : natural_less(a.name, b.name);
  });
  std::vector<std::string> names;
  for (const Candidate& candidate : candidates) {
    if (names.empty() || names.back() != candidate.name) names.emplace_back(candidate.name);
  }
  return names;
}

std::string did_you_mean(const std::vector<std::string>& suggestions, std::string_view what) {
  if (suggestions.empty()) return {};
  std::vector<std::string> quoted;
  for (const std::string& suggestion : suggestions) {
    if (quoted.size() < kMaxSuggestions) quoted.push_back('"' + suggestion + '"');
  }
  std::string text = " Did you mean ";
  if (!what.empty()) text.append(what).append(" ");
  return text + format_list("or", quoted) + "?";
}

bool natural_less(std::string_view a, std::string_view b) {
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() && j < b.size()) {
    if (!is_digit(a[i]) || !is_digit(b[j])) {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i;
      ++j;
      continue;
    }
    const auto read_number = [](std::string_view text, std::size_t& at) {
      double number = 0;
      do number = number * 10 + (text[at++] - '0');
      while (at < text.size() && is_digit(text[at]) && number > 0);
      return number;
    };
    const double number_a = read_number(a, i);
    const double number_b = read_number(b, j);
    if (number_a != number_b) return number_a < number_b;
  }
  return a.size() < b.size();
}

std::string and_list(const std::vector<std::string>& items) { return format_list("and", items); }

}  // namespace storey::graphql
