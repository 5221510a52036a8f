#!/usr/bin/env python3
"""Sets the reader of text clouds beside Open3D's and beside `wc -l`, on a cloud of its own making.

  xyz_read.py BUILD_FOLDER [--millions 50] [--folder /tmp]

Needs the target `xyz_read` and the Debian package python3-open3d. Each reader runs in a process of its own, all on
the same file, which is in the page cache by then; CPU time is what the process took for reading alone.
"""
import argparse
import os
import resource
import subprocess
import sys
import tempfile

OPEN3D = """
import resource, sys
import open3d
def cpu():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime
before = cpu()
cloud = open3d.io.read_point_cloud(sys.argv[1], format="xyz")
print(cpu() - before, len(cloud.points))
"""


def storey(program, path, threads):
    """(CPU seconds, wall seconds, peak resident KiB, points) of one read."""
    out = subprocess.run([program, "read", path, str(threads)], check=True, capture_output=True, text=True).stdout
    cpu, wall, peak, points = out.split()
    return float(cpu), float(wall), int(peak), int(points)


def open3d(path):
    """(CPU seconds, points)"""
    out = subprocess.run(["/usr/bin/python3", "-c", OPEN3D, path], check=True, capture_output=True, text=True).stdout
    cpu, points = out.split()[-2:]
    return float(cpu), int(points)


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
    parser.add_argument("--repeat", type=int, default=3, help="the best of so many runs counts, for each reader")
    arguments = parser.parse_args()
    program = os.path.join(arguments.build, "xyz_read")
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        path = os.path.join(folder, "cloud.xyz")
        subprocess.run([program, "make", path, str(arguments.millions)], check=True)
        repeats = range(arguments.repeat)
        wc = min(child_cpu(["wc", "-l", path]) for _ in repeats)
        ones = [storey(program, path, 1) for _ in repeats]
        twos = [storey(program, path, 2) for _ in repeats]
        peer, peer_points = min(open3d(path) for _ in repeats)
        size = os.path.getsize(path)
    one, two = min(ones), min(twos, key=lambda run: run[1])
    wall_one = min(run[1] for run in ones)
    if one[3] != arguments.millions * 1_000_000 or peer_points != one[3]:
        sys.exit(f"points differ: {one[3]} read here, {peer_points} by Open3D")
    print(f"{one[3] / 1e6:.0f} M points, {size / 1e9:.2f} GB")
    print(f"CPU   {one[0]:.2f} s; Open3D {peer:.2f} s, wc -l {wc:.2f} s")
    print(f"      {one[0] / peer:.3f} of Open3D; {one[0] / wc:.1f} x wc -l")
    print(f"wall  {wall_one:.2f} s with one thread, {two[1]:.2f} s with two: {two[1] / wall_one:.2f}")
    print(f"peak  {one[2] / 1024:.1f} MiB with one thread, {two[2] / 1024:.1f} MiB with two")


if __name__ == "__main__":
    main()
