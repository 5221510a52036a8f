"""How fast the page shows the plan of a storey of 60 rooms, and how many frames a second it gives while it is moved.

    bench/page.py BUILD [SCAN]

BUILD is a build folder with storey and storey-simulate. Without SCAN (.e57) the scene of page_scene.py is scanned. Needs
Chromium; it draws without a graphics card, as a slow machine would.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
BUILD = pathlib.Path(sys.argv[1]).resolve()
os.environ["STOREY_BINARY_DIR"] = str(BUILD)
os.environ["STOREY_BIN"] = str(BUILD / "storey")
sys.path[:0] = [str(HERE.parent / "tests" / "page"), str(HERE)]

import page_scene  # noqa: E402
import pages  # noqa: E402
from service import Service  # noqa: E402


def simulated(folder):
    scene = pathlib.Path(folder, "scene.json")
    scene.write_text(json.dumps(page_scene.scene()))
    subprocess.run([BUILD / "storey-simulate", scene, "--out", folder], check=True, stdout=subprocess.DEVNULL)
    return pathlib.Path(folder, "scan.e57")


pages.prepare()
pages.npm_peers.install(HERE)
with Service(workers=1) as service, tempfile.TemporaryDirectory() as folder:
    scan = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else simulated(folder)
    client = service.new_client(requests_per_hour=1_000_000)
    order = client.submitted_order(scan.read_bytes(), name="Sixty rooms")
    assert client.wait_for_end(order) == "COMPLETED"
    sys.exit(pages.run_flow("page.mjs", service, client, ORDER=order))
