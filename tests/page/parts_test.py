"""The page's own unit tests (Vitest) and its types."""

import subprocess
import sys

import pages

pages.require_built()
work = pages.BUILT / "work"
codes = [subprocess.run(["node", pages.BUILT / "node_modules" / tool, *words], cwd=work).returncode
         for tool, *words in (("vitest/vitest.mjs", "run"), ("typescript/bin/tsc", "--noEmit"))]
sys.exit(max(codes))
