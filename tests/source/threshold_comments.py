"""Every threshold of the engine has a name, states its unit and a reason (`constexpr double kName = 0.1;  // m: why`), and is listed
in docs/thresholds.md as the source has it."""
import os
import sys

import project_files

sys.path.insert(0, os.path.join(project_files.ROOT, "bench"))
import thresholds  # noqa: E402


def main():
    source = thresholds.Source()
    found = [f"src/{t.file}:{t.line}: {t.name} {fault}" for t in source.thresholds() if (fault := thresholds.fault(t))]
    found += [f"src/{file}:{line}: a threshold without a name: {code}" for file, text in source.texts.items()
              for line, code in thresholds.nameless(text)]
    if thresholds.DOCUMENT.read_text(encoding="utf-8") != thresholds.document(source):
        found.append("docs/thresholds.md is not what the source says: bench/thresholds.py --document")
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
