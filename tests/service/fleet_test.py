"""Several nodes on one PostgreSQL server and one S3 gateway: what holds on one node holds on all at once."""

import json
import shutil
import subprocess
import threading
import unittest
import urllib.parse

import npm_peers
from crash_test import attempt, new_parts
from fleet import STEPS, Fleet, check_outcome
from fleet_parts import CephStore
from service import BIN, SAMPLE, SMALL_XYZ, GraphqlError, Receiver, WebSocket, sha256, wait_for

CHANGES = "subscription($id: ID!) { orderStatusChanged(orderId: $id) { order_status } }"


class FleetTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.store = CephStore()
        cls.addClassCleanup(cls.store.close)
        cls.fleet = Fleet(store=(cls.store, "plans"))
        cls.addClassCleanup(cls.fleet.close)

    def setUp(self):
        self.client = self.fleet.new_client(requests_per_hour=1_000_000)

    def through(self, node):
        """The client, by one node only."""
        self.client.service = node
        return self.client

    def test_orders_end_once_wherever_they_are_made(self):
        with Receiver() as receiver:
            self.client.graphql("mutation($url: String!) { createWebhook(webhook_url: $url) { webhook_id } }",
                                url=receiver.url)
            orders = [self.client.submitted_order() for _ in range(4)]
            check_outcome(self, self.fleet, self.client, receiver, orders)

    def test_bytes_go_straight_to_the_store_and_back(self):
        order = self.client.new_order()["order_id"]
        upload = self.client.new_upload(order, "e57")
        self.assertEqual(urllib.parse.urlsplit(upload["upload_url"]).port, self.store.port)
        with self.assertRaises(GraphqlError) as caught:
            self.client.finalize_upload(upload["asset_id"])
        self.assertEqual(caught.exception.code, "UPLOAD_INCOMPLETE")
        self.assertEqual(self.client.put(upload["upload_url"], SAMPLE.read_bytes()).status, 200)
        self.assertEqual(self.client.finalize_upload(upload["asset_id"]), "FINALIZED")
        # The address still holds, but what it writes is not the order's any more.
        self.assertEqual(self.client.put(upload["upload_url"], b"something else").status, 200)
        self.client.finalize_order(order)
        self.assertEqual(self.client.wait_for_end(order), "COMPLETED")

    def test_files_in_parts_are_put_together_in_the_store(self):
        order = self.client.new_order()["order_id"]
        scan = SMALL_XYZ * (11_000_000 // len(SMALL_XYZ))
        upload = self.client.new_upload(order, "xyz", "multi", "upload_id part_size part_urls { part_number upload_url }",
                                        total_parts=2, size_bytes=len(scan), checksum_sha256=sha256(scan))
        size = int(upload["part_size"])
        pieces = {1: scan[:size], 2: scan[size:]}
        answers = {url["part_number"]: self.client.put(url["upload_url"], pieces[url["part_number"]])
                   for url in upload["part_urls"]}
        etags = [{"PartNumber": number, "ETag": answers[number].headers["ETag"]} for number in (1, 2)]
        parts = self.client.asset(upload["asset_id"], "uploaded_parts { part_number etag size_bytes }")["uploaded_parts"]
        self.assertEqual([(p["part_number"], p["etag"], p["size_bytes"]) for p in parts],
                         [(number, answers[number].headers["ETag"], len(pieces[number])) for number in (1, 2)])
        wrong = [etags[0], {"PartNumber": 2, "ETag": "0" * 32}]
        with self.assertRaises(GraphqlError) as caught:
            self.client.finalize_upload(upload["asset_id"], upload_id=upload["upload_id"], parts=json.dumps(wrong))
        self.assertEqual(caught.exception.code, "UPLOAD_MISMATCH")
        self.assertEqual(self.client.finalize_upload(upload["asset_id"], upload_id=upload["upload_id"],
                                                     parts=json.dumps(etags)), "FINALIZED")
        self.assertEqual(self.client.finalize_upload(upload["asset_id"]), "FINALIZED", "again is fine")

    def test_a_check_goes_on_at_another_node_when_its_node_is_gone(self):
        with Fleet(serves=2, workers=0) as fleet:
            client = fleet.new_client(requests_per_hour=1_000_000)
            order = client.new_order()["order_id"]
            client.service, other = fleet.nodes
            assets = []

            def killed():
                """Whether it was killed while it checked: it cannot come to its end without the job's record."""
                assets.append(new_parts(client, order, SMALL_XYZ * (16_000_000 // len(SMALL_XYZ)), "xyz")["asset_id"])
                asks = threading.Thread(target=attempt, args=(client.finalize_upload, assets[-1]))
                asks.start()
                with fleet.postgres.open() as database:
                    jobs = []
                    database.stdin.write("BEGIN;\n")
                    while not jobs and asks.is_alive():
                        database.stdin.write("COMMIT AND CHAIN; SELECT job_id FROM jobs WHERE kind = 'verify' AND status ="
                                             f" 'LEASED' AND asset_id = '{assets[-1]}' FOR UPDATE;\n\\echo end\n")
                        database.stdin.flush()
                        jobs = list(iter(lambda: database.stdout.readline().strip(), "end"))
                    here = bool(jobs) and jobs[0] in client.service.log_text()
                    if here:
                        client.service.kill()
                    database.stdin.close()
                asks.join()
                return here

            wait_for(killed, "a check of the node that was asked, which takes long enough")
            client.service = other
            for asset in assets:
                wait_for(lambda asset=asset: client.asset(asset)["upload_status"] == "FINALIZED", "the end of the check")
            self.assertIn(client.finalize_order(order), ("INITIALIZED", "PROCESSING"))

    def test_an_upload_in_parts_that_is_given_up_leaves_nothing(self):
        order = self.client.new_order()["order_id"]
        upload = self.client.new_upload(order, "xyz", "multi", "part_urls { upload_url }", total_parts=2)
        part = upload["part_urls"][0]["upload_url"]
        self.assertEqual(self.client.put(part, SMALL_XYZ).status, 200)
        self.client.graphql(f"mutation {{ cancelUpload(asset_id: \"{upload['asset_id']}\") {{ upload_status }} }}")
        self.assertEqual(self.client.put(part, SMALL_XYZ).status, 404)

    def test_a_file_that_is_not_what_was_announced_fails_and_may_be_sent_again(self):
        order = self.client.new_order()["order_id"]
        upload = self.client.new_upload(order, "xyz", checksum_sha256=sha256(SMALL_XYZ))
        self.client.put(upload["upload_url"], b"1 2 3\n")
        for _ in range(2):
            with self.assertRaises(GraphqlError) as caught:
                self.client.finalize_upload(upload["asset_id"])
            self.assertEqual(caught.exception.code, "UPLOAD_MISMATCH")
        self.assertEqual(self.client.asset(upload["asset_id"])["upload_status"], "FAILED")
        self.client.put(upload["upload_url"], SMALL_XYZ)
        self.assertEqual(self.client.finalize_upload(upload["asset_id"]), "FINALIZED")

    def test_subscribers_of_one_node_hear_what_happens_at_another(self):
        first, second = self.fleet.nodes
        order = self.through(first).new_order()["order_id"]
        with WebSocket(second) as socket:
            socket.initialize(self.client.token)
            socket.subscribe("1", CHANGES, id=order)
            self.assertEqual(socket.receive()["payload"]["data"]["orderStatusChanged"]["order_status"], "DRAFT")
            self.client.upload(order, SAMPLE.read_bytes(), "e57")
            self.client.finalize_order(order)
            heard = [socket.receive()["payload"]["data"]["orderStatusChanged"]["order_status"] for _ in STEPS]
            self.assertEqual(heard, STEPS)

    def test_a_revoked_token_is_refused_everywhere(self):
        first, second = self.fleet.nodes
        token = self.client.token
        bearer = {"Authorization": "Bearer " + token}
        for node in (first, second):
            self.assertEqual(node.request("GET", "/v1/projects", headers=bearer).status, 200)
        body = {"client_id": self.client.id, "access_token": token}
        self.assertEqual(first.post("/v1/authentication/revoke", body, self.client.basic()).status, 200)
        self.assertEqual(first.request("GET", "/v1/projects", headers=bearer).status, 401)
        wait_for(lambda: second.request("GET", "/v1/projects", headers=bearer).status == 401, "the other node")

    def test_a_rate_limit_holds_over_all_nodes_together(self):
        client = self.fleet.new_client(requests_per_hour=20)
        bearer = client.bearer()
        statuses, lock = [], threading.Lock()

        def ask(node):
            for _ in range(20):
                status = node.request("GET", "/v1/projects", headers=bearer).status
                with lock:
                    statuses.append(status)

        threads = [threading.Thread(target=ask, args=(node,)) for node in self.fleet.nodes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((statuses.count(200), statuses.count(429)), (20, 20))

    def test_a_quota_holds_over_all_nodes_together(self):
        with Fleet(serves=2, workers=0, postgres=self.fleet.postgres, limits_max_open_orders=5,
                   key_file=self.fleet.settings["key_file"]) as fleet:
            client = fleet.new_client(requests_per_hour=1_000_000)
            made, lock = [], threading.Lock()

            def order(node):
                for _ in range(6):
                    answer = node.post("/v1/graphql", {"query": "mutation { initializeOrder(order_name: \"a\","
                                                       " product: \"areaplan\", model_units: \"Metric\") { order_id } }"},
                                       client.bearer())
                    with lock:
                        made.append("errors" not in answer.json())

            client.bearer()
            threads = [threading.Thread(target=order, args=(node,)) for node in fleet.nodes for _ in range(2)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(made.count(True), 5)

    def test_an_order_that_is_cancelled_at_one_node_stops_at_its_worker(self):
        order = self.client.submitted_order()
        self.through(self.fleet.nodes[0]).graphql(
            "mutation($id: ID!) { cancelOrder(id: $id) { order_status } }", id=order)
        self.assertEqual(self.through(self.fleet.nodes[1]).order(order)["order_status"], "CANCELLED")
        wait_for(lambda: not self.fleet.postgres.sql(
            f"SELECT 1 FROM jobs WHERE order_id = '{order}'"), "the job's end")

    def test_a_node_with_another_key_does_not_start(self):
        environment = {**self.fleet.environment(), "STOREY_KEY_FILE": str(self.fleet.folder / "other-keys")}
        result = subprocess.run([BIN, "serve", "--data", str(self.fleet.data("stranger")), "--listen", "127.0.0.1:0"],
                                env=environment, capture_output=True, text=True, timeout=60, check=False)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("key_file", result.stderr)

    def test_a_worker_that_is_stopped_gives_its_job_back_at_once(self):
        with Fleet(serves=1, workers=0, worker_lease="1h") as fleet:
            client, jobs = fleet.new_client(), []
            while not jobs:  # unless the conversion was faster
                worker = fleet.add_worker(f"leaving-{len(fleet.workers)}")
                order = client.submitted_order()
                wait_for(lambda: client.order(order)["order_status"] != "INITIALIZED", "the claim")
                self.assertEqual(worker.stop(), 0)
                jobs = fleet.postgres.sql(f"SELECT attempts, lease_owner FROM jobs WHERE order_id = '{order}'")
            self.assertEqual(jobs, [["0", ""]], "free, and not counted as a try")
            fleet.add_worker("staying")
            self.assertEqual(client.wait_for_end(order), "COMPLETED")

    @unittest.skipUnless(shutil.which("npm"), "needs npm")
    def test_amazons_own_client_finds_what_is_stored(self):
        order = self.client.submitted_order()
        self.assertEqual(self.client.wait_for_end(order), "COMPLETED")
        wanted = {result["blob"]: result for result in (
            dict(zip(("blob", "size", "sha256"), row)) for row in self.fleet.postgres.sql(
                f"SELECT blob_id, size_bytes, checksum_sha256 FROM results WHERE order_id = '{order}'"))}
        npm_peers.install()
        code = npm_peers.run("s3.mjs", self.fleet.nodes[0], self.client, ENDPOINT=self.store.endpoint, BUCKET="plans",
                             WANTED=json.dumps(wanted), **self.store.credentials())
        self.assertEqual(code, 0)


if __name__ == "__main__":
    unittest.main()
