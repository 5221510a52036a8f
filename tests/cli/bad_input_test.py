"""Scans that cannot give a plan: a clear reason, exit code 1, and nothing written."""
import os
import random
import resource
import shutil
import unittest

from cli import CliTest, patch, two_rooms


class BadInput(CliTest):
    def assert_refused(self, scan, *words):
        before = self.names()
        run = self.storey("convert", scan, "--out", "out")
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertEqual(run.stdout, "")
        self.assertIn("storey: ", run.stderr)
        for word in words:
            self.assertIn(word, run.stderr)
        self.assertEqual(self.names(), before)
        return run

    def test_what_is_no_file(self):
        (self.folder / "folder.e57").mkdir()
        os.mkfifo(self.folder / "pipe.xyz")
        self.assert_refused("missing.e57", "missing.e57")
        self.assert_refused("folder.e57", "folder.e57")
        self.assert_refused("pipe.xyz", "pipe.xyz")

    def test_empty_files(self):
        for name in ("empty.xyz", "empty.e57"):
            self.write(name, "")
            self.assert_refused(name, name)

    def test_files_of_another_kind_under_the_extension(self):
        kinds = {
            "picture": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40,
            "archive": b"PK\x03\x04" + bytes(range(255, -1, -1)) * 40,
            "page": b"<!doctype html><html><body><p>Not found</p></body></html>\n" * 50,
            "letter": b"Dear Sir or Madam,\nwe write to you about the house.\n" * 50,
            "zeros": bytes(10000),
        }
        for kind, content in kinds.items():
            for extension in ("e57", "xyz"):
                name = f"{kind}.{extension}"
                with self.subTest(name=name):
                    self.write(name, content)
                    self.assert_refused(name, name)

    def test_a_cut_off_e57_file(self):
        self.write("cut.e57", b"ASTM-E57" + bytes(24))
        self.assert_refused("cut.e57", "cut.e57")

    def test_a_text_file_full_of_broken_lines_shows_the_first(self):
        self.write("broken.xyz", "1 2 3\n" * 10 + "here it breaks\n" * 1000)
        self.assert_refused("broken.xyz", "broken.xyz", "line 11")

    @unittest.skipIf(os.environ.get("STOREY_WORKER_MEMORY_LIMIT") == "0", "sanitizers need all addresses")
    def test_less_memory_than_the_scan_takes(self):
        self.write("rooms.xyz", two_rooms(spacing=0.012))
        for megabytes in range(300, 0, -20):
            limit = megabytes << 20
            run = self.storey("convert", "rooms.xyz", "--out", "out", "--threads", 2, "--format", "json",
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
            if run.returncode != 0:
                break
            shutil.rmtree(self.folder / "out")
        self.assert_fails(run, 1, "rooms.xyz", "memory", "give the conversion ")
        self.assertEqual(self.names(), ["rooms.xyz"])

    def test_points_without_a_building(self):
        random.seed(2)
        one_wall = patch((0, 0, 0), (6, 0, 0), (0, 0, 2.6), 0.03, 0.002)
        noise = ([random.uniform(0, 8) for _ in range(3)] for _ in range(40000))
        meadow = ((x := random.uniform(-30, 30), y := random.uniform(-30, 30), 0.1 * x + random.gauss(0, 0.05))
                  for _ in range(60000))
        single = [(1, 2, 3)]
        for name, points in {"wall": one_wall, "noise": noise, "meadow": meadow, "single": single}.items():
            with self.subTest(name=name):
                self.write(f"{name}.xyz", "".join("%.4f %.4f %.4f\n" % tuple(point) for point in points))
                run = self.assert_refused(f"{name}.xyz")
                self.assertIn("what to do: ", run.stderr)

    def test_coordinates_that_are_no_lengths(self):
        random.seed(3)
        self.write("nan.xyz", "nan nan nan\n" * 5000)
        self.write("absurd.xyz", "".join("%.3e %.3e %.3e\n" % tuple(random.uniform(0, 1e200) for _ in range(3))
                                         for _ in range(20000)))
        for name in ("nan.xyz", "absurd.xyz"):
            with self.subTest(name=name):
                run = self.assert_refused(name, name, "what to do: ")
                self.assertIn("coordinates", run.stderr)
                info = self.storey("info", name)
                self.assertLess(max(map(len, (info.stdout + info.stderr).splitlines())), 200)

    def test_empty_names(self):
        self.write("point.xyz", "1 2 3\n")
        for scan, folder, word in (("point.xyz", "", "folder"), ("", "out", "scan")):
            with self.subTest(word=word):
                run = self.storey("convert", scan, "--out", folder)
                self.assertEqual(run.returncode, 2, run.stderr)
                self.assertIn(word, run.stderr)

    def test_a_control_character_in_a_name_does_not_reach_the_terminal(self):
        run = self.storey("convert", "evil\x1b[2J.xyz", "--out", "out")
        self.assertEqual(run.returncode, 1)
        self.assertNotIn("\x1b", run.stderr)


if __name__ == "__main__":
    unittest.main()
