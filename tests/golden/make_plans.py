#!/usr/bin/env python3
"""Writes the plans that the golden files are drawn from: plans/*.json.

Each plan is laid out here by hand, in metres: walls by centreline and thickness, rooms by their clear faces. Run it
after changing a plan, then refresh the golden files (see README.md).
"""
import json
import math
import pathlib

HERE = pathlib.Path(__file__).parent


def r(value):
    return round(value, 4) + 0.0


def point(p):
    return [r(p[0]), r(p[1])]


def ring(points):
    return [point(p) for p in points]


def area(points):
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1])) / 2


def unit(a, b):
    length = math.dist(a, b)
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


class Storey:
    """One storey under construction. Ids are counted through the plan by the letter of their kind."""

    def __init__(self, plan, floor, ceiling, name=None):
        self.plan = plan
        index = len(plan.storeys)
        self.data = {"index": index, "name": name or f"Storey {index + 1}", "floor_z": floor, "ceiling_z": ceiling,
                     "walls": [], "openings": [], "rooms": [], "columns": [], "stairs": []}
        plan.storeys.append(self.data)

    def wall(self, a, b, thickness, exterior=False, basis="measured", one_sided=False, material="solid", curve=None):
        u = unit(a, b)
        n = (-u[1] * thickness / 2, u[0] * thickness / 2)
        polygon = [(a[0] - n[0], a[1] - n[1]), (b[0] - n[0], b[1] - n[1]),
                   (b[0] + n[0], b[1] + n[1]), (a[0] + n[0], a[1] + n[1])]
        faces = []
        if basis == "measured":
            faces.append({"a": ring(polygon)[1], "b": ring(polygon)[0], "side": "right", "coverage": 0.93,
                          "rms_mm": 1.8})
            if not one_sided:
                faces.append({"a": ring(polygon)[3], "b": ring(polygon)[2], "side": "left", "coverage": 0.88,
                              "rms_mm": 2.1})
        thickness_seen = basis == "measured" and not one_sided
        data = {"id": self.plan.id("w"), "start": point(a), "end": point(b), "thickness": thickness,
                "thickness_basis": "measured" if thickness_seen else "inferred",
                "thickness_source": "both faces" if thickness_seen else "typical for the walls of this scan",
                "exterior": exterior, "material": material}
        if curve:
            data["curve_id"] = curve
        data.update({"polygon": ring(polygon), "faces": faces,
                     "confidence": 0.97 if basis == "measured" else 0.4, "basis": basis,
                     "uncertainty": {"position_mm": 2.4 if basis == "measured" else 60,
                                     "thickness_mm": 3.2 if thickness_seen else None}})
        self.data["walls"].append(data)
        return data

    def opening(self, kind, wall, at, width, sill, head, swing=None, basis="measured"):
        """`at`: metres from the wall's start; `swing`: ("start" or "end", side 1 left or -1 right, angle)."""
        u = unit(wall["start"], wall["end"])
        a = (wall["start"][0] + u[0] * at, wall["start"][1] + u[1] * at)
        b = (a[0] + u[0] * width, a[1] + u[1] * width)
        data = {"id": self.plan.id("o"), "type": kind, "wall_id": wall["id"], "start": point(a), "end": point(b),
                "sill": sill, "head": head}
        if swing:
            hinge, other = (a, b) if swing[0] == "start" else (b, a)
            closed = unit(hinge, other)
            turn = math.radians(swing[2]) * swing[1] * (1 if swing[0] == "start" else -1)
            leaf = (hinge[0] + width * (closed[0] * math.cos(turn) - closed[1] * math.sin(turn)),
                    hinge[1] + width * (closed[0] * math.sin(turn) + closed[1] * math.cos(turn)))
            data["swing"] = {"hinge": point(hinge), "leaf_end": point(leaf), "angle_deg": swing[2]}
        data.update({"confidence": 0.9, "basis": basis,
                     "uncertainty": {"width_mm": 5.5, "sill_mm": 4, "head_mm": 6.5}})
        self.data["openings"].append(data)

    def room(self, name, polygon, holes=(), dimensions=(), ceiling=None, basis="measured"):
        height = self.data["ceiling_z"] - self.data["floor_z"] if ceiling is None else ceiling
        self.data["rooms"].append(
            {"id": self.plan.id("r"), "name": name, "polygon": ring(polygon), "holes": [ring(h) for h in holes],
             "area": r(area(list(polygon)) - sum(abs(area(list(h))) for h in holes)), "ceiling_height": r(height),
             "clear_dimensions": [{"from": point(a), "to": point(b), "length": r(math.dist(a, b)),
                                   "uncertainty_mm": 3.4} for a, b in dimensions],
             "confidence": 0.95, "basis": basis, "uncertainty": {"area_m2": 0.04}})

    def box(self, name, x0, y0, x1, y1, **more):
        """A rectangular room with its two clear dimensions through its middle."""
        cx, cy = (x0 + x1) / 2, (y0 + y1) / 2
        self.room(name, [(x0, y0), (x1, y0), (x1, y1), (x0, y1)],
                  dimensions=[((x0, cy), (x1, cy)), ((cx, y0), (cx, y1))], **more)

    def column(self, polygon, attached=False):
        self.data["columns"].append({"id": self.plan.id("c"), "polygon": ring(polygon), "attached": attached,
                                     "confidence": 0.9, "basis": "measured"})

    def stair(self, polygon, risers, up_from, up_to):
        self.data["stairs"].append({"id": self.plan.id("s"), "polygon": ring(polygon), "risers": risers,
                                    "up_from": point(up_from), "up_to": point(up_to), "confidence": 0.85,
                                    "basis": "measured"})


