"""The linter finds in files that it reads together what it finds in each, and what passed is looked at again only if something
that decides has changed."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("clang_tidy.py")
# What counts as a file of ours is the tree's own: sources that are read together are headers to clang-tidy.
OURS = next(line for line in SCRIPT.parents[2].joinpath(".clang-tidy").read_text().splitlines() if "HeaderFilterRegex" in line)
GOOD = '#include "a.h"\nint twice(int value) { return two() * value; }\n'
BAD = '#include "a.h"\nint twice(int value) { int two_; two_ = two(); return two_ * value; }\n'  # init-variables
HEADER = "// Two.\ninline int two() { return 2; }\n"


class ClangTidyCache(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.tree("first")

    def tree(self, name):
        self.root = pathlib.Path(self.folder.name, name)
        for folder in ("src", "build"):
            (self.root / folder).mkdir(parents=True)
        self.checks("cppcoreguidelines-init-variables")
        self.write("src/a.h", HEADER)
        self.write("src/a.cc", GOOD)
        self.command("-O2")

    def write(self, name, text):
        (self.root / name).write_text(text)

    def checks(self, names):
        self.write(".clang-tidy", f"Checks: '-*,{names}'\nWarningsAsErrors: '*'\n{OURS}\n")

    def command(self, flags, source="src/a.cc"):
        source = self.root / source
        command = (f"env CCACHE_SLOPPINESS=pch_defines ccache /usr/bin/c++ -I{self.root}/src {flags} -Winvalid-pch -include "
                   f"{self.root}/build/cmake_pch.hxx -MD -MT a.o -MF a.d -o a.o -c {source}")
        self.write("build/compile_commands.json", json.dumps(
            [{"directory": str(self.root / "build"), "command": command, "file": str(source)}]))

    def lint(self):
        """(exit code, files looked at)."""
        environment = {**os.environ, "STOREY_SOURCE_DIR": str(self.root), "STOREY_BINARY_DIR": str(self.root / "build"),
                       "XDG_CACHE_HOME": str(pathlib.Path(self.folder.name, "cache"))}
        run = subprocess.run([sys.executable, "-B", SCRIPT], env=environment, stdout=subprocess.PIPE, text=True)
        return run.returncode, int(run.stdout.split(" files, ")[1].split()[0])

    def test_findings_are_found_each_time(self):
        self.write("src/a.cc", BAD)
        self.assertEqual(self.lint(), (1, 1))
        self.assertEqual(self.lint(), (1, 1))
        self.write("src/a.cc", GOOD)
        self.assertEqual(self.lint(), (0, 1))

    def test_what_passed_is_not_looked_at_again(self):
        self.assertEqual(self.lint(), (0, 1))
        self.assertEqual(self.lint(), (0, 0))
        self.write("src/a.h", "// Two, in other words.\n" + HEADER)
        self.assertEqual(self.lint(), (0, 0))
        self.tree("second")
        self.assertEqual(self.lint(), (0, 0))

    def test_whatever_decides_is_seen(self):
        self.lint()
        self.write("src/a.h", HEADER.replace("return 2", "return 1 + 1"))
        self.assertEqual(self.lint(), (0, 1))
        self.write("src/a.h", HEADER + "// NOLINT\n")
        self.assertEqual(self.lint(), (0, 1))
        self.command("-O1")
        self.assertEqual(self.lint(), (0, 1))
        self.checks("cppcoreguidelines-init-variables,bugprone-use-after-move")
        self.assertEqual(self.lint(), (0, 1))

    def compiled_together(self, **files):
        """More files, compiled with a.cc as CMake does it."""
        for name, text in files.items():
            self.write(f"src/{name}.cc", text)
        batch = self.root / "build" / "Unity" / "unity_0_cxx.cxx"
        batch.parent.mkdir(exist_ok=True)
        batch.write_text("".join(f'#include "{self.root}/src/{name}.cc"\n\n' for name in ("a", *files)))
        self.command("-O2 -Wall -Wshadow -Werror", "build/Unity/unity_0_cxx.cxx")

    def test_each_file_includes_what_it_uses(self):
        without = "int fourfold(int value) { return two() * two() * value; }\n"
        self.compiled_together(b=without)
        self.assertEqual(self.lint(), (1, 2))
        self.write("src/b.cc", '#include "a.h"\n' + without)
        self.assertEqual(self.lint(), (0, 1))

    def test_findings_in_any_of_the_files_are_found(self):
        good = '#include "a.h"\nint fourfold(int value) { return two() * two() * value; }\n'
        self.compiled_together(b=BAD.replace("twice", "other"))
        self.assertEqual(self.lint(), (1, 2))
        self.write("src/b.cc", good)
        self.write("src/a.h", HEADER.replace("{ return 2; }", "{ int two_; two_ = 2; return two_; }"))
        self.assertEqual(self.lint(), (1, 2))
        self.write("src/a.h", HEADER)
        self.assertEqual(self.lint(), (0, 2))

    def test_warnings_of_the_compiler_are_found(self):
        """Also those that it gives for the file itself and not for what that includes."""
        self.compiled_together(b="namespace {\nint nobody_reads;\n}\n")
        self.assertEqual(self.lint(), (1, 2))

    def test_files_that_name_something_alike_do_not_disturb_each_other(self):
        text = "namespace {\nconstexpr int kReach = %d;\n}\nint %s() { return kReach; }\n"
        self.compiled_together(b=text % (1, "one"), c=text % (2, "two"))
        self.assertEqual(self.lint(), (0, 3))
        # A warning that none of them has alone.
        self.compiled_together(b="namespace {\nconstexpr int kFar = 1;\n}\nint far() { return kFar; }\n",
                               c="int near() {\n  constexpr int kFar = 2;\n  return kFar;\n}\n")
        self.assertEqual(self.lint(), (0, 2))
        # Where no look at the lines tells that two names are alike.
        text = "static int reach() { %s; }\nint %s() { return reach(); }\n"
        self.compiled_together(b=text % ("return 1", "one"), c=text % ("return 2", "two"))
        self.assertEqual(self.lint(), (0, 2))
        self.write("src/c.cc", text % ("int two; two = 2; return two", "two"))
        self.write("src/b.cc", text % ("return 3", "three"))
        self.assertEqual(self.lint(), (1, 2))


if __name__ == "__main__":
    unittest.main()
