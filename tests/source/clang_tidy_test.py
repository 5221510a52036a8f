"""What passed the linter is looked at again only if something that decides has changed."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).with_name("clang_tidy.py")
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
        self.write(".clang-tidy", "Checks: '-*,cppcoreguidelines-init-variables'\nWarningsAsErrors: '*'\n")
        self.write("src/a.h", HEADER)
        self.write("src/a.cc", GOOD)
        self.command("-O2")

    def write(self, name, text):
        (self.root / name).write_text(text)

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
        self.write(".clang-tidy", "Checks: '-*,cppcoreguidelines-init-variables,bugprone-use-after-move'\n")
        self.assertEqual(self.lint(), (0, 1))

    def test_files_compiled_together_are_looked_at_one_by_one(self):
        self.write("src/b.cc", "int fourfold(int value) { return two() * two() * value; }\n")  # without its header
        batch = self.root / "build" / "Unity" / "unity_0_cxx.cxx"
        batch.parent.mkdir()
        batch.write_text("".join(f'#include "{self.root}/src/{name}.cc"\n\n' for name in "ab"))
        self.command("-O2", "build/Unity/unity_0_cxx.cxx")
        self.assertEqual(self.lint(), (1, 2))
        self.write("src/b.cc", '#include "a.h"\nint fourfold(int value) { return two() * two() * value; }\n')
        self.assertEqual(self.lint(), (0, 1))


if __name__ == "__main__":
    unittest.main()
