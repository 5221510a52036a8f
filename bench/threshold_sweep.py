#!/usr/bin/env python3
"""Halves and doubles every threshold of the engine, to tell plateaus from needles.

  threshold_sweep.py BUILD_FOLDER [--only PATTERN] [--scenes NAME,NAME…] [--jobs 1] [--keep FOLDER] [--document FILE]

The build folder is one of Ninja; the target `threshold_sweep` is brought up to date first. A threshold is a
`constexpr TYPE kName = value;  // unit: reason` of a number in src/engine, see thresholds.py. All of them on all scenes
take about 45 minutes of one core; --only takes a regular expression, matched against file.cc:kName.
--keep puts what each run has measured into a folder, and takes from there what it measured before: a sweep that was
stopped goes on where it was. --document writes a table of all into a file; with --only, into what it holds of the others.

Scenes of tests/scenarios are scanned in the process and planned with one threshold changed: to half and double (of a
cosine or sine, the angle; of a share, twice it or half the way to 1, whichever is less; whole numbers by one at least;
nothing beyond the bound that its comment states: above the heads of doors there is none to find).
Two measures are taken over all scenes: faults, which are rooms, walls, openings and levels that are not as in the truth
(tests/engine/differences.cc; of a plan with the wrong number of storeys, or none, all rooms and openings; walls of a
scan that drifts may be 50 mm off) and agreement with it, in per cent (plan_agreement.h), which moves before a tolerance
is passed. A change is worse if it makes 3 faults more, or costs 0.5 per cent and not in one scene alone. But where a scene
lies on the engine's rasters changes as much (scene_variants): what is worse at half or double with the scenes as they
lie, on the scenes whose plan has changed is measured at 0.63, 0.8, 1.25 and 1.6 of its value, too, and all of it with the
scenes at three other positions; then what counts is the mean over the four. So a threshold is
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
import hashlib
import itertools
import os
import re
import statistics
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
AS_THEY_LIE, MOVED = (0,), (1, 2, 3)  # positions of the scenes on the rasters, see raster_position.h
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


def digest(program, scene, *arguments):
    """Of all that a run's result follows from."""
    of = hashlib.sha256()
    for file in (program, scene):
        with open(file, "rb") as content:
            of.update(hashlib.sha256(content.read()).digest())
    of.update("\n".join(arguments).encode())
    return of.hexdigest()


class Measured:
    """All outcomes: [key][factor][scene, position]."""

    def __init__(self, program, scenes, jobs, keep=None):
        self.program, self.scenes, self.jobs, self.keep = program, scenes, jobs, keep
        self.of = collections.defaultdict(lambda: collections.defaultdict(dict))

    def run(self, factors, keys, positions):
        """`keys`: of each scene, what is changed in it."""
        runs = [(scene, position) for position in positions for scene in self.scenes if keys[scene]]
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            for (scene, position), lines in zip(runs, pool.map(lambda run: self.lines(factors, keys[run[0]], *run), runs)):
                for line in lines:
                    _, key, factor, initial, value, faults, agreement, plan = line.split("\t")
                    self.of[key][float(factor)][scene, position] = Outcome(float(initial), float(value), int(faults),
                                                                           float(agreement), plan)

    def lines(self, factors, keys, scene, position):
        file = os.path.join(ROOT, "tests", "scenarios", scene + ".json")
        command = [self.program, ",".join(map(str, factors)), ",".join(keys), str(position), file]
        kept = self.keep and os.path.join(self.keep, digest(self.program, file, *command[1:4]))
        if kept and os.path.exists(kept):
            with open(kept, encoding="utf-8") as before:
                return before.read().splitlines()
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        print(f"  {scene}, position {position}", file=sys.stderr, flush=True)
        if kept:
            with open(kept + ".part", "w", encoding="utf-8") as part:
                part.write(done.stdout)
            os.replace(kept + ".part", kept)
        return done.stdout.splitlines()

    def positions(self, key):
        """At which this threshold was changed."""
        return sorted({position for outcomes in self.of[key].values() for _, position in outcomes} or AS_THEY_LIE)

    def outcomes(self, key, factor, scene):
        """At each of the threshold's positions, (as it is, as changed). Where a scene does not read the threshold, its
        plan is as it is."""
        changed = self.of[key].get(factor, {})
        for position in self.positions(key):
            as_is = self.of["-"][1.0].get((scene, position))
            if as_is:
                yield as_is, changed.get((scene, position), as_is)

    def as_is(self, name, key="-"):
        """Of faults or agreement where the threshold is changed: the mean over positions, summed over scenes."""
        return sum(statistics.fmean(getattr(as_is, name) for as_is, _ in self.outcomes(key, 1.0, scene))
                   for scene in self.scenes)

    def more(self, name, key, factor, scene):
        """By how much the change raises the scene's faults or agreement: the mean over positions."""
        return statistics.fmean(getattr(changed, name) - getattr(as_is, name)
                                for as_is, changed in self.outcomes(key, factor, scene))


