"""How soon 5,000 subscribers of one order learn of a change, and the memory of the service with all of them.

    python3 bench/service_subscriptions.py --bin build/release/storey --watchers build/release/service_watchers
        [--connections 5000] [--each 1] [--repeats 3]

Prints JSON: milliseconds after the request for the change was sent until the first, the median and the last
subscriber was told (the best of the repeats), the processor time of the service for one of them, and its memory.
The subscribers run on the same machine and take as much of it as the service does.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

from service_query import ROOT, cpu_seconds, resident_mib

sys.path.insert(0, str(ROOT / "tests" / "service"))


def settle(pid):
    """Waits until the service does no more than it does when idle."""
    spent = cpu_seconds(pid)
    while True:
        time.sleep(0.5)
        before, spent = spent, cpu_seconds(pid)
        if spent - before < 0.02:
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--watchers", required=True)
    parser.add_argument("--connections", type=int, default=5000)
    parser.add_argument("--each", type=int, default=1, help="subscriptions on each connection")
    parser.add_argument("--repeats", type=int, default=3)
    arguments = parser.parse_args()
    os.environ["STOREY_BIN"] = arguments.bin
    import service

    best, cpu = None, []
    with service.Service(workers=0, log_level="warn") as served:
        pid = served.process.pid
        client = served.new_client(requests_per_hour=10**9)
        idle = resident_mib(pid)
        for _ in range(arguments.repeats):
            order = client.new_order()["order_id"]
            watchers = subprocess.Popen(
                [arguments.watchers, str(served.port), client.token, order, str(arguments.connections),
                 str(arguments.each)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            assert watchers.stdout.readline().strip() == "watching"
            settle(pid)
            resident = resident_mib(pid)
            before = cpu_seconds(pid)
            told = [float(word) for word in watchers.communicate("\n")[0].split()]
            cpu.append((cpu_seconds(pid) - before) / (arguments.connections * arguments.each) * 1e6)
            best = told if best is None or told[2] < best[2] else best
            settle(pid)
    print(json.dumps({"first_ms": best[0], "median_ms": best[1], "last_ms": best[2], "cpu_us_each": round(min(cpu), 1),
                      "idle_mib": round(idle, 1), "subscribed_mib": round(resident, 1)}))


if __name__ == "__main__":
    main()
