"""tools/learn_walls.py tells walls of a plan from what is none, by the truth."""
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest

import project_files

sys.path.insert(0, os.path.join(project_files.ROOT, "tools"))
import learn_walls  # noqa: E402

ENGINE = pathlib.Path(project_files.ROOT, "src", "engine")


def wall(name, *faces):
    return {"id": name, "faces": [{"a": face[:2], "b": face[2:]} for face in faces]}


class LearnWallsTest(unittest.TestCase):
    def test_weights_have_the_order_of_the_cues(self):
        listed = (ENGINE / "walls/wall_odds.cc").read_text(encoding="utf-8").split("kWallCueNames = {")[1].split("}")[0]
        header = (ENGINE / "learned/wall_weights.h").read_text(encoding="utf-8").split("kWallWeights")[1]
        self.assertEqual(re.findall(r"// (\w+)$", header, re.MULTILINE), re.findall(r'"(\w+)"', listed))

    def test_a_wall_is_one_if_one_of_its_faces_lies_on_a_true_one(self):
        truth = {"storeys": [{"floor_z": 0, "faces": [{"a": [0, 0], "b": [4, 0]}]}]}
        walls = [wall("w1", (0, 0.01, 4, 0.01), (4, 0.3, 0, 0.3)), wall("w2", (0, 0.6, 4, 0.6)),
                 wall("w3", (2, 0, 6, 0))]
        plan = {"storeys": [{"floor_z": 0.01, "walls": walls}]}
        report = {"walls": {"rows": [["w1", 0.9, [1]], ["w2", 0.8, [2]], ["w3", 0.7, [3]]]}}
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            for file, content in (("truth", truth), ("plan", plan), ("report", report)):
                (folder / f"{file}.json").write_text(json.dumps(content), encoding="utf-8")
            self.assertEqual(list(learn_walls.examples_of(folder, folder)), [([1], True), ([2], False)],
                             "nothing is learned of what is half a wall")


if __name__ == "__main__":
    unittest.main()
