"""Runs clang-tidy with the list of .clang-tidy over the library and the programs.

What passed once is not looked at again. A stamp of it is kept in the user's cache folder ($XDG_CACHE_HOME), under
the digest of all that decides: the list, the version of clang-tidy, the flags, and what the compiler reads of the file
and its headers. So a comment of a header changed, another clone or a fresh build folder cost nothing.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

import project_files

ROOT = pathlib.Path(project_files.ROOT)
BUILD = pathlib.Path(os.environ["STOREY_BINARY_DIR"])
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "storey" / "clang-tidy"
KEPT = 60 * 24 * 3600  # s that a stamp is kept that nothing asks for
DATABASE = BUILD / "tidy-commands"
# g++ flags that clang does not know are no findings.
COMMAND = ["clang-tidy-14", "--quiet", "-p", str(DATABASE), "--extra-arg=-Wno-unknown-warning-option"]
# What g++ is told of tuning clang refuses, and files have to stand without precompiled headers.
ONLY_GCC = re.compile(r"-mmemset-strategy=.*|-Winvalid-pch")
ONLY_OUTPUT = {"-o": 2, "-MF": 2, "-MT": 2, "-MD": 1, "-c": 1}
# CMake's unity builds.
TOGETHER = re.compile(r'^#include "(.+)"$', re.MULTILINE)
# Of comments, what clang-tidy reads.
READ_COMMENT = re.compile(r".*(?:/\*\w+=\*/|NOLINT).*")


def for_clang(command):
    """The compile command from the compiler's name on, as clang takes it."""
    words = shlex.split(command)
    words = words[next(i for i, word in enumerate(words) if pathlib.Path(word).name in ("c++", "g++", "clang++")):]
    kept = []
    while words:
        word = words.pop(0)
        if word == "-include" and words[0].endswith("cmake_pch.hxx"):
            words.pop(0)
        elif not ONLY_GCC.fullmatch(word):
            kept.append(word)
    return kept


def singly(entries):
    """The commands of single files: what is compiled together is a file that includes the others."""
    for entry in entries:
        arguments, file = for_clang(entry["command"]), pathlib.Path(entry["file"])
        parts = TOGETHER.findall(file.read_text()) if file.parent.name == "Unity" else [str(file)]
        for part in parts:
            yield {"directory": entry["directory"], "file": part, "arguments": [*arguments[:-1], part]}


def flags(words):
    """What of a command is neither the compiler's name, nor the source, nor where the output goes."""
    kept, rest = [], words[1:-1]
    while rest:
        drop = ONLY_OUTPUT.get(rest[0], 0)
        if not drop:
            kept.append(rest[0])
        rest = rest[max(drop, 1):]
    return kept


def with_includes(path, seen=None):
    """`path` and every file of the tree that it includes, directly or not."""
    seen = {} if seen is None else seen
    if path not in seen:
        seen[path] = None
        for _, _, target in project_files.project_includes(path):
            if target is not None:
                with_includes(target, seen)
    return sorted(seen)


class Stamps:
    """Digests of what passed."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        for stamp in folder.iterdir():
            if stamp.stat().st_mtime < time.time() - KEPT:
                stamp.unlink(missing_ok=True)

    def has(self, digest):
        stamp = self.folder / digest
        if stamp.exists():
            stamp.touch()
        return stamp.exists()

    def put(self, digest):
        (self.folder / digest).touch()


def digest(*parts):
    state = hashlib.sha256()
    for part in parts:
        state.update(str(len(part)).encode() + b":" + part)
    return state.hexdigest()


class Linter:
    def __init__(self, stamps):
        self.stamps = stamps
        version = subprocess.run([COMMAND[0], "--version"], stdout=subprocess.PIPE, check=True).stdout
        self.common = [(ROOT / ".clang-tidy").read_bytes(), version, " ".join(COMMAND[4:]).encode()]

    def of_files(self, path, words):
        """Digest of the files of the tree as they are: quick, and changed by every comment."""
        files = [part for file in with_includes(path) for part in (str(file).encode(), (ROOT / file).read_bytes())]
        return digest(b"files", *self.common, self.flags(words), *files)

    def of_content(self, path, words):
        """Digest of what the compiler reads, with headers of libraries; None if it cannot read the file."""
        run = subprocess.run(["clang++-14", "-w", *flags(words), "-E", "-P", words[-1]], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL)
        if run.returncode != 0:
            return None
        code = b"\n".join(line.rstrip() for line in run.stdout.splitlines() if line.strip())
        comments = READ_COMMENT.findall("".join((ROOT / file).read_text() for file in with_includes(path)))
        return digest(b"content", *self.common, self.flags(words), str(path).encode(), code,
                      "\n".join(comments).encode())

    @staticmethod
    def flags(words):
        return " ".join(flags(words)).replace(str(ROOT), "").encode()

    def check(self, path, words):
        """(looked at, findings or None) of a file."""
        files = self.of_files(path, words)
        if self.stamps.has(files):
            return False, None
        content = self.of_content(path, words)
        looked_at = content is None or not self.stamps.has(content)
        if looked_at:
            run = subprocess.run([*COMMAND, str(ROOT / path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            if run.returncode != 0:
                return True, run.stdout if run.stdout.strip() else run.stderr
            if content is not None:
                self.stamps.put(content)
        self.stamps.put(files)
        return looked_at, None


def main():
    DATABASE.mkdir(exist_ok=True)
    entries = list(singly(json.loads((BUILD / "compile_commands.json").read_text())))
    commands = {}
    for entry in entries:
        path = pathlib.Path(os.path.relpath(entry["file"], ROOT))
        if path.parts[0] in ("src", "apps") and not path.name.endswith("_test.cc"):
            commands[path] = entry["arguments"]
    (DATABASE / "compile_commands.json").write_text(json.dumps(entries))
    linter = Linter(Stamps(CACHE))
    looked_at = failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for looked, findings in pool.map(linter.check, commands.keys(), commands.values()):
            looked_at += looked
            if findings is not None:
                failed += 1
                print(findings.strip())
    print(f"{len(commands)} files, {looked_at} looked at, {failed} with findings")
    return 1 if failed or not commands else 0


if __name__ == "__main__":
    sys.exit(main())
