#!/usr/bin/env python3
"""How often the truth lies within what plans state: their 95 % half-widths, and their confidence.

  calibration.py SCENE… --storey PROGRAM --plans FOLDER [--jobs 2] [--table FILE]

A scene is a folder with `scene.json` (`file` of the scan, `arguments` of `storey convert`, `sensor`) and `truth.json`,
as `storey-simulate` writes it. FOLDER keeps the plans; those that are there are not made again. Scans that were not
level are left out, as their plans lie in another frame than the truth. A measure counts where the plan has the thing
that it belongs to: a room that overlaps the true one by 0.8, an opening or a face of a wall in its place. What the scan
does not show is not asked for. Prints two tables in Markdown: of measures, a row for each sensor; and of confidences, how
many of the walls, rooms and openings exist that are stated with so much.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import statistics
import subprocess

import numpy
from shapely.geometry import LineString, Point, Polygon

SAME_ROOM = 0.8  # share of both rooms that they have in common
SAME_FACE = 0.10  # m across: a face that is farther off is another one
SAME_OPENING = 0.25  # m between the middles
LEAST_SEEN = 0.3  # share of a thing that shows
PARALLEL = 0.99  # cosine of 8 degrees
SHORT = 0.3  # m of face: shorter ones are jambs
KINDS = ("wall position", "thickness", "clear width", "area", "opening width", "sill", "head")
THINGS = ("walls", "rooms", "openings")
BANDS = ((0.9, 1.01), (0.5, 0.9), (0, 0.5))  # of confidence


class Line:
    """The line through two points, with places along and off it in metres."""

    def __init__(self, a, b):
        self.a = numpy.array(a[:2], float)
        along = numpy.array(b[:2], float) - self.a
        self.length = float(numpy.hypot(*along))
        self.direction = along / max(self.length, 1e-9)

    def along(self, p):
        return float((numpy.array(p) - self.a) @ self.direction)

    def off(self, p):
        d = numpy.array(p) - self.a
        return float(d[1] * self.direction[0] - d[0] * self.direction[1])

    def middle(self):
        return self.a + self.direction * self.length / 2


def region(ring, holes):
    return Polygon(ring, [hole for hole in holes or [] if len(hole) > 2]).buffer(0)


def offsets(wall, faces):
    """m that those faces of a wall lie off the nearest of `faces` that are long enough and in the place of one."""
    for seen in wall["faces"]:
        line = Line(seen["a"], seen["b"])
        if line.length < SHORT:
            continue
        p = line.middle()
        near = [face.off(p) for face in faces
                if abs(face.direction @ line.direction) > PARALLEL and 0 < face.along(p) < face.length]
        if near and abs(nearest := min(near, key=abs)) < SAME_FACE:
            yield nearest


def face_errors(storey, truth):
    """mm that faces of walls lie off the true ones, and what the plan states."""
    faces = [Line(face["a"], face["b"]) for face in truth["faces"] if face["seen"] >= LEAST_SEEN]
    for wall in storey["walls"]:
        for offset in offsets(wall, faces):
            yield 1000 * offset, wall["uncertainty"]["position_mm"]


def thickness_errors(storey, truth):
    for wall in storey["walls"]:
        stated = wall["uncertainty"].get("thickness_mm")
        line = Line(wall["start"], wall["end"])
        for true in truth["walls"] if stated else []:
            axis = Line(true["start"], true["end"])
            p = line.middle()
            if (min(true["faces_seen"].values()) >= LEAST_SEEN and abs(axis.direction @ line.direction) > PARALLEL
                    and 0 < axis.along(p) < axis.length and abs(axis.off(p)) < SAME_FACE):
                yield 1000 * (wall["thickness"] - true["thickness"]), stated
                break


def rooms_in_place(storey, truth):
    """Pairs of a room and the true one, as regions; nothing for a room that does not exist."""
    true = [region(room["polygon"], room["holes"]) for room in truth["rooms"] if room["seen"] >= LEAST_SEEN]
    for room in storey["rooms"]:
        own = region(room["polygon"], room["holes"])
        best = max(true, key=lambda one: own.intersection(one).area / own.union(one).area, default=None)
        fits = best is not None and own.intersection(best).area >= SAME_ROOM * own.union(best).area
        yield room, own, best if fits else None


def true_length(width, room):
    """m of the true room along a clear width, through its middle, from wall to wall; None where that lies outside."""
    line = Line(width["from"], width["to"])
    far = 1000 * line.direction
    parts = LineString([line.a - far, line.a + far]).intersection(Polygon(room.exterior))
    middle = Point(line.middle())
    return next((part.length for part in getattr(parts, "geoms", [parts]) if part.distance(middle) < 1e-6), None)


def openings_in_place(storey, truth):
    for opening in storey["openings"]:
        line = Line(opening["start"], opening["end"])
        near = [(float(numpy.hypot(*(Line(true["start"], true["end"]).middle() - line.middle()))), i)
                for i, true in enumerate(truth["openings"])]
        fits = bool(near) and min(near)[0] < SAME_OPENING
        yield opening, truth["openings"][min(near)[1]] if fits else None


def measures(storey, truth):
    """Kind, error and stated half-width of each measure (mm, dm² for areas)."""
    yield from (("wall position", *pair) for pair in face_errors(storey, truth))
    yield from (("thickness", *pair) for pair in thickness_errors(storey, truth))
    for room, own, true in rooms_in_place(storey, truth):
        if true is None:
            continue
        yield "area", 100 * (own.area - true.area), 100 * room["uncertainty"]["area_m2"]
        for width in room["clear_dimensions"]:
            if (length := true_length(width, true)) is not None:
                yield "clear width", 1000 * (width["length"] - length), width["uncertainty_mm"]
    for opening, true in openings_in_place(storey, truth):
        if true is None or true["seen"] < LEAST_SEEN:
            continue
        own, stated = Line(opening["start"], opening["end"]), opening["uncertainty"]
        yield "opening width", 1000 * (own.length - Line(true["start"], true["end"]).length), stated["width_mm"]
        if true.get("height_free"):
            continue
        if opening["sill"] > 0 and true["sill"] > 0:
            yield "sill", 1000 * (opening["sill"] - true["sill"]), stated["sill_mm"]
        yield "head", 1000 * (opening["head"] - true["head"]), stated["head_mm"]


def things(storey, truth):
    """Kind, confidence and whether it exists of each wall that shows, each room and each opening."""
    faces = [Line(face["a"], face["b"]) for face in truth["faces"]]
    for wall in storey["walls"]:
        if any(Line(face["a"], face["b"]).length >= SHORT for face in wall["faces"]):
            yield "walls", wall["confidence"], any(True for _ in offsets(wall, faces))
    for room, _, true in rooms_in_place(storey, truth):
        yield "rooms", room["confidence"], true is not None
    for opening, true in openings_in_place(storey, truth):
        yield "openings", opening["confidence"], true is not None


def plan_of(scene, program, plans):
    out = plans / scene.parent.name / scene.name
    if not (out / "plan.json").exists():
        about = json.loads((scene / "scene.json").read_text())
        subprocess.run([program, "convert", scene / about["file"], "--out", out, *about["arguments"]], check=True,
                       capture_output=True)
    return json.loads((out / "plan.json").read_text())


def counted(scene, program, plans):
    """Sensor, measures and things of a scene; none of a scan that was not level."""
    about, truth = (json.loads((scene / name).read_text()) for name in ("scene.json", "truth.json"))
    if truth["frame"]["tilt_deg"]:
        return about["sensor"], [], []
    found, stated = [], []
    for storey in plan_of(scene, program, plans)["storeys"]:
        true = min(truth["storeys"], key=lambda one: abs(one["floor_z"] - storey["floor_z"]))
        found += measures(storey, true)
        stated += things(storey, true)
    return about["sensor"], found, stated


def cell(measured):
    if not measured:
        return "–"
    inside = sum(abs(error) <= stated for error, stated in measured)
    error = statistics.median(abs(error) for error, _ in measured)
    stated = statistics.median(stated for _, stated in measured)
    return f"{100 * inside / len(measured):.0f} % of {len(measured)} ({error:.1f} ± {stated:.0f})"


def table(by_sensor):
    lines = ["| sensor | scenes | " + " | ".join(KINDS) + " |", "|---|---|" + "---|" * len(KINDS)]
    for sensor, (scenes, measured) in sorted(by_sensor.items()):
        lines.append(f"| {sensor} | {scenes} | " + " | ".join(cell(measured[kind]) for kind in KINDS) + " |")
    return "\n".join(lines) + "\n"


def table_of_things(stated):
    def share(thing, least, below):
        exist = [exists for kind, confidence, exists in stated if kind == thing and least <= confidence < below]
        return f"{100 * sum(exist) / len(exist):.1f} % of {len(exist)}" if exist else "–"

    lines = ["| confidence | " + " | ".join(THINGS) + " |", "|---|" + "---|" * len(THINGS)]
    for least, below in BANDS:
        band = f"{least} to {min(below, 1)}"
        lines.append(f"| {band} | " + " | ".join(share(thing, least, below) for thing in THINGS) + " |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="+", type=pathlib.Path)
    parser.add_argument("--storey", required=True)
    parser.add_argument("--plans", required=True, type=pathlib.Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--table", type=pathlib.Path)
    options = parser.parse_args()
    by_sensor, stated_things = {}, []
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for sensor, found, stated in pool.map(lambda scene: counted(scene.resolve(), options.storey, options.plans),
                                              options.scenes):
            stated_things += stated
            scenes, measured = by_sensor.setdefault(sensor, (0, collections.defaultdict(list)))
            by_sensor[sensor] = (scenes + bool(found), measured)
            for kind, error, half_width in found:
                measured[kind].append((error, half_width))
    text = table(by_sensor) + "\n" + table_of_things(stated_things)
    print(text, end="")
    if options.table:
        options.table.write_text(text)


if __name__ == "__main__":
    main()
