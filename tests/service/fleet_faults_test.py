"""What goes wrong in a fleet, one thing after the other: processes killed, the database restarted, the store failing and
slow, the network cut, a clock that is wrong. Every order that was accepted ends once. bench/fleet_faults.py does the same
for longer."""

import http.client
import http.server
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
import unittest
import urllib.parse

from fleet import Fleet, check_outcome
from fleet_parts import CephStore
from service import SAMPLE, GraphqlError, Receiver, wait_for

#: s of each fault under load; tests take few, by hand more.
SECONDS = float(os.environ.get("STOREY_TEST_FAULT_SECONDS", "8"))
FAKETIME = pathlib.Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1")


class FaultyStore:
    """Passes requests on to a store, unless it is told to fail or to be slow."""

    def __init__(self, port, chance):
        self.share_of_failures, self.delay, self.failed = 0.0, 0.0, 0
        faulty = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                time.sleep(faulty.delay)
                if chance.random() < faulty.share_of_failures:
                    faulty.failed += 1
                    self.send_response(500)
                    self.send_header("Content-Length", "0")
                    self.end_headers()
                    return
                store = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
                store.request(self.command, self.path, body, dict(self.headers))
                answer = store.getresponse()
                content = answer.read()
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("transfer-encoding", "connection", "date", "server"):
                        self.send_header(name, value)
                if answer.getheader("Content-Length") is None:
                    self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
                store.close()

            do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = handle_any

            def log_message(self, *ignored):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *ignored: None  # processes are killed in the middle of requests
        self.endpoint = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class CutNetwork:
    """A network namespace, in which addresses of this machine's own loopback interface are reached by way of sockets of the
    file system. Without its loopback interface nothing gets through any more, and neither side is told."""

    NAME = f"storey-{os.getpid()}"
    RELAY = """
import os, socket, sys, threading
listen, connect = sys.argv[1:]
def opened(address):
    if not address.startswith("/"):
        return socket.create_connection(("127.0.0.1", int(address)))
    connected = socket.socket(socket.AF_UNIX)
    connected.connect(address)
    return connected
def pump(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
server = socket.socket(socket.AF_UNIX if listen.startswith("/") else socket.AF_INET)
server.bind(listen if listen.startswith("/") else ("127.0.0.1", int(listen)))
server.listen(64)
print("ready", flush=True)
while True:
    client, _ = server.accept()
    try:
        other = opened(connect)
    except OSError:
        client.close()
        continue
    for pair in ((client, other), (other, client)):
        threading.Thread(target=pump, args=pair, daemon=True).start()
"""

    def __init__(self, folder, ports):
        self.processes = []
        made = subprocess.run(["ip", "netns", "add", self.NAME], capture_output=True, check=False)
        if made.returncode != 0:
            raise unittest.SkipTest("no network namespace can be made: needs root")
        self.launcher = ["ip", "netns", "exec", self.NAME]
        self.set_up(True)
        for port in ports:
            path = str(folder / f"{port}.sock")
            for launcher, listen, connect in (([], path, str(port)), (self.launcher, str(port), path)):
                process = subprocess.Popen([*launcher, sys.executable, "-c", self.RELAY, listen, connect],
                                           stdout=subprocess.PIPE)
                self.processes.append(process)
                assert process.stdout.readline() == b"ready\n"

    def set_up(self, up):
        subprocess.run([*self.launcher, "ip", "link", "set", "lo", "up" if up else "down"], check=True)

    def close(self):
        for process in self.processes:
            process.kill()
            process.wait()
            process.stdout.close()
        subprocess.run(["ip", "netns", "del", self.NAME], check=False)


def persistent(action, *arguments):
    """Does it until it is done: clients repeat what got no answer, or one that asks for it."""

    def attempt():
        try:
            return (action(*arguments),)
        except (OSError, EOFError, json.JSONDecodeError, KeyError, http.client.HTTPException):
            return None
        except GraphqlError as error:
            if error.code in ("STORAGE_UNAVAILABLE", "INTERNAL_SERVER_ERROR"):
                return None
            raise

    return wait_for(attempt, "an answer")[0]


class Load:
    """Orders that careful clients make, one after the other, in two threads until it ends. With a client_token nothing is
    made twice, however often a request is repeated."""

    def __init__(self, client, limit=1000):
        self.client, self.limit = client, limit
        self.orders, self.lock, self.ended = [], threading.Lock(), threading.Event()
        self.failures = []
        self.threads = [threading.Thread(target=self.run, args=(i,)) for i in range(2)]

    def make(self, token):
        client = self.client
        order = persistent(lambda: client.new_order(client_token=json.dumps(token)))["order_id"]
        upload = persistent(lambda: client.new_upload(order, "e57", client_token=token))
        wait_for(lambda: persistent(client.put, upload["upload_url"], SAMPLE.read_bytes()).status in (200, 409), "upload")
        wait_for(lambda: persistent(client.finalize_upload, upload["asset_id"]) == "FINALIZED", "the check")
        persistent(client.finalize_order, order)
        return order

    def run(self, number):
        made = 0
        while not self.ended.is_set() and made < self.limit:
            made += 1
            try:
                order = self.make(f"{number}-{made}")
            except BaseException as failure:  # told by the test's own thread
                self.failures.append(failure)
                return
            with self.lock:
                self.orders.append(order)

    def __enter__(self):
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, *ignored):
        self.ended.set()
        for thread in self.threads:
            thread.join()
        if self.failures:
            raise self.failures[0]


class FaultTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.store = CephStore()
        cls.addClassCleanup(cls.store.close)

    def setUp(self):
        self.chance = random.Random(int(os.environ.get("STOREY_TEST_SEED", "3")))
        self.faulty = FaultyStore(self.store.port, self.chance)
        self.addCleanup(self.faulty.close)
        self.fleet = Fleet(store=(self.store, "faults"), blobs_endpoint=self.faulty.endpoint)
        self.addCleanup(self.fleet.close)
        self.receiver = Receiver()
        self.addCleanup(self.receiver.close)
        self.client = self.fleet.new_client(requests_per_hour=10_000_000)
        self.client.graphql("mutation($url: String!) { createWebhook(webhook_url: $url) { webhook_id } }",
                            url=self.receiver.url)
        self.other = self.fleet.new_client("Other", requests_per_hour=10_000_000)

    def under_load(self, fault):
        """Runs `fault` again and again under load; then everything must be as it should."""
        end = time.monotonic() + SECONDS
        with Load(self.client) as load:
            while time.monotonic() < end or not load.orders:
                fault()
                if load.failures:
                    break
        orders = list(load.orders)
        try:
            check_outcome(self, self.fleet, self.client, self.receiver, orders)
        except BaseException:
            print(self.fleet.logs())
            raise
        self.assertEqual(self.other.graphql("{ orders { totalCount } }")["orders"]["totalCount"], 0,
                         "nothing of another client is seen")
        made = self.fleet.postgres.sql(f"SELECT count(*) FROM orders WHERE client_id = '{self.client.id}'")
        self.assertEqual(made, [[str(len(orders))]], "a request that is repeated makes nothing twice")
        return orders

    def test_any_process_is_killed(self):
        def kill_one():
            time.sleep(self.chance.uniform(0.2, 1.0))
            if self.chance.random() < 0.5:
                self.fleet.restart_node(self.chance.choice(self.fleet.nodes))
            else:
                self.fleet.restart_worker(self.chance.choice(self.fleet.workers))

        self.under_load(kill_one)

    def test_the_database_is_restarted(self):
        ways = iter([signal.SIGINT, signal.SIGQUIT] * 1000)

        def restart():
            time.sleep(self.chance.uniform(0.5, 2.5))
            self.fleet.postgres.restart(next(ways))

        self.under_load(restart)

    def test_the_store_fails_and_is_slow(self):
        def fail():
            self.faulty.share_of_failures = self.chance.choice([0.0, 0.2, 1.0])
            self.faulty.delay = self.chance.choice([0.0, 0.3])
            time.sleep(self.chance.uniform(0.5, 1.5))
            self.faulty.share_of_failures = self.faulty.delay = 0.0
            time.sleep(0.5)

        self.under_load(fail)
        self.assertGreater(self.faulty.failed, 0)

    @unittest.skipUnless(shutil.which("ip") and os.getuid() == 0, "needs iproute2 and root")
    def test_the_network_of_a_node_is_cut(self):
        faulty_port = urllib.parse.urlsplit(self.faulty.endpoint).port
        network = CutNetwork(self.fleet.folder, (self.fleet.postgres.port, faulty_port))
        self.addCleanup(network.close)
        cut_off = self.fleet.add_worker("cut-off", launcher=network.launcher)
        self.fleet.workers[0].stop()
        self.addCleanup(cut_off.close)

        def cut():
            time.sleep(self.chance.uniform(0.5, 1.5))
            network.set_up(False)
            time.sleep(self.chance.uniform(0.5, 5.0))
            network.set_up(True)

        self.under_load(cut)

    @unittest.skipUnless(FAKETIME.exists(), "needs libfaketime")
    def test_the_clock_of_a_node_is_an_hour_off(self):
        wrong = {"LD_PRELOAD": str(FAKETIME), "DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_FAKE_UTIME": "1"}
        for i, offset in enumerate(("+1h", "-1h")):
            launcher = ["env", *(f"{name}={value}" for name, value in {**wrong, "FAKETIME": offset}.items())]
            self.fleet.add_node(f"clock-{i}", launcher=launcher)
            self.fleet.add_worker(f"clock-worker-{i}", launcher=launcher)
        for worker in self.fleet.workers[:2]:
            worker.stop()
        orders = self.under_load(lambda: time.sleep(0.2))
        created = [self.client.order(order, "created")["created"] for order in orders]
        now = time.time()
        for text in created:
            self.assertLess(abs(now - time.mktime(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S")) + time.timezone), 900)


if __name__ == "__main__":
    unittest.main()
