"""What the tests of drawings share: drawing a plan, and finding what is wrong."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
SOURCE = HERE.parent.parent
PLANS = sorted(p.stem for p in (HERE / "plans").glob("*.json"))


def plan_of(name):
    return json.loads((HERE / "plans" / f"{name}.json").read_text())


def draw(name, *arguments):
    """Draws plans/NAME.json; returns {file name: bytes}."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([os.environ["STOREY_DRAW_PLAN"], HERE / "plans" / f"{name}.json", folder, *arguments],
                       check=True)
        return {p.name: p.read_bytes() for p in sorted(pathlib.Path(folder).iterdir())}


class Checks:
    """Counts what was checked, and fails at the end with all that was wrong."""

    def __init__(self):
        self.count = 0
        self.wrong = []

    def true(self, fact, message):
        self.count += 1
        if not fact:
            self.wrong.append(message)

    def equal(self, got, wanted, what):
        self.true(got == wanted, f"{what}: {got!r} instead of {wanted!r}")

    def near(self, got, wanted, tolerance, what):
        self.true(abs(got - wanted) <= tolerance, f"{what}: {got} instead of {wanted}")

    def finish(self):
        for message in self.wrong[:40]:
            print(message, file=sys.stderr)
        print(f"{self.count} checks, {len(self.wrong)} wrong")
        sys.exit(1 if self.wrong or self.count == 0 else 0)
