#!/usr/bin/env python3
"""Sets the reader of E57 clouds beside `cat` of the same file, which is of its own making.

  e57_read.py BUILD_FOLDER [--millions 50] [--folder /tmp]

Needs the target `e57_read`. Each reader runs in a process of its own, all on the same file, which is in the page
cache by then; CPU time is what the process took, user and system. Checksums are verified.
"""
import argparse
import os
import resource
import subprocess
import sys
import tempfile


def storey(program, path, threads):
    """(CPU seconds, wall seconds, peak resident KiB, points) of one read."""
    out = subprocess.run([program, "read", path, str(threads)], check=True, capture_output=True, text=True).stdout
    cpu, wall, peak, points = out.split()
    return float(cpu), float(wall), int(peak), int(points)


def child_cpu(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build")
    parser.add_argument("--millions", type=int, default=50)
    parser.add_argument("--folder", help="where the cloud is put for the time being")
    parser.add_argument("--repeat", type=int, default=5, help="the best of so many runs counts, for each reader")
    arguments = parser.parse_args()
    program = os.path.join(arguments.build, "e57_read")
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        path = os.path.join(folder, "cloud.e57")
        subprocess.run([program, "make", path, str(arguments.millions)], check=True)
        repeats = range(arguments.repeat)
        cat = min(child_cpu(["cat", path]) for _ in repeats)
        ones = [storey(program, path, 1) for _ in repeats]
        twos = [storey(program, path, 2) for _ in repeats]
        size = os.path.getsize(path)
    one, two = min(ones), min(twos, key=lambda run: run[1])
    wall_one = min(run[1] for run in ones)
    if one[3] != arguments.millions * 1_000_000 or two[3] != one[3]:
        sys.exit(f"points differ: {one[3]} with one thread, {two[3]} with two")
    print(f"{one[3] / 1e6:.0f} M points, {size / 1e9:.2f} GB")
    print(f"CPU   {one[0]:.3f} s, cat {cat:.3f} s: {one[0] / cat:.1f} x cat")
    print(f"wall  {wall_one:.3f} s with one thread, {two[1]:.3f} s with two: {two[1] / wall_one:.2f}")
    print(f"peak  {one[2] / 1024:.1f} MiB with one thread, {two[2] / 1024:.1f} MiB with two")


if __name__ == "__main__":
    main()
