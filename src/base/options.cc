#include "storey/options.h"

namespace storey {

double metres_per(LengthUnit unit) {
  switch (unit) {
    case LengthUnit::kAuto:
      return 0;
    case LengthUnit::kMetre:
      return 1;
    case LengthUnit::kMillimetre:
      return 0.001;
    case LengthUnit::kCentimetre:
      return 0.01;
    case LengthUnit::kFoot:
      return 0.3048;
    case LengthUnit::kInch:
      return 0.0254;
  }
  return 0;
}

}  // namespace storey
