#!/usr/bin/env python3
"""Which rules of the engine earn their place: plans of known buildings, with one rule off at a time.

  ablation.py SCENE… --scorer COMMAND --work FOLDER [--only PATTERN] [--jobs 2] [--table FILE]

A rule is an entry of ablation.json, which lies beside this file:
  name      in plain words
  file      below src/engine
  function  that is the rule, as it is defined there (with the class, if outside of it)
  neutral   what it gives when it is off, as C++; "" where it gives nothing
  when      optional, C++: off only there
  code      optional: all that goes with the rule, as files or file:function below src/engine; else the function alone
The product has no switches. They are put into a copy of the sources in FOLDER, from which one program is built; there
the environment variable STOREY_RULES_OFF names the functions that are off, with commas between them.

A scene is a folder with `scene.json` (`file` of the scan, `arguments` of `storey convert`) and `truth.json`, as
`storey-simulate` writes it, or a scene file of the simulator (tests/scenarios, bench/buildings). Plans of folders are
scored by the command, in which {plan} and {truth} stand for the files: it prints JSON, of which --key (composite) is
the score. Scene files need no scorer: their score is the agreement that bench/scene_variants tells, in the mean over
four positions. Both are in points of 100. Runs that FOLDER keeps from before are not repeated.

The table, in Markdown, has for each rule its lines of code, by how much the score falls in the mean without it, and the
scenes where it gains and loses most. Ends with status 0 when all was measured, whatever it shows.
"""
import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(os.environ.get("STOREY_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[1]))
RULES = pathlib.Path(__file__).with_suffix(".json")
SWITCH = """// Of bench/ablation.py.
#pragma once
#include <cstdlib>
#include <string>
namespace storey {
inline bool rule_is_off(const char* name) {
  static const std::string off = [] {
    const char* names = std::getenv("STOREY_RULES_OFF");
    return "," + std::string(names != nullptr ? names : "") + ",";
  }();
  return off.find("," + std::string(name) + ",") != std::string::npos;
}
}  // namespace storey
"""
NOTICED = 0.05  # points: what a scene gains or loses by less is not told


@dataclasses.dataclass(frozen=True)
class Rule:
    name: str
    file: str
    function: str
    neutral: str
    when: str = "true"
    code: tuple = ()

    def switched(self, text):
        """The file's text, with the switch at the beginning of the function."""
        _, body, _ = extent_of(text, self.function, self.file)
        given = f" {self.neutral}" if self.neutral else ""
        return f'{text[:body]} if (storey::rule_is_off("{self.function}") && ({self.when})) return{given};{text[body:]}'

    def lines(self, root):
        """Of code and comments."""
        count = 0
        for part in self.code or (f"{self.file}:{self.function}",):
            file, _, function = part.partition(":")
            text = (root / "src" / "engine" / file).read_text(encoding="utf-8")
            if function:
                first, _, last = extent_of(text, function, file)
                text = text[first:last]
            count += len(text.splitlines())
        return count


def extent_of(text, name, file):
    """(where its comment begins, past the brace that opens its body, past the body's end) of a function or class."""
    word = re.escape(name)
    found = list(re.finditer(rf"^ *(?:\w[\w:<>&*, ]* {word}\([^;{{}}]*\)(?: const)? \{{|(?:class|struct) {word} [^;{{}}]*\{{)",
                             text, re.MULTILINE))
    if len(found) != 1:
        raise ValueError(f"{file} defines {name} {len(found)} times")
    first = re.search(r"(?:^ *//[^\n]*\n)*\Z", text[:found[0].start()], re.MULTILINE).start()
    end, depth = found[0].end(), 1
    while depth > 0:
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
    return first, found[0].end(), text.index("\n", end) + 1


def read_rules(pattern=""):
    rules = [Rule(**{key: tuple(value) if key == "code" else value for key, value in entry.items()})
             for entry in json.loads(RULES.read_text(encoding="utf-8"))]
    return [rule for rule in rules if re.search(pattern, f"{rule.name} {rule.function}")]


def write_if_other(path, content):
    """What does not change keeps its time, and is not built again."""
    if path.exists() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def copy_sources(rules, copy):
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    files = {name: (ROOT / name).read_bytes() for name in listed.split("\0") if name and (ROOT / name).is_file()}
    for rule in rules:
        name = f"src/engine/{rule.file}"
        files[name] = rule.switched(files[name].decode()).encode()
    for name in {f"src/engine/{rule.file}" for rule in rules}:
        files[name] = b'#include "rule_is_off.h"\n' + files[name]
    files["src/rule_is_off.h"] = SWITCH.encode()
    for name, content in files.items():
        write_if_other(copy / name, content)
        if (ROOT / name).exists():
            shutil.copymode(ROOT / name, copy / name)
    for path in (path for path in copy.glob("src/**/*") if path.is_file()):
        if str(path.relative_to(copy)) not in files:
            path.unlink()


def build(copy, jobs, targets):
    """The folder of the programs."""
    for command in (["cmake", "--preset", "release"], ["ninja", "-C", "build/release", f"-j{jobs}", *targets]):
        done = subprocess.run(command, cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)} failed:\n{done.stdout[-4000:]}")
    return copy / "build" / "release"


class Bench:
    def __init__(self, programs, work, scorer, key):
        self.programs, self.work, self.scorer, self.key = programs, work, scorer, key

    def score(self, scene, off):
        """Of the scene's plan, with the function `off`; the one with none off is ""."""
        of_folder = scene.is_dir()
        program = self.programs / ("storey" if of_folder else "scene_variants")
        environment = {**os.environ, "STOREY_RULES_OFF": off}
        score = self.folder_score if of_folder else self.scenario_score
        return self.kept(lambda: score(program, scene, off, environment), program, str(scene.resolve()), off)

    def kept(self, measure, file, *of):
        """What was measured of a file before, or `measure()`."""
        kept = self.work / "scores" / digest(file, *of, self.scorer or "", self.key)
        if not kept.exists():
            score = measure()
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(str(score))
        return float(kept.read_text())

    def folder_score(self, program, scene, off, environment):
        about = json.loads((scene / "scene.json").read_text())
        out = self.work / "plans" / (off or "all") / scene.name
        shutil.rmtree(out, ignore_errors=True)
        subprocess.run([program, "convert", scene / about["file"], "--out", out, "--threads", "1", *about["arguments"]],
                       env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        plan = out / "plan.json"
        if not plan.exists():  # none of its things is right
            return 0.0
        return self.kept(lambda: self.plan_score(plan, scene / "truth.json"), plan, str(scene.resolve()))

    def plan_score(self, plan, truth):
        files = {"{plan}": str(plan), "{truth}": str(truth)}
        command = [files.get(word, word) for word in shlex.split(self.scorer)]
        return float(json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)[self.key])

    @staticmethod
    def scenario_score(program, scene, _, environment):
        done = subprocess.run([program, "moved", scene], env=environment, stdout=subprocess.PIPE, text=True, check=True)
        return float(re.search(r"^moved +1 +\S+ +\S+ +(\S+)", done.stdout, re.MULTILINE)[1])


def digest(program, *arguments):
    of = hashlib.sha256(program.read_bytes())
    of.update("\n".join(arguments).encode())
    return of.hexdigest()


def told(gains):
    """Of [(points, scene)], in which it is noticed."""
    return ", ".join(f"{scene} {gain:+.1f}" for gain, scene in gains if abs(gain) >= NOTICED) or "–"


def table(rules, scenes, scores, lines):
    """Markdown; the rules that gain most first."""
    rows = []
    for rule in rules:
        gains = sorted((scores[scene, ""] - scores[scene, rule.function], scene.stem) for scene in scenes)
        rows.append((statistics.fmean(gain for gain, _ in gains), rule, gains))
    text = "| rule | where | lines | mean gain | gains most | loses most |\n|---|---|---|---|---|---|\n"
    for mean, rule, gains in sorted(rows, key=lambda row: -row[0]):
        text += (f"| {rule.name} | `{rule.function}` | {lines[rule]} | {mean:+.2f} "
                 f"| {told([gain for gain in gains[::-1][:3] if gain[0] > 0])} "
                 f"| {told([gain for gain in gains[:3] if gain[0] < 0])} |\n")
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="+", type=pathlib.Path)
    parser.add_argument("--scorer", help="command with {plan} and {truth}")
    parser.add_argument("--key", default="composite")
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--only", default="", help="regular expression, matched against names and functions")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--table", type=pathlib.Path)
    options = parser.parse_args()
    if any(scene.is_dir() for scene in options.scenes) and not options.scorer:
        parser.error("folders need a --scorer")
    copy_sources(read_rules(), options.work / "source")
    rules = read_rules(options.only)
    targets = sorted({"storey" if scene.is_dir() else "scene_variants" for scene in options.scenes})
    bench = Bench(build(options.work / "source", options.jobs, targets), options.work, options.scorer, options.key)
    runs = [(scene, off) for off in ["", *(rule.function for rule in rules)] for scene in options.scenes]
    scores = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for run, score in zip(runs, pool.map(lambda run: bench.score(*run), runs)):
            scores[run] = score
            print(f"  {run[0].stem} without {run[1] or 'nothing'}: {score:.2f}", file=sys.stderr, flush=True)
    text = table(rules, options.scenes, scores, {rule: rule.lines(ROOT) for rule in rules})
    if options.table:
        options.table.write_text(text, encoding="utf-8")
    print(text, end="")
    print(f"\n{len(options.scenes)} scenes, {statistics.fmean(scores[scene, ''] for scene in options.scenes):.2f} in the mean")


if __name__ == "__main__":
    main()
