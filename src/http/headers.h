// Header fields of a message, and the syntax they are made of (RFC 9110 section 5).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace storey::http {

struct Header {
  std::string name;
  std::string value;
};

/// ASCII comparison without regard to case, as names of fields and most tokens are compared.
bool equal_ignoring_case(std::string_view a, std::string_view b);

/// Character classes of RFC 9110 section 5.6.2 and 5.5.
bool is_token(std::string_view text);
bool is_field_value(std::string_view text);

/// The text without leading and trailing spaces and tabs.
std::string_view trim(std::string_view text);

/// The members of a comma-separated list, trimmed, without empty ones. Commas in quotes do not separate.
std::vector<std::string_view> split_list(std::string_view text);

/// A decimal number without sign, and nothing else; nullopt also where it does not fit.
std::optional<std::uint64_t> parse_decimal(std::string_view text);

/// Fields in their order. Names are compared without regard to case.
class Headers {
 public:
  /// The first value of that name.
  std::optional<std::string_view> find(std::string_view name) const;
  /// The same, empty where there is none.
  std::string_view get(std::string_view name) const { return find(name).value_or(std::string_view{}); }
  std::size_t count(std::string_view name) const;
  /// Whether any field of that name has that token as a member of its list.
  bool has_token(std::string_view name, std::string_view token) const;

  /// Both throw std::invalid_argument for what is no field name or value: a line break in one would let its
  /// author write the rest of the response.
  void add(std::string name, std::string value);
  void set(std::string_view name, std::string value);
  void erase(std::string_view name);

  auto begin() const { return fields_.begin(); }
  auto end() const { return fields_.end(); }
  bool empty() const { return fields_.empty(); }
  std::size_t size() const { return fields_.size(); }

 private:
  std::vector<Header> fields_;
};

}  // namespace storey::http
