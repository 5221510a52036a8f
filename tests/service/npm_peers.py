"""Programs of the npm registry that tests set the service beside, kept in the build folder."""

import fcntl
import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).parent / "peer"
PEER = pathlib.Path(os.environ["STOREY_BINARY_DIR"]) / "service-peer"
SKIPPED = 77


def require(*commands):
    """Ends the test as skipped where one of the commands is missing."""
    missing = [command for command in commands if not shutil.which(command)]
    if missing:
        print("needs " + " and ".join(missing))
        sys.exit(SKIPPED)


def install(scripts=HERE):
    """The packages of peer/package-lock.json, and beside them `scripts`; several tests may ask at a time."""
    require("node", "npm")
    PEER.mkdir(parents=True, exist_ok=True)
    with open(PEER / "lock", "w") as lock_file:
        fcntl.flock(lock_file, fcntl.LOCK_EX)
        lock = (HERE / "package-lock.json").read_bytes()
        installed = PEER / "installed-lock.json"
        if not installed.exists() or installed.read_bytes() != lock:
            for file in ("package.json", "package-lock.json"):
                shutil.copy(HERE / file, PEER)
            subprocess.run(["npm", "ci", "--silent", "--no-fund", "--no-audit"], cwd=PEER, check=True)
            installed.write_bytes(lock)
        for script in scripts.glob("*.mjs"):
            shutil.copy(script, PEER)


def run(script, service, client, **environment):
    """Runs one of the scripts of peer/ as `client` of `service`; gives its exit code."""
    return subprocess.run(
        ["node", PEER / script], timeout=300,
        env={**os.environ, "URL": service.url, "CLIENT_ID": client.id, "CLIENT_SECRET": client.secret,
             **environment}).returncode
