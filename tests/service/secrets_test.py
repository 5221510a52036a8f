"""Secrets are in no log, no error, no process title and no core: a client's secret, tokens, signatures of addresses,
secrets of webhooks, the deployment's key."""
import json
import os
import pathlib
import signal
import unittest
import urllib.parse

from service import SMALL_XYZ, Receiver, Service, wait_for

SANITIZED = os.environ.get("STOREY_WORKER_MEMORY_LIMIT") == "0"  # LeakSanitizer traces the process


def process_titles():
    """Of all processes: command line and name."""
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            yield (folder / "cmdline").read_bytes() + (folder / "comm").read_bytes()
        except OSError:
            pass  # it has ended


class Secrets(unittest.TestCase):
    def setUp(self):
        self.service = Service("--log-level", "debug", "--log-format", "json",
                               webhooks_allow_private_addresses="true")
        self.addCleanup(self.service.close)
        self.receiver = Receiver()
        self.addCleanup(self.receiver.close)
        self.client = self.service.new_client()
        self.errors = []

    def refused(self, answer):
        self.errors.append(answer.body)
        return answer

    def use_everything(self):
        """Uses each secret rightly and wrongly; the secrets by name."""
        client, service = self.client, self.service
        webhook = client.graphql(
            "mutation($url: String!) { createWebhook(webhook_url: $url) { webhook_id webhook_secret } }",
            url=self.receiver.url)["createWebhook"]
        order = client.new_order()["order_id"]
        upload = client.new_upload(order, "xyz")
        signature = urllib.parse.parse_qs(urllib.parse.urlsplit(upload["upload_url"]).query)["signature"][0]
        self.refused(service.request("PUT", upload["upload_url"].replace("/uploads/", "/uploads/x"), SMALL_XYZ))
        self.refused(service.request("GET", upload["upload_url"]))
        client.put(upload["upload_url"], SMALL_XYZ)
        client.finalize_upload(upload["asset_id"])
        client.finalize_order(order)
        client.wait_for_end(order)
        titles = b"".join(process_titles())
        self.refused(service.post("/v1/authentication/token", {"client_id": client.id, "client_secret": client.secret,
                                                               "grant_type": client.token}))
        self.refused(service.post("/v1/authentication/token", {"client_id": client.secret, "client_secret": "x",
                                                               "grant_type": "client_credentials"}))
        for document in (client.token, "{ order(order_id: \"" + client.token + "\") { order_id } }",
                         "{ " + client.secret.replace("-", "_") + " }"):
            self.refused(service.post("/v1/graphql", {"query": document}, {"Authorization": "Bearer x" + client.token}))
        self.refused(service.request("GET", "/v1/nothing?access_token=" + client.token))
        key = (service.data / "secret.key").read_bytes().strip()
        return titles, {"client secret": client.secret, "token": client.token, "signature": signature,
                        "webhook secret": webhook["webhook_secret"], "key": key.decode("latin-1")}

    def test_in_no_log_error_or_title(self):
        titles, secrets = self.use_everything()
        wait_for(lambda: "job ended" in self.service.log_text(), "the log")
        log = self.service.log_text()
        self.assertIn(str(self.service.data).encode(), titles)
        for name, secret in secrets.items():
            with self.subTest(secret=name):
                self.assertGreater(len(secret), 16)
                self.assertNotIn(secret, log)
                self.assertNotIn(json.dumps(secret)[1:-1], log)
                self.assertNotIn(secret.encode("latin-1"), titles)
                for error in self.errors:
                    self.assertNotIn(secret.encode("latin-1"), error)

    @unittest.skipIf(SANITIZED, "sanitizers trace the process")
    def test_in_no_core(self):
        def dumps_core(pid):
            os.kill(pid, signal.SIGQUIT)
            return os.WCOREDUMP(os.waitpid(pid, 0)[1])

        other = os.fork()
        if other == 0:
            import resource
            resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            os.chdir(self.service.folder)
            os.execv("/bin/sleep", ["sleep", "600"])
        while b"sleep" not in pathlib.Path(f"/proc/{other}/cmdline").read_bytes():
            pass
        if not dumps_core(other):
            self.skipTest("this machine writes no cores")
        unlimited = f"cd {self.service.folder} && ulimit -c unlimited && exec \"$0\" \"$@\""
        with Service(launcher=("/bin/sh", "-c", unlimited)) as service:
            dumped = dumps_core(service.process.pid)
            service.process.returncode = -signal.SIGQUIT  # it has been waited for
            service.process.stdout.close()
            self.assertFalse(dumped)


if __name__ == "__main__":
    unittest.main()