class Row:
    """What the sweep says of one threshold."""

    def __init__(self, threshold, measured):
        self.threshold, self.measured, self.key = threshold, measured, threshold.key

    @property
    def factors(self):
        return sorted(self.measured.of[self.key]) if self.key in self.measured.of else []

    def more_faults(self, factor, scene):
        return self.measured.more("faults", self.key, factor, scene)

    def gain_of(self, factor, scene):
        return self.measured.more("agreement", self.key, factor, scene)

    def more(self, factor):
        return sum(self.more_faults(factor, scene) for scene in self.measured.scenes)

    def gain(self, factor):
        return sum(self.gain_of(factor, scene) for scene in self.measured.scenes) / len(self.measured.scenes)

    def worse(self, factor):
        """One thing that is lost in one scene is no more than that: agreement has to fall in two."""
        if self.more(factor) >= MORE_FAULTS:
            return True
        losers = [scene for scene in self.changed(factor) if self.gain_of(factor, scene) <= -OF_A_SCENE]
        return self.gain(factor) <= -LESS_AGREEMENT and len(losers) >= 2

    def better(self, factor):
        return (self.more(factor) <= -MORE_FAULTS and self.gain(factor) >= 0
                or self.gain(factor) >= LESS_AGREEMENT and self.more(factor) <= 0)

    def changed(self, factor):
        """Scenes whose plan is another one."""
        return [scene for scene in self.measured.scenes
                if any(changed.plan != as_is.plan
                       for as_is, changed in self.measured.outcomes(self.key, factor, scene))]

    def worse_scenes(self, factor):
        """(faults more, scene), the most first."""
        more = [(self.more_faults(factor, scene), scene) for scene in self.changed(factor)]
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
            worst = ", ".join(f"{scene} {more:+.3g}" for more, scene in self.worse_scenes(factor)[:3])
            texts.append(f"x{factor:g}: {self.more(factor):+.3g}, {self.gain(factor):+.1f} %" + (f" ({worst})" if worst else ""))
        return "; ".join(texts)

    def sharp_cells(self):
        return [self.key, self.value, self.verdict, self.good(), self.changes(self.worse), self.threshold.comment]

    def cells(self):
        """value, then faults at half, as is and double, agreement alike, verdict, scenes."""
        t, measured = self.threshold, self.measured
        if not self.factors:
            return [f"{t.key}", t.unit, self.value, *["-"] * 6, self.verdict, ""]
        faults, agreement = (measured.as_is(name, self.key) for name in ("faults", "agreement"))
        agreement /= len(measured.scenes)
        changes = (ENDS[0], None, ENDS[1])
        counts = [f"{faults + (self.more(f) if f else 0):.3g}" for f in changes]
        agreements = [f"{agreement + (self.gain(f) if f else 0):.1f}" for f in changes]
        verdict = self.verdict + (", better" if any(map(self.better, self.factors)) else "")
        return [t.key, t.unit, self.value, *counts, *agreements, verdict, self.scenes()]

    def scenes(self):
        """How many plans change at half and double, and what gets worse or better."""
        text = " and ".join(str(len(self.changed(factor))) for factor in ENDS)
        changes = self.changes(lambda factor: self.worse(factor) or self.better(factor))
        return text + ("; " + changes if changes else "")


HEADINGS = ["threshold", "unit", "value", "half", "as is", "double", "half %", "as is %", "double %", "verdict", "plans that change"]
SHARP_HEADINGS = ["threshold", "value", "verdict", "good", "worse", "unit and reason"]
WIDTHS = (38, 8, 22, 5, 6, 7, 7, 8, 9, 16, 0)


def summary(rows, measured):
    counts = collections.Counter(row.verdict for row in rows)
    order = ("plateau", "slope", "needle", "idle", "unread", "constant")
    return (f"{len(rows)} thresholds on {len(measured.scenes)} scenes: "
            + ", ".join(f"{counts[verdict]} {verdict}" for verdict in order)
            + f"; the engine as it is makes {measured.as_is('faults'):.3g} faults and agrees to "
            f"{measured.as_is('agreement') / len(measured.scenes):.1f} %")


def print_table(rows):
    for cells in [HEADINGS, *(row.cells() for row in rows)]:
        print(" ".join(f"{cell:{width}}" for cell, width in zip(cells, WIDTHS)).rstrip())


