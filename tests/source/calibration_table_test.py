"""The table of bench/calibration.py counts what lies within the stated half-widths, and leaves out what does not show."""
import json
import os
import pathlib
import sys
import tempfile
import unittest

import project_files

sys.path.insert(0, os.path.join(project_files.ROOT, "bench"))
import calibration  # noqa: E402

SQUARE = [[0, 0], [4, 0], [4, 4], [0, 4]]


def truth(seen=1.0):
    sides = list(zip(SQUARE, SQUARE[1:] + SQUARE[:1]))
    return {"floor_z": 0, "rooms": [{"polygon": SQUARE, "holes": [], "seen": seen}],
            "faces": [{"a": a, "b": b, "seen": seen} for a, b in sides],
            "walls": [{"start": [0, -0.1], "end": [4, -0.1], "thickness": 0.2, "faces_seen": {"left": 1, "right": seen}}],
            "openings": [{"start": [1, -0.1], "end": [2, -0.1], "sill": 0, "head": 2.0, "seen": seen}]}


def plan():
    """All is 4 mm off along y, and the opening 30 mm too wide."""
    return {"floor_z": 0, "columns": [],
            "rooms": [{"polygon": [[0, 0.004], [4, 0.004], [4, 4], [0, 4]], "holes": [], "confidence": 0.95,
                       "uncertainty": {"area_m2": 0.01},
                       "clear_dimensions": [{"from": [2, 0.004], "to": [2, 4], "length": 3.996, "uncertainty_mm": 5}]}],
            "walls": [{"start": [0, -0.1], "end": [4, -0.1], "thickness": 0.21, "faces": [{"a": [0, 0.004], "b": [4, 0.004]}],
                       "confidence": 0.8, "uncertainty": {"position_mm": 5, "thickness_mm": 5}}],
            "openings": [{"start": [1, -0.1], "end": [2.03, -0.1], "sill": 0, "head": 2.0, "confidence": 0.92,
                          "uncertainty": {"width_mm": 47, "sill_mm": 6, "head_mm": 8}}]}


class CalibrationTable(unittest.TestCase):
    def measured(self, seen=1.0):
        return {kind: (round(abs(error), 1), stated) for kind, error, stated in calibration.measures(plan(), truth(seen))}

    def test_errors_are_held_against_what_is_stated(self):
        self.assertEqual(self.measured(), {
            "wall position": (4.0, 5), "thickness": (10.0, 5), "area": (1.6, 1.0),
            "clear width": (4.0, 5), "opening width": (30.0, 47), "head": (0.0, 8)})

    def test_what_does_not_show_is_not_asked_for(self):
        self.assertEqual(self.measured(seen=0.1), {})

    def test_a_width_goes_from_wall_to_wall_past_what_stands_between(self):
        there = truth()
        there["rooms"][0]["holes"] = [[[1.9, 1], [2.1, 1], [2.1, 1.2], [1.9, 1.2]]]
        widths = [error for kind, error, _ in calibration.measures(plan(), there) if kind == "clear width"]
        self.assertAlmostEqual(widths[0], -4.0, 3)

    def test_heights_of_what_has_no_height_of_its_own_are_not_asked_for(self):
        there = truth()
        there["openings"][0]["height_free"] = True
        self.assertNotIn("head", [kind for kind, _, _ in calibration.measures(plan(), there)])

    def test_what_does_not_exist_is_told(self):
        there = truth()
        self.assertEqual(list(calibration.things(plan(), there)),
                         [("walls", 0.8, True), ("rooms", 0.95, True), ("openings", 0.92, True)])
        there["rooms"] = there["faces"] = there["openings"] = []
        self.assertEqual({exists for _, _, exists in calibration.things(plan(), there)}, {False})

    def test_things_are_counted_by_their_confidence(self):
        stated = [("walls", 0.95, True), ("walls", 0.9, False), ("walls", 0.4, False), ("rooms", 1.0, True)]
        self.assertEqual(calibration.table_of_things(stated).splitlines()[2:], [
            "| 0.9 to 1 | 50.0 % of 2 | 100.0 % of 1 | – |", "| 0.5 to 0.9 | – | – | – |", "| 0 to 0.5 | 0.0 % of 1 | – | – |"])

    def test_the_table_has_a_row_for_each_sensor_and_leaves_out_what_was_not_level(self):
        with tempfile.TemporaryDirectory() as folder:
            scenes = pathlib.Path(folder, "scenes")
            plans = pathlib.Path(folder, "plans")
            for name, tilt in (("level", 0), ("tilted", 2)):
                (scenes / name).mkdir(parents=True)
                (scenes / name / "scene.json").write_text(json.dumps({"file": "scan.xyz", "arguments": [], "sensor": "tls"}))
                (scenes / name / "truth.json").write_text(json.dumps({"frame": {"tilt_deg": tilt}, "storeys": [truth()]}))
            (plans / "scenes/level").mkdir(parents=True)
            (plans / "scenes/level/plan.json").write_text(json.dumps({"storeys": [plan()]}))
            sensor, found, _ = calibration.counted(scenes / "level", "none", plans)
            self.assertEqual(calibration.counted(scenes / "tilted", "none", plans), ("tls", [], []))
            by_kind = calibration.collections.defaultdict(list)
            for kind, error, stated in found:
                by_kind[kind].append((error, stated))
            row = calibration.table({sensor: (1, by_kind)}).splitlines()[2]
            self.assertTrue(row.startswith("| tls | 1 | 100 % of 1 (4.0 ± 5) | 0 % of 1 (10.0 ± 5) |"), row)


if __name__ == "__main__":
    unittest.main()
