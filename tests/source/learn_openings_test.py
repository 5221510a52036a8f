"""tools/learn_openings.py finds the weights by which examples were made, and puts furniture where it belongs."""
import os
import random
import re
import sys
import unittest

import numpy
import project_files

sys.path.insert(0, os.path.join(project_files.ROOT, "tools"))
import learn_openings  # noqa: E402
import learning  # noqa: E402

ENGINE = os.path.join(project_files.ROOT, "src", "engine")
DRAWING = ["storey 0 2.5", "cell 0.5 0.5", "#########", "#       #", "#   *   #", "#       #", "#########"]


def text_of(name):
    with open(os.path.join(ENGINE, name), encoding="utf-8") as file:
        return file.read()


class LearnOpeningsTest(unittest.TestCase):
    def test_finds_the_weights_that_made_the_examples(self):
        random_numbers = numpy.random.default_rng(5)
        cues = random_numbers.uniform(-1, 1, (20000, 3)) * [1, 4, 0.5] + [0, 2, 5]
        exists = (random_numbers.uniform(size=20000) < learning.chances(cues, -4, [3, 0.5, 1])).astype(float)
        bias, weights = learning.fitted(cues, exists)
        numpy.testing.assert_allclose(weights, [3, 0.5, 1], atol=0.25)
        self.assertAlmostEqual(bias, -4, delta=1)

    def test_weights_have_the_order_of_the_cues(self):
        listed = text_of("openings/opening_odds.cc").split("kOpeningCueNames = {")[1].split("}")[0]
        weighed = re.findall(r"// (\w+)$", text_of("learned/opening_weights.h").split("kOpeningWeights")[1], re.MULTILINE)
        self.assertEqual(weighed, re.findall(r'"(\w+)"', listed))

    def test_the_header_holds_what_was_learned(self):
        header = learning.header("learn.py", "kWeights", ["head", "hidden"], -1.25, numpy.array([2, -0.0625]))
        self.assertIn("-1.250,", header)
        self.assertIn("2.000,  // head\n        -0.062,  // hidden\n", header)
        self.assertIn("LearnedWeights<2> kWeights = {", header)

    def test_furniture_stands_before_drawn_walls(self):
        for seed in range(20):
            scene = learn_openings.cluttered({"drawing": DRAWING}, random.Random(seed))
            for thing in scene["storeys"][0]["furniture"]:
                (x, y), (width, depth) = thing["center"], thing["size"]
                gaps = (x - width / 2 - 0.25, 4.25 - x - width / 2, y - depth / 2 - 0.25, 2.25 - y - depth / 2)
                self.assertTrue(any(abs(gap - 0.12) < 0.001 for gap in gaps), f"{thing}: m from the middles of walls")
                self.assertGreater(abs(x - 2.25), 0.79, f"{thing}: beside the station")

    def test_furniture_stands_before_listed_walls_and_what_was_there_stays(self):
        wall = {"from": [0, 0], "to": [6, 0], "thickness": 0.2}
        scene = {"storeys": [{"walls": [wall], "furniture": [{"shape": "table"}], "stations": [[3, 0.4]]}]}
        furniture = learn_openings.cluttered(scene, random.Random(1))["storeys"][0]["furniture"]
        self.assertEqual(furniture[0], {"shape": "table"})
        self.assertEqual(scene["storeys"][0]["furniture"], [{"shape": "table"}])
        self.assertGreater(len(furniture), 2)
        for thing in furniture[1:]:
            self.assertAlmostEqual(abs(thing["center"][1]) - thing["size"][1] / 2, 0.1, places=3)
            self.assertGreater(abs(thing["center"][0] - 3) + abs(thing["center"][1] - 0.4), 0.9)

    def test_a_scene_that_is_like_another_is_its_patch(self):
        self.assertEqual(learning.merged({"a": {"b": 1, "c": 2}, "d": [1]}, {"a": {"b": None, "e": 3}, "d": [2]}),
                         {"a": {"c": 2, "e": 3}, "d": [2]})


if __name__ == "__main__":
    unittest.main()
