"""What the browser loads before it shows the page: at most 120 kB, compressed as it is sent."""

import gzip
import re

import pages

MOST_BYTES = 120_000

pages.require_built()
files = {path.name.removesuffix(".gz"): path for path in (pages.BUILT / "files").glob("*.gz")}


def text(name):
    return gzip.decompress(files[name].read_bytes()).decode()


def initial():
    """index.html and all that it needs, by script, style, icon or import that is not on demand."""
    wanted, found = ["index.html"], set()
    while wanted:
        name = wanted.pop()
        if name in found:
            continue
        found.add(name)
        if name.endswith(".html"):
            wanted += re.findall(r'(?:src|href)="\./page/([^"]+)"', text(name))
        if name.endswith(".js"):
            wanted += re.findall(r'(?:from|import)\s*"\./([^"]+)"', text(name))
    return sorted(found)


names = initial()
total = sum(files[name].stat().st_size for name in names)
print(f"{total} bytes: {', '.join(names)}")
assert any(name.endswith(".js") for name in names) and any(name.endswith(".css") for name in names), names
assert len(names) < len(files), "some parts are loaded on demand"
assert total <= MOST_BYTES
