#!/usr/bin/env python3
"""How time and memory of a conversion grow with the building.

  scaling.py BUILD_FOLDER --keep FOLDER [--rooms 100,400,1600] [--storeys 1] [--points 40000] [--threads 1]

Needs the targets `storey` and `convert_scan`. Office storeys of that many rooms along corridors are scanned by the
simulator with the same number of points per room, once: FOLDER keeps the scans. For each stage, prints seconds and the
most memory until its end, and the exponent with which its time grows with the rooms: 1 is in proportion. Ends with
status 1 where four times the rooms take more than 4.3 times the time.
"""
import argparse
import json
import math
import os
import subprocess
import sys
import time

MOST_GROWTH = math.log(4.3) / math.log(4)  # exponent of the whole conversion
ROOM = 13  # characters of the drawing, 3.25 m with a wall


def wall(rooms, kind):
    """A wall along a row of rooms, each with what `kind` says."""
    middle = {"window": ["###WWWWWW###"], "solid": ["#" * 12],
              "door": ["####DDDD####", "####dddd####", "####aaaa####", "####DDDD####"]}[kind]
    return "#" + "".join(middle[i % len(middle)] + "#" for i in range(rooms))


def row_of_rooms(rooms):
    lines = []
    for k in range(7):
        line = "#"
        for i in range(rooms):
            room = [" "] * 12
            if k == 5:
                room[5] = "*"
            if (7 * i + k) % 3 == 0 and k in (1, 2):
                room[1:7] = "tttttt"
            if i % 2 == 0 and k in (2, 3):
                room[9:11] = "ww"
            line += "".join(room) + "#"
        lines.append(line)
    return lines


def corridor(rooms):
    width = ROOM * rooms + 1
    lines = []
    for k in range(4):
        line = [" "] * width
        line[0], line[-1] = ("#" if k in (0, 3) else "W"), "#"
        if k == 1:
            for x in range(15, width - 5, 40):
                line[x] = "*"
        lines.append("".join(line))
    return lines


def storey(rooms_across, corridors):
    lines = [wall(rooms_across, "window")]
    for i in range(corridors):
        lines += row_of_rooms(rooms_across) + [wall(rooms_across, "door")] + corridor(rooms_across)
        lines += [wall(rooms_across, "door")] + row_of_rooms(rooms_across)
        lines.append(wall(rooms_across, "window" if i == corridors - 1 else "solid"))
    return lines


def building(rooms, storeys):
    """Storeys of `rooms` rooms each, as square as they get."""
    across = max(1, round(math.sqrt(rooms)))
    drawing = []
    for i in range(storeys):
        drawing.append(f"storey {3.2 * i:g} 2.7")
        if i == 0:
            drawing.append("walls 0.36 0.12")
        drawing += storey(across, max(1, round(rooms / across / 2)))
    return {"name": "offices", "seed": 40, "tier": "T5", "features": ["offices along corridors"], "drawing": drawing,
            "sensor": {"kind": "terrestrial", "step_deg": 0.4},
            "file": {"format": "e57", "storage": "scaled", "scale_m": 0.0001, "intensity": False}}


def scan_of(arguments, rooms):
    """The scan of a building, made if it is not there; (path, number of points)."""
    name = f"rooms-{rooms}x{arguments.storeys}-{arguments.points}"
    path, count = (os.path.join(arguments.keep, name + end) for end in (".e57", ".points"))
    if not os.path.exists(count):
        scene = os.path.join(arguments.keep, name + ".json")
        with open(scene, "w", encoding="utf-8") as file:
            json.dump(building(rooms, arguments.storeys), file)
        millions = rooms * arguments.storeys * arguments.points / 1e6
        out = subprocess.run([os.path.join(arguments.build, "convert_scan"), scene, path, str(millions),
                              str(os.cpu_count())], check=True, capture_output=True, text=True).stdout
        with open(count, "w", encoding="utf-8") as file:
            file.write(out)
    with open(count, encoding="utf-8") as file:
        return path, int(file.read().split()[0])


def convert(arguments, scan):
    """(wall seconds, CPU seconds, peak MiB, costs by stage, rooms found)."""
    folder = scan + ".plan"
    command = [os.path.join(arguments.build, "storey"), "convert", scan, "--out", folder, "--format", "svg",
               "--threads", str(arguments.threads), *arguments.option]
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall_seconds = time.monotonic() - start
    if status != 0:
        sys.exit(f"{' '.join(command)} ended with status {process.returncode}")
    with open(os.path.join(folder, "report.json"), encoding="utf-8") as file:
        costs = {cost["stage"]: cost for cost in json.load(file)["costs"]}
    with open(os.path.join(folder, "plan.json"), encoding="utf-8") as file:
        found = sum(len(storey["rooms"]) for storey in json.load(file)["storeys"])
    return wall_seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, costs, found


def exponent(growth, more_rooms):
    return math.log(growth) / math.log(more_rooms)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--keep", metavar="FOLDER", required=True, help="where scans and plans are put, and kept")
    parser.add_argument("--rooms", default="100,400,1600", help="per storey")
    parser.add_argument("--storeys", type=int, default=1)
    parser.add_argument("--points", type=int, default=40_000, help="per room")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--option", action="append", default=[], help="more for `storey convert`: --option=--memory=4G")
    arguments = parser.parse_args()
    os.makedirs(arguments.keep, exist_ok=True)
    rooms = [int(count) for count in arguments.rooms.split(",")]
    runs = []
    for count in rooms:
        scan, points = scan_of(arguments, count)
        runs.append(convert(arguments, scan))
        seconds, cpu, peak, _, found = runs[-1]
        print(f"{count} rooms x {arguments.storeys}, {points / 1e6:.1f} M points: {seconds:.1f} s, CPU {cpu:.1f} s, "
              f"{peak:.0f} MiB, {found} rooms found", flush=True)
    print(f"{'stage':20}" + "".join(f"{count:>14}" for count in rooms) + "   exponents")
    for stage in runs[-1][3]:
        costs = [run[3].get(stage, {"seconds": 0, "peak_memory_mib": 0}) for run in runs]
        line = f"{stage:20}" + "".join(f"{c['seconds']:7.1f}s{c['peak_memory_mib']:6.0f}" for c in costs)
        for i in range(1, len(costs)):
            growth = max(costs[i]["seconds"], 0.01) / max(costs[i - 1]["seconds"], 0.01)
            line += f"  {exponent(growth, rooms[i] / rooms[i - 1]):5.2f}"
        print(line)
    worst = max((exponent(b[1] / a[1], n / m) for a, b, m, n in zip(runs, runs[1:], rooms, rooms[1:])), default=0)
    print(f"the whole grows with an exponent of {worst:.2f} at most; limit {MOST_GROWTH:.2f}")
    sys.exit(0 if worst <= MOST_GROWTH else 1)


if __name__ == "__main__":
    main()
