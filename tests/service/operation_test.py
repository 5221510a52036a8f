"""What operators do: clients, configuration, health, metrics, logs, stopping, backup, full and read-only disks."""

import contextlib
import json
import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tempfile
import time
import unittest
import urllib.parse

from service import BIN, SMALL_XYZ, SOURCE, TIME, UUID7, GraphqlError, Receiver, Service, ServiceTest, wait_for


def run(*words, environment=None):
    return subprocess.run([BIN, *map(str, words)], capture_output=True, text=True, timeout=60,
                          env={**os.environ, **(environment or {})})


class ClientCommandTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="storey-test-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.data = ["--data", self.folder + "/data"]

    def json(self, *words):
        result = run("client", *words, *self.data, "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def test_the_life_of_a_client(self):
        made = self.json("create", "--name", "A", "--tier", "premium", "--requests-per-hour", 9)
        self.assertRegex(made["client_id"], UUID7)
        self.assertRegex(made["created"], TIME)
        self.assertEqual((made["name"], made["tier"], made["requests_per_hour"], made["disabled"]),
                         ("A", "premium", 9, False))
        listed = self.json("list")
        self.assertEqual(listed, [{k: v for k, v in made.items() if k != "client_secret"}])
        self.assertEqual(self.json("set-tier", made["client_id"], "--tier", "standard")["tier"], "standard")
        self.assertNotEqual(self.json("rotate-secret", made["client_id"])["client_secret"], made["client_secret"])
        self.assertTrue(self.json("disable", made["client_id"])["disabled"])
        self.assertFalse(self.json("enable", made["client_id"])["disabled"])
        text = run("client", "create", "--name", "B", *self.data)
        self.assertIn("client_secret: ", text.stdout)

    def token(self, service, client_id, secret):
        body = {"client_id": client_id, "client_secret": secret, "grant_type": "client_credentials"}
        return service.request("POST", "/v1/authentication/token", urllib.parse.urlencode(body),
                               {"Content-Type": "application/x-www-form-urlencoded"})

    def test_a_secret_can_be_replaced_without_a_gap(self):
        made = self.json("create", "--name", "A")
        with Service(data=self.folder + "/data", workers=0) as service:
            token = self.token(service, made["client_id"], made["client_secret"]).json()["access_token"]
            new = self.json("rotate-secret", made["client_id"], "--keep-old", "1h")["client_secret"]
            for secret in (made["client_secret"], new):
                self.assertEqual(self.token(service, made["client_id"], secret).status, 200)
            self.json("rotate-secret", made["client_id"], "--revoke-tokens")
            self.assertEqual(self.token(service, made["client_id"], new).status, 401)
            self.assertEqual(service.request("GET", "/v1/projects", headers={"Authorization": "Bearer " + token}).status,
                             401)
        self.assertEqual(run("client", "rotate-secret", made["client_id"], "--keep-old", "soon", *self.data).returncode, 2)

    def test_a_client_can_be_erased(self):
        made = self.json("create", "--name", "A")
        self.assertEqual(run("client", "delete", made["client_id"], *self.data).returncode, 2)
        self.assertEqual(self.json("delete", made["client_id"], "--yes"),
                         {"client_id": made["client_id"], "deleted_orders": 0})
        self.assertEqual(self.json("list"), [])
        self.assertEqual(run("client", "delete", made["client_id"], "--yes", *self.data).returncode, 2)

    def test_nothing_of_an_erased_client_is_left(self):
        data = pathlib.Path(self.folder) / "data"
        kept = lambda: {path.name for path in (data / "blobs").rglob("*") if path.is_file()}

        def rows_with(*words):
            with contextlib.closing(sqlite3.connect(data / "storey.db")) as database:
                tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
                return [(table, row) for table in tables for row in database.execute(f"SELECT * FROM {table}")
                        if any(word in str(row) for word in words)]

        with Service(data=str(data), workers=1, webhooks_allow_private_addresses="true") as service, Receiver() as receiver:
            other, gone = service.new_client("Other"), service.new_client("Gone")
            self.assertEqual(other.wait_for_end(other.submitted_order()), "COMPLETED")
            before = kept()
            self.assertGreater(len(before), 1)
            gone.graphql(f'mutation {{ createWebhook(webhook_url: "{receiver.url}") {{ webhook_id }} }}')
            done, draft = gone.submitted_order(), gone.new_order()["order_id"]
            gone.upload(draft, SMALL_XYZ, "xyz")
            self.assertEqual(gone.wait_for_end(done), "COMPLETED")
            self.assertGreater(len(kept()), len(before))
            self.assertTrue(rows_with(gone.id, done, draft))
            self.assertEqual(self.json("delete", gone.id, "--yes")["deleted_orders"], 2)
            self.assertEqual(gone.get("/v1/projects").status, 401)
            # What watchers of the orders may still ask for is the log of states, which housekeeping cuts.
            self.assertEqual({table for table, _ in rows_with(gone.id, done, draft)}, {"events"})
            self.assertEqual(rows_with(gone.id, "Gone"), [])
            self.assertEqual(kept(), before)
            self.assertTrue(rows_with(other.id))

    def test_what_operators_do_is_noted(self):
        made = self.json("create", "--name", "A")
        self.json("disable", made["client_id"])
        self.json("rotate-secret", made["client_id"])
        run("client", "disable", "nobody", *self.data)
        run("key", "rotate", *self.data)
        run("key", "drop", "first", *self.data)
        run("key", "drop", "first", *self.data)
        self.json("delete", made["client_id"], "--yes")
        lines = [json.loads(line) for line in (pathlib.Path(self.folder) / "data" / "audit.log").read_text().splitlines()]
        self.assertEqual([line["action"] for line in lines],
                         ["migrate", "client create", "client disable", "client rotate-secret", "key rotate", "key drop",
                          "client delete"])
        for line in lines:
            self.assertRegex(line["time"], TIME)
            self.assertTrue(line["user"])
        self.assertRegex(lines[0]["subject"], r"^\d{4}_")
        self.assertEqual({line["subject"] for line in (*lines[1:4], lines[6])}, {made["client_id"]})
        self.assertEqual(lines[5]["subject"], "first")
        self.assertNotIn(made["client_secret"], json.dumps(lines))

    def test_wrong_usage(self):
        for words in (("create",), ("create", "--name", ""), ("create", "--name", "A", "--tier", "gold"),
                      ("create", "--name", "A", "--requests-per-hour", 0), ("disable", "nobody"), ()):
            self.assertEqual(run("client", *words, *(self.data if words else ())).returncode, 2, words)


class KeyCommandTest(unittest.TestCase):
    def test_a_new_key_signs_and_former_ones_stay_good(self):
        with Service(workers=0, webhooks_allow_private_addresses="true") as service:
            client = service.new_client()
            create = 'mutation { createWebhook(webhook_url: "http://127.0.0.1:8/") { webhook_id webhook_secret } }'
            webhook = client.graphql(create)["createWebhook"]
            before = client.new_upload(client.new_order()["order_id"])
            id_ = service.command("key", "rotate").split()[0]
            self.assertEqual(service.stop(), 0)
            service.start()
            after = client.new_upload(client.new_order()["order_id"])
            self.assertIn("signature=" + id_ + ".", after["upload_url"])
            for upload in (before, after):
                path = "/v1" + upload["upload_url"].split("/v1")[1]
                self.assertEqual(service.request("PUT", path, SMALL_XYZ).status, 200)
            self.assertEqual(service.command("key", "list").splitlines(),
                             [id_ + "  0 webhooks  (present)", "first  1 webhooks"])
            data = ("--data", service.data)
            for name, why in (("first", "1 webhooks"), (id_, "present key"), ("nothing", "no key")):
                refused = run("key", "drop", name, *data)
                self.assertEqual(refused.returncode, 2)
                self.assertIn(why, refused.stderr)
            rotated = client.graphql('mutation($id: ID!) { rotateWebhookSecret(webhook_id: $id) { webhook_secret } }',
                                     id=webhook["webhook_id"])
            self.assertNotEqual(rotated["rotateWebhookSecret"]["webhook_secret"], webhook["webhook_secret"])
            service.command("key", "drop", "first")
            self.assertEqual(service.command("key", "list"), id_ + "  1 webhooks  (present)\n")
            self.assertEqual((service.data / "secret.key").stat().st_mode & 0o777, 0o600)


class ConfigTest(unittest.TestCase):
    def config(self, *words, environment=None):
        result = run("config", *words, environment=environment)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def value(self, text, section, key):
        inside = section is None
        for line in text.splitlines():
            if line.startswith("["):
                inside = line == f"[{section}]"
            elif inside and line.startswith(key + " = "):
                return line.split(" = ", 1)[1].split("  # ")[0].strip('"')
        return None

    def test_file_environment_and_flags(self):
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            file.write('workers = 3\n[webhooks]\nallow_private_addresses = true\ntimeout = "9s"\n'
                       'retry_schedule = ["1s", "2s"]\n[limits]\nmax_upload_size = "1GiB"\n')
            file.flush()
            text = self.config("--config", file.name)
            self.assertEqual(self.value(text, None, "workers"), "3")
            self.assertEqual(self.value(text, "webhooks", "allow_private_addresses"), "true")
            self.assertEqual(self.value(text, "webhooks", "retry_schedule"), "1s,2s")
            self.assertEqual(self.value(text, "limits", "max_upload_size"), "1GiB")
            variables = {"STOREY_WEBHOOKS_TIMEOUT": "8s", "STOREY_WORKERS": "4"}
            text = self.config("--config", file.name, "--workers", "5", environment=variables)
            self.assertEqual((self.value(text, None, "workers"), self.value(text, "webhooks", "timeout")), ("5", "8s"))

    def test_what_is_printed_can_be_read_again(self):
        first = self.config()
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            file.write(first)
            file.flush()
            self.assertEqual(self.config("--config", file.name), first)

    def test_mistakes_are_named(self):
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            for content, named in (("wrkers = 1", "wrkers"), ("workers = -1", "workers"), ("workers = ", "line 1"),
                                   ("[webhooks]\ntimeout = \"soon\"", "webhooks.timeout")):
                file.seek(0)
                file.truncate()
                file.write(content)
                file.flush()
                result = run("config", "--config", file.name)
                self.assertEqual(result.returncode, 2, content)
                self.assertIn(named, result.stderr)

    def test_defaults_of_the_contract(self):
        text = self.config()
        for section, key, value in (("webhooks", "timeout", "15s"), ("auth", "token_lifetime", "1h"),
                                    ("webhooks", "retry_schedule", "5s,5m,30m,2h,5h,10h,10h"),
                                    ("webhooks", "allow_private_addresses", "false"),
                                    ("limits", "standard_requests_per_hour", "1000"),
                                    ("limits", "premium_requests_per_hour", "5000")):
            self.assertEqual(self.value(text, section, key), value, key)

    def test_help_names_every_setting(self):
        shown = run("serve", "--help").stdout
        for flag in ("--webhooks-allow-private-addresses", "--webhooks-retry-schedule", "--workers", "--listen"):
            self.assertIn(flag, shown)


class HealthTest(ServiceTest):
    settings = {"workers": 0, "admin_listen": "127.0.0.1:0", "log_format": "json"}

    def test_health(self):
        self.assertEqual(self.service.request("GET", "/healthz").status, 200)
        ready = self.service.request("GET", "/readyz")
        self.assertEqual((ready.status, ready.json()["database"], ready.json()["blobs"]), (200, "ok", "ok"))
        blobs = self.service.data / "blobs"
        blobs.rename(self.service.data / "elsewhere")
        try:
            ready = self.service.request("GET", "/readyz")
            self.assertEqual((ready.status, ready.json()["blobs"]), (503, "unavailable"))
        finally:
            (self.service.data / "elsewhere").rename(blobs)

    def test_metrics_are_at_the_admin_address_only(self):
        self.assertEqual(self.service.request("GET", "/metrics").status, 404)
        self.client.get("/v1/projects")
        # A request is counted once its answer is sent, so the client may ask before.
        text = wait_for(lambda: 'route="/v1/projects"' in (found := metrics_of(self.service)) and found, "the count")
        for part in ('storey_http_requests_total{', 'storey_queue_jobs{kind="convert",state="queued"} 0', 'storey_build_info{version="'):
            self.assertIn(part, text)

    def test_graphql_is_counted_by_operation_and_code(self):
        self.client.graphql("query NameOfTheClient { projects { project_name } }")
        for query in ('{ order(order_id: "nothing") { order_id } }', "{ nothing }"):
            with self.assertRaises(GraphqlError):
                self.client.graphql(query)
        text = metrics_of(self.service)
        for operation, code in (("projects", "OK"), ("order", "ORDER_NOT_FOUND"), ("invalid", "GRAPHQL_VALIDATION_FAILED")):
            self.assertIn(f'storey_graphql_operations_total{{code="{code}",operation="{operation}"}} 1', text)
        self.assertIn('storey_graphql_operation_duration_seconds_count{operation="projects"} 1', text)
        self.assertNotIn("NameOfTheClient", text)

    def test_what_is_at_this_moment(self):
        self.client.submitted_order()  # nobody works here
        time.sleep(0.1)
        values = dict(line.rsplit(" ", 1) for line in metrics_of(self.service).splitlines() if not line.startswith("#"))
        self.assertGreater(float(values['storey_queue_oldest_job_seconds{kind="convert"}']), 0.05)
        self.assertEqual(float(values['storey_webhook_oldest_delivery_seconds']), 0)
        self.assertGreater(float(values["storey_data_free_bytes"]), 1e6)
        for file in ("storey.db", "storey.db-wal"):
            self.assertGreater(float(values['storey_database_bytes{file="%s"}' % file]), 0)
        self.assertGreater(float(values["storey_database_writer_wait_seconds_count"]), 0)
        self.assertIn("storey_event_loop_lag_seconds", values)

    def test_what_no_receiver_takes_grows_old(self):
        with Service(workers=0, admin_listen="127.0.0.1:0", webhooks_allow_private_addresses="true", log_format="json") as service:
            client = service.new_client()
            client.graphql('mutation { createWebhook(webhook_url: "http://127.0.0.1:8/") { webhook_id } }')
            client.submitted_order()
            age = lambda: float(next(line.split()[-1] for line in metrics_of(service).splitlines()
                                     if line.startswith("storey_webhook_oldest_delivery_seconds ")))
            self.assertGreater(wait_for(age, "a delivery that has not ended"), 0)

    def test_workers_have_an_address_of_their_own(self):
        with tempfile.TemporaryFile() as log:
            worker = subprocess.Popen([BIN, "worker", "--data", str(self.service.data), "--admin-listen", "127.0.0.1:0",
                                       "--log-format", "json"], stderr=log)
            try:
                read = lambda: os.pread(log.fileno(), 100_000, 0).decode().splitlines()
                port = wait_for(lambda: next((json.loads(l)["admin_port"] for l in read() if "admin_port" in l), None),
                                "the port")
                order = self.client.submitted_order()
                self.assertEqual(self.client.wait_for_end(order), "COMPLETED")
                with Port(port) as admin:
                    self.assertEqual(admin.request("GET", "/healthz").status, 200)
                    text = wait_for(lambda: (found := admin.request("GET", "/metrics").body.decode())
                                    and 'storey_jobs_total{kind="convert",outcome="completed"}' in found and found, "the job")
                self.assertIn('storey_engine_stage_duration_seconds_count{stage="read"}', text)
            finally:
                worker.terminate()
                self.assertEqual(worker.wait(60), 0)

    def test_the_log_has_request_ids_and_no_signatures(self):
        order = self.client.new_order()["order_id"]
        upload = self.client.new_upload(order)
        answer = self.service.request("PUT", upload["upload_url"], SMALL_XYZ, {"X-Request-Id": "mine-1"})
        self.assertEqual(answer.headers["X-Request-Id"], "mine-1")
        entry = wait_for(lambda: next((e for e in map(json.loads, self.service.log_text().splitlines())
                                       if e.get("request") == "mine-1"), None), "the entry")
        self.assertEqual((entry["method"], entry["status"]), ("PUT", 200))
        self.assertNotIn("signature", self.service.log_text())


class MetricsTest(ServiceTest):
    settings = {"workers": 1, "admin_listen": "127.0.0.1:0", "log_format": "json",
                "webhooks_allow_private_addresses": "true"}

    def test_an_order_leaves_its_traces(self):
        with Receiver() as receiver:
            self.client.graphql("mutation($url: String!) { createWebhook(webhook_url: $url, webhook_events:"
                                ' ["order.completed"]) { webhook_id } }', url=receiver.url)
            order = self.client.submitted_order()
            self.assertEqual(self.client.wait_for_end(order), "COMPLETED")
            text = wait_for(lambda: (found := metrics_of(self.service))
                            and 'storey_webhook_attempts_total{outcome="delivered"} 1' in found and found, "the webhook")
        for part in ('storey_jobs_total{kind="convert",outcome="completed"} 1', 'storey_job_duration_seconds_count{kind="convert"} 1',
                     'storey_engine_stage_duration_seconds_count{stage="read"} 1',
                     'storey_engine_stage_duration_seconds_count{stage="export"} 1',
                     'storey_queue_jobs{kind="convert",state="queued"} 0', "storey_http_request_duration_seconds_bucket{"):
            self.assertIn(part, text)
        self.check_monitoring(text)

    def check_monitoring(self, text):
        """Alerts and board ask for nothing that the service does not tell."""
        told = set(re.findall(r"^(storey_\w+)", text, re.MULTILINE))
        monitoring = SOURCE / "packaging" / "monitoring"
        board = json.loads((monitoring / "grafana-board.json").read_text())
        expressions = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
        alerts = (monitoring / "alerts.yml").read_text()
        expressions += re.findall(r"expr: (.*)", alerts)
        self.assertGreater(len(expressions), 20)
        for expression in expressions:
            for name in re.findall(r"\bstorey_\w+", expression):
                self.assertIn(name, told, expression)
        document = (SOURCE / "docs" / "operation.md").read_text()
        for alert in re.findall(r"alert: (\w+)", alerts):
            self.assertIn(f"`{alert}`", document)


def metrics_of(service):
    """What the admin address says; its port is in the log, as JSON."""
    port = wait_for(lambda: next((json.loads(line)["admin_port"] for line in service.log_text().splitlines()
                                  if "admin_port" in line), None), "the port")
    with Port(port) as admin:
        return admin.request("GET", "/metrics").body.decode()


class Port(Service):
    """Another port of a service that runs already."""

    def __init__(self, port):
        self.port = port

    def close(self):
        pass


class StopTest(unittest.TestCase):
    def test_terminates_and_gives_jobs_back(self):
        with Service(workers=1) as service:
            client = service.new_client()
            order = client.submitted_order()
            wait_for(lambda: client.order(order)["order_status"] != "INITIALIZED", "the claim")
            self.assertEqual(service.stop(), 0)
            service.start()
            self.assertEqual(client.wait_for_end(order), "COMPLETED")

    def test_a_second_service_on_a_taken_port_says_so(self):
        with Service(workers=0) as service:
            result = run("serve", "--data", service.data, "--listen", f"127.0.0.1:{service.port}")
            self.assertEqual(result.returncode, 1)
            self.assertIn(str(service.port), result.stderr)


class BackupTest(unittest.TestCase):
    """As docs/operation.md says: the database by sqlite3's backup, then the files."""

    def test_backup_and_restore(self):
        with Service(workers=1) as service:
            client = service.new_client()
            order = client.submitted_order()
            self.assertEqual(client.wait_for_end(order), "COMPLETED")
            copy = pathlib.Path(service.folder) / "copy"
            copy.mkdir()
            source, target = sqlite3.connect(service.data / "storey.db"), sqlite3.connect(copy / "storey.db")
            source.backup(target)
            source.close()
            target.close()
            shutil.copy(service.data / "secret.key", copy)
            shutil.copytree(service.data / "blobs", copy / "blobs")
            service.kill()
            shutil.rmtree(service.data)
            copy.rename(service.data)
            service.start()
            results = client.order(order, "results { file_name download_url }")["results"]
            for result in results:
                self.assertEqual(service.request("GET", result["download_url"]).status, 200)


class DamageTest(unittest.TestCase):
    def test_a_database_of_another_version(self):
        with Service(workers=0) as service:
            service.kill()
            database = sqlite3.connect(service.data / "storey.db")
            database.execute("UPDATE migrations SET checksum = 'x'")
            database.commit()
            database.close()
            result = run("migrate", "--data", service.data)
            self.assertEqual(result.returncode, 1)
            self.assertIn("migration", result.stderr)

    def test_a_database_of_a_newer_version_is_left_as_it_is(self):
        with tempfile.TemporaryDirectory() as folder:
            run("migrate", "--data", folder + "/data")
            with contextlib.closing(sqlite3.connect(folder + "/data/storey.db")) as database:
                database.execute("INSERT INTO migrations VALUES ('9999_later', 'x', 0)")
                database.commit()
                before = list(database.iterdump())
                for command in (("migrate",), ("client", "create", "--name", "A"), ("serve", "--listen", "127.0.0.1:0")):
                    result = run(*command, "--data", folder + "/data")
                    self.assertEqual(result.returncode, 1, command)
                    self.assertIn("made by a newer version (migration 9999_later)", result.stderr)
                    self.assertIn("run that version", result.stderr)
                self.assertEqual(list(database.iterdump()), before)

    def test_migrate(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("applied 0001", run("migrate", "--data", folder + "/data").stdout)
            self.assertIn("0 of them new", run("migrate", "--data", folder + "/data").stdout)


def may_mount():
    """Whether this user may have mounts of its own."""
    return subprocess.run([*PRIVATE_MOUNTS, "true"], capture_output=True).returncode == 0


PRIVATE_MOUNTS = ("unshare", "--mount", *(() if os.getuid() == 0 else ("--map-root-user",)))


@unittest.skipUnless(may_mount(), "no mounts of one's own are allowed here")
class ReadOnlyDiskTest(unittest.TestCase):
    """A bind mount that is read-only stands for the disk, seen by the service only."""

    def make_read_only(self, service, folder, read_only=True):
        enter = ["nsenter", "--target", str(service.process.pid), "--mount"]
        if os.getuid() != 0:
            enter += ["--user", "--preserve-credentials"]
        words = ["mount", "--bind", folder, folder] if read_only else ["umount", folder]
        subprocess.run([*enter, *map(str, words)], check=True)
        if read_only:
            subprocess.run([*enter, "mount", "-o", "remount,bind,ro", str(folder)], check=True)

    def test_files_that_cannot_be_written(self):
        with Service(workers=0, launcher=PRIVATE_MOUNTS) as service:
            client = service.new_client()
            order = client.new_order()["order_id"]
            asset = client.upload(order, SMALL_XYZ)
            upload = client.new_upload(order)
            self.make_read_only(service, service.data / "blobs")
            answer = client.put(upload["upload_url"], SMALL_XYZ)
            self.assertEqual((answer.status, answer.json()["error"]), (503, "STORAGE_UNAVAILABLE"))
            wait_for(lambda: "make the data directory writable" in service.log_text(), "the reason in the log")
            self.assertEqual(service.request("GET", "/readyz").status, 503)
            self.assertEqual(client.asset(asset)["upload_status"], "FINALIZED", "reading goes on")
            self.make_read_only(service, service.data / "blobs", read_only=False)
            self.assertEqual(client.put(upload["upload_url"], SMALL_XYZ).status, 200)
            self.assertEqual(client.finalize_upload(upload["asset_id"]), "FINALIZED")
            self.assertEqual(service.request("GET", "/readyz").status, 200)

    def test_a_data_folder_that_cannot_be_written(self):
        with tempfile.TemporaryDirectory() as folder:
            script = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
            result = subprocess.run([*PRIVATE_MOUNTS, "sh", "-c", script, folder, BIN, "serve", "--data", folder + "/data",
                                     "--listen", "127.0.0.1:0"], capture_output=True, text=True, timeout=60)
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn(folder, result.stderr)
        self.assertIn("Read-only file system", result.stderr)


class ScratchFolderTest(unittest.TestCase):
    def test_a_folder_that_cannot_be_used_ends_orders_in_error(self):
        with Service(workers=1, worker_retry_wait="1s", log_level="info") as service:
            client = service.new_client()
            shutil.rmtree(service.data / "scratch")
            (service.data / "scratch").write_text("not a folder")
            order = client.submitted_order(SMALL_XYZ, "xyz")
            self.assertEqual(client.wait_for_end(order), "ERROR")
            error = client.order(order, "error { code message }")["error"]
            self.assertEqual(error["code"], "PROCESSING_FAILED")
            self.assertIn("not to blame", error["message"])
            self.assertEqual(service.log_text().count("job started"), 3)
            self.assertNotIn("scratch", error["message"])


class FullDiskTest(unittest.TestCase):
    """A limit on the size of files stands for a full disk: writing fails in the same way."""

    def test_nothing_is_lost(self):
        with Service(workers=0) as service:
            client = service.new_client()
            order = client.new_order()["order_id"]
            upload = client.new_upload(order)
            size = max(file.stat().st_size for file in service.data.rglob("*") if file.is_file())
            limit = size + 200_000
            subprocess.run(["prlimit", "--pid", str(service.process.pid), f"--fsize={limit}:"], check=True)
            answer = client.put(upload["upload_url"], b"1 2 3\n" * (limit // 3))
            self.assertEqual((answer.status, answer.json()["error"]), (503, "STORAGE_UNAVAILABLE"))
            subprocess.run(["prlimit", "--pid", str(service.process.pid), "--fsize=unlimited:"], check=True)
            self.assertEqual(client.order(order)["order_status"], "UPLOADING")
            service.kill()
            service.start()
            self.assertEqual(client.put(upload["upload_url"], SMALL_XYZ).status, 200)
            self.assertEqual(client.finalize_upload(upload["asset_id"]), "FINALIZED")


if __name__ == "__main__":
    unittest.main()
