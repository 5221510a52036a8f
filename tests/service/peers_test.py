"""The service in the eyes of clients that others wrote: graphql-http's audits, graphql-ws, graphql-sse, Apollo,
oauth4webapi, standardwebhooks. They come from the npm registry into the build folder."""

import os
import pathlib
import shutil
import subprocess
import sys

from service import SAMPLE, Service

HERE = pathlib.Path(__file__).parent / "peer"
PEER = pathlib.Path(os.environ["STOREY_BINARY_DIR"]) / "service-peer"
SKIPPED = 77


def install():
    if not (shutil.which("node") and shutil.which("npm")):
        print("needs node and npm")
        sys.exit(SKIPPED)
    PEER.mkdir(parents=True, exist_ok=True)
    lock = (HERE / "package-lock.json").read_bytes()
    installed = PEER / "installed-lock.json"
    if not installed.exists() or installed.read_bytes() != lock:
        for file in ("package.json", "package-lock.json"):
            shutil.copy(HERE / file, PEER)
        subprocess.run(["npm", "ci", "--silent", "--no-fund", "--no-audit"], cwd=PEER, check=True)
        installed.write_bytes(lock)
    shutil.copy(HERE / "peers.mjs", PEER)


install()
with Service(workers=0, webhooks_allow_private_addresses="true") as service:
    client = service.new_client(requests_per_hour=100_000)
    code = subprocess.run(
        ["node", PEER / "peers.mjs"], timeout=300,
        env={**os.environ, "URL": service.url, "CLIENT_ID": client.id, "CLIENT_SECRET": client.secret,
             "SCAN": str(SAMPLE)}).returncode
sys.exit(code)
