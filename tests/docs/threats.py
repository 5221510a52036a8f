"""Every threat that docs/security.md names has an answer, and tests that exist."""
import re
import sys

from documents import ROOT

TEST = re.compile(r"`([\w./-]+\.(?:py|cc|mjs))(?:::([^`]+))?`")
FOLDERS = ("tests", "src", "fuzz")


def files(root, name):
    """The files of the tree whose paths end with `name`."""
    return [path for folder in FOLDERS for path in (root / folder).rglob(name.rsplit("/", 1)[-1])
            if f"/{path.relative_to(root)}".endswith(f"/{name}")]


def faults_of_row(row, root):
    cells = [cell.strip() for cell in row.strip().strip("|").split("|")]
    if len(cells) != 3 or not all(cells):
        yield f"not threat, answer and test: {row}"
        return
    tests = TEST.findall(cells[2])
    if not tests:
        yield f"no test: {cells[0]}"
    for name, test in tests:
        found = files(root, name)
        if not found:
            yield f"{name} does not exist"
        elif test and not any(test in path.read_text(encoding="utf-8") for path in found):
            yield f"{name} has no {test}"


def faults(document, root=ROOT):
    """One line for each row of the tables that is not whole."""
    rows = [line for line in document.read_text(encoding="utf-8").splitlines()
            if line.startswith("|") and not re.match(r"\|(?:-+\|)+$|\| threat \|", line)]
    if not rows:
        yield f"{document}: no threats"
    for row in rows:
        for fault in faults_of_row(row, root):
            yield f"{document}: {fault}"


def main():
    found = list(faults(ROOT / "docs" / "security.md"))
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
