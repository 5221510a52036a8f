"""Runs the examples of the documents: the fenced blocks that open with ```console tested.

A line that starts with "$ " is a command; what follows up to the next one is what it prints. "..." stands for
anything: alone for any lines, within a line for any text. All blocks of a document run in its order in one scratch
folder, where `storey` is on the PATH and `examples` is that of the tree. A command may fail only if the next one is
`$ echo $?`.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from documents import ROOT, documents

BLOCK = re.compile(r"^```console tested\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def steps(block):
    """(command, expected output) of each command of a block."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        while command.endswith("\\"):  # continued on the next line
            more, _, expected = expected.partition("\n")
            command = command[:-1] + more.lstrip("> ")
        yield command, expected


def pattern(expected):
    """A regular expression that fits what `expected` describes."""
    lines = []
    for line in expected.splitlines():
        if line == "...":
            lines.append(r"(?:.*\n)*?")
        else:
            lines.append(r"[^\n]*?".join(re.escape(piece) for piece in line.split("...")) + r"\n")
    return "".join(lines)


def faults(document, program, examples):
    """One text for each example of `document` that does not do what it says."""
    blocks = BLOCK.findall(document.read_text(encoding="utf-8"))
    if not blocks:
        return
    with tempfile.TemporaryDirectory(prefix="storey-docs-") as folder:
        bin_folder = pathlib.Path(folder, "bin")
        bin_folder.mkdir()
        (bin_folder / "storey").symlink_to(program)
        work = pathlib.Path(folder, "work")
        work.mkdir()
        (work / "examples").symlink_to(examples)
        environment = {**os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}"}
        status = 0
        todo = [step for block in blocks for step in steps(block)]
        for (command, expected), (following, _) in zip(todo, [*todo[1:], ("", "")]):
            run = subprocess.run(["bash", "-c", f"(exit {status}); {command}"], cwd=work, env=environment, timeout=600,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            status = run.returncode
            shown = run.stdout + ("\n" if run.stdout and not run.stdout.endswith("\n") else "")
            if not re.fullmatch(pattern(expected), shown):
                yield f"{document.name}: $ {command}\nprints\n{shown}instead of\n{expected}"
            elif status != 0 and following != "echo $?":
                yield f"{document.name}: $ {command}\nends with {status}"


def main():
    found, tested = [], 0
    for document in documents():
        tested += len(BLOCK.findall(document.read_text(encoding="utf-8")))
        found += faults(document, os.environ["STOREY_BIN"], ROOT / "examples")
    print(*found, f"{tested} examples", sep="\n")
    return 1 if found or tested == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
