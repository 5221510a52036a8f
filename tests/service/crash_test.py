"""kill -9 of the service, in each phase of an order and at random moments: no order is lost, none is done twice, no
webhook is missing, no file is half."""

import json
import os
import random
import sqlite3
import subprocess
import threading
import time
import unittest

from service import BIN, SAMPLE, GraphqlError, Receiver, Service, sha256, wait_for


SETTINGS = {"workers": 1, "webhooks_allow_private_addresses": "true", "worker_lease": "2s",
            "webhooks_retry_schedule": ",".join(["200ms"] * 100), "worker_max_attempts": 100}


def persistent(action, *arguments):
    """Does it until the service answers: clients repeat what got no answer."""

    def attempt():
        try:
            return (action(*arguments),)
        except (OSError, EOFError, json.JSONDecodeError, ConnectionError):
            return None
        except Exception as error:  # http.client's own: the connection broke in the middle of an answer
            if type(error).__module__ == "http.client":
                return None
            raise

    return wait_for(attempt, "an answer")[0]


def push_through(client, order_id):
    """What a careful client does from a draft to the queue, repeating every step that got no answer. False where an
    upload was announced twice because the first answer was lost: such an order cannot be submitted."""
    upload = persistent(client.new_upload, order_id, "e57")
    scan = SAMPLE.read_bytes()
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

    def test_at_random_moments(self):
        """Twenty times; by hand STOREY_TEST_KILLS times."""
        kills = int(os.environ.get("STOREY_TEST_KILLS", "20"))
        chance = random.Random(int(os.environ.get("STOREY_TEST_SEED", "5")))
        orders = []
        stop = threading.Event()

        def work():
            while not stop.is_set() and len(orders) < max(6, kills // 4):
                made = persistent(self.client.new_order)["order_id"]
                if push_through(self.client, made):
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
