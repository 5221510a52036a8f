"""DXF in the eyes of ezdxf: no errors, nothing to fix, and what CAD programs are to find in it."""
import io
import json

import ezdxf
from ezdxf.lldxf.encoding import decode_dxf_unicode

from drawings import PLANS, Checks, draw


# The subclass markers that AutoCAD wants, in their order; ezdxf reads files without them.
SUBCLASSES = {
    "LINE": ["AcDbEntity", "AcDbLine"], "LWPOLYLINE": ["AcDbEntity", "AcDbPolyline"],
    "CIRCLE": ["AcDbEntity", "AcDbCircle"], "ARC": ["AcDbEntity", "AcDbCircle", "AcDbArc"],
    "HATCH": ["AcDbEntity", "AcDbHatch"], "TEXT": ["AcDbEntity", "AcDbText", "AcDbText"],
    "DIMENSION": ["AcDbEntity", "AcDbDimension", "AcDbAlignedDimension", "AcDbRotatedDimension"],
    "INSERT": ["AcDbEntity", "AcDbBlockReference"], "SEQEND": ["AcDbEntity"],
    "ATTRIB": ["AcDbEntity", "AcDbText", "AcDbAttribute"],
    "ATTDEF": ["AcDbEntity", "AcDbText", "AcDbAttributeDefinition"],
    "BLOCK": ["AcDbEntity", "AcDbBlockBegin"], "ENDBLK": ["AcDbEntity", "AcDbBlockEnd"],
    "TABLE": ["AcDbSymbolTable"], "VPORT": ["AcDbSymbolTableRecord", "AcDbViewportTableRecord"],
    "LTYPE": ["AcDbSymbolTableRecord", "AcDbLinetypeTableRecord"],
    "LAYER": ["AcDbSymbolTableRecord", "AcDbLayerTableRecord"],
    "STYLE": ["AcDbSymbolTableRecord", "AcDbTextStyleTableRecord"],
    "UCS": ["AcDbSymbolTableRecord", "AcDbUCSTableRecord"],
    "APPID": ["AcDbSymbolTableRecord", "AcDbRegAppTableRecord"],
    "DIMSTYLE": ["AcDbSymbolTableRecord", "AcDbDimStyleTableRecord"],
    "BLOCK_RECORD": ["AcDbSymbolTableRecord", "AcDbBlockTableRecord"],
    "DICTIONARY": ["AcDbDictionary"], "LAYOUT": ["AcDbPlotSettings", "AcDbLayout"],
    "ACDBDICTIONARYWDFLT": ["AcDbDictionary", "AcDbDictionaryWithDefault"], "ACDBPLACEHOLDER": [],
}
WITHOUT_HANDLE = {"SECTION", "ENDSEC", "ENDTAB", "EOF", "CLASS"}


def check_structure(checks, name, data):
    """Markers, handles and owners, read without a library that forgives."""
    lines = data.decode("cp1252").split("\n")
    pairs = [(int(code), value) for code, value in zip(lines[0::2], lines[1::2])]
    objects = []
    for code, value in pairs:
        if code == 0:
            objects.append((value, []))
        else:
            objects[-1][1].append((code, value))
    handles, owners = [], set()
    for kind, groups in objects:
        if kind in WITHOUT_HANDLE:
            continue
        markers = [v for c, v in groups if c == 100]
        if kind == "TABLE" and (2, "DIMSTYLE") in groups:
            checks.equal(markers, ["AcDbSymbolTable", "AcDbDimStyleTable"], f"{name}: the table of dimension styles")
        else:
            checks.equal(markers, SUBCLASSES[kind], f"{name}: {kind}")
        handles += [v for c, v in groups if c == (105 if kind == "DIMSTYLE" else 5)][:1]
        owners.update(v for c, v in groups if c == 330)
    checks.equal(len(handles), len(set(handles)), f"{name}: handles that occur twice")
    checks.true(owners <= set(handles) | {"0"}, f"{name}: owners that do not exist: {owners - set(handles)}")
    seed = next(int(v, 16) for (c, v), (_, w) in zip(pairs[1:], pairs) if w == "$HANDSEED")
    checks.true(seed > max(int(h, 16) for h in handles), f"{name}: the next free handle is in use")


