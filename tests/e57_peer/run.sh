#!/bin/sh
# run.sh PROGRAM FOLDER: compares Storey's E57 reader and writer with an independent reader from npm. The package
# is installed into FOLDER on the first run. Ends with 77 (skipped) where there is no Node.
set -eu
program=$1
folder=$2
here=$(cd "$(dirname "$0")" && pwd)
command -v node >/dev/null && command -v npm >/dev/null || { echo "needs node and npm"; exit 77; }
mkdir -p "$folder/files"
rm -f "$folder"/files/*
if ! cmp -s "$here/package-lock.json" "$folder/installed-lock.json"; then
  cp "$here/package.json" "$here/package-lock.json" "$folder"
  (cd "$folder" && npm ci --no-audit --no-fund)
  cp "$here/package-lock.json" "$folder/installed-lock.json"
fi
"$program" "$folder/files"
node "$here/compare.mjs" "$folder/files" "$folder"
