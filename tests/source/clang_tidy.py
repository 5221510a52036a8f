"""Runs clang-tidy with the list of .clang-tidy over the library and the programs.

A file that passed is not looked at again until it, a header of the tree that it includes, its compile command or
the list changes: build/tidy holds an empty file named by the digest of all these.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

import project_files

ROOT = pathlib.Path(project_files.ROOT)
BUILD = pathlib.Path(os.environ["STOREY_BINARY_DIR"])
PASSED = ROOT / "build" / "tidy"
# What g++ is told of tuning, clang refuses as unknown: its copy of the commands goes without.
DATABASE = BUILD / "tidy-commands"
ONLY_GCC = re.compile(r" -mmemset-strategy=\S+")
# g++ flags that clang does not know are no findings.
COMMAND = ["clang-tidy-14", "--quiet", "-p", str(DATABASE), "--extra-arg=-Wno-unknown-warning-option"]


def with_includes(path, seen=None):
    """`path` and every file of the tree that it includes, directly or not."""
    seen = {} if seen is None else seen
    if path not in seen:
        seen[path] = None
        for _, _, target in project_files.project_includes(path):
            if target is not None:
                with_includes(target, seen)
    return seen


def digest(path, compile_command):
    state = hashlib.sha256((ROOT / ".clang-tidy").read_bytes())
    state.update(" ".join([*COMMAND[:2], compile_command]).encode())
    for file in sorted(with_includes(path)):
        state.update(str(file).encode() + b"\0" + (ROOT / file).read_bytes())
    return state.hexdigest()


def check(path):
    run = subprocess.run([*COMMAND, str(ROOT / path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    return run.returncode == 0, run.stdout + ("" if run.stdout.strip() else run.stderr)


def main():
    PASSED.mkdir(parents=True, exist_ok=True)
    DATABASE.mkdir(exist_ok=True)
    entries = json.loads(ONLY_GCC.sub("", (BUILD / "compile_commands.json").read_text()))
    (DATABASE / "compile_commands.json").write_text(json.dumps(entries))
    commands = {}
    for entry in entries:
        path = pathlib.Path(os.path.relpath(entry["file"], ROOT))
        if path.parts[0] in ("src", "apps") and not path.name.endswith("_test.cc"):
            commands[path] = entry["command"]
    stamps = {path: PASSED / digest(path, command) for path, command in sorted(commands.items())}
    todo = [path for path, stamp in stamps.items() if not stamp.exists()]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, (passed, findings) in zip(todo, pool.map(check, todo)):
            if passed:
                stamps[path].touch()
            else:
                failed += 1
                print(findings.strip())
    print(f"{len(stamps)} files, {len(todo)} looked at, {failed} with findings")
    return 1 if failed or not stamps else 0


if __name__ == "__main__":
    sys.exit(main())
