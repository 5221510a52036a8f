"""Checks that includes go one way only: from what is built on others to what they are built on.

A part of the tree may include itself, the parts named here, and nothing else of the project.
"""
import pathlib
import sys

import project_files

MODEL = {"base", "geometry", "model"}
MAY_SEE = {
    "base": set(),
    "geometry": {"base"},
    "cloud": {"base", "geometry"},
    "model": {"base", "geometry"},
    "io": {"base", "geometry", "cloud"},
    "engine": MODEL | {"cloud"},
    "export": MODEL,
    "pipeline": MODEL | {"cloud", "io", "engine", "export"},
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
    return "/".join(parts[1:3]) if parts[1] == "service" else parts[1]


def faults(root):
    """One line for each include that goes the wrong way."""
    for path in project_files.cpp_files(("include", "src"), root):
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
            if seen != part and seen not in MAY_SEE[part]:
                yield f"{path}:{line}: {part} must not see {seen or target.parts[0]} ({name})"


def main():
    found = list(faults(pathlib.Path(project_files.ROOT)))
    for fault in found:
        print(fault)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
