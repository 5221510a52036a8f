#!/usr/bin/env python3
"""Halves and doubles every threshold of the engine, to tell plateaus from needles.

  threshold_sweep.py BUILD_FOLDER [--only PATTERN] [--scenes NAME,NAME…] [--jobs 1] [--document]

The build folder is one of Ninja; the target `threshold_sweep` is brought up to date first. A threshold is a
`constexpr TYPE kName = value;  // unit: reason` of a number in src/engine, see thresholds.py. All of them on all scenes
take about 20 minutes of one core; --only takes a regular expression, matched against file.cc:kName.
--document writes docs/thresholds.md.

Scenes of tests/scenarios are scanned in the process and planned with one threshold changed: to half and double (of a
cosine or sine, the angle; of a share, twice it or half the way to 1, whichever is less; whole numbers by one at least;
nothing beyond the bound that its comment states: above the heads of doors there is none to find).
Two measures are taken over all scenes: faults, which are rooms, walls, openings and levels that are not as in the truth
(tests/engine/differences.cc; of a plan with the wrong number of storeys, or none, all rooms and openings; walls of a
scan that drifts may be 50 mm off) and agreement with it, in per cent (plan_agreement.h), which moves before a tolerance
is passed. A change is worse if it makes 3 faults more, or costs 0.5 per cent and not in one scene alone. What is worse
at half or double is measured at 0.63, 0.8, 1.25 and 1.6 of its value, too, on the scenes whose plan has changed. Then a
threshold is
  plateau    no worse at half, and no worse at double
  slope      worse at one of them, but no worse for changes by up to a quarter
  needle     worse already for a change by a quarter or less
  idle       read, but no plan changes at all: the scenes say nothing about it
  unread     no scene comes to where it is read
  constant   needed where only a constant will do; not swept
`better` marks where a change makes 3 faults less or gains 0.5 per cent, and loses neither.
Ends with status 0 when all was measured, whatever it shows.
"""
import argparse
import collections
import concurrent.futures
import dataclasses
import os
import re
import subprocess
import sys
import time

import thresholds

ROOT = str(thresholds.ROOT)
# Of each kind of building, scan and failure one; small.
SCENES = ("columns-3 corridor-1 curtains-2 curved-2 doors-sliding-1 drift-2 floor-windows-2 "
          "glass-walls-1 glass-walls-3 mirrors-2 nested-rooms-1 niches-3 no-ceiling-1 noise-2 noise-cloud oblique-2 "
          "open-plan-1 outside-only-1 phone-1 registration-2 sloped-2 split-level-2 stairs-1 stepped-1 "
          "thin-walls-3 thinned-1 void-1 wardrobes-2").split()
ENDS, BETWEEN = (0.5, 2.0), (0.63, 0.8, 1.25, 1.6)
MORE_FAULTS, LESS_AGREEMENT = 3, 0.5
OF_A_SCENE = 1  # per cent of agreement
SMALL = 1.26  # a change by a quarter, either way


@dataclasses.dataclass
class Outcome:
    """Of one plan of one scene."""
    initial: float
    value: float
    faults: int
    agreement: float
    plan: str


class Measured:
    """All outcomes: [key][factor][scene]."""

    def __init__(self, program, scenes, jobs):
        self.program, self.scenes, self.jobs = program, scenes, jobs
        self.of = collections.defaultdict(lambda: collections.defaultdict(dict))

    def run(self, factors, keys):
        """`keys`: of each scene, what is changed in it."""
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            scenes = [scene for scene in self.scenes if keys[scene]]
            for lines in pool.map(lambda scene: self.lines(factors, keys[scene], scene), scenes):
                for line in lines:
                    scene, key, factor, initial, value, faults, agreement, plan = line.split("\t")
                    self.of[key][float(factor)][scene] = Outcome(float(initial), float(value), int(faults),
                                                                 float(agreement), plan)

    def lines(self, factors, keys, scene):
        file = os.path.join(ROOT, "tests", "scenarios", scene + ".json")
        done = subprocess.run([self.program, ",".join(map(str, factors)), ",".join(keys), file],
                              stdout=subprocess.PIPE, text=True, check=True)
        print(f"  {scene}", file=sys.stderr, flush=True)
        return done.stdout.splitlines()

    def as_is(self, scene):
        return self.of["-"][1.0][scene]

    def outcome(self, key, factor, scene):
        """Where a scene does not read the threshold, its plan is as it is."""
        return self.of[key][factor].get(scene) or self.as_is(scene)

    def faults(self, key, factor):
        return sum(self.outcome(key, factor, scene).faults for scene in self.scenes)

    def agreement(self, key, factor):
        return sum(self.outcome(key, factor, scene).agreement for scene in self.scenes) / len(self.scenes)


