"""What a conversion writes: whole, the same every time, and nothing where it fails."""
import json
import os
import resource
import unittest

from cli import CliTest, two_rooms

TWO_ROOMS = two_rooms()


class Outputs(CliTest):
    def setUp(self):
        super().setUp()
        self.write("scan.xyz", TWO_ROOMS)

    def convert(self, *arguments, out="out", **options):
        return self.storey("convert", "scan.xyz", "--out", out, *arguments, **options)

    def test_the_plan_and_its_drawings_are_there_and_told(self):
        run = self.convert()
        self.assertEqual(run.returncode, 0, run.stderr)
        names = ["plan.json", "report.json", "storey-0.png", "storey-0.svg"]
        self.assertEqual(self.names("out"), names)
        for word in ("2 rooms", "m²", "±", *names):
            self.assertIn(word, run.stdout)
        plan = json.loads((self.folder / "out/plan.json").read_text())
        self.assertEqual(plan["schema"], "storey.plan/1")
        areas = sorted(room["area"] for room in plan["storeys"][0]["rooms"])
        self.assertEqual(len(areas), 2)
        self.assertAlmostEqual(areas[0], 9, delta=0.1)
        self.assertAlmostEqual(areas[1], 12, delta=0.1)
        report = json.loads((self.folder / "out/report.json").read_text())
        self.assertEqual(report["inputs"][0]["points"], TWO_ROOMS.count("\n"))

    def test_threads_folders_and_repetition_change_no_byte(self):
        self.assertEqual(self.convert("--threads", 1, out="one").returncode, 0)
        self.assertEqual(self.convert("--threads", 2, out="two").returncode, 0)
        (self.folder / "elsewhere").mkdir()
        (self.folder / "scan.xyz").rename(self.folder / "elsewhere" / "scan.xyz")
        again = self.storey("convert", "elsewhere/scan.xyz", "--out", "three")
        self.assertEqual(again.returncode, 0)
        self.assertEqual(self.contents("one"), self.contents("two"))
        self.assertEqual(self.contents("one"), self.contents("three"))

    def test_what_waits_in_a_scratch_file_changes_no_byte(self):
        (self.folder / "scratch").mkdir()
        self.assertEqual(self.convert(out="roomy").returncode, 0)
        run = self.convert("--memory", "1M", out="tight", env={**os.environ, "TMPDIR": str(self.folder / "scratch")})
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.contents("roomy"), self.contents("tight"))
        self.assertEqual(self.names("scratch"), [])

    def test_where_no_scratch_file_can_be_the_reason_and_a_remedy_are_told(self):
        run = self.convert("--memory", "1M", env={**os.environ, "TMPDIR": str(self.folder / "nowhere")})
        self.assert_fails(run, 1, "TMPDIR")
        self.assertEqual(self.names(), ["scan.xyz"])

    def test_formats_and_storeys_choose_what_is_drawn(self):
        self.assertEqual(self.convert("--format", "svg").returncode, 0)
        self.assertEqual(self.names("out"), ["plan.json", "report.json", "storey-0.svg"])
        run = self.convert("--storeys", "7", out="none")
        self.assert_fails(run, 2, "storey 7")
        self.assertEqual(self.names(), ["out", "scan.xyz"])

    def test_options_reach_the_drawings(self):
        plain = self.drawing()
        for option, value in (("--model-units", "imperial"), ("--layers", "iso13567"), ("--scale", "1:20")):
            with self.subTest(option=option):
                self.assertNotEqual(self.drawing(option, value), plain)

    def drawing(self, *arguments):
        self.assertEqual(self.convert("--format", "svg", *arguments).returncode, 0)
        return (self.folder / "out/storey-0.svg").read_bytes()

    def test_older_outputs_are_replaced_and_other_files_stay(self):
        (self.folder / "out").mkdir()
        self.write("out/plan.json", "old")
        self.write("out/notes.txt", "mine")
        self.assertEqual(self.convert("--format", "svg").returncode, 0)
        self.assertEqual(self.names("out"), ["notes.txt", "plan.json", "report.json", "storey-0.svg"])
        self.assertNotEqual((self.folder / "out/plan.json").read_text(), "old")

    def test_a_folder_that_is_none_is_named_before_the_work(self):
        self.write("taken", "a file")
        for out in ("taken", "taken/deeper"):
            self.assert_fails(self.convert(out=out), 1, "taken", "what to do: ")
        self.assertEqual((self.folder / "taken").read_text(), "a file")

    @unittest.skipIf(os.geteuid() == 0, "root may write everywhere")
    def test_a_folder_without_permission(self):
        (self.folder / "locked").mkdir(mode=0o555)
        self.assert_fails(self.convert(out="locked/out"), 1, "locked", "what to do: ")

    def test_a_disk_that_fills_up_leaves_the_older_outputs(self):
        (self.folder / "out").mkdir()
        self.write("out/plan.json", "old")
        # No file may grow beyond this, as if the disk were full: plan.json fits, a drawing does not.
        size = len(self.smallest_drawing()) // 2
        run = self.convert(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertIn("cannot be written", run.stderr)
        self.assertEqual(self.names("out"), ["plan.json"])
        self.assertEqual((self.folder / "out/plan.json").read_text(), "old")

    def smallest_drawing(self):
        self.assertEqual(self.convert(out="whole").returncode, 0)
        return min((content for name, content in self.contents("whole").items() if "storey" in name), key=len)


if __name__ == "__main__":
    unittest.main()
