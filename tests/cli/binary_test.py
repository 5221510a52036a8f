"""The program as a file: small enough to be copied about, and debuggers still find its line tables."""
import os
import pathlib
import subprocess
import unittest

MOST_BYTES = 15_000_000
BINARY = pathlib.Path(os.environ["STOREY_BIN"])


class Binary(unittest.TestCase):
    def test_size(self):
        self.assertLessEqual(BINARY.stat().st_size, MOST_BYTES)

    def test_addresses_become_lines(self):
        symbols = subprocess.run(["nm", BINARY], capture_output=True, text=True, check=True).stdout
        main = next(line.split()[0] for line in symbols.splitlines() if line.endswith(" T main"))
        line = subprocess.run(["addr2line", "-e", BINARY, main], capture_output=True, text=True, check=True).stdout
        self.assertRegex(line, r"apps/storey/main\.cc:\d+")


if __name__ == "__main__":
    unittest.main()
