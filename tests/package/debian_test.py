"""The package for Debian is made, installed, used, removed and purged, in an overlay over this system that is thrown away:
needs root, as dpkg does."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

BINARY_DIR = pathlib.Path(os.environ["STOREY_BINARY_DIR"])
SKIPPED = 77

# What runs inside, with / being the overlay. Each line must succeed.
INSIDE = r"""
set -eux
dpkg -i /package/*.deb
test -x /usr/bin/storey
test -f /lib/systemd/system/storey.service
test -f /lib/systemd/system/storey-worker.service
test "$(stat -c '%U:%G %a' /etc/storey)" = "root:storey 750"
test "$(getent passwd storey | cut -d: -f6)" = /var/lib/storey
if command -v systemd-analyze; then
  systemd-analyze verify --man=no /lib/systemd/system/storey.service /lib/systemd/system/storey-worker.service
fi
install -d -o storey -g storey -m 700 /var/lib/storey
export STOREY_LISTEN=127.0.0.1:0 STOREY_ADMIN_LISTEN=
setpriv --reuid storey --regid storey --init-groups \
  storey serve --config /etc/storey/storey.toml > /tmp/serving 2> /tmp/log & service=$!
for i in $(seq 600); do grep -q http /tmp/serving && break; sleep 0.1; done
url=$(sed 's/.* //' /tmp/serving)
python3 -c "import sys, urllib.request; assert b'ok' in urllib.request.urlopen(sys.argv[1] + '/readyz').read()" "$url"
setpriv --reuid storey --regid storey --init-groups \
  storey client create --config /etc/storey/storey.toml --name First --json | grep client_secret
kill -TERM $service
wait $service
echo '# mine' >> /etc/storey/storey.toml
dpkg -i /package/*.deb                        # again, as an upgrade does
grep -q '# mine' /etc/storey/storey.toml      # settings are the operator's
dpkg -r storey
test ! -e /usr/bin/storey
test ! -e /lib/systemd/system/storey.service
grep -q '# mine' /etc/storey/storey.toml
dpkg -P storey
test ! -e /etc/storey
test -f /var/lib/storey/storey.db             # what clients have entrusted stays
"""


def main():
    missing = [program for program in ("cpack", "dpkg-shlibdeps", "unshare", "setpriv", "file")
               if shutil.which(program) is None]
    if os.getuid() != 0 or missing:
        print("needs root and " + (", ".join(missing) or "nothing else"))
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="storey-package-") as folder:
        folder = pathlib.Path(folder)
        subprocess.run(["cpack", "-G", "DEB", "--config", BINARY_DIR / "CPackConfig.cmake", "-B", folder / "package"],
                       check=True, stdout=subprocess.DEVNULL)
        packages = list((folder / "package").glob("*.deb"))
        assert len(packages) == 1, packages
        fields = subprocess.run(["dpkg-deb", "-f", packages[0], "Package", "Version", "Depends"], check=True, text=True,
                                stdout=subprocess.PIPE).stdout
        for dependency in ("libpq5", "libsqlite3-0", "libcurl4", "adduser"):
            assert dependency in fields, fields
        (folder / "inside.sh").write_text(INSIDE)
        # A tmpfs below: an overlay cannot keep its changes on another overlay.
        script = f"""set -e
mount -t tmpfs tmpfs /mnt
mkdir /mnt/upper /mnt/work /mnt/root
mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root
mount -t proc proc /mnt/root/proc
mount --bind /dev /mnt/root/dev
mount -t tmpfs tmpfs /mnt/root/tmp
mount -t tmpfs tmpfs /mnt/root/run
mkdir -p /mnt/root/package
cp {packages[0]} {folder}/inside.sh /mnt/root/package/
exec chroot /mnt/root sh /package/inside.sh
"""
        result = subprocess.run(["unshare", "--mount", "--pid", "--fork", "sh", "-c", script], text=True, check=False,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if result.returncode != 0:
            print(result.stdout)
            if "mount:" in result.stdout and "dpkg -i" not in result.stdout:
                return SKIPPED  # in a container that may not mount
        return result.returncode


if __name__ == "__main__":
    sys.exit(main())
