#!/usr/bin/env python3
"""What a quiet client of the service notices of a hostile one: its waits alone and beside it, in the same run.

    bench/hostile_client.py [--seconds 60] [--json]

Exits with 1 unless the quiet client's p99 beside the hostile one is within three times the one alone, nothing of it is
refused or takes longer than 2 s, and its orders and webhook messages all arrive. Set STOREY_BIN to the program.

The hostile client runs on the same cores, at the lowest priority. What that and all else on the machine adds is printed too: the
waits for a byte that another process sends back at once (echo). They decide nothing.

What a quiet client's writes wait for is mostly the disk, which all who write share: with TMPDIR in memory (/dev/shm) the rest
shows alone, which is locks and cores. A disk that others use meanwhile makes the ratio of the whole worthless.
"""

import argparse
import collections
import http.client
import json
import multiprocessing
import os
import pathlib
import socket
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "tests" / "service"))
from service import SAMPLE, SMALL_XYZ, Receiver, Service, wait_for  # noqa: E402

LIST = "orders(pagination: {first: 100}) { edges { node { order_id order_name created product assets { asset_id } } } }"
BOMB = "{ " + " ".join(f"a{i}: {LIST}" for i in range(40)) + " }"
ORDER = 'initializeOrder(order_name: "X", product: "areaplan", model_units: "Metric") { order_id }'
MESSAGES_PER_ROUND = 2  # of a round of the quiet client: its order takes an upload, and is cancelled


class Hostile:
    """What the hostile client does, each thing on connections of its own until `stop`, whatever comes of it."""

    def __init__(self, port, token, dead, places, stop):
        self.port, self.dead, self.places, self.stop = port, dead, places, stop
        self.headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
        self.statuses = collections.Counter()

    def send(self, connection, method, path, body, **headers):
        connection.request(method, path, body, {**self.headers, **headers})
        answer = connection.getresponse()
        self.statuses[answer.status] += 1
        return answer.read()

    def graphql(self, connection, query, path="/v1/graphql", **headers):
        return self.send(connection, "POST", path, json.dumps({"query": query}), **headers)

    def encoded_path(self, connection):
        self.graphql(connection, "{ __typename }", "/%761/graphql")

    def alias_bomb(self, connection):
        self.graphql(connection, BOMB)

    def bomb_over_events(self, connection):
        self.graphql(connection, BOMB, Accept="text/event-stream")

    def orders_for_dead_receivers(self, connection):
        self.graphql(connection, "mutation { " + " ".join(f"a{i}: {ORDER}" for i in range(20)) + " }")

    def same_address(self, connection):
        self.send(connection, "PUT", self.places[0], SMALL_XYZ * 20)

    def many_addresses(self, connection):
        """Begins to send files, each to an address of its own."""
        for place in self.places:
            self.send(connection, "PUT", place, b"1 2 3\n")

    def unchecked_uploads(self, connection):
        """Parts that are put together and read as a whole, for nothing, many times at once."""
        order = json.loads(self.graphql(connection, "mutation { " + ORDER + " }"))["data"]["initializeOrder"]["order_id"]
        made = json.loads(self.graphql(connection, f'mutation {{ initializeUpload(order_id: "{order}", asset_type: "xyz",'
                                       f' upload_type: "multi", total_parts: 1, checksum_sha256: "{"0" * 64}")'
                                       " { asset_id part_urls { upload_url } } }"))["data"]["initializeUpload"]
        url = made["part_urls"][0]["upload_url"]
        self.send(connection, "PUT", url[url.index("/v1/"):], SMALL_XYZ * 1000)
        finalize = f'finalizeUpload(asset_id: "{made["asset_id"]}") {{ upload_status }}'
        others = [threading.Thread(target=self.once, args=("mutation { " + finalize + " }",)) for _ in range(8)]
        for other in others:
            other.start()
        for other in others:
            other.join()
        self.graphql(connection, f'mutation {{ cancelOrder(id: "{order}") {{ order_id }} }}')

    def once(self, query):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            self.graphql(connection, query)
        except (OSError, http.client.HTTPException):
            pass
        finally:
            connection.close()

    def dead_webhooks(self, connection):
        self.graphql(connection, f'mutation {{ createWebhook(webhook_url: "{self.dead}") {{ webhook_id }} }}')

    def slow_fetches(self, connection):
        order = json.loads(self.graphql(connection, "mutation { " + ORDER + " }"))["data"]["initializeOrder"]["order_id"]
        self.graphql(connection, f'mutation {{ initializeUpload(order_id: "{order}", asset_type: "xyz",'
                     f' upload_type: "url", source_url: "{self.dead}") {{ asset_id }} }}')

    def repeat(self, action):
        while not self.stop.is_set():
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
            try:
                while not self.stop.is_set():
                    action(connection)
            except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
                time.sleep(0.01)
            finally:
                connection.close()

    def run(self, told):
        os.nice(19)  # it would be another machine: what counts is the service's share
        ways = [self.encoded_path, self.alias_bomb, self.bomb_over_events, self.orders_for_dead_receivers,
                self.unchecked_uploads, self.dead_webhooks, self.slow_fetches] * 2 + [self.same_address] * 200 + [self.many_addresses] * 50
        for way in ways:
            threading.Thread(target=self.repeat, args=(way,), daemon=True).start()
        self.stop.wait()
        told.put(dict(self.statuses))


