"""A fleet on one machine: several nodes that answer and several that convert, on one PostgreSQL server and one blob
store."""

import collections
import contextlib
import http.client
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile

from fleet_parts import Postgres
from service import BIN, PATIENCE, Client, Service, sha256, wait_for

STEPS = ["UPLOADING", "INITIALIZED", "PROCESSING", "COMPLETED"]


class Worker:
    """`storey worker` with a data folder of its own."""

    def __init__(self, folder, environment, launcher=()):
        self.folder, self.environment, self.launcher = folder, environment, list(launcher)
        self.log = open(folder.with_suffix(".log"), "ab")
        self.start()

    def start(self):
        self.process = subprocess.Popen([*self.launcher, BIN, "worker", "--data", str(self.folder)], stdout=self.log,
                                        stderr=self.log, env=self.environment)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def kill_converter(self):
        """kill -9 of the process that reads a scan, if one does; gives its number, as a list."""
        killed = []
        for child in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/children"):
            for pid in child.read_text().split():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(int(pid), signal.SIGKILL)
                    killed.append(pid)
        return killed

    def stop(self):
        self.process.terminate()
        return self.process.wait(PATIENCE)

    def close(self):
        if self.process.poll() is None:
            self.kill()
        self.log.close()


def is_ready(node):
    """Whether it answers, and its database and store do."""
    with contextlib.suppress(OSError, http.client.HTTPException):
        return node.request("GET", "/readyz").status == 200
    return False


class Fleet:
    """`store`: a CephStore and the name of a bucket, or nothing: then a folder that all nodes share. Requests go to one
    node or the other by chance."""

    def __init__(self, serves=2, workers=2, store=None, postgres=None, blobs_endpoint=None, folder=None, **settings):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="storey-fleet-", dir=folder))
        self.postgres = postgres or Postgres()
        self.owns_postgres = postgres is None
        self.nodes, self.workers = [], []
        self.chance = random.Random(11)
        # A job that met trouble does not wait: its wait grows fourfold with every attempt, and the busier the machine is,
        # the more attempts end in trouble. (The wait itself has its tests beside the use cases.)
        self.settings = {"workers": 0, "webhooks_allow_private_addresses": "true", "worker_lease": "3s",
                         "worker_retry_wait": "0s", "worker_max_attempts": 100,
                         "webhooks_retry_schedule": ",".join(["200ms"] * 100), "graphiql_enabled": "false",
                         "worker_memory_limit": 0, "http_shutdown_grace": "1s",
                         "database_url": self.postgres.url(), "key_file": str(self.folder / "keys"), **settings}
        self.credentials = {}
        if store is not None:
            self.settings["blobs_url"] = store[0].url(store[1], blobs_endpoint)
            if blobs_endpoint:
                self.settings["blobs_url"] += f"&public_endpoint={store[0].endpoint}"
            self.credentials = store[0].credentials()
        else:
            (self.folder / "blobs").mkdir()
        try:
            for i in range(serves):
                self.add_node(f"serve-{i}")
            for i in range(workers):
                self.add_worker(f"worker-{i}")
        except BaseException:
            self.close()
            raise

    def data(self, name):
        data = self.folder / name
        data.mkdir()
        if not self.credentials:
            (data / "blobs").symlink_to(self.folder / "blobs")
        return data

    def environment(self, **settings):
        return {**os.environ, **self.credentials,
                **{"STOREY_" + name.upper(): str(value) for name, value in {**self.settings, **settings}.items()}}

    def add_node(self, name, launcher=(), **settings):
        os.environ.update(self.credentials)
        node = Service(data=self.data(name), launcher=launcher, **{**self.settings, **settings})
        self.nodes.append(node)
        return node

    def add_worker(self, name, launcher=(), **settings):
        self.workers.append(Worker(self.data(name), self.environment(**{"workers": 1, **settings}), launcher))
        return self.workers[-1]

    def node(self):
        return self.chance.choice(self.nodes)

    # What a Service offers too.
    def request(self, *arguments, **named):
        return self.node().request(*arguments, **named)

    def post(self, *arguments, **named):
        return self.node().post(*arguments, **named)

    def new_client(self, name="Test", **options):
        client = self.nodes[0].new_client(name, **options)
        client.service = self
        return client

    def restart_node(self, node):
        """kill -9 and start again, at the same port."""
        node.kill()
        node.flags = ["--listen", f"127.0.0.1:{node.port}"]
        node.process = subprocess.Popen([*node.launcher, BIN, "serve", "--data", str(node.data), *node.flags],
                                        stdout=subprocess.PIPE, stderr=node.log, text=True, env=node.environment)

    def restart_worker(self, worker):
        worker.kill()
        worker.start()

    def wait_until_ready(self):
        """After faults: whatever was killed or cut off answers again. (Workers need not: others do their work.)"""
        for node in self.nodes:
            wait_for(lambda node=node: is_ready(node), f"the node at {node.url}")

    def logs(self):
        texts = [f"{node.data}:\n{node.log_text()[-4000:]}" for node in self.nodes]
        texts += [f"{worker.folder}:\n{worker.folder.with_suffix('.log').read_text()[-4000:]}" for worker in self.workers]
        return "\n".join(texts)

    def close(self):
        for worker in self.workers:
            worker.close()
        for node in self.nodes:
            node.close()
        if self.owns_postgres:
            self.postgres.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        self.close()


def check_outcome(test, fleet, client, receiver, orders, reasons=()):
    """Every order has ended, completed or, for one of `reasons`, in error; with exactly one set of results that are
    stored as they were announced; every webhook arrived, in its order; no job is left."""
    completed = 0
    for order in orders:
        status = client.wait_for_end(order)
        found = client.order(order, "error { code } results { file_name size_bytes checksum_sha256 download_url }")
        if status == "ERROR":
            test.assertIn(found["error"]["code"], reasons, order)
            test.assertEqual(found["results"], [])
            continue
        test.assertEqual(status, "COMPLETED", order)
        completed += 1
        names = [result["file_name"] for result in found["results"]]
        test.assertEqual(len(names), len(set(names)), "one set of results")
        test.assertIn("plan.json", names)
        for result in found["results"]:
            content = fleet.request("GET", result["download_url"]).body
            test.assertEqual((len(content), sha256(content)), (result["size_bytes"], result["checksum_sha256"]))
    test.assertGreater(completed, 0)

    def steps_of(order):
        """In the order of their first arrival: deliveries may come again."""
        seen = collections.OrderedDict()
        for _, headers, body in list(receiver.calls):
            message = json.loads(body)
            if message["data"]["order_id"] == order:
                seen.setdefault(headers["webhook-id"], message["data"]["order_status"])
        return list(seen.values())

    for order in orders:
        wait_for(lambda: len(steps_of(order)) >= len(STEPS), f"the webhooks of {order}: {steps_of(order)}")
        test.assertEqual(steps_of(order)[:3], STEPS[:3], order)
        test.assertEqual(len(steps_of(order)), len(STEPS), order)
    left = fleet.postgres.sql(f"SELECT order_id, status FROM jobs WHERE client_id = '{client.id}'")
    test.assertEqual(left, [])


__all__ = ["Client", "Fleet", "Worker", "check_outcome", "STEPS"]
