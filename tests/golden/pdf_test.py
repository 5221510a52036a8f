"""PDF: standard sheets, one page a storey, fonts embedded, text that can be found, the same bytes every time."""
import json
import pathlib
import re
import subprocess
import tempfile

from drawings import PLANS, Checks, draw

SHEETS_MM = {"A4": (210, 297), "A3": (420, 297), "A2": (594, 420), "A1": (841, 594)}


def run(tool, data, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "plan.pdf"
        file.write_bytes(data)
        return subprocess.run([tool, str(file), *arguments], check=True, capture_output=True, text=True).stdout


def main():
    checks = Checks()
    for name in PLANS:
        files = draw(name, "--titled", "pdf")
        data = files["plan.pdf"]
        storeys = json.loads(files["plan.json"])["storeys"]
        info = run("pdfinfo", data)
        checks.equal(int(re.search(r"Pages:\s+(\d+)", info)[1]), len(storeys), f"{name}: pages")
        size = tuple(round(float(v) / 72 * 25.4) for v in re.search(r"Page size:\s+([\d.]+) x ([\d.]+)", info).groups())
        checks.true(size in SHEETS_MM.values(), f"{name}: sheet of {size}")
        checks.true("1970" not in info and "2026" in info, f"{name}: date of the survey")
        fonts = run("pdffonts", data).splitlines()[2:]
        checks.true(fonts and all(re.search(r"\byes yes (yes|no)\s+\d+\s+\d+$", f) for f in fonts), f"{name}: {fonts}")
        text = run("pdftotext", data, "-")
        for storey in storeys:
            for words in [storey["name"], "Anna Ågren", "Scale"] + [r["name"] for r in storey["rooms"]]:
                checks.true(words in text, f"{name}: {words!r} is not in the text")
        checks.true(data == draw(name, "--titled", "pdf")["plan.pdf"], f"{name}: drawn twice, it differs")

    # 4.6 m at 1:50 are 92 mm: the overall dimension of the one room says so in the title block.
    checks.true("1:50" in run("pdftotext", draw("one-room", "pdf")["plan.pdf"], "-"), "scale of the one room")
    checks.true("1:200" in run("pdftotext", draw("one-room", "--scale", "200", "pdf")["plan.pdf"], "-"), "forced scale")
    checks.true("1/4\" = 1'-0\"" in run("pdftotext", draw("one-room", "--imperial", "pdf")["plan.pdf"], "-"),
                "Imperial scale")
    checks.finish()


if __name__ == "__main__":
    main()
