"""The documents of the tree."""
import os
import pathlib

ROOT = pathlib.Path(os.environ.get("STOREY_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))


def documents(root=ROOT):
    """Every Markdown file that people are meant to read, in a fixed order."""
    folders = ("docs", "src", "apps", "tools", "examples", "bench", "packaging")
    deeper = [path for folder in folders for path in (root / folder).rglob("*.md") if "node_modules" not in path.parts]
    return sorted([*root.glob("*.md"), *deeper])
