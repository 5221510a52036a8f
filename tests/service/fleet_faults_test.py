"""What goes wrong in a fleet, one thing after the other: processes killed, the database restarted, the store failing and
slow, the network cut, a clock that is wrong, disks and the bucket full. Every order that was accepted ends once.
bench/fleet_faults.py does the same for longer."""

import http.client
import http.server
import itertools
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
from fleet_parts import CephStore, Postgres, SmallDisk
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
            if error.code in ("STORAGE_UNAVAILABLE", "INTERNAL_SERVER_ERROR") or "takes too long" in str(error):
                return None
            raise

    return wait_for(attempt, "an answer")[0]


class Tenant:
    """A careful client that makes one order after the other until it is told to end, and hears what becomes of them. With a
    client_token nothing is made twice, however often a request is repeated."""

    #: Enough that no worker runs out of work. Orders that are left when the faults end are converted without any.
    MOST_OPEN = 4

    def __init__(self, fleet, name):
        self.client, self.receiver = fleet.new_client(name, requests_per_hour=10_000_000), Receiver()
        self.client.graphql("mutation($url: String!) { createWebhook(webhook_url: $url) { webhook_id } }",
                            url=self.receiver.url)
        self.orders, self.ended, self.failure = [], threading.Event(), None
        self.thread = threading.Thread(target=self.run)

    def make(self, token):
        client = self.client
        order = persistent(lambda: client.new_order(client_token=json.dumps(token)))["order_id"]
        upload = persistent(lambda: client.new_upload(order, "e57", client_token=token))
        wait_for(lambda: persistent(client.put, upload["upload_url"], SAMPLE.read_bytes()).status in (200, 409), "upload")
        wait_for(lambda: persistent(client.finalize_upload, upload["asset_id"]) == "FINALIZED", "the check")
        persistent(client.finalize_order, order)
        return order

    def run(self):
        try:
            while not self.ended.is_set():
                self.orders.append(self.make(f"order-{len(self.orders)}"))
                if len(self.orders) > self.MOST_OPEN:  # workers that are killed every other second come behind
                    oldest = self.orders[-self.MOST_OPEN]
                    wait_for(lambda: self.ended.is_set() or persistent(self.client.order, oldest)["order_status"]
                             in ("COMPLETED", "ERROR"), "the end of an order")
        except BaseException as failure:  # told by the test's own thread
            self.failure = failure

    def end(self):
        self.ended.set()
        self.thread.join()

    def check_alone(self, test, fleet, others):
        """It has what it made, once, and has seen nothing of the others."""
        client = self.client
        test.assertEqual(client.graphql("{ orders { totalCount } }")["orders"]["totalCount"], len(self.orders))
        made = fleet.postgres.sql(f"SELECT count(*) FROM orders WHERE client_id = '{client.id}'")
        test.assertEqual(made, [[str(len(self.orders))]], "a request that is repeated makes nothing twice")
        heard = {json.loads(body)["data"]["order_id"] for _, _, body in self.receiver.calls}
        test.assertLessEqual(heard, set(self.orders))
        for order in [order for other in others for order in other.orders]:
            with test.assertRaises(GraphqlError) as caught:
                client.order(order, "results { download_url }")
            test.assertEqual(caught.exception.code, "ORDER_NOT_FOUND")


class FaultTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.store = CephStore()
        cls.addClassCleanup(cls.store.close)

    def setUp(self):
        self.chance = random.Random(int(os.environ.get("STOREY_TEST_SEED", "3")))
        self.faulty = FaultyStore(self.store.port, self.chance)
        self.addCleanup(self.faulty.close)

    def start_fleet(self, bucket="faults", **parts):
        self.fleet = Fleet(store=(self.store, bucket), blobs_endpoint=self.faulty.endpoint, **parts)
        self.addCleanup(self.fleet.close)
        self.tenants = [Tenant(self.fleet, name) for name in ("First", "Second")]
        for tenant in self.tenants:
            self.addCleanup(tenant.receiver.close)

    def under_load(self, fault, reasons=()):
        """Runs `fault` again and again under load; then everything must be as it should, but that orders may have ended in
        error for one of `reasons`."""
        end = time.monotonic() + SECONDS
        for tenant in self.tenants:
            tenant.thread.start()
        try:
            while time.monotonic() < end or not all(tenant.orders for tenant in self.tenants):
                fault()
                if any(tenant.failure for tenant in self.tenants):
                    break
        finally:
            for tenant in self.tenants:
                tenant.end()
        try:
            self.fleet.wait_until_ready()
            for tenant in self.tenants:
                if tenant.failure:
                    raise tenant.failure
                check_outcome(self, self.fleet, tenant.client, tenant.receiver, tenant.orders, reasons)
                tenant.check_alone(self, self.fleet, [other for other in self.tenants if other is not tenant])
        except BaseException:
            print(self.fleet.logs())
            raise
        print(f"{sum(len(tenant.orders) for tenant in self.tenants)} orders in {SECONDS:g} s", file=sys.stderr)

    def test_any_process_is_killed(self):
        self.start_fleet()
        killed_converters = []

        def kill_converter(worker):
            killed_converters.extend(worker.kill_converter())

        kills = [*(lambda node=node: self.fleet.restart_node(node) for node in self.fleet.nodes),
                 *(lambda worker=worker: self.fleet.restart_worker(worker) for worker in self.fleet.workers),
                 *(lambda worker=worker: kill_converter(worker) for worker in self.fleet.workers),
                 self.fleet.postgres.kill_one_connection, self.store.restart_gateway]

        def kill_one():
            time.sleep(self.chance.uniform(0.2, 1.0))
            self.chance.choice(kills)()

        # A converter that is killed twice in a row looks as if the machine had too little memory for it.
        self.under_load(kill_one, reasons=("LIMIT_EXCEEDED",))
        ((failed,),) = self.fleet.postgres.sql("SELECT count(*) FROM orders WHERE status = 'ERROR'")
        self.assertLessEqual(2 * int(failed), len(killed_converters), "one that is killed once is tried again")

    def test_the_database_is_restarted(self):
        self.start_fleet()
        ways = iter([signal.SIGINT, signal.SIGQUIT] * 1000)

        def restart():
            time.sleep(self.chance.uniform(0.5, 2.5))
            self.fleet.postgres.restart(next(ways))

        self.under_load(restart)

    def test_the_store_fails_and_is_slow(self):
        self.start_fleet()
        shares = itertools.cycle([1.0, 0.2, 0.0])  # in turn: a slow machine comes to few of them

        def fail():
            self.faulty.share_of_failures = next(shares)
            self.faulty.delay = self.chance.choice([0.0, 0.3])
            time.sleep(self.chance.uniform(0.5, 1.5))
            self.faulty.share_of_failures = self.faulty.delay = 0.0
            time.sleep(0.5)

        self.under_load(fail)
        self.assertGreater(self.faulty.failed, 0)

    @unittest.skipUnless(shutil.which("ip") and os.getuid() == 0, "needs iproute2 and root")
    def test_the_network_of_a_node_is_cut(self):
        self.start_fleet()
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
        self.start_fleet()
        wrong = {"LD_PRELOAD": str(FAKETIME), "DONT_FAKE_MONOTONIC": "1", "FAKETIME_DONT_FAKE_UTIME": "1"}
        for i, offset in enumerate(("+1h", "-1h")):
            launcher = ["env", *(f"{name}={value}" for name, value in {**wrong, "FAKETIME": offset}.items())]
            self.fleet.add_node(f"clock-{i}", launcher=launcher)
            self.fleet.add_worker(f"clock-worker-{i}", launcher=launcher)
        for worker in self.fleet.workers[:2]:
            worker.stop()
        self.under_load(lambda: time.sleep(0.2))
        now = time.time()
        for (tenant, order) in [(tenant, order) for tenant in self.tenants for order in tenant.orders]:
            text = tenant.client.order(order, "created")["created"]
            self.assertLess(abs(now - time.mktime(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S")) + time.timezone), 900)

    def test_the_disks_are_full(self):
        disks = [SmallDisk("160m"), SmallDisk("160m")]
        for disk in disks:
            self.addCleanup(disk.close)
        postgres = Postgres(disks[0].folder, max_wal_size="64MB", min_wal_size="32MB")
        self.addCleanup(postgres.close)
        self.start_fleet(postgres=postgres, folder=disks[1].folder)

        def fill():
            disk = self.chance.choice(disks)
            disk.fill()
            time.sleep(self.chance.uniform(0.5, 2.0))
            disk.make_room()
            postgres.start_if_down()
            time.sleep(self.chance.uniform(0.5, 1.5))

        self.under_load(fill)


    def blobs_that_are_known(self):
        return sorted(name for (name,) in self.fleet.postgres.sql(
            "SELECT blob_id FROM assets WHERE blob_id <> '' UNION SELECT blob_id FROM results"))

    def test_the_bucket_is_full(self):
        self.start_fleet("full-at-times")

        def fill():
            self.store.fill("full-at-times")
            time.sleep(self.chance.uniform(1.0, 3.0))
            self.store.make_room("full-at-times")
            time.sleep(self.chance.uniform(1.0, 2.0))

        self.under_load(fill)
        self.assertEqual(self.store.names("full-at-times"), self.blobs_that_are_known())
        self.assertEqual(self.store.unfinished("full-at-times"), [])

    def test_an_order_that_a_full_bucket_stops_ends_with_its_reason(self):
        self.fleet = Fleet(store=(self.store, "full"), workers=0, worker_max_attempts=2)
        self.addCleanup(self.fleet.close)
        client = self.fleet.new_client()
        order = client.submitted_order()
        self.store.fill("full")
        self.fleet.add_worker("late")
        self.assertEqual(client.wait_for_end(order), "ERROR")
        found = client.order(order, "error { code message } results { file_name }")
        self.assertEqual(found["error"]["code"], "PROCESSING_FAILED")
        self.assertIn("could not run the conversion, though it tried 2 times", found["error"]["message"])
        self.assertEqual(found["results"], [])
        self.assertEqual(self.store.names("full"), self.blobs_that_are_known())
        self.assertEqual(self.store.unfinished("full"), [])
        self.assertIn("the blob store is full: status 403, QuotaExceeded", self.fleet.logs())


if __name__ == "__main__":
    unittest.main()
