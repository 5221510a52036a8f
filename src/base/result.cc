#include "storey/result.h"

namespace storey {

std::string Error::describe() const {
  std::string text = file;
  if (!place.empty()) text += (text.empty() ? "" : ", ") + place;
  if (!text.empty()) text += ": ";
  text += message;
  if (!remedy.empty()) text += "; " + remedy;
  return text;
}

}  // namespace storey
