#!/usr/bin/env bash
# build.sh PRESET [TARGET]: configures one preset of CMakePresets.json into build/PRESET and builds it, or just the
# target. What CMake found out while configuring is shown only if it failed.
set -euo pipefail
preset=$1
target=${2:-all}
cd "$(dirname "${BASH_SOURCE[0]}")/.."
mkdir -p "build/$preset"
echo "Building build/$preset"
cmake --preset "$preset" >"build/$preset/configure.log" 2>&1 || {
  cat "build/$preset/configure.log" >&2
  exit 1
}
cmake --build --preset "$preset" --target "$target"
