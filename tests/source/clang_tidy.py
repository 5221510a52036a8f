"""Runs clang-tidy with the list of .clang-tidy over the library and the programs.

Most of what a linter does to a small file is to read the headers of libraries and to search them. So clang-tidy gets
files with the same flags together, which reads and searches these once for all of them: a sixth of the time. What only a
file alone can show is asked of the compiler, file by file and with its warnings: whether it includes all that it uses.
There headers that many read come precompiled, to files that include every one of them themselves, so that nothing is
there that they did not ask for.

What passed once is not looked at again. A stamp of it is kept in the user's cache folder ($XDG_CACHE_HOME), under
the digest of all that decides: the list, the version of clang-tidy, the flags, and what the compiler reads of the file
and its headers. So a comment of a header changed, another clone or a fresh build folder cost nothing.
"""
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import time

import project_files

ROOT = pathlib.Path(project_files.ROOT)
BUILD = pathlib.Path(os.environ["STOREY_BINARY_DIR"])
CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "storey" / "clang-tidy"
KEPT = 60 * 24 * 3600  # s that a stamp is kept that nothing asks for
WORK = BUILD / "tidy"  # batches, and what is precompiled for them
# g++ flags that clang does not know are no findings.
OUR_FLAGS = ["-Wno-unknown-warning-option"]
COMMAND = ["clang-tidy-14", "--quiet", f"--config-file={ROOT / '.clang-tidy'}"]
COMPILER = "clang++-14"
TOGETHER_AT_MOST = 16  # more are hardly quicker, and two cores are to end at about the same time
# Sets of headers, the largest first, that are worth while to precompile for so many files.
PRECOMPILED_FROM = 8
PRECOMPILED = [set(names.split()) for names in (
    "algorithm chrono filesystem functional memory tl/expected.hpp Eigen/Core Eigen/Geometry",
    "algorithm Eigen/Core",
    "chrono functional memory tl/expected.hpp boost/json/object.hpp boost/json/value.hpp boost/asio/awaitable.hpp",
    "chrono functional memory boost/asio/io_context.hpp",
    "chrono functional boost/json.hpp",
    "memory tl/expected.hpp boost/json/object.hpp",
    "chrono filesystem functional memory tl/expected.hpp",
    "chrono functional memory tl/expected.hpp",
    "algorithm tl/expected.hpp",
)]
# What g++ is told of tuning clang refuses, and files have to stand without precompiled headers.
ONLY_GCC = re.compile(r"-mmemset-strategy=.*|-Winvalid-pch")
ONLY_OUTPUT = {"-o": 2, "-MF": 2, "-MT": 2, "-MD": 1, "-c": 1}
# CMake's unity builds.
TOGETHER = re.compile(r'^#include "(.+)"$', re.MULTILINE)
LIBRARY_INCLUDE = re.compile(r"^\s*#\s*include\s*<([^>]+)>", re.MULTILINE)
# What a file names in anonymous namespaces, as far as lines tell: files that name something alike are not read together.
ANONYMOUS = re.compile(r"^namespace \{$(.*?)^\}  // namespace$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"\b(?!final\b)([A-Za-z_]\w+)(?=\s*[({=;[]|\s*:(?!:)|\s*$)")
# Of comments, what clang-tidy reads.
READ_COMMENT = re.compile(r"/\*\w+=\*/|NOLINT")


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


@functools.cache
def text_of(path):
    return (ROOT / path).read_text()


@functools.cache
def read_comments(path):
    return [line for line in text_of(path).splitlines() if READ_COMMENT.search(line)]


@functools.cache
def included(path):
    """The files of the tree that `path` includes itself."""
    return [target for _, _, target in project_files.project_includes(path) if target is not None]


@functools.cache
def with_includes(path):
    """`path` and every file of the tree that it includes, directly or not."""
    seen, open_ = {path}, [path]
    while open_:
        new = set(included(open_.pop())) - seen
        seen |= new
        open_ += new
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


def library_headers(path):
    """Names of headers of libraries that `path` includes, directly or by files of the tree."""
    return {name for file in with_includes(path) for name in LIBRARY_INCLUDE.findall(text_of(file))}


def names_of_its_own(path):
    lines = [re.sub(r"//.*|(?<=\{).*", "", line) for part in ANONYMOUS.findall(text_of(path)) for line in part.splitlines()]
    return {name for line in lines if re.match(r"(?!using |namespace |template )\w", line) for name in NAMED.findall(line)}


def batches(commands):
    """Lists of paths of the same flags, none with names of its own that another of the list has too."""
    found = []
    for path, words in commands.items():
        names, its_flags = names_of_its_own(path), flags(words)
        for batch in found:
            if batch["flags"] == its_flags and len(batch["paths"]) < TOGETHER_AT_MOST and not names & batch["names"]:
                break
        else:
            batch = {"flags": its_flags, "paths": [], "names": set()}
            found.append(batch)
        batch["paths"].append(path)
        batch["names"] |= names
    return sorted((batch["paths"] for batch in found), key=len, reverse=True)


def run(*words):
    return subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


class Linter:
    def __init__(self, stamps, commands):
        self.stamps = stamps
        self.commands = commands
        version = run(COMMAND[0], "--version").stdout.encode()
        self.common = [(ROOT / ".clang-tidy").read_bytes(), version, " ".join(OUR_FLAGS).encode()]
        self.precompiled = []

    def of_files(self, path):
        """Digest of the files of the tree as they are: quick, and changed by every comment."""
        files = [part for file in with_includes(path) for part in (str(file).encode(), text_of(file).encode())]
        return digest(b"files", *self.common, self.flags(path), *files)

    def of_content(self, path):
        """Digest of what the compiler reads, with headers of libraries; None if it cannot read the file."""
        words = self.commands[path]
        read = subprocess.run([COMPILER, "-w", *flags(words), "-E", "-P", words[-1]], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL)
        if read.returncode != 0:
            return None
        code = b"\n".join(filter(None, map(bytes.rstrip, read.stdout.split(b"\n"))))
        comments = [comment.encode() for file in with_includes(path) for comment in read_comments(file)]
        return digest(b"content", *self.common, self.flags(path), str(path).encode(), code, b"\n".join(comments))

    def flags(self, path):
        return " ".join(flags(self.commands[path])).replace(str(ROOT), "").encode()

    def new_digests(self, path):
        """What to stamp once the file has passed; nothing if it has."""
        files = self.of_files(path)
        if self.stamps.has(files):
            return []
        content = self.of_content(path)
        if content is not None and self.stamps.has(content):
            self.stamps.put(files)
            return []
        return [digest for digest in (files, content) if digest is not None]

    def precompile(self, paths, pool):
        """Of PRECOMPILED, what enough of the files can take."""
        wanted = {}
        for path in paths:
            headers = library_headers(path)
            first = next((i for i, names in enumerate(PRECOMPILED) if names <= headers), None)
            wanted.setdefault(first, []).append(path)

        def made(i):
            header, binary = WORK / f"precompiled_{i}.h", WORK / f"precompiled_{i}.pch"
            header.write_text("".join(f"#include <{name}>\n" for name in sorted(PRECOMPILED[i])))
            words = self.commands[wanted[i][0]]
            made = run(COMPILER, "-w", *OUR_FLAGS, *flags(words), "-x", "c++-header", str(header), "-o", str(binary))
            if made.returncode != 0:
                raise RuntimeError(made.stderr)
            return {path: binary for path in wanted[i]}

        worth_while = [i for i, paths in wanted.items() if i is not None and len(paths) >= PRECOMPILED_FROM]
        return {path: binary for part in pool.map(made, worth_while) for path, binary in part.items()}

    def alone(self, path, precompiled):
        """What the compiler says of the file alone, or None."""
        words = self.commands[path]
        given = [] if precompiled is None else ["-include-pch", str(precompiled)]
        read = run(COMPILER, *flags(words), *OUR_FLAGS, *given, "-fsyntax-only", words[-1])
        return read.stderr if read.returncode != 0 else None

    def together(self, paths):
        """(paths, findings or None) of clang-tidy for files that are read as one."""
        # Of warnings the compiler has told already, of each file alone: what one names, another may shadow.
        words = [word for word in flags(self.commands[paths[0]]) if not word.startswith("-W")]
        file = ROOT / paths[0]
        if len(paths) > 1:
            text = "".join(f'#include "{ROOT / path}"\n' for path in paths)
            file = WORK / f"batch_{digest(text.encode())[:16]}.cc"
            file.write_text(text)
        tidy = run(*COMMAND, str(file), "--", *words)
        if tidy.returncode != 0 and len(paths) > 1 and "[clang-diagnostic-error]" in tidy.stdout:
            # Two of them do not go together after all; each compiles.
            halves = [self.together(half)[1] for half in (paths[::2], paths[1::2])]
            return paths, "\n".join(filter(None, halves)) or None
        return paths, (tidy.stdout.strip() or tidy.stderr) if tidy.returncode != 0 else None

    def lint(self, pool):
        """(files looked at, texts of findings)."""
        new = {path: digests for path, digests in zip(self.commands, pool.map(self.new_digests, self.commands)) if digests}
        precompiled = self.precompile(new, pool)
        errors = list(pool.map(lambda path: self.alone(path, precompiled.get(path)), new))
        for binary in set(precompiled.values()):
            binary.unlink()  # tens of megabytes each
        passed = {path: self.commands[path] for path, error in zip(new, errors) if error is None}
        texts = [error for error in errors if error is not None]
        for paths, findings in pool.map(self.together, batches(passed)):
            if findings is not None:
                texts.append(findings)
                continue
            for path in paths:
                for stamp in new[path]:
                    self.stamps.put(stamp)
        return len(new), texts


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir()
    commands = {}
    for entry in singly(json.loads((BUILD / "compile_commands.json").read_text())):
        path = pathlib.Path(os.path.relpath(entry["file"], ROOT))
        if path.parts[0] in ("src", "apps") and not path.name.endswith("_test.cc"):
            commands[path] = entry["arguments"]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        looked_at, texts = Linter(Stamps(CACHE), commands).lint(pool)
    for text in texts:
        print(text.strip())
    print(f"{len(commands)} files, {looked_at} looked at, " + ("findings" if texts else "no findings"))
    return 1 if texts or not commands else 0


if __name__ == "__main__":
    sys.exit(main())
