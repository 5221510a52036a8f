"""What the tests of the page share: the files of the built page, and running a flow in Chromium."""

import os
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "service"))

import npm_peers  # noqa: E402

HERE = pathlib.Path(__file__).parent
BUILT = pathlib.Path(os.environ["STOREY_BINARY_DIR"]) / "web" / "page"


def require_built():
    """Ends the test as skipped where the binary was built without the page: without Node or the npm registry."""
    if not (BUILT / "files").exists():
        print("the binary was built without the page")
        sys.exit(npm_peers.SKIPPED)


def prepare():
    require_built()
    npm_peers.require("chromium")
    npm_peers.install(HERE / "flows")


def run_flow(script, service, client, **environment):
    """The exit code of a script of flows/."""
    return npm_peers.run(script, service, client, CHROMIUM=shutil.which("chromium"), **environment)