def closer(rows, scenes):
    """Of each scene, the thresholds of which an end is worse, and that change its plan."""
    worse = [row for row in rows if any(map(row.worse, row.factors))]
    return {scene: [row.key for row in worse if any(scene in row.changed(factor) for factor in row.factors)]
            for scene in scenes}


def measure(measured, rows):
    """Ends of all, then more factors and positions where an end is worse."""
    scenes = measured.scenes
    measured.run(ENDS, dict.fromkeys(scenes, [row.key for row in rows]), AS_THEY_LIE)
    keys = closer(rows, scenes)
    measured.run(BETWEEN, keys, AS_THEY_LIE)
    measured.run(sorted(ENDS + BETWEEN), keys, MOVED)


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


def written(text, headings):
    """{threshold: cells} of the table with these headings; empty without it."""
    lines, heading = text.splitlines(), "| " + " | ".join(headings) + " |"
    if heading not in lines:
        return {}
    rows = itertools.takewhile(lambda line: line.startswith("|"), lines[lines.index(heading) + 2:])
    return {cells[0]: cells for cells in (row[2:-2].split(" | ") for row in rows)}


def document(rows, measured, keys, before=""):
    """`keys`: of all thresholds that there are, in order; `before`: what the document says of those not in `rows`."""
    table = written(before, HEADINGS) | {row.key: row.cells() for row in rows}
    sharp = written(before, SHARP_HEADINGS) | {row.key: row.sharp_cells() for row in rows}
    table = [table[key] for key in keys if key in table]
    verdicts = {cells[0]: cells[HEADINGS.index("verdict")].removesuffix(", better") for cells in table}
    counts = collections.Counter(verdicts.values())
    sharp = [sharp[key] for verdict in ("needle", "slope") for key in keys if verdicts.get(key) == verdict]
    return f"""# Thresholds, halved and doubled

Made by `bench/threshold_sweep.py build/release --document FILE`.

Each threshold of the engine is set to half and to double of its value (of a cosine or sine, the angle; of a share, twice
it or half the way to 1; whole numbers by one at least; up to the bound that some have in the world, as doors' heads), and
{len(measured.scenes)} scenes of `tests/scenarios` are planned.
Worse means {MORE_FAULTS} faults more over all scenes, or {LESS_AGREEMENT} % less agreement with the truth and not in one scene alone. A fault
is a room, wall, opening or level that is not as in the truth; walls of handheld scanners and phones, which drift, may be
50 mm off. As it is, the engine makes {measured.as_is("faults"):.3g} faults and agrees to {measured.as_is("agreement") / len(measured.scenes):.1f} %: the scenes hold everything that is
hard. Where a scene lies on the engine's rasters changes some of them as much as thresholds do; so what is worse with the
scenes as they lie is measured at three other positions, too, and the mean of the four counts (fractions of a fault). Of {len(keys)} thresholds
{len(table)} were measured:

{markdown(["verdict", "thresholds", "meaning"], [[verdict, str(counts[verdict]), meaning] for verdict, meaning in MEANING.items()])}

## Needles and slopes
*Good* is the range of factors of those tried in which nothing gets worse; *worse* says at which factor how many
faults more there are, how agreement moves, and which scenes lose most. Why the value is what it is, is said where it
is defined.

{markdown(SHARP_HEADINGS, sharp)}

## All
{markdown(HEADINGS, table)}

Scenes: {", ".join(measured.scenes)}.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build_folder")
    parser.add_argument("--only", default="")
    parser.add_argument("--scenes", default=",".join(SCENES))
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep")
    parser.add_argument("--document")
    arguments = parser.parse_args()
    everything = [threshold for threshold in thresholds.Source().thresholds() if not threshold.flags]
    chosen = [threshold for threshold in everything if re.search(arguments.only, threshold.key)]
    if not chosen:
        sys.exit(f"no threshold matches {arguments.only}")
    subprocess.run(["ninja", "-C", arguments.build_folder, "threshold_sweep"], check=True, stdout=subprocess.DEVNULL)
    program = os.path.join(os.path.abspath(arguments.build_folder), "threshold_sweep")
    if arguments.keep:
        os.makedirs(arguments.keep, exist_ok=True)
    measured = Measured(program, arguments.scenes.split(","), arguments.jobs, arguments.keep)
    rows = [Row(threshold, measured) for threshold in chosen]
    measure(measured, rows)
    print_table(rows)
    print(summary(rows, measured))
    if arguments.document:
        before = ""
        if len(chosen) < len(everything) and os.path.exists(arguments.document):
            with open(arguments.document, encoding="utf-8") as file:
                before = file.read()
        with open(arguments.document, "w", encoding="utf-8") as file:
            file.write(document(rows, measured, [threshold.key for threshold in everything], before))


if __name__ == "__main__":
    main()
