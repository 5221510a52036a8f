#!/usr/bin/env python3
"""What 10, 100 or 1,000 workers ask of one PostgreSQL server while each converts for a minute, with stand-ins for engine and
bucket. The server is started for it.

    bench/fleet_workers.py build/release --processes 100 [--per-process 1] [--connections 4] [--max-connections 400] …

Prints what fleet_workers prints, and beside it, for as long as that measures: how many cores the server takes, its
transactions and connections."""

import argparse
import contextlib
import json
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests" / "service"))

from fleet_parts import Postgres  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")


def processes_of(server):
    pid = server.process.pid
    return [pid, *(int(child) for child in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def used_s(server):
    """Computing of the server and its processes, those that have ended included."""
    used = 0
    for pid in processes_of(server):
        with contextlib.suppress(FileNotFoundError):  # it has just ended, and its parent counts it
            fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            used += sum(int(field) for field in fields[11:15 if pid == server.process.pid else 13])
    return used / TICKS


def connections(server):
    """Without the one that asks."""
    return int(server.sql("SELECT count(*) - 1 FROM pg_stat_activity WHERE backend_type = 'client backend'")[0][0])


def transactions(server):
    return int(server.sql("SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = current_database()")[0][0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--max-connections", default="100", help="of the server; 100 is what Debian sets")
    arguments, rest = parser.parse_known_args()  # the rest is for fleet_workers
    with Postgres(fsync="on", max_connections=arguments.max_connections) as server:
        bench = subprocess.Popen([arguments.build / "fleet_workers", "--database", server.url(), *rest],
                                 stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if bench.stdout.readline() != "steady\n":
            sys.exit("the workers did not come to work")
        before, counted = used_s(server), transactions(server)
        result = json.loads(bench.stdout.readline())
        seconds = float(rest[rest.index("--seconds") + 1]) if "--seconds" in rest else 60.0
        result["server"] = {
            "cores": round((used_s(server) - before) / seconds, 3),
            "transactions_per_second": round((transactions(server) - counted) / seconds, 1),
            "connections": connections(server)}
        bench.communicate()
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
