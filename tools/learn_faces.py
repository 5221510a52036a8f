#!/usr/bin/env python3
"""Learns from simulated scans how likely it is that what looks like the face of a wall is one, and not furniture's.

  learn_faces.py BUILD_FOLDER --work FOLDER [--jobs 2]

Needs the targets `storey` and `storey-simulate`. Scans the scenes of tests/scenarios and bench/buildings, furnished at
random, half full and full, and plans them; FOLDER keeps scans and plans, which are not made again. The cues of each face
in report.json are held against the truth: a face is a wall's that lies on true ones along two thirds of its length, and
none that does so along one third. Writes src/engine/learned/face_weights.h, the same each time, and prints how well the
weights do on scenes that they were not learned from, each fifth in turn.

`opening_weights.h` is learned from the walls that come of this: make it again with learn_openings.py, after a build.
"""
import argparse
import copy
import json
import math
import pathlib
import random
import zlib

import furnish
import learning
import numpy

HEADER = learning.LEARNED / "face_weights.h"
FULLNESS = {1: 0.45, 2: 0.85}  # share of places before walls at which something stands
ON_FACE = 0.04  # m: past the noise of scans, and nearer than a thin wall's other face
PAST_END = 0.1  # m
PARALLEL = 0.985  # cosine of 10°
STEP = 0.02  # m along a face
WALL, NONE = 2 / 3, 1 / 3


def furnished(scene, rng, fullness):
    scene = copy.deepcopy(scene)
    for storey, rows, cell in learning.storeys_of(scene):
        storey["furniture"] = storey.get("furniture", []) + list(furnish.furniture_of(storey, rows, cell, rng, fullness))
    return scene


def write_scenes(folder):
    """The scene files to learn from."""
    folder.mkdir(parents=True, exist_ok=True)
    for stem, scene in learning.scenes_to_learn_from():
        for number, fullness in FULLNESS.items():
            name = f"{stem}-{number}"
            variant = furnished(scene, random.Random(zlib.crc32(name.encode())), fullness)
            written = folder / f"{name}.json"
            seed = scene.get("seed", 0) + 1000 * number
            written.write_text(json.dumps({**variant, "seed": seed, "name": name}), encoding="utf-8")
            yield written


def share_on(truth, start, end):
    """Along what share of the way from start to end true faces (rows of x, y, x, y) lie."""
    start, end = numpy.array(start), numpy.array(end)
    length = math.dist(start, end)
    places = start + numpy.outer((numpy.arange(max(3, int(length / STEP))) + 0.5) / max(3, int(length / STEP)), end - start)
    on = numpy.zeros(len(places), bool)
    for x0, y0, x1, y1 in truth:
        true_length = math.hypot(x1 - x0, y1 - y0)
        if true_length == 0:
            continue
        along = numpy.array([x1 - x0, y1 - y0]) / true_length
        if abs(along @ (end - start)) < PARALLEL * length:
            continue
        at = (places - [x0, y0]) @ along
        off = (places - [x0, y0]) @ numpy.array([-along[1], along[0]])
        on |= (at > -PAST_END) & (at < true_length + PAST_END) & (abs(off) < ON_FACE)
    return on.mean()


def examples_of(scan, plan):
    """Cues of each face that may be a wall's, and whether it is."""
    truth = json.loads((scan / "truth.json").read_text(encoding="utf-8"))["storeys"]
    planned = json.loads((plan / "plan.json").read_text(encoding="utf-8"))["storeys"]
    faces = json.loads((plan / "report.json").read_text(encoding="utf-8"))["faces"]
    at = {name: i for i, name in enumerate(faces["columns"])}
    for row in faces["rows"]:
        if row[at["chance"]] is None:
            continue
        floor = planned[row[at["storey"]]]["floor_z"]
        true = min(truth, key=lambda storey: abs(storey["floor_z"] - floor))["faces"]
        share = share_on([face["a"][:2] + face["b"][:2] for face in true], row[2:4], row[4:6])
        if share < NONE or share > WALL:
            yield row[at["cues"]], share > WALL


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, required=True, help="keeps scans and plans")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    scenes = list(write_scenes(arguments.work / "scenes"))
    made = learning.plans_of(arguments.build, scenes, arguments.work, arguments.jobs)
    names = next(json.loads((folders[1] / "report.json").read_text(encoding="utf-8"))["faces"]["cues"]
                 for folders in made if folders)
    found = [(cues, is_wall, learning.fold_of(scene))
             for scene, folders in zip(scenes, made) if folders for cues, is_wall in examples_of(*folders)]
    cues = numpy.array([one for one, _, _ in found])
    is_wall = numpy.array([float(one) for _, one, _ in found])
    unseen = learning.chances_unseen(cues, is_wall, numpy.array([one for _, _, one in found]))
    print(f"{len(found)} faces, {int((is_wall == 0).sum())} are no wall's; of scenes not learned from, those with a chance "
          f"below 0.5: {int(((unseen < 0.5) & (is_wall == 0)).sum())} that are none, "
          f"{int(((unseen < 0.5) & (is_wall == 1)).sum())} that are")
    HEADER.write_text(learning.header("learn_faces.py", "kFaceWeights", names, *learning.fitted(cues, is_wall)),
                      encoding="utf-8")


if __name__ == "__main__":
    main()
