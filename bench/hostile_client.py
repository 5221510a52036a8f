#!/usr/bin/env python3
"""What a quiet client of the service notices of a hostile one: its waits alone and beside it, in the same run.

    bench/hostile_client.py [--seconds 60] [--json]

Exits with 1 unless the quiet client's p99 beside the hostile one is within three times the one alone, nothing of it is
refused or takes longer than 2 s, and every webhook message of it arrives. Set STOREY_BIN to the program.
"""

import argparse
import http.client
import json
import multiprocessing
import pathlib
import socket
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests" / "service"))
from service import Receiver, Service  # noqa: E402

LIST = "orders(pagination: {first: 100}) { edges { node { order_id order_name created product assets { asset_id } } } }"


def attack(port, token, stop, action):
    """Repeats `action` on a connection of its own until `stop`, whatever comes of it."""
    headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
    while not stop.is_set():
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        try:
            while not stop.is_set():
                action(connection, headers)
                connection.getresponse().read()
        except (OSError, http.client.HTTPException):
            time.sleep(0.01)
        finally:
            connection.close()


def post(query, path="/v1/graphql", **extra):
    body = json.dumps({"query": query})

    def action(connection, headers):
        connection.request("POST", path, body, {**headers, **extra})

    return action


def hostile(port, token, uploads, stop):
    """Everything of the issue at once: encoded paths, lists in lists, aliased mutations, orders for a dead receiver,
    operations over event streams, many transfers to one address."""
    aliased = "{ " + " ".join(f"a{i}: {LIST}" for i in range(40)) + " }"
    order = 'initializeOrder(order_name: "X", product: "areaplan", model_units: "Metric") { order_id }'
    actions = [post("{ __typename }", "/%761/graphql"), post(aliased), post(aliased, Accept="text/event-stream"),
               post("mutation { " + " ".join(f"a{i}: {order}" for i in range(20)) + " }"),
               lambda connection, headers: connection.request("PUT", uploads, b"1 2 3\n" * 100_000)]
    threads = [threading.Thread(target=attack, args=(port, token, stop, action), daemon=True) for action in actions * 2]
    for thread in threads:
        thread.start()
    stop.wait()
    time.sleep(0.5)


def quiet(client, seconds):
    """Waits in seconds of a client that lists, makes an order, lets it change and reads it; a request each 50 ms."""
    waits, end = [], time.monotonic() + seconds

    def timed(action, *arguments):
        began = time.monotonic()
        result = action(*arguments)  # raises where it is refused
        waits.append(time.monotonic() - began)
        time.sleep(0.05)
        return result

    orders = 0
    while time.monotonic() < end:
        order = timed(client.new_order)["order_id"]
        timed(client.order, order)
        timed(client.graphql, f'mutation {{ cancelOrder(id: "{order}") {{ order_status }} }}')
        if timed(client.get, "/v1/projects").status != 200:
            raise AssertionError("the quiet client was refused")
        orders += 1
    return waits, orders


def p99(waits):
    return sorted(waits)[int(len(waits) * 0.99)]


def dead_receiver():
    """Accepts calls and never answers."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    return listener, f"http://127.0.0.1:{listener.getsockname()[1]}/"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60, help="of each half")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    listener, dead = dead_receiver()
    with Service(workers=0, webhooks_allow_private_addresses="true", log_level="error") as service, Receiver() as receiver:
        client, other = (service.new_client(name, requests_per_hour=1_000_000) for name in ("Quiet", "Hostile"))
        client.graphql(f'mutation {{ createWebhook(webhook_url: "{receiver.url}") {{ webhook_id }} }}')
        for _ in range(20):
            other.graphql(f'mutation {{ createWebhook(webhook_url: "{dead}") {{ webhook_id }} }}')
        place = other.new_upload(other.new_order()["order_id"])["upload_url"]
        alone, first = quiet(client, arguments.seconds)
        stop = multiprocessing.Event()
        process = multiprocessing.Process(target=hostile, daemon=True,
                                          args=(service.port, other.token, place[place.index("/v1/"):], stop))
        process.start()
        beside, second = quiet(client, arguments.seconds)
        stop.set()
        process.join()
        end = time.monotonic() + 30
        while len(receiver.calls) < first + second and time.monotonic() < end:
            time.sleep(0.1)
        figures = {"alone_p99_ms": round(1000 * p99(alone), 1), "beside_p99_ms": round(1000 * p99(beside), 1),
                   "ratio": round(p99(beside) / p99(alone), 2), "longest_ms": round(1000 * max(beside), 1),
                   "requests": len(beside), "messages": len(receiver.calls), "messages_due": first + second}
    listener.close()
    print(json.dumps(figures) if arguments.json else "\n".join(f"{name}: {value}" for name, value in figures.items()))
    good = figures["ratio"] <= 3 and figures["longest_ms"] <= 2000 and figures["messages"] >= figures["messages_due"]
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
