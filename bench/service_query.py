"""CPU time of an `order` query: the service with its database, beside mercurius (npm, compiled queries) with the same
schema from memory, on one connection, in one run. Also the memory of the idle service.

    python3 bench/service_query.py --bin build/release/storey [--requests 20000] [--log-level info]

Peers come from the npm registry into --work. Prints JSON; the ratio is what counts, machines differ.
"""

import argparse
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests" / "service"))
QUERY = ("query($id: ID!) { order(order_id: $id) { order_id order_name order_status created product"
         " assets { asset_id asset_type } } }")


def cpu_seconds(pid):
    """Of all threads, to the nanosecond: /proc/PID/stat counts in ticks of 10 ms."""
    threads = pathlib.Path(f"/proc/{pid}/task").iterdir()
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9


def resident_mib(pid):
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def exchange(connection, request):
    connection.sendall(request)
    answer = b""
    while True:
        answer += connection.recv(65536)
        head, found, body = answer.partition(b"\r\n\r\n")
        if not found:
            continue
        size = next(int(line.split(b":")[1]) for line in head.split(b"\r\n") if line.lower().startswith(b"content-length"))
        if len(body) >= size:
            return body[:size]


def measure(pid, port, path, token, order, requests):
    """Microseconds of CPU time for each request, after a warm-up."""
    body = json.dumps({"query": QUERY, "variables": {"id": order}}).encode()
    request = (f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
               f"Authorization: Bearer {token}\r\nContent-Length: {len(body)}\r\n\r\n").encode() + body
    with socket.create_connection(("127.0.0.1", port)) as connection:
        answer = json.loads(exchange(connection, request))
        assert "errors" not in answer, answer
        for _ in range(2000):
            exchange(connection, request)
        before = cpu_seconds(pid)
        for _ in range(requests):
            exchange(connection, request)
        return (cpu_seconds(pid) - before) / requests * 1e6


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True)
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--log-level", default="info")
    parser.add_argument("--work", default=os.path.join(tempfile.gettempdir(), "storey-service-bench"))
    arguments = parser.parse_args()
    os.environ["STOREY_BIN"] = arguments.bin
    import service

    work = pathlib.Path(arguments.work)
    work.mkdir(parents=True, exist_ok=True)
    for file in ("package.json", "server.mjs"):
        shutil.copy(ROOT / "bench" / "service_peer" / file, work)
    if not (work / "node_modules").exists():
        subprocess.run(["npm", "install", "--silent", "--no-fund", "--no-audit"], cwd=work, check=True)
    peer = subprocess.Popen(["node", work / "server.mjs", ROOT / "src" / "service" / "api" / "schema.graphql"],
                            stdout=subprocess.PIPE, text=True)
    try:
        port = urllib.parse.urlsplit(peer.stdout.readline().strip()).port
        with service.Service(workers=0, log_level=arguments.log_level) as served:
            client = served.new_client(requests_per_hour=10**9)
            order = client.new_order()["order_id"]
            idle = resident_mib(served.process.pid)
            # In turns, so that a busy machine is busy for both.
            ours, theirs = [], []
            for _ in range(4):
                ours.append(measure(served.process.pid, served.port, "/v1/graphql", client.token, order,
                                    arguments.requests // 4))
                theirs.append(measure(peer.pid, port, "/graphql", "x", order, arguments.requests // 4))
    finally:
        peer.kill()
    ours, theirs = sorted(ours)[1], sorted(theirs)[1]
    print(json.dumps({"storey_us": round(ours, 1), "mercurius_us": round(theirs, 1), "ratio": round(ours / theirs, 2),
                      "storey_idle_mib": round(idle, 1)}))


if __name__ == "__main__":
    main()
