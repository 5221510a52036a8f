"""Checks that includes go one way only: from what is built on others to what they are built on.

A part of the tree may include itself, the parts named here, and nothing else of the project. A folder of the engine is a part, and
has few enough files to be looked over.
"""
import collections
import pathlib
import sys

import project_files

MODEL = {"base", "geometry", "model"}
ENGINE = MODEL | {"cloud", "engine/learned"}
FACES = ENGINE | {"engine/scan", "engine/storeys", "engine/faces/lines"}
STAGES = {f"engine/{folder}" for folder in ("scan", "storeys", "faces", "gaps", "glass", "glass/mirrors", "rooms", "walls",
                                            "openings", "stairs", "measure")}
MAY_SEE = {
    "base": set(),
    "geometry": {"base"},
    "cloud": {"base", "geometry"},
    "model": {"base", "geometry"},
    "io": {"base", "geometry", "cloud"},
    "engine/learned": set(),
    "engine/scan/drift": ENGINE,
    "engine/scan": ENGINE | {"engine/scan/drift"},
    "engine/storeys": ENGINE | {"engine/scan"},
    "engine/faces/lines": ENGINE | {"engine/scan", "engine/storeys"},
    "engine/faces": FACES,
    "engine/gaps": FACES | {"engine/faces"},
    "engine/glass": FACES | {"engine/faces"},
    "engine/glass/mirrors": FACES | {"engine/faces", "engine/glass"},
    "engine/rooms": FACES | {"engine/faces", "engine/gaps"},
    "engine/walls": FACES | {"engine/faces", "engine/rooms"},
    "engine/openings/voids": ENGINE | {"engine/scan", "engine/storeys", "engine/walls"},
    "engine/openings": ENGINE | {"engine/scan", "engine/storeys", "engine/walls", "engine/openings/voids"},
    "engine/stairs": ENGINE | {"engine/scan", "engine/storeys"},
    "engine/measure": ENGINE | {"engine/scan", "engine/faces", "engine/rooms", "engine/walls", "engine/openings", "engine/stairs"},
    "engine/test_inputs": ENGINE | {"engine/scan", "engine/storeys", "engine/faces", "engine/rooms"},
    "engine": ENGINE | STAGES,
    "export": MODEL,
    "pipeline": ENGINE | {"io", "engine", "export"},
    "sandbox": {"base"},
    "graphql": {"base"},
    "http": {"base"},
    "service/domain": {"base"},
    "service/ports": {"base", "service/domain"},
    "service/usecases": {"base", "service/domain", "service/ports"},
    "service/api": {"base", "graphql", "http", "service/domain", "service/ports", "service/usecases"},
    "service/worker": {"base", "model", "pipeline", "service/domain", "service/ports", "service/usecases"},
    "service/adapters": {"base", "service/domain", "service/ports"},
}

# Made for tests of several parts, which alone may see it.
TEST_INPUTS = "engine/test_inputs"

# So many files may be in one folder of the engine.
MOST_FILES = 30

# The public headers, by the part whose words they are.
PUBLIC = {
    "result.h": "base", "run_context.h": "base", "options.h": "base",
    "plan.h": "model", "report.h": "model", "output_file.h": "model",
    "convert.h": "pipeline",
}


def part_of(path):
    """The part that `path` (relative to the tree) belongs to; None outside of the library."""
    parts = path.parts
    if parts[0] == "include":
        return PUBLIC.get(path.name, f"include/{path.name}")
    if parts[0] != "src" or len(parts) < 3:
        return None
    if parts[1] == "engine":
        return "/".join(parts[1:-1])
    return "/".join(parts[1:3]) if parts[1] == "service" else parts[1]


def crowded(paths):
    """One line for each folder of the engine with too many files."""
    files = collections.Counter(path.parent for path in paths if path.parts[:2] == ("src", "engine"))
    for folder, count in sorted(files.items()):
        if count > MOST_FILES:
            yield f"{folder}: {count} files; at most {MOST_FILES} in one folder"


def cycles(paths, root):
    """One line for each header that is included, by way of others, by what it includes."""
    includes = {path: [target for _, _, target in project_files.project_includes(path, root) if target]
                for path in paths if path.suffix == ".h"}
    done, under_way = set(), []

    def follow(header):
        if header in under_way:
            yield " -> ".join(str(one) for one in [*under_way[under_way.index(header):], header]) + ": a cycle"
        if header in done or header in under_way:
            return
        under_way.append(header)
        for target in includes.get(header, []):
            yield from follow(target)
        done.add(under_way.pop())

    for path in includes:
        yield from follow(path)


def faults(root):
    """One line for each include that goes the wrong way."""
    paths = list(project_files.cpp_files(("include", "src"), root))
    yield from crowded(paths)
    yield from cycles(paths, root)
    for path in paths:
        part = part_of(path)
        if part not in MAY_SEE:
            yield f"{path}: \"{part}\" has no place in the order of tests/source/include_direction.py"
            continue
        is_test = path.name.endswith("_test.cc")
        for line, name, target in project_files.project_includes(path, root):
            if target is None:
                yield f"{path}:{line}: \"{name}\" is no file of the project; others are included with <>"
                continue
            if is_test and target.parts[0] in ("tools", "tests"):
                continue  # what only tests use may be seen by tests
            seen = part_of(target)
            if is_test and seen == TEST_INPUTS:
                continue
            if seen != part and seen not in MAY_SEE[part]:
                yield f"{path}:{line}: {part} must not see {seen or target.parts[0]} ({name})"


def main():
    found = list(faults(pathlib.Path(project_files.ROOT)))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
