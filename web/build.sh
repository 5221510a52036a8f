#!/bin/sh
# build.sh PAGE OUT: installs what web/PAGE/package-lock.json names from the npm registry into OUT and has
# web/PAGE/bundle.mjs write OUT/PAGE_files.cc. Where that fails, because there is no Node or no network, the service is
# built without the page, and the next build tries again.
set -u
page=$1
out=$2
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$out"

bundle() {
  if ! cmp -s "$here/$page/package-lock.json" "$out/installed-lock.json"; then
    cp "$here/$page/package.json" "$here/$page/package-lock.json" "$out" || return
    (cd "$out" && npm ci --no-audit --no-fund) || return
    cp "$here/$page/package-lock.json" "$out/installed-lock.json" || return
  fi
  node "$here/$page/bundle.mjs" "$out"
}

if bundle >"$out/build.log" 2>&1; then exit 0; fi
echo "warning: built without web/$page: npm or node failed ($out/build.log)" >&2
cp "$here/$page/none/${page}_files.cc" "$out"
touch -d 2000-01-01 "$out/${page}_files.cc"
