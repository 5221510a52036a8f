#!/usr/bin/env python3
"""Learns from simulated scans how likely it is that an opening that was found exists.

  learn_openings.py BUILD_FOLDER --work FOLDER [--jobs 2]

Needs the targets `storey` and `storey-simulate`. Scans the scenes of tests/scenarios and bench/buildings, as they are
and twice more with furniture put before their walls at random, and plans them; FOLDER keeps scans and plans. What
report.json tells of each opening that was found is held against the truth: an opening exists whose middle lies within
0.25 m of a true one's. Writes src/engine/learned/opening_weights.h, the weights of a logistic regression (Cox 1958, with
a small penalty of their squares), the same each time, and prints how well they do on scenes that they were not learned
from, each fifth in turn.
"""
import copy
import json
import math
import random
import zlib

import learning

HEADER = learning.LEARNED / "opening_weights.h"
SAME_OPENING = 0.25  # m between the middles
CLUTTERED = 2  # scenes more of each
WALL_CELLS = "#"
STATION_CELLS = "*123456789"


def furniture(rng, length):
    """A box or shelf of that length along its wall, as deep and high as furniture is; some hang on the wall."""
    bottom = rng.choice([0, 0, 0, 0.35, 0.8, 1.4])
    thing = {"shape": "box" if bottom else rng.choice(["box", "box", "shelf"]),
             "top": round(min(bottom + rng.uniform(0.3, 2.0), 2.35), 3),
             "surface": rng.choice(["wood", "fabric", "dark", "plaster"])}
    if bottom:
        thing["bottom"] = bottom
    return thing, [round(length, 3), rng.choice([0.25, 0.35, 0.45, 0.6])]


def stand_before_walls(storey, rng):
    """Furniture before the walls of a storey that are listed."""
    stations = [station["position"] if isinstance(station, dict) else station for station in storey.get("stations", [])]
    stations += storey.get("path", [])
    for wall in storey.get("walls", []):
        (x0, y0), (x1, y1) = wall["from"], wall["to"]
        length = math.hypot(x1 - x0, y1 - y0)
        if wall.get("surface") == "glass" or "through" in wall or length < 1:
            continue
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        for side in (1, -1):
            for _ in range(int(length / 3) + 1):
                thing, size = furniture(rng, rng.uniform(0.4, 1.8))
                along, off = rng.uniform(0, length), side * (wall.get("thickness", 0.12) + size[1]) / 2
                x, y = x0 + along * ux - off * uy, y0 + along * uy + off * ux
                if rng.random() < 0.6 and all(math.hypot(x - p[0], y - p[1]) > 1 for p in stations):
                    yield {**thing, "center": [round(x, 3), round(y, 3)], "size": size,
                           "turn": round(math.degrees(math.atan2(uy, ux)), 2)}


def stand_in_drawing(rows, cell, rng):
    """Furniture before the walls of a storey that is drawn."""
    def at(row, column):
        return rows[row][column] if 0 <= row < len(rows) and 0 <= column < len(rows[row]) else "?"

    places = [(r, c) for r in range(len(rows)) for c in range(len(rows[r]))]
    stations = [place for place in places if at(*place) in STATION_CELLS]
    spots = [(r, c, dr, dc) for r, c in places for dr, dc in ((1, 0), (-1, 0), (0, 1), (0, -1))
             if at(r, c) == " " and at(r + dr, c + dc) in WALL_CELLS]
    for r, c, dr, dc in rng.sample(spots, min(len(spots), max(3, len(spots) // 25))):
        thing, size = furniture(rng, rng.uniform(0.4, 1.8))
        x, y = (c + 0.5) * cell[0], (len(rows) - r - 0.5) * cell[1]
        off = 0.12 + size[1] / 2  # from the middle of the wall's cell
        if dr:
            y += -dr * cell[1] + dr * off
        else:
            x += dc * cell[0] - dc * off
            size = size[::-1]
        if all(abs(r - a) * cell[1] >= 0.8 or abs(c - b) * cell[0] >= 0.8 for a, b in stations):
            yield {**thing, "center": [round(x, 3), round(y, 3)], "size": size}


def cluttered(scene, rng):
    scene = copy.deepcopy(scene)
    for storey, rows, cell in learning.storeys_of(scene):
        more = list(stand_in_drawing(rows, cell, rng))
        storey["furniture"] = storey.get("furniture", []) + more + list(stand_before_walls(storey, rng))
    return scene


def write_scenes(folder):
    """The scene files to learn from."""
    folder.mkdir(parents=True, exist_ok=True)
    for stem, scene in learning.scenes_to_learn_from():
        for i in range(1 + CLUTTERED):
            name = f"{stem}-cluttered-{i}" if i else stem
            written = folder / f"{name}.json"
            rng = random.Random(zlib.crc32(f"{stem}-{i}".encode()))
            variant = {**cluttered(scene, rng), "seed": scene.get("seed", 0) + 1000 * i} if i else scene
            written.write_text(json.dumps({**variant, "name": name}), encoding="utf-8")
            yield written


def middle(opening):
    return [(a + b) / 2 for a, b in zip(opening["start"][:2], opening["end"][:2])]


def examples_of(scan, plan):
    """Cues of each opening that was found, and whether it exists."""
    truth = json.loads((scan / "truth.json").read_text(encoding="utf-8"))
    true = [middle(opening) for storey in truth["storeys"] for opening in storey["openings"]]
    for opening in json.loads((plan / "report.json").read_text(encoding="utf-8"))["openings"]:
        if opening["cues"]:
            yield opening["cues"], any(math.dist(opening["at"], place) < SAME_OPENING for place in true)


def main():
    arguments = learning.arguments(__doc__)
    made = learning.plans_of(arguments, write_scenes(arguments.work / "scenes"))
    found = [(cues, exists, learning.fold_of(scene))
             for scene, scan, plan in made for cues, exists in examples_of(scan, plan)]
    learning.learn("learn_openings.py", "kOpeningWeights", HEADER, list(found[0][0]),
                   [(list(cues.values()), exists, fold) for cues, exists, fold in found])


if __name__ == "__main__":
    main()
