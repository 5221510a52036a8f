"""Every link from a document into the tree leads to a file that is there."""
import re
import sys

from documents import ROOT, documents

LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)|<img[^>]*\ssrc=\"([^\"]+)\"")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def faults(document):
    """One line for each link that leads nowhere."""
    for match in LINK.finditer(FENCED.sub("", document.read_text(encoding="utf-8"))):
        target = match.group(1) or match.group(2)
        if not re.match(r"[a-z]+:", target) and not (document.parent / target).exists():
            yield f"{document}: {target} does not exist"


def main():
    found = [fault for document in documents(ROOT) for fault in faults(document)]
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
