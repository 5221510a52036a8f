#!/usr/bin/env bash
# Configures and builds one preset of CMakePresets.json into build/PRESET. What CMake found out while configuring
# is shown only if it failed.
set -euo pipefail
preset=$1
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p "build/$preset"
echo "Building build/$preset"
cmake --preset "$preset" >"build/$preset/configure.log" 2>&1 || {
  cat "build/$preset/configure.log" >&2
  exit 1
}
cmake --build --preset "$preset"
