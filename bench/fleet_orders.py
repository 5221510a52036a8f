#!/usr/bin/env python3
"""Orders through their whole life, with a stand-in for the engine, against one PostgreSQL server that is started for it.

    bench/fleet_orders.py build/release [--orders 10000] [--no-fsync] [--statements 20] [--workers 8 …]

Prints what fleet_orders prints, and what each order cost: computing time of the bench and of the server, transactions, bytes
of the server's log of changes and how often it went to disk. `--statements`: the dearest ones, as the server counts them,
which slows it down."""

import argparse
import json
import pathlib
import resource
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests" / "service"))

from fleet_parts import Postgres  # noqa: E402

STATEMENTS = ("SELECT calls, round(total_exec_time::numeric, 1), round((total_exec_time / calls)::numeric, 4), query"
              " FROM pg_stat_statements ORDER BY total_exec_time DESC LIMIT {}")


def used_by_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--orders", type=int, default=10_000)
    parser.add_argument("--no-fsync", action="store_true", help="what commits wait for, taken away: for comparison only")
    parser.add_argument("--statements", type=int, default=0)
    parser.add_argument("--server", action="append", default=[], metavar="NAME=VALUE", help="a setting of PostgreSQL")
    arguments, rest = parser.parse_known_args()  # the rest is for fleet_orders
    settings = {"fsync": "off" if arguments.no_fsync else "on", **dict(word.split("=", 1) for word in arguments.server)}
    if arguments.statements:
        settings["shared_preload_libraries"] = "pg_stat_statements"
    with Postgres(**settings) as server:
        if arguments.statements:
            server.sql("CREATE EXTENSION pg_stat_statements")
        before = used_by_children()
        ran = subprocess.run([arguments.build / "fleet_orders", "--database", server.url(), "--orders",
                              str(arguments.orders), *rest], stdout=subprocess.PIPE, check=True)
        bench = used_by_children() - before
        result = json.loads(ran.stdout)
        ((transactions, size),) = server.sql("SELECT xact_commit, pg_database_size(datname) FROM pg_stat_database"
                                             " WHERE datname = current_database()")
        ((log_bytes, log_syncs),) = server.sql("SELECT wal_bytes, wal_sync FROM pg_stat_wal")
        for row in server.sql(STATEMENTS.format(arguments.statements)) if arguments.statements else []:
            print("  ".join(" ".join(column.split()) for column in row))
        before = used_by_children()
    orders = arguments.orders
    result["per_order"] = {
        "bench_cpu_ms": round(1000 * bench / orders, 3),
        "server_cpu_ms": round(1000 * (used_by_children() - before) / orders, 3),
        "transactions": round(int(transactions) / orders, 2),
        "database_bytes": int(size) // orders,
        "log_bytes": int(log_bytes) // orders,
        "log_syncs": round(int(log_syncs) / orders, 3)}
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
