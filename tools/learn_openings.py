#!/usr/bin/env python3
"""Learns from simulated scans how likely it is that an opening that was found exists.

  learn_openings.py BUILD_FOLDER --work FOLDER [--jobs 2]

Needs the targets `storey` and `storey-simulate`. Scans the scenes of tests/scenarios and bench/buildings, as they are
and twice more with furniture put before their walls at random, and plans them; FOLDER keeps scans and plans, which are
not made again. What report.json tells of each opening that was found is held against the truth: an opening exists whose
middle lies within 0.25 m of a true one's. Writes src/engine/openings/opening_weights.h, the weights of a logistic
regression (Cox 1958, with a small penalty of their squares), the same each time, and prints how well they do on scenes
that they were not learned from, each fifth in turn.
"""
import argparse
import concurrent.futures
import copy
import json
import math
import pathlib
import random
import subprocess
import zlib

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[1]
HEADER = ROOT / "src/engine/openings/opening_weights.h"
SAME_OPENING = 0.25  # m between the middles
CLUTTERED = 2  # scenes more of each
PENALTY = 1.0  # of squared weights of cues with variance 1
FOLDS = 5
WALL_CELLS = "#"
STATION_CELLS = "*123456789"


def merged(base, patch):
    """RFC 7396, by which scene files are `like` others."""
    if not isinstance(patch, dict):
        return patch
    result = dict(base) if isinstance(base, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


def scene_of(path):
    scene = json.loads(path.read_text(encoding="utf-8"))
    return merged(scene_of(path.parent / scene.pop("like")), scene) if "like" in scene else scene


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


def drawn_storeys(drawing):
    """The rows of each storey, and the size of a cell in m."""
    cell, storeys = [0.25, 0.5], []
    for line in drawing:
        words = line.split()
        if words[:1] == ["cell"]:
            cell = [float(word) for word in words[1:3]]
        elif words[:1] == ["storey"]:
            storeys.append([])
        elif words[:1] != ["walls"]:
            if not storeys:
                storeys.append([])
            storeys[-1].append(line)
    return storeys, cell


def cluttered(scene, rng):
    scene = copy.deepcopy(scene)
    drawn, cell = drawn_storeys(scene.get("drawing", []))
    storeys = scene.setdefault("storeys", [])
    storeys += [{} for _ in range(len(drawn) - len(storeys))]
    for i, storey in enumerate(storeys):
        more = list(stand_in_drawing(drawn[i], cell, rng)) if i < len(drawn) else []
        storey["furniture"] = storey.get("furniture", []) + more + list(stand_before_walls(storey, rng))
    return scene


def write_scenes(folder):
    """The scene files to learn from."""
    folder.mkdir(parents=True, exist_ok=True)
    for path in sorted((ROOT / "tests/scenarios").glob("*.json")) + sorted((ROOT / "bench/buildings").glob("*.json")):
        scene = scene_of(path)
        if not scene.get("expects_plan", True):
            continue
        for i in range(1 + CLUTTERED):
            name = f"{path.stem}-{i}" if i else path.stem
            written = folder / f"{name}.json"
            rng = random.Random(zlib.crc32(name.encode()))
            variant = {**cluttered(scene, rng), "seed": scene.get("seed", 0) + 1000 * i} if i else scene
            written.write_text(json.dumps({**variant, "name": name}), encoding="utf-8")
            yield written


def plan_of(build, scene, work):
    """The folder of the scan and that of the plan; None if there is no plan."""
    scan, plan = work / "scans" / scene.stem, work / "plans" / scene.stem
    if not (scan / "scene.json").exists():
        subprocess.run([build / "storey-simulate", scene, "--threads", "1", "--out", scan], check=True,
                       stdout=subprocess.DEVNULL)
    if not (plan / "report.json").exists():
        told = json.loads((scan / "scene.json").read_text(encoding="utf-8"))
        subprocess.run([build / "storey", "convert", scan / told["file"], "--out", plan, "--threads", "1", "--format",
                        "json", *told["arguments"]], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (scan, plan) if (plan / "report.json").exists() else None


def middle(opening):
    return [(a + b) / 2 for a, b in zip(opening["start"][:2], opening["end"][:2])]


def examples_of(scan, plan):
    """Cues of each opening that was found, and whether it exists."""
    truth = json.loads((scan / "truth.json").read_text(encoding="utf-8"))
    true = [middle(opening) for storey in truth["storeys"] for opening in storey["openings"]]
    for opening in json.loads((plan / "report.json").read_text(encoding="utf-8"))["openings"]:
        if opening["cues"]:
            yield opening["cues"], any(math.dist(opening["at"], place) < SAME_OPENING for place in true)


def chances(cues, bias, weights):
    return 1 / (1 + numpy.exp(-(bias + cues @ weights)))


def fitted(cues, exists):
    """Bias and weights, by Newton's method."""
    centre, spread = cues.mean(axis=0), cues.std(axis=0)
    x = numpy.hstack([numpy.ones((len(cues), 1)), (cues - centre) / spread])
    penalty = numpy.array([0] + [PENALTY] * cues.shape[1])
    w = numpy.zeros(x.shape[1])
    for _ in range(50):
        p = chances(x, 0, w)
        w += numpy.linalg.solve((x.T * (p * (1 - p))) @ x + numpy.diag(penalty), x.T @ (exists - p) - penalty * w)
    weights = w[1:] / spread
    return w[0] - weights @ centre, weights


def header(names, bias, weights):
    rows = "".join(f"        {weight:.3f},  // {name}\n" for name, weight in zip(names, weights))
    return ("// Made by tools/learn_openings.py; do not edit.\n#pragma once\n\n#include <array>\n\nnamespace storey {\n\n"
            "/// Of a logistic regression: the logit of what has no cue, and what it grows by for each unit of a cue.\n"
            "struct LearnedWeights {\n  double bias;\n"
            f"  std::array<double, {len(names)}> of_cues;\n}};\n\n"
            f"// clang-format off\ninline const LearnedWeights kOpeningWeights = {{\n    {bias:.3f},\n    {{\n" + rows +
            "    }};\n// clang-format on\n\n}  // namespace storey\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, required=True, help="keeps scans and plans")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    scenes = list(write_scenes(arguments.work / "scenes"))
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        made = list(pool.map(lambda scene: plan_of(arguments.build.resolve(), scene, arguments.work), scenes))
    found = [(cues, exists, zlib.crc32(scene.stem.split("-")[0].encode()) % FOLDS)
             for scene, folders in zip(scenes, made) if folders for cues, exists in examples_of(*folders)]
    names = list(found[0][0])
    cues = numpy.array([[cue[name] for name in names] for cue, _, _ in found])
    exists = numpy.array([float(one) for _, one, _ in found])
    fold = numpy.array([one for _, _, one in found])
    unseen = numpy.zeros(len(found))
    for i in range(FOLDS):
        if (fold == i).any():
            unseen[fold == i] = chances(cues[fold == i], *fitted(cues[fold != i], exists[fold != i]))
    print(f"{len(found)} openings, {int((exists == 0).sum())} do not exist; of scenes not learned from, those with a "
          f"chance below 0.5: {int(((unseen < 0.5) & (exists == 0)).sum())} that do not exist, "
          f"{int(((unseen < 0.5) & (exists == 1)).sum())} that do")
    HEADER.write_text(header(names, *fitted(cues, exists)), encoding="utf-8")


if __name__ == "__main__":
    main()
