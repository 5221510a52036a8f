"""Every C++ file is laid out as .clang-format says (`make format` does it)."""
import subprocess
import sys

import project_files

files = [str(path) for path in project_files.cpp_files()]
check = subprocess.run(["clang-format-14", "--dry-run", "-Werror", *files], cwd=project_files.ROOT,
                       stderr=subprocess.PIPE, text=True)
for line in check.stderr.splitlines():
    if "error:" in line:
        print(line)
if check.returncode:
    print("run `make format`")
sys.exit(check.returncode)
