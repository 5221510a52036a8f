"""The thresholds in the source of the engine, and a copy of that source in which they can be changed at run time.

  thresholds.py FOLDER      writes the copy (CMake does; see bench/CMakeLists.txt), touching only files that change
  thresholds.py --document  writes docs/thresholds.md, the list of all of them; a test holds it to the source

A threshold is `constexpr TYPE kName = value;  // unit: reason`, of a number or an array of numbers, in any scope. In
the copy it is a function kName() around a `Swept` (bench/swept.h), and each use of the name calls it. What is needed
where only a constant will do (template arguments, static_assert, the value of a constant of another type) stays as it
is; `swept` of a threshold is then False. Flags (`// bits: reason`) are functions in the copy, too, so that they follow
the thresholds that they are made of, but nothing changes them by themselves: they are no numbers.

`// m, at most 1.98: reason` bounds a threshold by what the world has: the sweep stops there.
"""
import dataclasses
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(os.environ.get("STOREY_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[1]))
SOURCE = ROOT / "src"
NUMBER = r"(?:double|float|int|std::size_t|std::u?int(?:16|32|64)_t)"  # bytes hold flags
CONSTANT = re.compile(
    r"^(?P<indent> *)(?P<before>(?:inline |static )*)constexpr (?P<type>[\w:<>, ]+?) (?P<names>k[A-Z]\w* ?=[^;]+);"
    r"(?P<comment>[ \t]*//[^\n]*(?:\n(?P=indent) {4,}//[^\n]*)*)?", re.MULTILINE)
ABOVE = re.compile(r"(?:^ *//[^\n]*\n)+\Z", re.MULTILINE)
SWEPT_TYPE = re.compile(rf"{NUMBER}$|std::array<{NUMBER}, \d+>$")
# Comments and texts, in which names are only words, and uses. Other scopes' names are none of ours.
WORDS = re.compile(r"//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|(?<![\w:.>])k[A-Z]\w*\b")
ONE_TEMPLATE = r"<(?![ =<])[^;(){}&|<>]*(?:%s[^;(){}&|<>]*)*(?<![ -])>"
TEMPLATE_ARGUMENT = re.compile(r"\w" + ONE_TEMPLATE % (ONE_TEMPLATE % (ONE_TEMPLATE % r"<>")))  # in each other
# A call where a template wants a constant, in the copy.
CALL_IN_TEMPLATE = re.compile(r"[<,] ?k[A-Z]\w*\(\)(?:\.\w+\(\))?>")
# How a comment begins. What is counted is a unit, too.
UNITS = ("m m² mm rad degrees bits cosine sine share ratio factor weight bytes "
         "bins cells chords columns corners edges faces patches points rounds rows steps treads tries voxels").split()
FEWEST_WORDS = 3  # of a reason
BOUND = re.compile(r"[^\s,]+, at most (\d+(?:\.\d+)?)\b")
# Of build_plan.cc: where to put calls of checkpoint() (bench/checkpoint.h), which are given all that is used later.
METHOD = "engine/build_plan.cc"
CHECKPOINTS = (
    (r"^( *)(Result<StoreySlabs> slabs =)",
     r"\1sweep::checkpoint(SurfelView(gathered->surfels), gathered->patches, levels, gathered->noise); \2"),
    (r"^( *)(std::vector<ExploredStorey> explored\(count\);)",
     r"\1sweep::checkpoint(built.plan, built.left_out, faces); \2"),
    (r"^( *)(findings\.\w+ = [^;]*;)", r"\1\2 sweep::checkpoint(findings);"),
    (r"^( *)(context\.report\(Stage::k(?:Walls|Rooms), share_done\);)", r"\1sweep::checkpoint(findings); \2"),
)
STATIC_ASSERT = re.compile(r"static_assert\([^;]*;")
COMMENT_OR_TEXT = re.compile(r"//[^\n]*|\"(?:\\.|[^\"\\\n])*\"")
# What decides, and should have a name: what is compared, but with nothing, all or the middle, and heights looked at.
DECIMAL = r"-?(?!(?:0\.0|1\.0|0\.5)\b)\d+\.\d+f?\b"
NAMELESS = re.compile(rf"[<>]=?\s*{DECIMAL}|(?<![\w.]){DECIMAL}\s*[<>]|\brange\([^;{{}}]*?[-+,(]\s*{DECIMAL}[^;{{}}]*?\)")


@dataclasses.dataclass
class Threshold:
    file: str      # below src/
    name: str
    type: str
    value: str     # as C++
    comment: str   # without the slashes, in one line
    line: int
    number: int    # of the name in its file: functions may have constants of the same name
    swept: bool = True

    @property
    def key(self):
        return f"{os.path.basename(self.file)}:{self.name}" + (f"#{self.number}" if self.number > 1 else "")

    @property
    def unit(self):
        """How the comment begins."""
        return re.split(r"[ ;:,.(]", self.comment, maxsplit=1)[0]

    @property
    def scale(self):
        """Of enum Scale in swept.h."""
        return {"cosine": "kCosine", "sine": "kSine", "share": "kShare"}.get(self.unit.rstrip("s"), "kPlain")

    @property
    def flags(self):
        return self.unit == "bits"

    @property
    def most(self):
        """The bound that the comment states, as text; None without one."""
        bound = BOUND.match(self.comment)
        return bound[1] if bound else None


def fault(threshold):
    """What the comment lacks; None if nothing."""
    if not threshold.comment:
        return "has no comment with unit and reason"
    if threshold.unit.rstrip("s") not in {unit.rstrip("s") for unit in UNITS}:
        return f"has a comment that does not begin with a unit: {threshold.comment}"
    if len(re.findall(r"[^\W\d]+", threshold.comment)) <= FEWEST_WORDS:
        return f"has a comment without a reason: {threshold.comment}"
    return None


def files():
    """Of the engine, and of the guess of unit and axes; as paths below src/."""
    found = [path for path in (SOURCE / "engine").rglob("*") if path.suffix in (".cc", ".h")]
    found += [SOURCE / "cloud" / "guess_frame.cc", SOURCE / "cloud" / "guess_frame.h"]
    return sorted(str(path.relative_to(SOURCE)) for path in found if not re.search(r"_test\.|test_inputs", path.name))


def split_names(names):
    """[(name, value)] of `kA = 1, kB = f(2, 3)`."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(names):
        depth += (c in "({[") - (c in ")}]")
        if c == "," and depth == 0:
            parts.append(names[start:i])
            start = i + 1
    parts.append(names[start:])
    return [tuple(part.strip() for part in re.split(r"\s*=\s*", part.strip(), maxsplit=1)) for part in parts]


def comment_of(text, match):
    """What stands behind the constant, or else above it."""
    comment = match["comment"]
    if comment is None and (above := ABOVE.search(text, 0, match.start())) is not None:
        comment = above[0]
    lines = [re.sub(r"^\s*//+<? ?", "", line).strip() for line in (comment or "").splitlines()]
    return " ".join(line for line in lines if line)


def thresholds_in(file, text):
    found, times = [], {}
    for match in CONSTANT.finditer(text):
        if not SWEPT_TYPE.match(match["type"]):
            continue
        for name, value in split_names(match["names"]):
            times[name] = times.get(name, 0) + 1
            found.append(Threshold(file, name, match["type"], value, comment_of(text, match),
                                   text.count("\n", 0, match.start()) + 1, times[name]))
    return found


def nameless(text):
    """[(line, code)] of thresholds that are written where they are used."""
    def lines(match):
        return "\n" * match[0].count("\n")

    plain = COMMENT_OR_TEXT.sub("", CONSTANT.sub(lines, text))
    return [(plain.count("\n", 0, match.start()) + 1, " ".join(match[0].split())) for match in NAMELESS.finditer(plain)]


def used_as_constants(text):
    """Names in places where a call would not do."""
    plain = COMMENT_OR_TEXT.sub("", text)
    places = TEMPLATE_ARGUMENT.findall(plain) + STATIC_ASSERT.findall(plain)
    places += [match["names"].partition("=")[2] for match in CONSTANT.finditer(plain)
               if not SWEPT_TYPE.match(match["type"])]
    return {name for place in places for name in re.findall(r"\bk[A-Z]\w*\b", place)}


class Source:
    """All files, their thresholds, and which of them are swept."""

    def __init__(self, texts=None):
        self.texts = texts or {file: (SOURCE / file).read_text(encoding="utf-8") for file in files()}
        self.of = {file: thresholds_in(file, text) for file, text in self.texts.items()}
        constants = {file: used_as_constants(text) for file, text in self.texts.items()}
        everywhere = set().union(*constants.values())
        for file, thresholds in self.of.items():
            for threshold in thresholds:
                threshold.swept = threshold.name not in (everywhere if file.endswith(".h") else constants[file])

    def thresholds(self):
        return [threshold for file in sorted(self.of) for threshold in self.of[file]]

    def changeable(self, file):
        """The file's text with its thresholds and those of all headers as calls."""
        text, own = self.texts[file], self.of[file]
        names = {t.name for t in own if t.swept}
        names |= {t.name for header in self.of if header.endswith(".h") for t in self.of[header] if t.swept}
        names -= {t.name for t in own if not t.swept}

        def called(part):
            return WORDS.sub(lambda word: word[0] + "()" if word[0] in names else word[0], part)

        left, result, end = iter(own), [], 0
        for match in CONSTANT.finditer(text):
            result.append(called(text[end:match.start()]))
            end = match.end()
            if not SWEPT_TYPE.match(match["type"]):
                result.append(called(match[0]))
                continue
            for _ in split_names(match["names"]):
                result.append(definition(next(left), match, called))
        result.append(called(text[end:]))
        copy = "".join(result)
        return '#include "swept.h"\n#line 1\n' + (with_checkpoints(copy) if file == METHOD else copy)


def definition(threshold, match, called):
    """In place of the constant; without line ends of its own, so that lines keep their numbers."""
    t, value = threshold, called(threshold.value)
    if not t.swept:
        return f"{match['indent']}{match['before']}constexpr {t.type} {t.name} = {value}; "
    initial = t.type + (value if value.startswith("{") else f"({value})")
    body = f"{{ return static_cast<{t.type}>({value}); }}" if t.flags else (
        f"{{ static sweep::Swept<{t.type}> it(\"{t.key}\", sweep::Scale::{t.scale}{f', {t.most}' if t.most else ''}); "
        f"return it([] {{ return {initial}; }}); }}")
    if match["indent"] == "":
        return f"inline {t.type} {t.name}() {body} "
    if "static" in match["before"]:  # of a class
        return f"static {t.type} {t.name}() {body} "
    return f"static constexpr auto {t.name} = []() -> {t.type} {body}; "


def with_checkpoints(text):
    for where, call in CHECKPOINTS:
        text, times = re.subn(where, call, text, flags=re.MULTILINE)
        if times == 0:
            sys.exit(f"thresholds.py: nothing in {METHOD} is like {where} any more: adapt CHECKPOINTS")
    return '#include "checkpoint.h"\n#line 1\n' + text


DOCUMENT = ROOT / "docs" / "thresholds.md"


def table(found):
    rows = [f"| {t.name} | {written(t.value)} | {t.comment.replace('|', chr(92) + '|')} |" for t in found]
    return "\n".join(["| threshold | value | unit and reason |", "| --- | --- | --- |", *rows])


def written(value):
    """As people write numbers."""
    return re.sub(r"(?<=\d)'(?=\d)|(?<=\d)f\b", "", value)


def document(source):
    """Headers first: their names are words of the whole engine, or of a folder; then what one file asks alone."""
    numbers = {file: [t for t in found if not t.flags] for file, found in source.of.items()}
    numbers = {file: found for file, found in sorted(numbers.items()) if found}
    parts = [f"""# Thresholds

Made by `bench/thresholds.py --document`; do not edit. The {sum(map(len, numbers.values()))} numbers on which verdicts of the engine hang, each with its unit
and its reason. What means the same has one name: before a new one, look among the words. Arrays count as one, as do
constants that are computed from others. `bench/threshold_sweep.py` tells what half and double of each make of plans."""]
    for heading, kind in (("Words that files share", ".h"), ("What one file asks", ".cc")):
        parts.append(f"## {heading}")
        parts += [f"### `{file}`\n{table(found)}" for file, found in numbers.items() if file.endswith(kind)]
    return "\n\n".join(parts) + "\n"


def main():
    if sys.argv[1:] == ["--document"]:
        DOCUMENT.write_text(document(Source()), encoding="utf-8")
        return
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    folder, source = pathlib.Path(sys.argv[1]), Source()
    for file in source.texts:
        target, text = folder / file, source.changeable(file)
        target.parent.mkdir(parents=True, exist_ok=True)
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