def load(data):
    return ezdxf.read(io.StringIO(data.decode("cp1252")))


def audit(checks, name, document):
    auditor = document.audit()
    for entry in auditor.errors + auditor.fixes:
        checks.true(False, f"{name}: {entry.message}")
    checks.equal(document.dxfversion, "AC1015", f"{name}: version")


def check(checks, name, storey, document, unit_mm):
    audit(checks, name, document)
    space = document.modelspace()
    inserts = list(space.query("INSERT"))
    attributes = [{a.dxf.tag: a.dxf.text for a in i.attribs} for i in inserts]
    by_id = {a["ID"]: a for a in attributes}
    for opening in storey["openings"]:
        checks.true(opening["id"] in by_id, f"{name}: no block for {opening['id']}")
    for room in storey["rooms"]:
        checks.equal(decode_dxf_unicode(by_id[room["id"]]["NAME"]), room["name"], f"{name}: name")
        number = by_id[room["id"]]["AREA"].split()[0]
        wanted = room["area"] if unit_mm == 1 else room["area"] / 0.3048**2
        checks.near(float(number), wanted, 0.051, f"{name}: area of {room['id']}")

    boundaries = [p for p in space.query("LWPOLYLINE") if p.dxf.layer.startswith(("A-AREA-BNDY", "A-90----B-"))]
    checks.equal(len(boundaries), sum(1 + len(r["holes"]) for r in storey["rooms"]), f"{name}: outlines of rooms")
    checks.true(all(p.closed for p in boundaries), f"{name}: an open outline")
    area = 0
    for boundary in boundaries:
        p = [(x * unit_mm / 1000, y * unit_mm / 1000) for x, y, *_ in boundary.get_points()]
        area += sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(p, p[1:] + p[:1])) / 2
    checks.near(area, sum(r["area"] for r in storey["rooms"]), 0.01, f"{name}: area within the outlines")

    if storey["walls"]:
        hatches = [h for h in space.query("HATCH") if h.dxf.layer.startswith(("A-WALL-PATT", "A-20----H-"))]
        checks.true(hatches and all(len(h.paths) > 0 for h in hatches), f"{name}: hatches of walls")
    for dimension in space.query("DIMENSION"):
        checks.near(dimension.get_measurement(), dimension.dxf.actual_measurement, 1e-3, f"{name}: a dimension")
        checks.true(dimension.dxf.geometry in document.blocks, f"{name}: a dimension without picture")


def main():
    checks = Checks()
    for name in PLANS:
        for arguments, unit, unit_mm, layer in (((), 4, 1, "A-WALL"), (("--imperial", "--iso-layers"), 1, 25.4, "A-20----E-")):
            files = draw(name, *arguments, "dxf")
            for storey in json.loads(files["plan.json"])["storeys"]:
                check_structure(checks, name, files[f"storey-{storey['index']}.dxf"])
                document = load(files[f"storey-{storey['index']}.dxf"])
                checks.equal(document.header["$INSUNITS"], unit, f"{name}: unit")
                checks.true(layer in document.layers, f"{name}: layer {layer}")
                check(checks, name, storey, document, unit_mm)
    document = load(draw("one-room", "dxf")["storey-0.dxf"])
    lengths = sorted(round(d.dxf.actual_measurement) for d in document.modelspace().query("DIMENSION"))
    checks.true({900, 1200, 3000, 4000, 3600, 4600} <= set(lengths), f"dimensions of the one room: {lengths}")
    texts = {d.dxf.text for d in document.modelspace().query("DIMENSION")}
    checks.true({"<>", "<> ±4"} <= texts, f"labels that follow the measurement: {texts}")
    ucs = document.ucs.get("SCAN")
    checks.true(ucs is not None, "the frame of the scan is a UCS")
    checks.finish()


if __name__ == "__main__":
    main()
