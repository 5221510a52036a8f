"""Scans with bytes changed, cut, doubled and swapped: `storey convert` ends by itself, within its memory, with a result
or with a reason. STOREY_TEST_MUTANTS says how many of each format (10,000 by hand, few here), STOREY_TEST_SEED which."""
import os
import pathlib
import random
import resource
import struct
import subprocess
import tempfile
import unittest

BIN = os.environ["STOREY_BIN"]
SOURCE = pathlib.Path(os.environ["STOREY_SOURCE_DIR"])
COUNT = int(os.environ.get("STOREY_TEST_MUTANTS", "40"))
SEED = int(os.environ.get("STOREY_TEST_SEED", "33"))
HANGS = 10  # s of computing: none of these files has more than some thousand points
WAITS = 300  # s until what computes nothing counts as hanging too
MEMORY = 2 << 30
GOOD_ENDS = (0, 1)  # a result, or a reason
INTERESTING = (b"\x00", b"\xff", b"\x7f\xff\xff\xff", b"\x80\x00\x00\x00", b"\xff" * 8, b"-1", b"1e308", b"nan",
               b"99999999999999999999", b"<", b"/>", b"\n", b" " * 64)


def room_points():
    """Of an empty room of 4 m by 3 m by 2.6 m, one in each 10 cm: enough for a plan."""
    wide, deep, high = 40, 30, 26
    for x in range(wide + 1):
        for y in range(deep + 1):
            for z in range(high + 1):
                if x in (0, wide) or y in (0, deep) or z in (0, high):
                    yield x / 10, y / 10, z / 10


E57_ROOM = """<?xml version="1.0" encoding="UTF-8"?>
<e57Root type="Structure" xmlns="http://www.astm.org/COMMIT/E57/2010-e57-v1.0">
<formatName type="String">ASTM E57 3D Imaging Data File</formatName>
<guid type="String">{00000000-0000-4000-8000-000000000000}</guid>
<versionMajor type="Integer">1</versionMajor><versionMinor type="Integer">0</versionMinor>
<data3D type="Vector" allowHeterogeneousChildren="1"><vectorChild type="Structure">
<guid type="String">{00000000-0000-4000-8000-000000000001}</guid>
<pose type="Structure"><rotation type="Structure"><w type="Float">1</w><x type="Float">0</x><y type="Float">0</y>
<z type="Float">0</z></rotation><translation type="Structure"><x type="Float">2</x><y type="Float">1.5</y>
<z type="Float">1.4</z></translation></pose>
<points type="CompressedVector" fileOffset="48" recordCount="%d"><prototype type="Structure">
<cartesianX type="Float" precision="single"/><cartesianY type="Float" precision="single"/>
<cartesianZ type="Float" precision="single"/></prototype><codecs type="Vector" allowHeterogeneousChildren="1"/></points>
</vectorChild></data3D></e57Root>"""


