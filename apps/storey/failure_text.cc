#include "failure_text.h"

#include <iostream>

#include "exit_code.h"
#include "terminal.h"

namespace storey {

std::string failure_text(const Error& error) {
  if (error.code == ErrorCode::kCancelled) return "storey: interrupted\n";
  Error what = error;
  what.remedy.clear();
  std::string text = "storey: " + printable(what.describe()) + "\n";
  if (!error.remedy.empty()) text += "  what to do: " + printable(error.remedy) + "\n";
  if (error.code == ErrorCode::kInternal) text += "  this is a defect of storey, please report it\n";
  return text;
}

int fail_with(const Error& error) {
  std::cerr << failure_text(error);
  return exit_code(error.code);
}

}  // namespace storey
