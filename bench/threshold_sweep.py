#!/usr/bin/env python3
"""Halves and doubles each threshold of the engine and counts what comes out wrong, to find those that are needles.

  threshold_sweep.py BUILD_FOLDER [--only PATTERN] [--scenes NAME,NAME…] [--jobs 2]

The build folder is one of Ninja; the target `threshold_sweep` is brought up to date first. A threshold is a
`constexpr double kName = value;  // unit or reason` in src/engine/stages/*.cc. For each, that one file is compiled with
the value halved and doubled (of a cosine or sine, the angle), linked before the engine's library, and run on twelve
scenes of tests/scenarios, scanned in the process. Differences from the truth are those of tests/engine/differences.cc;
a plan with the wrong number of storeys, or none, counts all rooms and openings as wrong. --only takes a regular
expression, matched against file.cc:kName. Two variants per threshold take a minute of CPU time or two; all of them
together hours. The table goes to standard output, line by line; `needle` marks where half or double makes at least
five differences more and half as many again. Ends with status 0 when all was measured, whatever it shows.
"""
import argparse
import concurrent.futures
import json
import math
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
STAGES = os.path.join(ROOT, "src", "engine", "stages")
# Of each kind of scan and of each part of the method one; all of them small.
SCENES = ("columns-1 corridor-1 curtains-1 doors-closed doors-open doors-sliding nested-rooms-1 niches-1 noise-1 "
          "oblique-1 thinned wardrobes-1").split()
THRESHOLD = re.compile(r"constexpr double (k\w+) = ([^;,]+);\s*// (.+)")
NEEDLE_MORE, NEEDLE_TIMES = 5, 1.5


class Threshold:
    def __init__(self, file, text, match):
        self.text = text
        self.file, self.name, self.value, self.reason = file, match[1], match[2], match[3]
        self.span = match.span(2)

    @property
    def key(self):
        return f"{os.path.basename(self.file)}:{self.name}"

    @property
    def unit(self):
        """How the comment begins; a share or a count has no other unit."""
        return re.split(r"[ ;:,]", self.reason)[0]

    def times(self, factor):
        """The value, or the angle of the cosine or sine, times `factor`, as C++."""
        angles = {"cosine": (math.cos, math.acos), "sine": (math.sin, math.asin)}
        if self.unit not in angles:
            return f"({self.value}) * {factor}"
        function, inverse = angles[self.unit]
        sign = -1 if float(self.value) < 0 else 1  # lines that run against each other are nearly 180° apart
        return repr(sign * function(min(math.pi / 2, factor * inverse(abs(float(self.value))))))

    def with_value(self, value):
        """The source file with another value."""
        return self.text[:self.span[0]] + value + self.text[self.span[1]:]


def thresholds(pattern):
    for name in sorted(os.listdir(STAGES)):
        if not name.endswith(".cc") or name.endswith("_test.cc"):
            continue
        file = os.path.join(STAGES, name)
        with open(file, encoding="utf-8") as source:
            text = source.read()
        for match in THRESHOLD.finditer(text):
            threshold = Threshold(file, text, match)
            if re.search(pattern, threshold.key):
                yield threshold


class Builds:
    """Programs that differ from the build folder's in one file of the engine."""

    def __init__(self, folder, scratch):
        self.folder, self.scratch = os.path.abspath(folder), scratch
        subprocess.run(["ninja", "-C", folder, "threshold_sweep"], check=True, stdout=subprocess.DEVNULL)
        with open(os.path.join(folder, "compile_commands.json"), encoding="utf-8") as commands:
            self.compile = {entry["file"]: entry for entry in json.load(commands)}
        self.link = subprocess.run(["ninja", "-C", folder, "-t", "commands", "threshold_sweep"], check=True,
                                   capture_output=True, text=True).stdout.splitlines()[-1]

    def program(self):
        return os.path.join(self.folder, re.search(r" -o (\S*threshold_sweep)\b", self.link)[1])

    def variant(self, threshold, factor):
        """The program with the threshold times `factor`; None if that does not compile."""
        stem = os.path.join(self.scratch, f"{threshold.key.replace('.cc:', '-')}-{factor}")
        with open(stem + ".cc", "w", encoding="utf-8") as file:
            file.write(threshold.with_value(threshold.times(factor)))
        entry = self.compile[threshold.file]
        command = shlex.split(entry["command"])
        command[command.index("-o") + 1] = stem + ".o"
        command[command.index("-c") + 1] = stem + ".cc"
        if subprocess.run(command, cwd=entry["directory"], stderr=subprocess.DEVNULL, check=False).returncode:
            return None
        # What an object defines is not taken from the library behind it any more.
        link = re.sub(r" -o \S*threshold_sweep\b", f" {shlex.quote(stem + '.o')} -o {shlex.quote(stem)}", self.link)
        subprocess.run(link, shell=True, cwd=self.folder, check=True)
        return stem


def differences(program, scenes):
    """Differences over all scenes; None if the program did not end well."""
    files = [os.path.join(ROOT, "tests", "scenarios", name + ".json") for name in scenes]
    done = subprocess.run([program, *files], capture_output=True, text=True, check=False)
    if done.returncode:
        return None
    return sum(int(line.split()[0]) for line in done.stdout.splitlines())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build_folder")
    parser.add_argument("--only", default="")
    parser.add_argument("--scenes", default=",".join(SCENES))
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    scenes = arguments.scenes.split(",")
    chosen = list(thresholds(arguments.only))
    if not chosen:
        sys.exit(f"no threshold matches {arguments.only}")
    with tempfile.TemporaryDirectory() as scratch:
        builds = Builds(arguments.build_folder, scratch)

        def measured(threshold, factor):
            program = builds.variant(threshold, factor)
            if program is None:
                return None
            result = differences(program, scenes)
            os.remove(program)
            return result

        as_is = differences(builds.program(), scenes)
        if as_is is None:
            sys.exit("the engine as it is did not run")
        print(f"{'threshold':40} {'unit':10} {'value':>18} {'half':>6} {'as is':>6} {'double':>6}", flush=True)
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            rows = [(t, pool.submit(measured, t, 0.5), pool.submit(measured, t, 2.0)) for t in chosen]
            for threshold, *variants in rows:
                half, double = (variant.result() for variant in variants)
                most = max((count for count in (half, double) if count is not None), default=0)
                needle = most >= max(as_is + NEEDLE_MORE, NEEDLE_TIMES * as_is)
                shown = ["-" if count is None else count for count in (half, as_is, double)]
                print(f"{threshold.key:40} {threshold.unit:10} {threshold.value:>18} "
                      f"{shown[0]:>6} {shown[1]:>6} {shown[2]:>6}{'  needle' if needle else ''}", flush=True)


if __name__ == "__main__":
    main()