class Plan:
    def __init__(self, tilt=0.0):
        self.storeys = []
        self.counts = {}
        self.tilt = tilt

    def id(self, letter):
        self.counts[letter] = self.counts.get(letter, 0) + 1
        return f"{letter}{self.counts[letter]}"

    def write(self, name, turn_deg=0.0, shift=(0.0, 0.0)):
        cos, sin = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))

        def moved(value):
            if isinstance(value, list) and len(value) == 2 and all(isinstance(v, (int, float)) for v in value):
                return [r(value[0] * cos - value[1] * sin + shift[0]), r(value[0] * sin + value[1] * cos + shift[1])]
            if isinstance(value, list):
                return [moved(v) for v in value]
            if isinstance(value, dict):
                return {k: moved(v) for k, v in value.items()}
            return value

        plan = {"schema": "storey.plan/1", "units": "m",
                "frame": {"unit_metres": 1, "unit_forced": False, "up_axis": "z", "up_forced": False,
                          "tilt_deg": self.tilt, "plan_from_scan": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]]},
                "storeys": moved(self.storeys)}
        (HERE / "plans" / f"{name}.json").write_text(json.dumps(plan, indent=1, ensure_ascii=False) + "\n")


def one_room():
    plan = Plan()
    s = Storey(plan, 0.0, 2.5)
    t = 0.3
    south = s.wall((-t, -t / 2), (4 + t, -t / 2), t, exterior=True, one_sided=True)
    s.wall((4 + t / 2, 0), (4 + t / 2, 3), t, exterior=True, one_sided=True)
    north = s.wall((4 + t, 3 + t / 2), (-t, 3 + t / 2), t, exterior=True, one_sided=True)
    s.wall((-t / 2, 3), (-t / 2, 0), t, exterior=True, one_sided=True)
    s.opening("door", south, 1.0, 0.9, 0, 2.02, swing=("start", 1, 85))
    s.opening("window", north, 1.4, 1.2, 0.9, 2.1)
    s.box("Studio", 0, 0, 4, 3)
    plan.write("one-room")


