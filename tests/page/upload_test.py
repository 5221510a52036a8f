"""A new order from its files to its plan, and the list of orders."""

import pathlib
import sys
import tempfile

import pages
from service import SAMPLE, Service

FLOOR = "".join(f"{3 + i % 20 * 0.1:.2f} {i // 20 * 0.1:.2f} 0.40\n" for i in range(400))  # within the sample's rooms
BALL = "".join(f"{i % 7} {i % 11} {i % 13}\n" for i in range(2000))

pages.prepare()
with Service(workers=1) as service, tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    files = {"OTHER": ("floor.xyz", FLOOR.encode()), "WRONG": ("scan.laz", b"LASF" + bytes(500)),
             "CUT_OFF": ("half.e57", SAMPLE.read_bytes()[:100_000]), "NO_PLAN": ("cube.xyz", BALL.encode())}
    for file_name, content in files.values():
        (folder / file_name).write_bytes(content)
    client = service.new_client(requests_per_hour=100_000)
    for number in range(1, 25):
        client.new_order(f"Draft {number:02}")
    code = pages.run_flow("upload.mjs", service, client, SCAN=str(SAMPLE),
                          **{key: str(folder / file_name) for key, (file_name, _) in files.items()})
sys.exit(code)
