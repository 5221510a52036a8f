// A file that a conversion makes, before it is written.
#pragma once

#include <string>

namespace storey {

struct OutputFile {
  std::string name;    ///< "plan.json", "storey-0.svg" …
  std::string format;  ///< "json", "svg", "png" …
  int storey = -1;     ///< -1: the whole building
  std::string bytes;
};

}  // namespace storey
