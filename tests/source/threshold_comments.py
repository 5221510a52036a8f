"""Every threshold of the engine states its unit and a reason: `constexpr double kName = 0.1;  // m: why`."""
import os
import sys

import project_files

sys.path.insert(0, os.path.join(project_files.ROOT, "bench"))
import thresholds  # noqa: E402


def main():
    found = [f"src/{t.file}:{t.line}: {t.name} {fault}" for t in thresholds.Source().thresholds()
             if (fault := thresholds.fault(t))]
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