class Row:
    """What the sweep says of one threshold."""

    def __init__(self, threshold, measured):
        self.threshold, self.measured, self.key = threshold, measured, threshold.key

    @property
    def factors(self):
        return sorted(self.measured.of[self.key]) if self.key in self.measured.of else []

    def more(self, factor):
        return self.measured.faults(self.key, factor) - self.measured.faults("-", 1.0)

    def gain(self, factor):
        return self.measured.agreement(self.key, factor) - self.measured.agreement("-", 1.0)

    def worse(self, factor):
        """One thing that is lost in one scene is no more than that: agreement has to fall in two."""
        if self.more(factor) >= MORE_FAULTS:
            return True
        losers = [scene for scene in self.changed(factor)
                  if self.measured.outcome(self.key, factor, scene).agreement
                  <= self.measured.as_is(scene).agreement - OF_A_SCENE]
        return self.gain(factor) <= -LESS_AGREEMENT and len(losers) >= 2

    def better(self, factor):
        return (self.more(factor) <= -MORE_FAULTS and self.gain(factor) >= 0
                or self.gain(factor) >= LESS_AGREEMENT and self.more(factor) <= 0)

    def changed(self, factor):
        """Scenes whose plan is another one."""
        return [scene for scene in self.measured.scenes
                if self.measured.outcome(self.key, factor, scene).plan != self.measured.as_is(scene).plan]

    def worse_scenes(self, factor):
        """(faults more, scene), the most first."""
        more = [(self.measured.outcome(self.key, factor, scene).faults - self.measured.as_is(scene).faults, scene)
                for scene in self.changed(factor)]
        return sorted((pair for pair in more if pair[0] > 0), key=lambda pair: (-pair[0], pair[1]))

    def small(self, factor):
        """Is the change? Whole numbers near 1 do not change by so little; of a cosine or sine, the angle counts."""
        if self.threshold.unit in ("cosine", "sine"):
            return max(factor, 1 / factor) <= SMALL
        outcomes = self.measured.of[self.key][factor].values()
        return any(0 < o.initial * o.value and max(o.value / o.initial, o.initial / o.value) <= SMALL for o in outcomes)

    @property
    def verdict(self):
        if not self.threshold.swept:
            return "constant"
        if not self.factors:
            return "unread"
        if not any(self.changed(factor) for factor in self.factors):
            return "idle"
        if not any(map(self.worse, self.factors)):
            return "plateau"
        return "needle" if any(self.worse(factor) and self.small(factor) for factor in self.factors) else "slope"

    @property
    def value(self):
        """As written, but for digit separators and suffixes; with its bound."""
        bound = f", at most {self.threshold.most}" if self.threshold.most else ""
        return re.sub(r"(?<=\d)'(?=\d)|(?<=\d)f$", "", self.threshold.value) + bound

    def good(self):
        """The factors about 1 that make nothing worse: the lowest and the highest of those tried."""
        low = high = 1.0
        for factor in sorted((f for f in self.factors if f < 1), reverse=True):
            if self.worse(factor):
                break
            low = factor
        for factor in sorted(f for f in self.factors if f > 1):
            if self.worse(factor):
                break
            high = factor
        return f"{low:g} to {high:g}"

    def changes(self, wanted):
        """What the factors do that are `wanted`."""
        texts = []
        for factor in filter(wanted, self.factors):
            worst = ", ".join(f"{scene} {more:+d}" for more, scene in self.worse_scenes(factor)[:3])
            texts.append(f"x{factor:g}: {self.more(factor):+d}, {self.gain(factor):+.1f} %" + (f" ({worst})" if worst else ""))
        return "; ".join(texts)

    def sharp_cells(self):
        return [self.key, self.value, self.verdict, self.good(), self.changes(self.worse), self.threshold.comment]

    def cells(self):
        """value, then faults at half, as is and double, agreement alike, verdict, scenes."""
        t, measured = self.threshold, self.measured
        if not self.factors:
            return [f"{t.key}", t.unit, self.value, *["-"] * 6, self.verdict, ""]
        factors = (ENDS[0], None, ENDS[1])
        counts = [measured.faults(*((self.key, f) if f else ("-", 1.0))) for f in factors]
        agreements = [f"{measured.agreement(*((self.key, f) if f else ('-', 1.0))):.1f}" for f in factors]
        verdict = self.verdict + (", better" if any(map(self.better, self.factors)) else "")
        return [t.key, t.unit, self.value, *map(str, counts), *agreements, verdict, self.scenes()]

    def scenes(self):
        """How many plans change at half and double, and what gets worse or better."""
        text = " and ".join(str(len(self.changed(factor))) for factor in ENDS)
        changes = self.changes(lambda factor: self.worse(factor) or self.better(factor))
        return text + ("; " + changes if changes else "")


