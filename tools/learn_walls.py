#!/usr/bin/env python3
"""Learns from simulated scans how likely it is that a wall of the plan is one.

  learn_walls.py BUILD_FOLDER --work FOLDER [--jobs 2]

Needs the targets `storey` and `storey-simulate`, and plans the scenes that learn_faces.py makes; give both the same
FOLDER. What report.json tells of each wall is held against the truth: it is one if a face of it lies on true ones along
two thirds of its length, and none if each does so along less than one third. Writes src/engine/learned/wall_weights.h,
the same each time, and prints how well the weights do on scenes that they were not learned from, each fifth in turn.

The cues hold what `face_weights.h` tells: make these first.
"""
import json

import learn_faces
import learning

HEADER = learning.LEARNED / "wall_weights.h"


def examples_of(scan, plan):
    """Cues of each wall, and whether it is one."""
    truth = json.loads((scan / "truth.json").read_text(encoding="utf-8"))["storeys"]
    report = json.loads((plan / "report.json").read_text(encoding="utf-8"))["walls"]
    cues_of = {wall: cues for wall, _, cues in report["rows"]}
    for storey in json.loads((plan / "plan.json").read_text(encoding="utf-8"))["storeys"]:
        true = learn_faces.true_faces(truth, storey["floor_z"])
        for wall in storey["walls"]:
            share = max(learn_faces.share_on(true, face["a"][:2], face["b"][:2]) for face in wall["faces"])
            if share < learn_faces.NONE or share > learn_faces.WALL:
                yield cues_of[wall["id"]], share > learn_faces.WALL


def main():
    arguments = learning.arguments(__doc__)
    made = learning.plans_of(arguments, learning.write_furnished_scenes(arguments.work / "scenes"))
    names = json.loads((made[0][2] / "report.json").read_text(encoding="utf-8"))["walls"]["cues"]
    learning.learn("learn_walls.py", "kWallWeights", HEADER, names,
                   [(cues, is_wall, learning.fold_of(scene))
                    for scene, scan, plan in made for cues, is_wall in examples_of(scan, plan)])


if __name__ == "__main__":
    main()
