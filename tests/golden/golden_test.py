"""Drawings are the same bytes as those kept in expected/. `golden_test.py --refresh` keeps the present ones: look at
the difference before committing it."""
import difflib
import re
import sys

from drawings import HERE, Checks, draw

CASES = {
    "one-room": ["svg", "dxf", "geojson", "ifc", "csv", "html"],
    "flat": ["--din277", "--titled", "svg", "csv", "geojson"],
    "two-storeys": ["--imperial", "--iso-layers", "--ansi", "dxf", "csv"],
    "oblique-and-curved": ["--as-scanned", "svg", "ifc"],
    "empty": ["svg", "geojson", "csv"],
}


def comparable(files):
    """Pictures depend on the versions of cairo and the fonts: only that there is one is kept."""
    picture = re.compile(rb"data:image/png;base64,[A-Za-z0-9+/=]{1000,}")
    return {name: picture.sub(b"data:image/png;base64,...", data) for name, data in files.items()}


def difference(kept, drawn):
    lines = difflib.unified_diff(kept.decode("latin1").splitlines(), drawn.decode("latin1").splitlines(),
                                 "expected", "drawn", n=0, lineterm="")
    return "\n".join(line[:160] for line, _ in zip(lines, range(8)))


def main():
    checks = Checks()
    for name, arguments in CASES.items():
        folder = HERE / "expected" / name
        files = comparable(draw(name, *arguments))
        if "--refresh" in sys.argv:
            folder.mkdir(parents=True, exist_ok=True)
            for old in folder.iterdir():
                old.unlink()
            for file, data in files.items():
                (folder / file).write_bytes(data)
        checks.equal(sorted(files), sorted(p.name for p in folder.iterdir()), f"{name}: files")
        for file, data in files.items():
            kept = (folder / file).read_bytes() if (folder / file).exists() else b""
            checks.true(data == kept, f"{name}/{file} differs:\n{difference(kept, data)}")
        checks.true(files == comparable(draw(name, *arguments)), f"{name}: drawn twice, it differs")
    checks.finish()


if __name__ == "__main__":
    main()
