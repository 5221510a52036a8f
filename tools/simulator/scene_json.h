// The building part of a scene file.
#pragma once

#include "json_fields.h"
#include "scene.h"

namespace storey::simulator {

/// Reads the keys "drawing", "storeys", "outside" and "name". A drawing gives storeys; what "storeys" says
/// then adds to them, one by one. Throws FieldError.
Scene read_scene(Fields& fields);

}  // namespace storey::simulator
