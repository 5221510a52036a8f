#!/usr/bin/env python3
"""Sets the whole conversion of a storey with 40 rooms beside `gzip -1` of the scan, which is of its own making.

  convert.py BUILD_FOLDER [--millions 50] [--folder /tmp] [--threads 2] [--keep FOLDER]

Needs the targets `storey` and `convert_scan`. Tracing the beams of 50 million points takes about a minute of CPU time;
--keep spares that the next time. The scan is in the page cache when it is read. CPU time is what a process took, user
and system; the peak is the most memory that was resident. Ends with status 1 beyond a limit.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
MOST_GZIPS = 1  # CPU time, as a multiple of gzip's: to pack the scan fast takes longer than to plan it
MOST_GIB = 2


def run(command):
    """(CPU seconds, wall seconds, peak resident MiB, status) of a process."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - start
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024, process.returncode


def make_scan(arguments, path):
    """Returns how many rooms there are."""
    out = subprocess.run([os.path.join(arguments.build, "convert_scan"), os.path.join(HERE, "forty_rooms.json"), path,
                          str(arguments.millions), str(os.cpu_count())],
                         check=True, capture_output=True, text=True).stdout
    points, stations, rooms = map(int, out.split())
    print(f"{points / 1e6:.1f} M points of {stations} stations, {os.path.getsize(path) / 1e9:.2f} GB")
    return rooms


def measure(arguments, scan, folder):
    """Prints what the conversion takes; whether that is within the limits."""
    command = [os.path.join(arguments.build, "storey"), "convert", scan, "--out", folder, "--threads",
               str(arguments.threads), "--format", "svg,png"]
    gzips, ours = [], []
    for _ in range(arguments.repeat):  # in turns, so that a busy machine is busy for both
        gzips.append(run(["gzip", "-1", "--stdout", scan])[0])
        ours.append(run(command))
        if ours[-1][3] != 0:
            sys.exit(f"{' '.join(command)} ended with status {ours[-1][3]}")
    gzip, (cpu, wall, peak, _) = min(gzips), min(ours)
    with open(os.path.join(folder, "plan.json")) as file:
        rooms = [len(storey["rooms"]) for storey in json.load(file)["storeys"]]
    print(f"CPU   {cpu:.2f} s, gzip -1 {gzip:.2f} s: {cpu / gzip:.2f} x gzip; at most {MOST_GZIPS}")
    print(f"wall  {wall:.2f} s with {arguments.threads} threads")
    print(f"peak  {peak / 1024:.2f} GiB; at most {MOST_GIB}")
    print(f"rooms {' + '.join(map(str, rooms))}")
    return cpu <= MOST_GZIPS * gzip and peak <= MOST_GIB * 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--millions", type=float, default=50)
    parser.add_argument("--folder", help="where scan and plan are put for the time being")
    parser.add_argument("--keep", metavar="FOLDER", help="put them there, and use the scan that is there")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeat", type=int, default=3, help="the best of so many runs counts")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as temporary:
        folder = arguments.keep or temporary
        os.makedirs(folder, exist_ok=True)
        scan = os.path.join(folder, "scan.e57")
        if not os.path.exists(scan):
            print(f"rooms in truth: {make_scan(arguments, scan)}")
        good = measure(arguments, scan, os.path.join(folder, "plan"))
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
