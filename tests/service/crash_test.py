"""kill -9 of the service, in each phase of an order and at random moments: no order is lost, none is done twice, no
webhook is missing, no file is half."""

import itertools
import json
import os
import random
import sqlite3
import subprocess
import threading
import time
import unittest

from service import BIN, PATIENCE, SAMPLE, SMALL_XYZ, GraphqlError, Receiver, Service, sha256, wait_for


SETTINGS = {"workers": 1, "webhooks_allow_private_addresses": "true", "worker_lease": "2s",
            "webhooks_retry_schedule": ",".join(["200ms"] * 100), "worker_max_attempts": 100}


def attempt(action, *arguments):
    """What it gives, alone in a list; nothing where the service did not answer."""
    try:
        return [action(*arguments)]
    except (OSError, EOFError, json.JSONDecodeError, ConnectionError):
        return []
    except Exception as error:  # http.client's own: the connection broke in the middle of an answer
        if type(error).__module__ == "http.client":
            return []
        raise


def persistent(action, *arguments):
    """Does it until the service answers: clients repeat what got no answer."""
    return wait_for(lambda: attempt(action, *arguments), "an answer")[0]


def new_parts(client, order_id, scan, asset_type):
    """An upload in two parts, both of which are sent."""

    def announce():
        return client.new_upload(order_id, asset_type, "multi", "part_urls { upload_url }", total_parts=2,
                                 size_bytes=len(scan), checksum_sha256=sha256(scan))

    upload = persistent(announce)
    half = (len(scan) + 1) // 2
    for part, piece in zip(upload["part_urls"], (scan[:half], scan[half:]), strict=True):
        wait_for(lambda url=part["upload_url"], bytes_=piece: persistent(client.put, url, bytes_).status == 200, "a part")
    return upload


def finalize_parts(client, asset_id):
    """Asks until the service has begun to check the file. From then on it ends without being asked again."""

    def begun():
        attempt(client.finalize_upload, asset_id)
        return persistent(client.asset, asset_id)["upload_status"] in ("UPLOADED", "FINALIZED")

    wait_for(begun, "the beginning of the check")
    wait_for(lambda: persistent(client.asset, asset_id)["upload_status"] == "FINALIZED", "the end of the check")


def push_through(client, order_id, in_parts):
    """What a careful client does from a draft to the queue, repeating every step that got no answer. False where an
    upload was announced twice because the first answer was lost: such an order cannot be submitted."""
    scan = SAMPLE.read_bytes()
    if in_parts:
        upload = new_parts(client, order_id, scan, "e57")
        finalize_parts(client, upload["asset_id"])
    else:
        upload = persistent(client.new_upload, order_id, "e57")
        wait_for(lambda: persistent(client.put, upload["upload_url"], scan).status in (200, 409), "the upload")
        persistent(client.finalize_upload, upload["asset_id"])

    def finalize():
        try:
            client.finalize_order(order_id)
            return True
        except GraphqlError as error:
            if error.code == "UPLOAD_INCOMPLETE" and error.extensions["assetId"] != upload["asset_id"]:
                return False
            raise

    return persistent(finalize)


