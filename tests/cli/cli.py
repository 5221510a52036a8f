"""What the tests of the command share: running it, and small scans to run it on."""
import json
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

STOREY = os.environ["STOREY_BIN"]


class CliTest(unittest.TestCase):
    """Each test has an empty folder of its own, `self.folder`."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="storey-cli-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def storey(self, *arguments, **options):
        """Runs the program in the test's folder, without a terminal; output is text."""
        return subprocess.run([STOREY, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True,
                              timeout=240, **options)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def names(self, folder=""):
        return sorted(path.name for path in (self.folder / folder).iterdir())

    def contents(self, folder):
        """By name, what is to be the same every time: all but what the stages of a conversion took."""
        contents = {name: (self.folder / folder / name).read_bytes() for name in self.names(folder)}
        if "report.json" in contents:
            contents["report.json"] = json.loads(contents["report.json"])
            del contents["report.json"]["costs"]
        return contents

    def assert_fails(self, run, code, *words):
        """It ended with `code`, printed nothing as a result, and said all of `words` on stderr."""
        self.assertEqual(run.returncode, code, run.stderr)
        self.assertEqual(run.stdout, "")
        for word in words:
            self.assertIn(word, run.stderr)


def patch(origin, along, across, spacing, noise):
    """Points on a rectangle from `origin` along two vectors, `spacing` apart and off by about `noise` (m)."""
    steps = [max(1, round(sum(c * c for c in vector) ** 0.5 / spacing)) for vector in (along, across)]
    for i in range(steps[0] + 1):
        for k in range(steps[1] + 1):
            yield tuple(o + a * i / steps[0] + b * k / steps[1] + random.gauss(0, noise)
                        for o, a, b in zip(origin, along, across))


def box(low, high, doorway=None):
    """The rectangles of a room's inside; the wall at x = high has a gap from y0 to y1 up to z where told."""
    x0, y0, z0 = low
    x1, y1, z1 = high
    yield low, (x1 - x0, 0, 0), (0, y1 - y0, 0)
    yield (x0, y0, z1), (x1 - x0, 0, 0), (0, y1 - y0, 0)
    yield low, (x1 - x0, 0, 0), (0, 0, z1 - z0)
    yield (x0, y1, z0), (x1 - x0, 0, 0), (0, 0, z1 - z0)
    for x in (x0, x1):
        if doorway is None or x != doorway["x"]:
            yield (x, y0, z0), (0, y1 - y0, 0), (0, 0, z1 - z0)
            continue
        door0, door1, head = doorway["y0"], doorway["y1"], doorway["head"]
        yield (x, y0, z0), (0, door0 - y0, 0), (0, 0, z1 - z0)
        yield (x, door1, z0), (0, y1 - door1, 0), (0, 0, z1 - z0)
        yield (x, door0, head), (0, door1 - door0, 0), (0, 0, z1 - head)


def two_rooms(spacing=0.03, noise=0.002):
    """XYZ text of two rooms, 4 m x 3 m and 3 m x 3 m, 2.5 m high, with a wall of 0.15 m and a doorway between."""
    random.seed(1)
    door = {"y0": 1.0, "y1": 1.9, "head": 2.05}
    rectangles = [*box((0, 0, 0), (4, 3, 2.5), {"x": 4, **door}), *box((4.15, 0, 0), (7.15, 3, 2.5), {"x": 4.15, **door})]
    for y in (door["y0"], door["y1"]):
        rectangles.append(((4, y, 0), (0.15, 0, 0), (0, 0, door["head"])))
    rectangles.append(((4, door["y0"], door["head"]), (0.15, 0, 0), (0, 0.9, 0)))
    rectangles.append(((4, door["y0"], 0), (0.15, 0, 0), (0, 0.9, 0)))
    lines = ["%.4f %.4f %.4f" % point for rectangle in rectangles for point in patch(*rectangle, spacing, noise)]
    return "\n".join(lines) + "\n"
