#!/usr/bin/env bash
# install-deps.sh building|all: installs the Debian packages that building needs, or testing too, and says which.
# Does nothing where all are there.
# In debian-packages.txt `PACKAGE | COMMAND` means: not needed where COMMAND comes from somewhere else.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

wanted=$here/debian-packages.txt
case $1 in
  building) list() { sed '/^# testing$/,$d' "$wanted"; } ;;
  all) list() { cat "$wanted"; } ;;
esac

missing=()
while IFS='|' read -r package command; do
  [ -n "$command" ] && command -v "$command" >/dev/null && continue
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
done < <(list | sed -E 's/#.*//; s/[[:space:]]+//g;/^$/d')
[ ${#missing[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || {
    echo "make: these packages are missing and need root to install: ${missing[*]}" >&2
    exit 1
  }
  as_root=(sudo)
fi
echo "Installing ${#missing[@]} Debian packages: ${missing[*]}"
apt_get=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq)
"${apt_get[@]}" update
"${apt_get[@]}" install -y --no-install-recommends "${missing[@]}" >/dev/null
