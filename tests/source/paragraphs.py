"""No paragraph of docs/method.md is longer than eight lines: who does not know the method yet has to follow it."""
import sys

import project_files

DOCUMENTS = ("docs/method.md",)
MOST_LINES = 8


def paragraphs(text):
    """(number of the first line, how many lines) of each. Items of lists are paragraphs; headings, tables, pictures,
    formulas and fenced blocks are none."""
    first, count, fenced = 0, 0, False
    for number, line in enumerate([*text.splitlines(), ""], 1):
        fence = line.startswith("```")
        prose = not (fenced or fence or not line.strip() or line.startswith(("#", "|", "![", "    ")))
        if count and (not prose or line.startswith("- ")):
            yield first, count
            count = 0
        if prose:
            first, count = (number, 1) if count == 0 else (first, count + 1)
        fenced ^= fence


def faults(name, text):
    return [f"{name}:{first}: a paragraph of {count} lines; {MOST_LINES} are the most"
            for first, count in paragraphs(text) if count > MOST_LINES]


def main():
    found = [fault for name in DOCUMENTS
             for fault in faults(name, (project_files.ROOT / name).read_text(encoding="utf-8"))]
    print(*found, sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