def flat():
    """Six rooms about a corridor; columns, a glass wall, an inferred wall, an opening, names that need escaping."""
    plan = Plan()
    s = Storey(plan, 0.12, 2.64, "Ground floor")
    e, i = 0.365, 0.115
    south = s.wall((-e, -e / 2), (11 + e, -e / 2), e, exterior=True, one_sided=True)
    east = s.wall((11 + e / 2, 0), (11 + e / 2, 8), e, exterior=True, one_sided=True)
    north = s.wall((11 + e, 8 + e / 2), (-e, 8 + e / 2), e, exterior=True, one_sided=True)
    west = s.wall((-e / 2, 8), (-e / 2, 0), e, exterior=True, one_sided=True)
    lower = s.wall((0, 3.3 + i / 2), (11, 3.3 + i / 2), i)
    upper = s.wall((0, 4.7 + i / 2), (11, 4.7 + i / 2), i)
    a = s.wall((4 + i / 2, 0), (4 + i / 2, 3.3), i)
    s.wall((7.6, 0), (7.6, 3.3), 0.05, material="glass")
    s.wall((3.4 + i / 2, 4.815), (3.4 + i / 2, 8), i)
    s.wall((8.2 + i / 2, 4.815), (8.2 + i / 2, 8), i, basis="inferred")
    s.opening("door", west, 8 - 4.55, 1.01, 0, 2.135, swing=("end", 1, 90))
    s.opening("door", lower, 1.2, 0.885, 0, 2.01, swing=("start", -1, 70))
    s.opening("door", lower, 5.1, 0.885, 0, 2.01)
    s.opening("opening", lower, 8.6, 1.4, 0, 2.3)
    s.opening("door", upper, 1.0, 0.76, 0, 2.01, swing=("end", 1, 90))
    s.opening("door", upper, 5.0, 0.885, 0, 2.01, swing=("start", 1, 3))
    s.opening("door", upper, 9.4, 0.885, 0, 2.01, swing=("start", 1, 90), basis="inferred")
    s.opening("window", south, e + 1.2, 1.51, 0.88, 2.2)
    s.opening("window", south, e + 5.2, 1.01, 0.88, 2.2)
    s.opening("window", south, e + 8.6, 1.76, 0.02, 2.25)
    s.opening("window", east, 5.9, 1.26, 0.88, 2.2)
    s.opening("window", north, e + 4.4, 2.01, 0.88, 2.2)
    s.opening("window", north, e + 9.0, 0.635, 1.4, 2.2)
    s.box("Bedroom", 0, 0, 4, 3.3)
    s.box("Study", 4.115, 0, 7.575, 3.3)
    s.box("Dining & “Küche” <2>", 7.625, 0, 11, 3.3)
    s.box("Corridor", 0, 3.415, 11, 4.7)
    s.room("Bath", [(0, 4.815), (3.4, 4.815), (3.4, 8), (0.6, 8), (0.6, 7.4), (0, 7.4)],
           dimensions=[((0, 6), (3.4, 6)), ((2, 4.815), (2, 8))])
    s.room("Living room", [(3.515, 4.815), (8.2, 4.815), (8.2, 8), (3.515, 8)],
           holes=[[(5.6, 6.2), (5.6, 6.5), (5.9, 6.5), (5.9, 6.2)]],
           dimensions=[((3.515, 5.6), (8.2, 5.6)), ((6.8, 4.815), (6.8, 8))])
    s.box("WC", 8.315, 4.815, 11, 8, ceiling=0)
    s.column([(5.6, 6.2), (5.9, 6.2), (5.9, 6.5), (5.6, 6.5)])
    s.column([(0, 7.4), (0.6, 7.4), (0.6, 8), (0, 8)], attached=True)
    plan.write("flat", turn_deg=31, shift=(356213.2, 5645120.7))