def room_e57():
    """The room as its scanner sees it, three streams of floats; without the checksums of the pages."""
    def physical(logical):
        return logical // 1020 * 1024 + logical % 1020

    points = [(x - 2, y - 1.5, z - 1.4) for x, y, z in room_points()]
    packets = b""
    for start in range(0, len(points), 5000):
        some = points[start:start + 5000]
        streams = [struct.pack(f"<{len(some)}f", *axis) for axis in zip(*some)]
        size = 12 + sum(map(len, streams))
        packets += struct.pack("<BBHHHHH", 1, 0, size - 1, 3, *map(len, streams)) + b"".join(streams)
    section = struct.pack("<BxxxxxxxQQQ", 1, 32 + len(packets), physical(48 + 32), 0) + packets
    xml = (E57_ROOM % len(points)).encode()
    logical = 48 + len(section)
    pages = -(-(logical + len(xml)) // 1020)
    header = struct.pack("<8sIIQQQQ", b"ASTM-E57", 1, 0, pages * 1024, physical(logical), len(xml), 1024)
    content = (header + section + xml).ljust(pages * 1020, b"\0")
    return b"".join(content[at:at + 1020] + bytes(4) for at in range(0, len(content), 1020))


def seeds():
    """Small files of each kind, by their extension."""
    yield "xyz", "\n".join(f"{x:.3f} {y:.3f} {z:.3f}" for x, y, z in room_points()).encode()
    yield "e57", room_e57()
    points = [f"{x / 10} {y / 10} {z / 10} {x} {y} {z}" for x in range(12) for y in range(12) for z in range(3)]
    yield "xyz", "\n".join(points).encode()
    yield "xyz", ("//X,Y,Z\n" + "\n".join(p.replace(" ", ",") for p in points)).encode()
    for path in sorted((SOURCE / "fuzz" / "seeds" / "e57").glob("*.e57")):
        yield "e57", path.read_bytes()


def mutated(data, chance):
    """`data` with one to eight faults."""
    data = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        at = chance.randrange(len(data) + 1)
        length = chance.choice((1, 1, 2, 4, 8, 100, 1024))
        kind = chance.randrange(6)
        if kind == 0 and data:
            at %= len(data)
            data[at] ^= 1 << chance.randrange(8)
        elif kind == 1:
            data[at:at + length] = b""
        elif kind == 2:
            data[at:at] = data[at:at + length] * chance.randint(1, 4)
        elif kind == 3:
            word = chance.choice(INTERESTING)
            data[at:at + len(word)] = word
        elif kind == 4:
            data[at:at + length] = chance.randbytes(length)
        elif chance.random() < 0.3:
            del data[at:]
    return bytes(data)


def crc32c_table():
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
        yield value


CRC32C = list(crc32c_table())


def with_checksums(data):
    """An E57 file whose pages have the checksums of what is in them: damage behind them is reached."""
    pages = []
    for start in range(0, len(data), 1024):
        payload, state = data[start:start + 1020], 0xFFFFFFFF
        for byte in payload:
            state = CRC32C[(state ^ byte) & 255] ^ state >> 8
        pages.append(payload + (state ^ 0xFFFFFFFF).to_bytes(4, "big") if len(payload) == 1020 else payload)
    return b"".join(pages)


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (HANGS, HANGS + 1))
    if not os.environ.get("STOREY_WORKER_MEMORY_LIMIT") == "0":  # sanitizers need all addresses
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class DamagedFiles(unittest.TestCase):
    def test_each_ends_with_a_result_or_a_reason(self):
        chance = random.Random(SEED)
        originals = list(seeds())
        self.assertGreater(len(originals), 4)
        ended = dict.fromkeys(GOOD_ENDS, 0)
        with tempfile.TemporaryDirectory() as folder:
            for number in range(2 * COUNT):
                kind = ("e57", "xyz")[number % 2]
                scan = pathlib.Path(folder, f"scan.{kind}")
                room, *others = [data for name, data in originals if name == kind]
                mutant = mutated(room if chance.random() < 0.5 else chance.choice(others), chance)
                scan.write_bytes(with_checksums(mutant) if kind == "e57" and chance.random() < 0.8 else mutant)
                run = subprocess.run([BIN, "convert", scan, "--out", f"{folder}/out", "--threads", "2", "--format", "svg"],
                                     capture_output=True, text=True, errors="replace", preexec_fn=limit, timeout=WAITS)
                if run.returncode not in GOOD_ENDS or (run.returncode == 1 and "scan." not in run.stderr):
                    kept = pathlib.Path(tempfile.gettempdir(), f"storey-mutant-{SEED}-{number}.{kind}")
                    scan.rename(kept)
                    self.fail(f"{kept}: ended with {run.returncode}: {run.stderr[-500:]}")
                ended[run.returncode] += 1
                if number % 1000 == 999:
                    print(number + 1, "files", flush=True)
        self.assertGreater(ended[0], 0, "damage that the method has to bear")
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
        print(f"{ended[0]} drawn, {ended[1]} refused with a reason; {most} MiB at most")


if __name__ == "__main__":
    unittest.main()
