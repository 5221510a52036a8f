"""The C++ files of the tree and what they include."""
import os
import pathlib
import re

ROOT = pathlib.Path(os.environ.get("STOREY_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
FOLDERS = ("include", "src", "apps", "tools", "tests", "bench", "fuzz")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)


def cpp_files(folders=FOLDERS, root=ROOT):
    """All of them, in a fixed order, as paths relative to `root`."""
    found = [path.relative_to(root) for folder in folders for path in (root / folder).rglob("*")
             if path.suffix in (".h", ".cc") and "node_modules" not in path.parts]
    return sorted(found)


def project_includes(path, root=ROOT):
    """(line, written name, file relative to `root`) of each include of `path` that names a file of the tree.

    The file is None where the name is written with quotes and nothing in the tree fits it.
    """
    text = (root / path).read_text(encoding="utf-8")
    places = [root / path.parent, root / "src", root / "include", root / "tools", root]
    for match in INCLUDE.finditer(text):
        bracket, name = match.groups()
        target = next((place / name for place in places if (place / name).is_file()), None)
        if target is None and bracket == "<":
            continue
        line = text.count("\n", 0, match.start(2)) + 1
        yield line, name, target and pathlib.Path(os.path.relpath(target, root))