def two_storeys():
    plan = Plan(tilt=0.8)
    t, i = 0.36, 0.15
    for floor, ceiling in ((31.6, 34.2), (34.5, 36.95)):
        s = Storey(plan, floor, ceiling)
        south = s.wall((-t, -t / 2), (7 + t, -t / 2), t, exterior=True)
        east = s.wall((7 + t / 2, 0), (7 + t / 2, 8), t, exterior=True)
        s.wall((7 + t, 8 + t / 2), (-t, 8 + t / 2), t, exterior=True, one_sided=True)
        s.wall((-t / 2, 8), (-t / 2, 0), t, exterior=True, one_sided=True)
        middle = s.wall((0, 4 + i / 2), (7, 4 + i / 2), i)
        s.opening("door", middle, 4.5, 0.9, 0, 2.05, swing=("start", -1, 80))
        s.opening("window", east, 1.2, 1.4, 0.85, 2.15)
        s.opening("window", east, 5.4, 1.4, 0.85, 2.15)
        s.box("Hall" if floor < 32 else "Landing", 0, 4.15, 7, 8)
        if floor < 32:
            s.opening("door", south, 3, 1, 0, 2.1, swing=("start", 1, 90))
            s.box("Living", 0, 0, 7, 4)
            s.stair([(0.2, 5.6), (3.9, 5.6), (3.9, 6.6), (0.2, 6.6)], 16, (3.78, 6.1), (0.32, 6.1))
        else:
            cross = s.wall((3 + i / 2, 0), (3 + i / 2, 4), i)
            s.opening("door", cross, 1, 0.8, 0, 2.05)
            s.opening("window", south, 1.2, 1.2, 0.85, 2.15)
            s.box("Bedroom", 0, 0, 3, 4)
            s.box("Bathroom", 3.15, 0, 7, 4)
    plan.write("two-storeys", turn_deg=-12)


def oblique_and_curved():
    """An oblique party wall, and a quarter of a circle as chain of chords; a round column."""
    plan = Plan()
    s = Storey(plan, 0, 3.1)
    t = 0.4
    s.wall((-t, -t / 2), (5, -t / 2), t, exterior=True, one_sided=True)
    s.wall((8 + t / 2, 3), (8 + t / 2, 7), t, exterior=True, one_sided=True)
    s.wall((8 + t, 7 + t / 2), (-t, 7 + t / 2), t, exterior=True, one_sided=True)
    west = s.wall((-t / 2, 7), (-t / 2, 0), t, exterior=True, one_sided=True)
    arc = [(5 + (3 + t / 2) * math.sin(math.radians(k * 9)), 3 - (3 + t / 2) * math.cos(math.radians(k * 9)))
           for k in range(11)]
    for a, b in zip(arc, arc[1:]):
        s.wall(a, b, t, exterior=True, one_sided=True, curve="k1")
    inner = [(5 + 3 * math.sin(math.radians(k * 9)), 3 - 3 * math.cos(math.radians(k * 9))) for k in range(11)]
    u = unit((0, 5.5), (5.2, 0))
    party = s.wall((-0.3 * u[0], 5.5 - 0.3 * u[1]), (5.2 + 0.3 * u[0], 0.3 * u[1]), 0.2)
    s.opening("door", party, 3.5, 0.86, 0, 2.1, swing=("end", 1, 60))
    s.opening("window", west, 3.0, 1.5, 0.8, 2.2)
    n = (-u[1] * 0.1, u[0] * 0.1)

    def on_face(side, x=None, y=None):
        p = (n[0] * side, 5.5 + n[1] * side)
        k = (x - p[0]) / u[0] if x is not None else (y - p[1]) / u[1]
        return p[0] + u[0] * k, p[1] + u[1] * k

    s.room("Store", [(0, 0), on_face(-1, y=0), on_face(-1, x=0)])
    s.room("Hall", [on_face(1, y=0)] + inner + [(8, 7), (0, 7), on_face(1, x=0)],
           dimensions=[((0, 6.2), (8, 6.2)), ((4.5, on_face(1, x=4.5)[1]), (4.5, 7))])
    s.column([(6 + 0.2 * math.cos(math.radians(k * 15)), 4 + 0.2 * math.sin(math.radians(k * 15)))
              for k in range(24)])
    plan.write("oblique-and-curved", turn_deg=77, shift=(-12.0, 40.0))


def empty():
    plan = Plan()
    Storey(plan, 0, 0)
    plan.write("empty")


if __name__ == "__main__":
    one_room()
    flat()
    two_storeys()
    oblique_and_curved()
    empty()