class CrashTest(unittest.TestCase):
    def setUp(self):
        self.service = Service(**SETTINGS)
        self.addCleanup(self.service.close)
        self.receiver = Receiver()
        self.addCleanup(self.receiver.close)
        self.client = self.service.new_client(requests_per_hour=10_000_000)
        self.client.graphql("mutation($url: String!) { createWebhook(webhook_url: $url) { webhook_id } }",
                            url=self.receiver.url)

    def restart(self):
        self.service.kill()
        self.start_again()

    def start_again(self):
        # On the same port, as an operator would: the pre-signed addresses stay good.
        self.service.flags = ["--listen", f"127.0.0.1:{self.service.port}"]
        command = subprocess.Popen([BIN, "serve", "--data", str(self.service.data), *self.service.flags],
                                   stdout=subprocess.PIPE, stderr=self.service.log, text=True,
                                   env=self.service.environment)
        self.service.process = command
        command.stdout.readline()

    def check(self, orders):
        """All orders ended once, with one set of results and every webhook in its order."""
        for order in orders:
            self.assertEqual(self.client.wait_for_end(order), "COMPLETED", order)
            fields = "results { file_name size_bytes checksum_sha256 download_url }"
            results = self.client.order(order, fields)["results"]
            names = [result["file_name"] for result in results]
            self.assertEqual(len(names), len(set(names)))
            self.assertIn("plan.json", names)
            for result in results:
                content = self.service.request("GET", result["download_url"]).body
                self.assertEqual((len(content), sha256(content)), (result["size_bytes"], result["checksum_sha256"]))

        def steps(order):
            seen, found = set(), []
            for _, headers, body in list(self.receiver.calls):
                message = json.loads(body)
                if message["data"]["order_id"] == order and headers["webhook-id"] not in seen:
                    seen.add(headers["webhook-id"])
                    found.append(message["data"]["order_status"])
            return found

        for order in orders:
            expected = ["UPLOADING", "INITIALIZED", "PROCESSING", "COMPLETED"]
            wait_for(lambda: len(steps(order)) >= 4, f"the webhooks of {order}: {steps(order)}")
            self.assertEqual(steps(order), expected)
        database = sqlite3.connect(self.service.data / "storey.db")
        self.assertEqual(database.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        left = database.execute("SELECT order_id, status FROM jobs").fetchall()
        database.close()
        self.assertEqual(left, [])

    def test_in_each_phase(self):
        order = self.client.new_order()["order_id"]
        self.restart()
        upload = self.client.new_upload(order, "e57")
        self.restart()
        thread = threading.Thread(target=lambda: persistent(self.client.put, upload["upload_url"], SAMPLE.read_bytes()))
        thread.start()
        self.restart()
        thread.join()
        self.restart()
        self.assertEqual(self.client.finalize_upload(upload["asset_id"]), "FINALIZED")
        self.restart()
        self.client.finalize_order(order)
        self.restart()
        wait_for(lambda: self.client.order(order)["order_status"] != "INITIALIZED", "the claim")
        self.restart()
        self.check([order])

    def kill_during_the_check(self, asset_id):
        """False where the check was quicker."""
        asks = threading.Thread(target=attempt, args=(self.client.finalize_upload, asset_id))
        asks.start()
        database = sqlite3.connect(self.service.data / "storey.db", isolation_level=None, timeout=PATIENCE)
        query = "SELECT status FROM jobs WHERE kind = 'verify' AND asset_id = ?"
        while database.execute(query, (asset_id,)).fetchone() != ("LEASED",) and asks.is_alive():
            pass
        database.execute("BEGIN IMMEDIATE")  # a check that is under way cannot come to its end from now on
        under_way = database.execute(query, (asset_id,)).fetchone() == ("LEASED",)
        if under_way:
            self.service.kill()
            status = database.execute("SELECT status FROM assets WHERE asset_id = ?", (asset_id,)).fetchone()
            self.assertEqual(status, ("UPLOADED",))
        database.close()
        if under_way:
            self.start_again()
        asks.join()
        return under_way

    def test_during_the_check_of_a_file(self):
        """It ends without being asked for again, and who is told is told once."""
        told = Receiver()
        self.addCleanup(told.close)
        self.client.graphql("mutation($url: String!, $events: [String!]) { createWebhook(webhook_url: $url,"
                            " webhook_events: $events) { webhook_id } }", url=told.url, events=["upload.finalized"])
        scan = SMALL_XYZ * (16_000_000 // len(SMALL_XYZ))
        order = self.client.new_order()["order_id"]
        assets = []

        def killed():
            assets.append(new_parts(self.client, order, scan, "xyz")["asset_id"])
            return self.kill_during_the_check(assets[-1])

        wait_for(killed, "a check that takes long enough")
        for asset in assets:
            wait_for(lambda asset=asset: self.client.asset(asset)["upload_status"] == "FINALIZED", "the end of the check")
        wait_for(lambda: len(told.calls) >= len(assets), "the webhooks")
        self.assertIn(self.client.finalize_order(order), ("INITIALIZED", "PROCESSING"))
        finalized = {headers["webhook-id"]: json.loads(body)["data"]["asset_id"] for _, headers, body in told.calls}
        self.assertEqual(sorted(finalized.values()), sorted(assets))

    def test_at_random_moments(self):
        """Twenty times; by hand STOREY_TEST_KILLS times."""
        kills = int(os.environ.get("STOREY_TEST_KILLS", "20"))
        chance = random.Random(int(os.environ.get("STOREY_TEST_SEED", "5")))
        orders, numbers = [], itertools.count()
        stop = threading.Event()

        def work():
            while not stop.is_set() and len(orders) < max(6, kills // 4):
                made = persistent(self.client.new_order)["order_id"]
                if push_through(self.client, made, in_parts=next(numbers) % 2 == 0):
                    orders.append(made)

        worker = threading.Thread(target=work)
        worker.start()
        for _ in range(kills):
            time.sleep(chance.uniform(0.05, 1.5))
            self.restart()
        stop.set()
        worker.join()
        self.assertGreater(len(orders), 0)
        self.check(orders)

    def test_a_worker_process(self):
        self.service.kill()
        self.service.environment["STOREY_WORKERS"] = "0"
        self.service.start()
        orders = [self.client.submitted_order() for _ in range(3)]
        chance = random.Random(7)
        for _ in range(10):
            worker = subprocess.Popen([BIN, "worker", "--data", str(self.service.data)], stderr=subprocess.DEVNULL,
                                      env={**self.service.environment, "STOREY_WORKERS": "1"})
            time.sleep(chance.uniform(0.05, 1.0))
            worker.kill()
            worker.wait()
        worker = subprocess.Popen([BIN, "worker", "--data", str(self.service.data)], stderr=subprocess.DEVNULL,
                                  env={**self.service.environment, "STOREY_WORKERS": "1"})
        try:
            self.check(orders)
        finally:
            worker.kill()
            worker.wait()


if __name__ == "__main__":
    unittest.main()
