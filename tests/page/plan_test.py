"""The plan of a house of two storeys in the page, and in feet and inches that of the sample."""

import pathlib
import subprocess
import sys
import tempfile

import pages
from service import SOURCE, Service

pages.prepare()
with Service(workers=2) as service, tempfile.TemporaryDirectory() as folder:
    simulate = pages.BUILT.parents[1] / "storey-simulate"
    subprocess.run([simulate, SOURCE / "tests/scenarios/stairs-1.json", "--out", folder], check=True,
                   stdout=subprocess.DEVNULL)
    client = service.new_client(requests_per_hour=100_000)
    house = client.submitted_order(pathlib.Path(folder, "scan.e57").read_bytes(), name="House",
                                   options='{geometry: "orthogonal"}')
    feet = client.graphql('mutation { initializeOrder(order_name: "Cottage", product: "areaplan",'
                          ' model_units: "Imperial", options: {formats: ["svg"]}) { order_id } }')["initializeOrder"]["order_id"]
    client.upload(feet, (SOURCE / "examples/sample/sample.e57").read_bytes(), "e57")
    client.finalize_order(feet)
    assert [client.wait_for_end(order) for order in (house, feet)] == ["COMPLETED"] * 2
    code = pages.run_flow("plan.mjs", service, client, HOUSE=house, COTTAGE=feet, FOLDER=folder)
sys.exit(code)