DOCUMENT = os.path.join(ROOT, "docs", "thresholds.md")
HEADINGS = ["threshold", "unit", "value", "half", "as is", "double", "half %", "as is %", "double %", "verdict", "plans that change"]
WIDTHS = (38, 8, 22, 5, 6, 7, 7, 8, 9, 16, 0)


def summary(rows, measured):
    counts = collections.Counter(row.verdict for row in rows)
    order = ("plateau", "slope", "needle", "idle", "unread", "constant")
    return (f"{len(rows)} thresholds on {len(measured.scenes)} scenes: "
            + ", ".join(f"{counts[verdict]} {verdict}" for verdict in order)
            + f"; the engine as it is makes {measured.faults('-', 1.0)} faults and agrees to "
            f"{measured.agreement('-', 1.0):.1f} %")


def print_table(rows):
    for cells in [HEADINGS, *(row.cells() for row in rows)]:
        print(" ".join(f"{cell:{width}}" for cell, width in zip(cells, WIDTHS)).rstrip())


def closer(rows, scenes):
    """Of each scene, the thresholds of which an end is worse, and that change its plan."""
    worse = [row for row in rows if any(map(row.worse, row.factors))]
    return {scene: [row.key for row in worse if any(scene in row.changed(factor) for factor in row.factors)]
            for scene in scenes}


def sweep(program, chosen, scenes, jobs):
    """Ends of all, then what lies between where an end is worse."""
    measured = Measured(program, scenes, jobs)
    measured.run(ENDS, dict.fromkeys(scenes, [threshold.key for threshold in chosen]))
    rows = [Row(threshold, measured) for threshold in chosen]
    measured.run(BETWEEN, closer(rows, scenes))
    return rows, measured


def markdown(headings, table):
    lines = [headings, ["---"] * len(headings), *table]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


MEANING = {
    "plateau": "no worse at half, and no worse at double",
    "slope": "worse at one of them, but not for changes by a quarter",
    "needle": "worse already for a change by a quarter",
    "idle": "read, but no plan changes: the scenes say nothing about it",
    "unread": "no scene comes to where it is read",
    "constant": "needed where only a constant will do; not swept",
}


def document(rows, measured):
    counts = collections.Counter(row.verdict for row in rows)
    sharp = [row for verdict in ("needle", "slope") for row in rows if row.verdict == verdict]
    return f"""# Thresholds

Made by `bench/threshold_sweep.py build/release --document`; do not edit.

Each threshold of the engine is set to half and to double of its value (of a cosine or sine, the angle; of a share, twice
it or half the way to 1; whole numbers by one at least; up to the bound that some have in the world, as doors' heads), and
{len(measured.scenes)} scenes of `tests/scenarios` are planned.
Worse means {MORE_FAULTS} faults more over all scenes, or {LESS_AGREEMENT} % less agreement with the truth and not in one scene alone. A fault
is a room, wall, opening or level that is not as in the truth; walls of handheld scanners and phones, which drift, may be
50 mm off. As it is, the engine makes {measured.faults("-", 1.0)} faults and agrees to {measured.agreement("-", 1.0):.1f} %: the scenes hold everything that is
hard. Of {len(rows)} thresholds are

{markdown(["verdict", "thresholds", "meaning"], [[verdict, str(counts[verdict]), meaning] for verdict, meaning in MEANING.items()])}

## Needles and slopes
*Good* is the range of factors of those tried in which nothing gets worse; *worse* says at which factor how many
faults more there are, how agreement moves, and which scenes lose most. Why the value is what it is, is said where it
is defined.

{markdown(["threshold", "value", "verdict", "good", "worse", "unit and reason"], [row.sharp_cells() for row in sharp])}

## All
{markdown(HEADINGS, [row.cells() for row in rows])}

Scenes: {", ".join(measured.scenes)}.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build_folder")
    parser.add_argument("--only", default="")
    parser.add_argument("--scenes", default=",".join(SCENES))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--document", action="store_true")
    arguments = parser.parse_args()
    chosen = [threshold for threshold in thresholds.Source().thresholds()
              if not threshold.flags and re.search(arguments.only, threshold.key)]
    if not chosen:
        sys.exit(f"no threshold matches {arguments.only}")
    subprocess.run(["ninja", "-C", arguments.build_folder, "threshold_sweep"], check=True, stdout=subprocess.DEVNULL)
    program = os.path.join(os.path.abspath(arguments.build_folder), "threshold_sweep")
    rows, measured = sweep(program, chosen, arguments.scenes.split(","), arguments.jobs)
    print_table(rows)
    print(summary(rows, measured))
    if arguments.document:
        with open(DOCUMENT, "w", encoding="utf-8") as file:
            file.write(document(rows, measured))


if __name__ == "__main__":
    main()
