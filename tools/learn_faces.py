#!/usr/bin/env python3
"""Learns from simulated scans how likely it is that what looks like the face of a wall is one, and not furniture's.

  learn_faces.py BUILD_FOLDER --work FOLDER [--jobs 2]

Needs the targets `storey` and `storey-simulate`. Scans the scenes of tests/scenarios and bench/buildings, furnished at
random, half full and full, and plans them; FOLDER keeps scans and plans. The cues of each face in report.json are held
against the truth: a face is a wall's that lies on true ones along two thirds of its length, and none that does so along
one third. Writes src/engine/learned/face_weights.h, the same each time, and prints how well the weights do on scenes that
they were not learned from, each fifth in turn.

`wall_weights.h` and `opening_weights.h` are learned from the walls that come of this: make them again with
learn_walls.py and learn_openings.py, after a build.
"""
import json
import math

import learning
import numpy

HEADER = learning.LEARNED / "face_weights.h"
ON_FACE = 0.04  # m: past the noise of scans, and nearer than a thin wall's other face
PAST_END = 0.1  # m
PARALLEL = 0.985  # cosine of 10°
STEP = 0.02  # m along a face
REFUSED = {"unlikely", "ends_below_ceiling", "above_heads"}
WALL, NONE = 2 / 3, 1 / 3


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


def true_faces(truth, floor):
    """Rows of x, y, x, y: of the storey of the truth that has its floor nearest to that height."""
    storey = min(truth, key=lambda one: abs(one["floor_z"] - floor))
    return [face["a"][:2] + face["b"][:2] for face in storey["faces"]]


def examples_of(scan, plan):
    """Cues of each face that may be a wall's, and whether it is."""
    truth = json.loads((scan / "truth.json").read_text(encoding="utf-8"))["storeys"]
    planned = json.loads((plan / "plan.json").read_text(encoding="utf-8"))["storeys"]
    faces = json.loads((plan / "report.json").read_text(encoding="utf-8"))["faces"]
    at = {name: i for i, name in enumerate(faces["columns"])}
    for row in faces["rows"]:
        if row[at["chance"]] is None or row[at["rule"]] in REFUSED:
            continue  # what the weights themselves have refused would teach them their own mistakes
        share = share_on(true_faces(truth, planned[row[at["storey"]]]["floor_z"]), row[2:4], row[4:6])
        if share < NONE or share > WALL:
            yield row[at["cues"]], share > WALL


def main():
    arguments = learning.arguments(__doc__)
    made = learning.plans_of(arguments, learning.write_furnished_scenes(arguments.work / "scenes"))
    names = json.loads((made[0][2] / "report.json").read_text(encoding="utf-8"))["faces"]["cues"]
    learning.learn("learn_faces.py", "kFaceWeights", HEADER, names,
                   [(cues, is_wall, learning.fold_of(scene))
                    for scene, scan, plan in made for cues, is_wall in examples_of(scan, plan)])


if __name__ == "__main__":
    main()
