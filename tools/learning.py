"""What the programs have in common that learn weights from simulated scans: scenes, scans, plans, the regression."""
import argparse
import concurrent.futures
import copy
import json
import pathlib
import random
import subprocess
import zlib

import furnish
import numpy

ROOT = pathlib.Path(__file__).resolve().parents[1]
LEARNED = ROOT / "src/engine/learned"
PENALTY = 1.0  # of squared weights of cues with variance 1
FOLDS = 5
FULLNESS = {1: 0.45, 2: 0.85}  # share of places before walls at which something stands, of both variants of a scene


def merged(base, patch):
    """RFC 7396, by which scene files are `like` others."""
    if not isinstance(patch, dict):
        return patch
    result = dict(base) if isinstance(base, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


def scene_of(path):
    scene = json.loads(path.read_text(encoding="utf-8"))
    return merged(scene_of(path.parent / scene.pop("like")), scene) if "like" in scene else scene


def scenes_to_learn_from():
    """Name and scene of each file of tests/scenarios and bench/buildings that a plan can be made of."""
    for path in sorted((ROOT / "tests/scenarios").glob("*.json")) + sorted((ROOT / "bench/buildings").glob("*.json")):
        scene = scene_of(path)
        if scene.get("expects_plan", True):
            yield path.stem, scene


def drawn_storeys(drawing):
    """The rows of each storey, and the size of a cell in m."""
    cell, storeys = [0.25, 0.5], []
    for line in drawing:
        words = line.split()
        if words[:1] == ["cell"]:
            cell = [float(word) for word in words[1:3]]
        elif words[:1] == ["storey"]:
            storeys.append([])
        elif words[:1] != ["walls"]:
            if not storeys:
                storeys.append([])
            storeys[-1].append(line)
    return storeys, cell


def storeys_of(scene):
    """Each storey of the scene, to be added to, with the rows that it is drawn with and the size of their cells."""
    drawn, cell = drawn_storeys(scene.get("drawing", []))
    storeys = scene.setdefault("storeys", [])
    storeys += [{} for _ in range(len(drawn) - len(storeys))]
    for i, storey in enumerate(storeys):
        yield storey, drawn[i] if i < len(drawn) else [], cell


def furnished(scene, rng, fullness):
    scene = copy.deepcopy(scene)
    for storey, rows, cell in storeys_of(scene):
        storey["furniture"] = storey.get("furniture", []) + list(furnish.furniture_of(storey, rows, cell, rng, fullness))
    return scene


def write_furnished_scenes(folder):
    """The scene files, half full and full."""
    folder.mkdir(parents=True, exist_ok=True)
    for stem, scene in scenes_to_learn_from():
        for number, fullness in FULLNESS.items():
            name = f"{stem}-{number}"
            variant = furnished(scene, random.Random(zlib.crc32(name.encode())), fullness)
            written = folder / f"{name}.json"
            seed = scene.get("seed", 0) + 1000 * number
            written.write_text(json.dumps({**variant, "seed": seed, "name": name}), encoding="utf-8")
            yield written


def plan_of(build, scene, scans, plans):
    """The folder of the scan and that of the plan; None if there is no plan."""
    scan, plan = scans / scene.stem, plans / scene.stem
    if not (scan / "scene.json").exists():
        subprocess.run([build / "storey-simulate", scene, "--threads", "1", "--out", scan], check=True,
                       stdout=subprocess.DEVNULL)
    if not (plan / "report.json").exists():
        told = json.loads((scan / "scene.json").read_text(encoding="utf-8"))
        subprocess.run([build / "storey", "convert", scan / told["file"], "--out", plan, "--threads", "1", "--format",
                        "json", *told["arguments"]], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return (scan, plan) if (plan / "report.json").exists() else None


def arguments(description):
    """Of a program that learns."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, required=True, help="keeps scans and plans")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


def plans_of(given, scenes):
    """Scene, folder of the scan and that of the plan, of each scene that there is a plan of. What is kept of the scans,
    and of the plans of the same build, is not made again. `given`: the program's arguments."""
    build, scenes = given.build.resolve(), list(scenes)
    plans = given.work / f"plans-{zlib.crc32((build / 'storey').read_bytes()):08x}"
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        made = list(pool.map(lambda scene: plan_of(build, scene, given.work / "scans", plans), scenes))
    return [(scene, *folders) for scene, folders in zip(scenes, made) if folders]


def fold_of(scene):
    """The same of a scene and those that were made of it."""
    return zlib.crc32(scene.stem.split("-")[0].encode()) % FOLDS


def chances(cues, bias, weights):
    return 1 / (1 + numpy.exp(-(bias + cues @ weights)))


def fitted(cues, exists):
    """Bias and weights, by Newton's method."""
    centre, spread = cues.mean(axis=0), cues.std(axis=0)
    x = numpy.hstack([numpy.ones((len(cues), 1)), (cues - centre) / spread])
    penalty = numpy.array([0] + [PENALTY] * cues.shape[1])
    w = numpy.zeros(x.shape[1])
    for _ in range(50):
        p = chances(x, 0, w)
        w += numpy.linalg.solve((x.T * (p * (1 - p))) @ x + numpy.diag(penalty), x.T @ (exists - p) - penalty * w)
    weights = w[1:] / spread
    return w[0] - weights @ centre, weights


def chances_unseen(cues, exists, fold):
    """Of each example, by weights that the other folds taught."""
    unseen = numpy.zeros(len(exists))
    for i in range(FOLDS):
        if (fold == i).any():
            unseen[fold == i] = chances(cues[fold == i], *fitted(cues[fold != i], exists[fold != i]))
    return unseen


def header(program, constant, names, bias, weights):
    rows = "".join(f"        {weight:.3f},  // {name}\n" for name, weight in zip(names, weights))
    return (f'// Made by tools/{program}; do not edit.\n#pragma once\n\n#include "engine/learned/logistic.h"\n\n'
            f"namespace storey {{\n\n// clang-format off\ninline constexpr LearnedWeights<{len(names)}> {constant} = {{\n"
            f"    {bias:.3f},\n    {{\n" + rows + "    }};\n// clang-format on\n\n}  // namespace storey\n")


def learn(program, constant, path, names, examples):
    """Writes the weights to the header at `path`, and tells how well they do. `examples`: cues, whether what they tell
    of exists, the fold."""
    cues = numpy.array([one for one, _, _ in examples])
    exists = numpy.array([float(one) for _, one, _ in examples])
    unseen = chances_unseen(cues, exists, numpy.array([fold for _, _, fold in examples]))
    print(f"{len(examples)} examples, {int((exists == 0).sum())} do not exist; of scenes not learned from, those with a "
          f"chance below 0.5: {int(((unseen < 0.5) & (exists == 0)).sum())} that do not exist, "
          f"{int(((unseen < 0.5) & (exists == 1)).sum())} that do")
    path.write_text(header(program, constant, names, *fitted(cues, exists)), encoding="utf-8")
