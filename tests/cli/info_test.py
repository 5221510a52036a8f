"""`storey info` says what is in a file, to people and to programs."""
import json
import subprocess
import unittest

from cli import STOREY, CliTest


class Info(CliTest):
    POINTS = "// a comment\n" + "".join(f"{x}.5;{y};{-x}.25\n" for x in range(1, 10) for y in range(10)) + "nan;1;2\n"

    def info(self, *arguments):
        run = self.storey("info", "--json", *arguments)
        self.assertEqual(run.returncode, 0, run.stderr)
        document = json.loads(run.stdout)
        self.assertEqual(document["schema"], "storey.info/1")
        return document["files"]

    def test_counts_and_extents_are_exact(self):
        self.write("scan.xyz", self.POINTS)
        (file,) = self.info("scan.xyz")
        self.assertEqual(file["format"], "xyz")
        self.assertEqual(file["points"], 90)
        self.assertEqual(file["invalid"], 1)
        self.assertEqual(file["bounds"], {"min": [1.5, 0, -9.25], "max": [9.5, 9, -1.25]})
        (scan,) = file["scans"]
        self.assertEqual(scan["points"], 90)
        self.assertIsNone(scan["pose"])

    def test_the_number_of_threads_changes_nothing(self):
        self.write("scan.xyz", self.POINTS * 200)
        self.assertEqual(self.info("scan.xyz", "--threads", 1), self.info("scan.xyz", "--threads", 2))

    def test_quick_counts_nothing(self):
        self.write("scan.xyz", self.POINTS)
        (file,) = self.info("scan.xyz", "--quick")
        self.assertNotIn("points", file)
        self.assertEqual(file["bounds"]["max"], [9.5, 9, -1.25])

    def test_units_and_up_axis_are_guessed_from_the_height_of_the_room(self):
        for unit, metres in (("m", 1), ("mm", 0.001), ("ft", 0.3048)):
            with self.subTest(unit=unit):
                self.write("room.xyz", self.room(metres))
                (file,) = self.info("room.xyz")
                self.assertEqual(file["guess"]["unit"], unit)
                self.assertEqual(file["guess"]["up"], "z")
                self.assertAlmostEqual(file["guess"]["clear_height"] * metres, 2.5, delta=0.03)

    @staticmethod
    def room(metres):
        """Floor and ceiling of 5 m x 4 m, 2.5 m apart, and two walls, in units of `metres`."""
        points = [(0.02 * i, 0.02 * k, z) for i in range(251) for k in range(201) for z in (0, 2.5)]
        points += [(x, 0.02 * k, 0.02 * i) for k in range(201) for i in range(126) for x in (0, 5)]
        return "".join("%.4f %.4f %.4f\n" % tuple(c / metres for c in point) for point in points)

    def test_text_is_for_people(self):
        self.write("scan.xyz", self.POINTS)
        run = self.storey("info", "scan.xyz")
        self.assertEqual(run.returncode, 0)
        for word in ("scan.xyz", "points    90", "1 invalid", "semicolon"):
            self.assertIn(word, run.stdout)

    def test_one_bad_file_of_several_fails_and_the_rest_is_told(self):
        self.write("scan.xyz", self.POINTS)
        run = self.storey("info", "missing.xyz", "scan.xyz")
        self.assertEqual(run.returncode, 1)
        self.assertIn("missing.xyz", run.stderr)
        self.assertIn("points    90", run.stdout)

    def test_a_result_that_cannot_be_printed_is_a_failure(self):
        self.write("scan.xyz", self.POINTS)
        with open("/dev/full", "w") as full:
            run = subprocess.run([STOREY, "info", self.folder / "scan.xyz"], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(run.returncode, 1)


if __name__ == "__main__":
    unittest.main()
