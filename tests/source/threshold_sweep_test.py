"""The sweep tells needles from what the scenes' positions on the rasters do."""
import os
import sys
import tempfile
import unittest

import project_files

sys.path.insert(0, os.path.join(project_files.ROOT, "bench"))
import threshold_sweep  # noqa: E402
import thresholds  # noqa: E402

KEY, SCENES = "stage.cc:kReach", ["hall", "flat"]


class Engine(threshold_sweep.Measured):
    """Answers for the program: `faults(factor, scene, position)` of one threshold of 1 m."""

    def __init__(self, faults):
        super().__init__("", SCENES, 1)
        self.faults = faults

    def lines(self, factors, keys, scene, position):
        of = {1.0: self.faults(1.0, scene, position)} | {f: self.faults(f, scene, position) for f in factors if keys}
        for factor, faults in of.items():
            key = "-" if factor == 1.0 else KEY
            yield "\t".join(map(str, (scene, key, factor, 1.0, factor, faults, 90.0, f"plan {faults}")))


def row_of(faults):
    measured = Engine(faults)
    row = threshold_sweep.Row(thresholds.Threshold("stage.cc", "kReach", "double", "1.0", "m: far", 1, 1), measured)
    threshold_sweep.measure(measured, [row])
    return row


class Sweep(unittest.TestCase):
    def test_nothing_worse_is_a_plateau(self):
        self.assertEqual(row_of(lambda factor, scene, position: 1).verdict, "idle")
        self.assertEqual(row_of(lambda factor, scene, position: int(factor == 2)).verdict, "plateau")

    def test_worse_at_an_end_only_is_a_slope(self):
        row = row_of(lambda factor, scene, position: 5 * (factor == 2))
        self.assertEqual((row.verdict, row.good()), ("slope", "0.5 to 1.6"))

    def test_worse_for_a_small_change_is_a_needle(self):
        row = row_of(lambda factor, scene, position: 2 * (factor > 1.2))
        self.assertEqual((row.verdict, row.good(), row.more(1.25)), ("needle", "0.5 to 1", 4))

    def test_what_another_position_undoes_is_no_needle(self):
        row = row_of(lambda factor, scene, position: 3 * (factor > 1.2 if position == 0 else factor == 1))
        self.assertEqual(row.verdict, "plateau")
        self.assertEqual(row.more(1.25), 2 * (3 - 3 * 3) / 4)

    def test_the_document_keeps_what_was_not_measured(self):
        def measured(name, faults):
            engine = Engine(faults)
            row = threshold_sweep.Row(thresholds.Threshold("stage.cc", name, "double", "1.0", "m: far", 1, 1), engine)
            threshold_sweep.measure(engine, [row])
            return row

        steady = measured("kReach", lambda factor, scene, position: int(factor == 2))
        needle = measured("kReach", lambda factor, scene, position: 2 * (factor > 1.2))
        gone = "| stage.cc:kGone | m | 1 | 1 | 1 | 1 | 1 | 1 | 1 | needle | 0 and 0 |"
        other = gone.replace("kGone", "kOther").replace("needle", "plateau, better")
        before = threshold_sweep.document([steady], steady.measured, [KEY]).replace("\n\nScenes:", f"\n{gone}\n{other}\n\nScenes:")
        after = threshold_sweep.document([needle], needle.measured, ["stage.cc:kOther", KEY], before)
        self.assertIn("| plateau | 1 |", after)
        self.assertIn("| needle | 1 |", after)
        self.assertIn(other + "\n| " + KEY, after)
        self.assertNotIn("kGone", after)
        self.assertIn("Of 2 thresholds\n2 were measured:", after)
        self.assertIn("Of 3 thresholds\n2 were measured:", threshold_sweep.document([], needle.measured, ["new.cc:kNew", "stage.cc:kOther", KEY], after))

    def test_what_was_kept_is_not_measured_again(self):
        scene = threshold_sweep.SCENES[0]
        with tempfile.TemporaryDirectory() as folder:
            program, log = os.path.join(folder, "program"), os.path.join(folder, "log")

            def lines(answer, position=0):
                with open(program, "w", encoding="utf-8") as script:
                    script.write(f"#!/bin/sh\necho run >> {log}\necho {answer}\n")
                os.chmod(program, 0o755)
                return threshold_sweep.Measured(program, [scene], 1, folder).lines((0.5, 2.0), [KEY], scene, position)

            def runs():
                with open(log, encoding="utf-8") as file:
                    return len(file.readlines())

            self.assertEqual((lines("a"), lines("a"), runs()), (["a"], ["a"], 1))
            self.assertEqual((lines("a", 1), runs()), (["a"], 2))
            self.assertEqual((lines("b"), runs()), (["b"], 3), "another program")


if __name__ == "__main__":
    unittest.main()
