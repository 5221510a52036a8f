#include "service/domain/timestamp.h"

#include <algorithm>

namespace storey::service {
namespace {

/// Takes exactly `digits` decimal digits off the front of `text`.
std::optional<int> take_number(std::string_view& text, std::size_t digits) {
  if (text.size() < digits) return std::nullopt;
  int value = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  text.remove_prefix(digits);
  return value;
}

bool take(std::string_view& text, char expected) {
  if (text.empty() || text.front() != expected) return false;
  text.remove_prefix(1);
  return true;
}

/// Milliseconds of a fraction ".d…", further digits cut off.
std::optional<int> take_fraction(std::string_view& text) {
  if (!take(text, '.')) return 0;
  int value = 0;
  int digits = 0;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    if (digits < 3) value = value * 10 + (text.front() - '0');
    ++digits;
    text.remove_prefix(1);
  }
  if (digits == 0) return std::nullopt;
  for (; digits < 3; ++digits) value *= 10;
  return value;
}

std::optional<std::chrono::minutes> take_zone(std::string_view& text) {
  if (take(text, 'Z') || take(text, 'z')) return std::chrono::minutes(0);
  const bool east = take(text, '+');
  if (!east && !take(text, '-')) return std::nullopt;
  const auto hours = take_number(text, 2);
  if (!hours || *hours > 23 || !take(text, ':')) return std::nullopt;
  const auto minutes = take_number(text, 2);
  if (!minutes || *minutes > 59) return std::nullopt;
  const std::chrono::minutes offset(*hours * 60 + *minutes);
  return east ? offset : -offset;
}

}  // namespace

std::string to_iso8601(Timestamp time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  std::string text = "0000-00-00T00:00:00.000Z";
  // Digits by hand, for there are several times in every response: printf takes ten times as long.
  const auto put = [&text](std::size_t begin, std::size_t digits, std::int64_t number) {
    for (std::size_t i = begin + digits; i-- > begin; number /= 10)
      text[i] = static_cast<char>('0' + number % 10);
  };
  put(0, 4, std::clamp(static_cast<int>(date.year()), 0, 9999));
  put(5, 2, static_cast<unsigned>(date.month()));
  put(8, 2, static_cast<unsigned>(date.day()));
  put(11, 2, clock.hours().count());
  put(14, 2, clock.minutes().count());
  put(17, 2, clock.seconds().count());
  put(20, 3, clock.subseconds().count());
  return text;
}

std::optional<Timestamp> parse_iso8601(std::string_view text) {
  const auto year = take_number(text, 4);
  if (!year || !take(text, '-')) return std::nullopt;
  const auto month = take_number(text, 2);
  if (!month || !take(text, '-')) return std::nullopt;
  const auto day = take_number(text, 2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok()) return std::nullopt;
  const Timestamp midnight = std::chrono::sys_days(date);
  if (text.empty()) return midnight;

  if (!take(text, 'T') && !take(text, 't') && !take(text, ' ')) return std::nullopt;
  const auto hours = take_number(text, 2);
  if (!hours || *hours > 23 || !take(text, ':')) return std::nullopt;
  const auto minutes = take_number(text, 2);
  if (!minutes || *minutes > 59 || !take(text, ':')) return std::nullopt;
  const auto seconds = take_number(text, 2);
  if (!seconds || *seconds > 60) return std::nullopt;
  const auto fraction = take_fraction(text);
  if (!fraction) return std::nullopt;
  const auto zone = take_zone(text);
  if (!zone || !text.empty()) return std::nullopt;
  return midnight + std::chrono::hours(*hours) + std::chrono::minutes(*minutes) + Seconds(*seconds) +
         Milliseconds(*fraction) - *zone;
}

}  // namespace storey::service
