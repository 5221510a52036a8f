"""SVG: well-formed, without script, text as text, a group for each layer, every element to be found by its id."""
import json
import re
import xml.etree.ElementTree as ET

from drawings import PLANS, Checks, draw

SVG = "{http://www.w3.org/2000/svg}"
LAYERS = {"A-WALL", "A-WALL-PATT", "A-DOOR", "A-DOOR-IDEN", "A-GLAZ", "A-GLAZ-SILL", "A-AREA-BNDY", "A-AREA-IDEN",
          "A-ANNO-DIMS", "A-ANNO-TEXT", "A-ANNO-TTLB", "A-FLOR-STRS", "S-COLS"}


def check(checks, name, storey, data):
    root = ET.fromstring(data)
    groups = {g.get("id"): g for g in root.findall(f"{SVG}g")}
    checks.true(LAYERS <= set(groups), f"{name}: layers {LAYERS - set(groups)} are missing")
    checks.true(not [e for e in root.iter() if e.tag in (f"{SVG}script", f"{SVG}image", f"{SVG}foreignObject")],
                f"{name}: more than vectors and text")
    ids = {e.get("data-id") for e in root.iter() if e.get("data-id")}
    elements = [e["id"] for kind in ("walls", "openings", "rooms", "columns", "stairs") for e in storey[kind]]
    checks.true(set(elements) <= ids, f"{name}: no data-id for {set(elements) - ids}")
    texts = [t.text for t in root.iter(f"{SVG}text")]
    for room in storey["rooms"]:
        checks.true(any(room["name"] in t for t in texts), f"{name}: no text with {room['name']}")

    width, height = (float(root.get(k).removesuffix("mm")) for k in ("width", "height"))
    _, _, view_width, view_height = map(float, root.get("viewBox").split())
    scale = float(root.get("data-scale"))
    checks.near(view_width / scale, width, 0.1, f"{name}: width on paper")
    checks.near(view_height / scale, height, 0.1, f"{name}: height on paper")

    # In true millimetres: the outline of a room encloses its area.
    for room in storey["rooms"]:
        path = groups["A-AREA-BNDY"].find(f"{SVG}path[@data-id='{room['id']}']").get("d")
        area = 0
        for ring in path.split("M")[1:]:
            p = [tuple(map(float, q)) for q in re.findall(r"(-?[\d.]+) (-?[\d.]+)", ring)]
            area -= sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(p, p[1:] + p[:1])) / 2
        checks.near(area * 1e-6, room["area"], 0.003, f"{name}: area of {room['id']} in the drawing")


def main():
    checks = Checks()
    for name in PLANS:
        files = draw(name, "--titled", "svg")
        for storey in json.loads(files["plan.json"])["storeys"]:
            check(checks, name, storey, files[f"storey-{storey['index']}.svg"])
    iso = ET.fromstring(draw("one-room", "--iso-layers", "svg")["storey-0.svg"])
    checks.true(all(re.fullmatch(r"[AS]-[-0-9A-Z]{6}[EHTDB]-", g.get("id")) for g in iso.findall(f"{SVG}g")),
                "names of layers by ISO 13567")
    checks.finish()


if __name__ == "__main__":
    main()
