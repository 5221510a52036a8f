"""tools/learn_faces.py tells faces of walls from others, and furnishes scenes without closing stations in."""
import math
import os
import random
import re
import sys
import unittest

import project_files

sys.path.insert(0, os.path.join(project_files.ROOT, "tools"))
import furnish  # noqa: E402
import learn_faces  # noqa: E402
import learning  # noqa: E402

DRAWING = ["storey 0 2.5", "cell 0.5 0.5", "#" * 17] + ["#               #"] * 7 + ["#       *       #"] + \
          ["#               #"] * 7 + ["#" * 17]


def text_of(*path):
    with open(os.path.join(project_files.ROOT, "src", "engine", *path), encoding="utf-8") as file:
        return file.read()


class LearnFacesTest(unittest.TestCase):
    def test_weights_have_the_order_of_the_cues(self):
        listed = text_of("faces", "face_odds.cc").split("kFaceCueNames = {")[1].split("}")[0]
        weighed = re.findall(r"// (\w+)$", text_of("learned", "face_weights.h").split("kFaceWeights")[1], re.MULTILINE)
        self.assertEqual(weighed, re.findall(r'"(\w+)"', listed))

    def test_a_face_is_a_walls_as_far_as_it_lies_on_true_ones(self):
        truth = [[0, 0, 4, 0], [4, 0, 4, 3]]
        self.assertEqual(learn_faces.share_on(truth, (0, 0.03), (4, 0.03)), 1)
        self.assertEqual(learn_faces.share_on(truth, (4, 0.03), (0, 0.03)), 1)
        self.assertAlmostEqual(learn_faces.share_on(truth, (2.1, 0), (6.1, 0)), 0.5, delta=0.01)
        self.assertEqual(learn_faces.share_on(truth, (0, 0.3), (4, 0.3)), 0)
        self.assertLess(learn_faces.share_on(truth, (0, 0), (3, 0.8)), 0.01)

    def test_furniture_stands_in_the_room(self):
        inside = things = 0
        for seed in range(20):
            for thing in learning.furnished({"drawing": DRAWING}, random.Random(seed), 0.85)["storeys"][0]["furniture"]:
                x, y = thing["center"]
                things += 1
                inside += 0.25 < x < 8.25 and 0.25 < y < 8.25
        self.assertGreater(things, 20 * 100)
        self.assertGreater(inside, 0.98 * things, "tables that reach past the ends of their walls are few")

    def test_askew_furniture_stays_before_its_wall(self):
        wall = furnish.Face((0, 0), (6, 0), 0.1)
        for degrees, about in ((3, 2), (-3, 4), (45, 2), (-45, 4)):
            thing = wall.place(furnish.box((0, 2), 0.5, 0, 2), 2, "wood", (degrees, about))
            x, y = thing["center"]
            cosine, sine = (f(math.radians(thing["turn"])) for f in (math.cos, math.sin))
            corners = [(x + a * cosine - b * sine, y + a * sine + b * cosine) for a in (-1, 1) for b in (-0.25, 0.25)]
            self.assertAlmostEqual(min(y for _, y in corners), 0.1, delta=0.002)
            self.assertAlmostEqual(min(math.dist(corner, (about, 0.1)) for corner in corners), 0, delta=0.002)

    def test_what_was_put_there_by_hand_is_a_little_askew(self):
        turns = [furnish.turn_of(random.Random(seed), furnish.wardrobe) for seed in range(1000)]
        self.assertAlmostEqual(sum(turn == 0 for turn in turns), 400, delta=60)
        self.assertAlmostEqual(sum(0 < abs(turn) < 6 for turn in turns), 500, delta=60)
        self.assertEqual({furnish.turn_of(random.Random(seed), furnish.kitchen) for seed in range(100)}, {0})

    def test_what_stands_low_keeps_off_stations(self):
        for seed in range(20):
            scene = learning.furnished({"drawing": DRAWING}, random.Random(seed), 0.85)
            for thing in scene["storeys"][0]["furniture"]:
                if thing.get("bottom", 0) < 2:
                    self.assertGreater(math.dist(thing["center"], (4.25, 4.25)), furnish.CLEAR + max(thing["size"]) / 2)

    def test_doors_are_hidden_seldom(self):
        wall, door = {"id": "w", "from": [0, 0], "to": [6, 0], "thickness": 0.2}, {"wall": "w", "at": 2.5, "width": 1}
        before = 0
        for seed in range(200):
            scene = {"storeys": [{"walls": [wall], "openings": [door]}]}
            things = learning.furnished(scene, random.Random(seed), 0.85)["storeys"][0]["furniture"]
            before += any(abs(thing["center"][0] - 3) < 0.4 and abs(thing["center"][1]) < 0.7 and
                          thing.get("bottom", 0) < 1 for thing in things)
        self.assertLess(before, 80)
        self.assertGreater(before, 5)


if __name__ == "__main__":
    unittest.main()