def quiet(client, seconds):
    """Waits in seconds of a client that makes an order, looks at it, sends a scan and cancels; a request each 50 ms.
    Raises where anything is refused. Gives the number of its rounds too."""
    waits, end = [], time.monotonic() + seconds

    def timed(action, *arguments):
        began = time.monotonic()
        result = action(*arguments)
        waits.append(time.monotonic() - began)
        time.sleep(0.05)
        return result

    def put(url):
        if client.put(url, SMALL_XYZ).status != 200:
            raise AssertionError("an upload of the quiet client was refused")

    rounds = 0
    while time.monotonic() < end:
        order = timed(client.new_order)["order_id"]
        timed(client.order, order)
        upload = timed(client.new_upload, order)
        timed(put, upload["upload_url"])
        if timed(client.finalize_upload, upload["asset_id"]) != "FINALIZED":
            raise AssertionError("an upload of the quiet client was not finalized")
        timed(client.graphql, f'mutation {{ cancelOrder(id: "{order}") {{ order_status }} }}')
        if timed(client.get, "/v1/projects").status != 200:
            raise AssertionError("the quiet client was refused")
        rounds += 1
    return waits, rounds


class Echo:
    """Waits in seconds for a byte that another process sends back at once, each 20 ms while it is there: what the machine, with
    all that computes on it, adds to whatever is asked of a process."""

    def __init__(self):
        self.stop, self.told = multiprocessing.Event(), multiprocessing.Queue()
        self.here, there = socket.socketpair()
        self.processes = [multiprocessing.Process(target=self.answer, args=(there,), daemon=True),
                          multiprocessing.Process(target=self.ask, daemon=True)]

    def answer(self, there):
        while byte := there.recv(1):
            there.sendall(byte)

    def ask(self):
        waits = []
        while not self.stop.wait(0.02):
            began = time.monotonic()
            self.here.sendall(b"x")
            self.here.recv(1)
            waits.append(time.monotonic() - began)
        self.told.put(waits)

    def __enter__(self):
        for process in self.processes:
            process.start()
        return self

    def waits(self):
        self.stop.set()
        return self.told.get(timeout=60)

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.join()


def p99(waits):
    return sorted(waits)[int(len(waits) * 0.99)]


def run(seconds):
    """The figures of `seconds` alone and as many beside the hostile client. Raises where anything of the quiet client is
    refused, or does not arrive."""
    dead = socket.create_server(("127.0.0.1", 0), backlog=512)  # accepts calls and never answers
    address = f"http://127.0.0.1:{dead.getsockname()[1]}/"
    settings = {"workers": 1, "worker_threads": 1, "webhooks_allow_private_addresses": "true", "log_level": "error"}
    with dead, Service(**settings) as service, Receiver() as receiver:
        client, other = (service.new_client(name, requests_per_hour=10_000_000) for name in ("Quiet", "Hostile"))
        client.graphql(f'mutation {{ createWebhook(webhook_url: "{receiver.url}") {{ webhook_id }} }}')
        draft = other.new_order()["order_id"]
        places = [other.new_upload(draft)["upload_url"] for _ in range(100)]
        with Echo() as echo:
            alone, first = quiet(client, seconds)
            echo_alone = echo.waits()
        for _ in range(5):
            other.submitted_order()
        stop, told = multiprocessing.Event(), multiprocessing.Queue()
        hostile = Hostile(service.port, other.token, address, [place[place.index("/v1/"):] for place in places], stop)
        process = multiprocessing.Process(target=hostile.run, args=(told,), daemon=True)
        process.start()
        try:
            submitted = client.submitted_order()
            with Echo() as echo:
                beside, second = quiet(client, seconds)
                echo_beside = echo.waits()
            if client.wait_for_end(submitted) != "COMPLETED":
                raise AssertionError("an order of the quiet client was not done")
        finally:
            stop.set()
        statuses = told.get(timeout=60)
        process.kill()
        process.join()
        due = MESSAGES_PER_ROUND * (first + second) + 4
        wait_for(lambda: len({headers["webhook-id"] for _, headers, _ in list(receiver.calls)}) >= due,
                 f"{due} messages of the quiet client")
    return {"alone_p99_ms": round(1000 * p99(alone), 1), "beside_p99_ms": round(1000 * p99(beside), 1),
            "ratio": round(p99(beside) / p99(alone), 2), "longest_ms": round(1000 * max(beside), 1),
            "echo_alone_p99_ms": round(1000 * p99(echo_alone), 2), "echo_beside_p99_ms": round(1000 * p99(echo_beside), 2),
            "requests": len(beside), "messages": due, "hostile_answers": sum(statuses.values()),
            "hostile_statuses": dict(sorted(statuses.items()))}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=60, help="of each half")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    figures = run(arguments.seconds)
    print(json.dumps(figures) if arguments.json else "\n".join(f"{name}: {value}" for name, value in figures.items()))
    return 0 if figures["ratio"] <= 3 and figures["longest_ms"] <= 2000 else 1


if __name__ == "__main__":
    sys.exit(main())
