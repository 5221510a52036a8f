// Options of the command line that take one of a few words.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

namespace storey {

/// Adds option `name` to `app`; a word of `choices` puts its value into `target`, any other is a usage error.
template <class Value>
CLI::Option* add_choice(CLI::App& app, const std::string& name, Value& target,
                        const std::vector<std::pair<std::string, Value>>& choices, const std::string& help) {
  std::vector<std::string> words;
  for (const auto& [word, value] : choices) words.push_back(word);
  const auto set = [&target, choices](const std::string& given) {
    for (const auto& [word, value] : choices)
      if (word == given) target = value;
  };
  return app.add_option_function<std::string>(name, set, help)
      ->type_name(CLI::detail::join(words, "|"))
      ->check([words](const std::string& given) -> std::string {
        if (std::find(words.begin(), words.end(), given) != words.end()) return {};
        return "\"" + given + "\" is none of " + CLI::detail::join(words, ", ");
      });
}

}  // namespace storey
