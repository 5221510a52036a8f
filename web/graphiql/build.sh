#!/bin/sh
# build.sh OUT: fetches GraphiQL from the npm registry into OUT and writes OUT/graphiql_files.cc. Where that fails,
# because there is no Node or no network, the service is built without the page, and the next build tries again.
set -u
out=$1
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$out"

bundle() {
  if ! cmp -s "$here/package-lock.json" "$out/installed-lock.json"; then
    cp "$here/package.json" "$here/package-lock.json" "$out" || return
    (cd "$out" && npm ci --no-audit --no-fund) || return
    cp "$here/package-lock.json" "$out/installed-lock.json" || return
  fi
  node "$here/bundle.mjs" "$out"
}

if bundle >"$out/build.log" 2>&1; then exit 0; fi
echo "warning: built without /graphiql: npm or node failed ($out/build.log)" >&2
cp "$here/none/graphiql_files.cc" "$out"
touch -d 2000-01-01 "$out/graphiql_files.cc"
