"""IFC in the eyes of web-ifc: it opens, every entity has the arguments that IFC4 wants, solids come out as they
should, quantities are those of the plan."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from drawings import HERE, PLANS, Checks, draw

PEER = pathlib.Path(os.environ["STOREY_IFC_PEER"])  # in the build folder: the package is installed there
SKIPPED = 77


def install_peer():
    if not (shutil.which("node") and shutil.which("npm")):
        print("needs node and npm")
        sys.exit(SKIPPED)
    PEER.mkdir(parents=True, exist_ok=True)
    lock = (HERE / "ifc_peer" / "package-lock.json").read_bytes()
    installed = PEER / "installed-lock.json"
    if not installed.exists() or installed.read_bytes() != lock:
        for file in ("package.json", "package-lock.json"):
            shutil.copy(HERE / "ifc_peer" / file, PEER)
        subprocess.run(["npm", "ci", "--silent", "--no-fund", "--no-audit"], cwd=PEER, check=True)
        installed.write_bytes(lock)
    shutil.copy(HERE / "ifc_peer" / "read.mjs", PEER)


def read_model(data):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "plan.ifc"
        file.write_bytes(data)
        output = subprocess.run(["node", PEER / "read.mjs", file], check=True, capture_output=True, text=True).stdout
        return json.loads(output.splitlines()[-1])


def check(checks, name, plan, model):
    checks.equal(model["schema"], "IFC4", name)
    checks.equal(model["wrong"], [], f"{name}: entities")
    storeys = plan["storeys"]
    types = model["counts"]
    every = {k: [e for s in storeys for e in s[k]] for k in ("walls", "openings", "rooms", "columns", "stairs")}
    doors = [o for o in every["openings"] if o["type"] == "door"]
    windows = [o for o in every["openings"] if o["type"] == "window"]
    for kind, count in (("IFCPROJECT", 1), ("IFCSITE", 1), ("IFCBUILDING", 1), ("IFCBUILDINGSTOREY", len(storeys)),
                        ("IFCWALL", len(every["walls"])), ("IFCOPENINGELEMENT", len(every["openings"])),
                        ("IFCDOOR", len(doors)), ("IFCWINDOW", len(windows)), ("IFCSPACE", len(every["rooms"])),
                        ("IFCCOLUMN", len(every["columns"])), ("IFCSTAIR", len(every["stairs"]))):
        checks.equal(types.get(kind, 0), count, f"{name}: {kind}")
    checks.equal(len(set(model["guids"])), len(model["guids"]), f"{name}: GUIDs that occur twice")
    checks.true(all(len(g) == 22 and g[0] in "0123" for g in model["guids"]), f"{name}: form of the GUIDs")
    for room in every["rooms"]:
        checks.near(model["areas"][room["id"]], room["area"], 1e-4, f"{name}: NetFloorArea of {room['name']}")
    # Solids: a wall without its openings.
    for storey in storeys:
        for wall in storey["walls"]:
            p = wall["polygon"]
            area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(p, p[1:] + p[:1])) / 2
            volume = area * (storey["ceiling_z"] - storey["floor_z"])
            for opening in storey["openings"]:
                if opening["wall_id"] == wall["id"]:
                    width = sum((a - b) ** 2 for a, b in zip(opening["start"], opening["end"])) ** 0.5
                    volume -= width * (opening["head"] - opening["sill"]) * wall["thickness"]
            checks.near(model["volumes"][wall["id"]], volume, 0.002 * volume + 1e-3, f"{name}: volume of {wall['id']}")


def main():
    install_peer()
    checks = Checks()
    for name in PLANS:
        files = draw(name, "--titled", "ifc")
        check(checks, name, json.loads(files["plan.json"]), read_model(files["plan.ifc"]))
    checks.finish()


if __name__ == "__main__":
    main()
