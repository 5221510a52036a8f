#include "service/api/media_type.h"

#include <charconv>

#include "http/headers.h"

namespace storey::service {
namespace {

std::string_view name_in(std::string_view member) { return http::trim(member.substr(0, member.find(';'))); }

/// What a member of a header says of itself; 1 if it says nothing.
double weight_in(std::string_view member) {
  double weight = 1;
  for (std::size_t at = member.find(';'); at != std::string_view::npos; at = member.find(';', at + 1)) {
    const std::string_view parameter = http::trim(member.substr(at + 1, member.find(';', at + 1) - at - 1));
    if (!parameter.starts_with("q=") && !parameter.starts_with("Q=")) continue;
    std::from_chars(parameter.data() + 2, parameter.data() + parameter.size(), weight);
  }
  return weight;
}

/// The weight that one member of the header gives to `type`; negative if it is about others. `specific` tells
/// how closely it names it.
double weight_for(std::string_view member, std::string_view type, int& specific) {
  const std::string_view range = name_in(member);
  const std::string_view group = type.substr(0, type.find('/') + 1);
  if (http::equal_ignoring_case(range, type))
    specific = 3;
  else if (range.size() == group.size() + 1 && range.back() == '*' &&
           http::equal_ignoring_case(range.substr(0, group.size()), group))
    specific = 2;
  else if (range == "*/*")
    specific = 1;
  else
    return -1;
  return weight_in(member);
}

double weight_of(std::string_view accept, std::string_view type) {
  double best = -1;
  int closest = 0;
  for (const std::string_view member : http::split_list(accept)) {
    int specific = 0;
    const double weight = weight_for(member, type, specific);
    if (weight < 0 || specific < closest) continue;
    closest = specific;
    best = weight;
  }
  return best;
}

}  // namespace

std::string_view choose_media_type(std::string_view accept, std::span<const std::string_view> offered) {
  if (http::trim(accept).empty()) return offered.front();
  std::string_view chosen;
  double best = 0;
  for (const std::string_view type : offered) {
    const double weight = weight_of(accept, type);
    if (weight <= best) continue;
    best = weight;
    chosen = type;
  }
  return chosen;
}

bool accepts_gzip(std::string_view accept_encoding) {
  double weight = 0;
  bool named = false;
  for (const std::string_view member : http::split_list(accept_encoding)) {
    const std::string_view coding = name_in(member);
    const bool is_gzip =
        http::equal_ignoring_case(coding, "gzip") || http::equal_ignoring_case(coding, "x-gzip");
    if (!is_gzip && (named || coding != "*")) continue;
    named = named || is_gzip;
    weight = weight_in(member);
  }
  return weight > 0;
}

}  // namespace storey::service
