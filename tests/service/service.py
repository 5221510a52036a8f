"""Starts the service and speaks to it, with nothing but Python's standard library."""

import base64
import contextlib
import hashlib
import http.client
import http.server
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.parse

BIN = os.environ.get("STOREY_BIN", "storey")
SOURCE = pathlib.Path(os.environ.get("STOREY_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
SAMPLE = SOURCE / "examples" / "sample" / "sample.e57"
PATIENCE = 300  # s until a test gives up waiting; never what decides between right and wrong, however busy the machine is
ANSWER_PATIENCE = 120  # s for an answer: a test that repeats what got none has some left

UUID7 = re.compile(r"^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$")
TIME = re.compile(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$")


def wait_for(condition, what="a condition"):
    """The first true value of `condition`."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        value = condition()
        if value:
            return value
        time.sleep(0.02)
    raise AssertionError("waited in vain for " + what)


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.body = response.read()

    def json(self):
        return json.loads(self.body)


class Service:
    """`storey serve` on a folder of its own, unless one is given. `launcher`: words of a command that runs it."""

    def __init__(self, *flags, data=None, launcher=(), **settings):
        self.folder = None
        if data is None:
            self.folder = tempfile.mkdtemp(prefix="storey-test-")
            data = pathlib.Path(self.folder) / "data"
        self.data = pathlib.Path(data)
        self.flags = list(flags)
        self.launcher = list(launcher)
        self.environment = dict(os.environ)
        for name, value in settings.items():
            self.environment["STOREY_" + name.upper()] = str(value)
        self.log = tempfile.TemporaryFile()
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [*self.launcher, BIN, "serve", "--data", str(self.data), "--listen", "127.0.0.1:0", *self.flags],
            stdout=subprocess.PIPE, stderr=self.log, text=True, env=self.environment)
        line = self.process.stdout.readline()
        if "http" not in line:
            self.process.wait(PATIENCE)
            self.process.stdout.close()
            text = self.log_text()
            self.close()
            raise AssertionError("the service did not start: " + text)
        self.url = line.split()[-1]
        self.port = urllib.parse.urlsplit(self.url).port

    def log_text(self):
        self.log.flush()
        return os.pread(self.log.fileno(), 10_000_000, 0).decode(errors="replace")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        return code

    def close(self):
        if self.process.poll() is None:
            self.kill()
        self.log.close()
        if self.folder:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        self.close()

    def request(self, method, path, body=None, headers=None):
        """`path`: relative to the service, or a whole address of it or of its blob store."""
        port = self.port
        if path.startswith("http"):
            parts = urllib.parse.urlsplit(path)
            path = parts.path + ("?" + parts.query if parts.query else "")
            if "X-Amz-Signature=" in path:
                port = parts.port  # a blob store takes and gives the bytes itself
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=ANSWER_PATIENCE)
        try:
            connection.request(method, path, body, headers or {})
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def post(self, path, document, headers=None):
        return self.request("POST", path, json.dumps(document), {"Content-Type": "application/json", **(headers or {})})

    def command(self, *words):
        result = subprocess.run([BIN, *words, "--data", str(self.data)], capture_output=True, text=True,
                                env=self.environment, timeout=PATIENCE)
        if result.returncode != 0:
            raise AssertionError(result.stderr)
        return result.stdout

    def new_client(self, name="Test", **options):
        words = ["client", "create", "--name", name, "--json"]
        for option, value in options.items():
            words += ["--" + option.replace("_", "-"), str(value)]
        return Client(self, json.loads(self.command(*words)))


class GraphqlError(AssertionError):
    def __init__(self, body):
        super().__init__(json.dumps(body))
        self.body = body
        self.code = body["errors"][0]["extensions"]["code"]
        self.extensions = body["errors"][0]["extensions"]


class Client:
    """A client of the service with its credentials and, once it is asked for, a token."""

    def __init__(self, service, credentials):
        self.service = service
        self.id = credentials["client_id"]
        self.secret = credentials["client_secret"]
        self._token = None

    def basic(self):
        pair = f"{self.id}:{self.secret}".encode()
        return {"Authorization": "Basic " + base64.b64encode(pair).decode()}

    def ask_token(self):
        body = {"client_id": self.id, "client_secret": self.secret, "grant_type": "client_credentials"}
        return self.service.post("/v1/authentication/token", body, self.basic())

    @property
    def token(self):
        if self._token is None:
            self._token = self.ask_token().json()["access_token"]
        return self._token

    def bearer(self):
        return {"Authorization": "Bearer " + self.token}

    def get(self, path):
        return self.service.request("GET", path, headers=self.bearer())

    def graphql(self, query, **variables):
        """The `data` of the answer; a GraphqlError if there are errors."""
        answer = self.service.post("/v1/graphql", {"query": query, "variables": variables}, self.bearer())
        body = answer.json()
        if "errors" in body:
            raise GraphqlError(body)
        return body["data"]

    def new_order(self, name="House", **arguments):
        extra = "".join(f", {key}: {value}" for key, value in arguments.items())
        return self.graphql(
            "mutation($name: String!) { initializeOrder(order_name: $name, product: \"areaplan\","
            f" model_units: \"Metric\"{extra}) {{ order_id order_name order_status created }} }}",
            name=name)["initializeOrder"]

    def new_upload(self, order_id, asset_type="xyz", upload_type="single", fields="", **arguments):
        extra = "".join(f", {key}: {json.dumps(value)}" for key, value in arguments.items())
        return self.graphql(
            f"mutation {{ initializeUpload(order_id: \"{order_id}\", asset_type: \"{asset_type}\","
            f" upload_type: \"{upload_type}\"{extra}) {{ asset_id upload_url expires_in upload_status {fields} }} }}"
        )["initializeUpload"]

    def put(self, url, body):
        return self.service.request("PUT", url, body)

    def finalize_upload(self, asset_id, **arguments):
        extra = "".join(f", {key}: {json.dumps(value)}" for key, value in arguments.items())
        return self.graphql(f"mutation {{ finalizeUpload(asset_id: \"{asset_id}\"{extra}) {{ upload_status }} }}")[
            "finalizeUpload"]["upload_status"]

    def finalize_order(self, order_id):
        return self.graphql("mutation($id: ID!) { finalizeOrder(id: $id) { order_status } }", id=order_id)[
            "finalizeOrder"]["order_status"]

    def upload(self, order_id, bytes_, asset_type="xyz"):
        """Sends a whole file and finalizes it; gives its asset_id."""
        upload = self.new_upload(order_id, asset_type)
        assert self.put(upload["upload_url"], bytes_).status == 200
        assert self.finalize_upload(upload["asset_id"]) == "FINALIZED"
        return upload["asset_id"]

    def order(self, order_id, fields="order_status"):
        return self.graphql(f"query($id: ID!) {{ order(order_id: $id) {{ {fields} }} }}", id=order_id)["order"]

    def asset(self, asset_id, fields="upload_status"):
        return self.graphql(f"query($id: ID!) {{ asset(asset_id: $id) {{ {fields} }} }}", id=asset_id)["asset"]

    def submitted_order(self, scan=None, asset_type="e57", **arguments):
        """An order with one scan, in the queue."""
        order = self.new_order(**arguments)["order_id"]
        self.upload(order, SAMPLE.read_bytes() if scan is None else scan, asset_type)
        assert self.finalize_order(order) in ("INITIALIZED", "PROCESSING")
        return order

    def wait_for_end(self, order_id):
        ends = ("COMPLETED", "ERROR", "CANCELLED")
        return wait_for(lambda: (s := self.order(order_id)["order_status"]) in ends and s, f"the end of order {order_id}")


SMALL_XYZ = b"".join(b"%.2f %.2f %.2f\n" % (i % 10, i // 10, i % 3) for i in range(300))


class ServiceTest(unittest.TestCase):
    """Tests that share one service. `flags` and `settings` may be replaced."""

    flags = ()
    settings = {"workers": 0, "webhooks_allow_private_addresses": "true"}

    @classmethod
    def setUpClass(cls):
        cls.service = Service(*cls.flags, **cls.settings)
        cls.client = cls.service.new_client(requests_per_hour=1_000_000)

    @classmethod
    def tearDownClass(cls):
        cls.service.close()

    def assert_refused(self, code, action, *arguments, **named):
        with self.assertRaises(GraphqlError) as caught:
            action(*arguments, **named)
        self.assertEqual(caught.exception.code, code, caught.exception.body)
        self.assertIsNone(caught.exception.body["data"])
        return caught.exception.extensions


class Receiver:
    """A receiver of webhooks. `answers`: what the next calls get, a status each; 200 after that. `location`: where
    redirects lead."""

    def __init__(self, answers=(), delay=0, location=None):
        self.calls = []
        self.answers = list(answers)
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.calls.append((time.monotonic(), dict(self.headers), body))
                time.sleep(delay)
                self.send_response(receiver.answers.pop(0) if receiver.answers else 200)
                self.send_header("Content-Length", "0")
                if location:
                    self.send_header("Location", location)
                self.end_headers()

            def log_message(self, *ignored):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def bodies(self):
        return [json.loads(body) for _, _, body in self.calls]

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        self.close()


class WebSocket:
    """Just enough of RFC 6455 for a test: text messages of any size, pings, closing."""

    def __init__(self, service, path="/v1/graphql", protocol="graphql-transport-ws", headers=None):
        self.socket = socket.create_connection(("127.0.0.1", service.port), PATIENCE)
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{service.port}", "Upgrade: websocket",
                 "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                 "Sec-WebSocket-Key: " + base64.b64encode(os.urandom(16)).decode(),
                 f"Sec-WebSocket-Protocol: {protocol}"]
        lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.stream = self.socket.makefile("rb")
        self.status = int(self.stream.readline().split()[1])
        self.headers = http.client.parse_headers(self.stream)

    def send(self, message):
        text = (message if isinstance(message, str) else json.dumps(message)).encode()
        mask = os.urandom(4)
        length = bytes([0x80 | len(text)]) if len(text) < 126 else bytes([0xFE]) + struct.pack("!H", len(text))
        self.socket.sendall(b"\x81" + length + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(text)))

    def receive(self):
        """The next message as JSON; the close code, a number, at the end; None where the connection just ended."""
        while True:
            head = self.stream.read(2)
            if len(head) < 2:
                return None
            length = head[1] & 127
            if length == 126:
                length = struct.unpack("!H", self.stream.read(2))[0]
            elif length == 127:
                length = struct.unpack("!Q", self.stream.read(8))[0]
            payload = self.stream.read(length)
            kind = head[0] & 15
            if kind == 1:
                return json.loads(payload)
            if kind == 8:
                return struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else 1005

    def initialize(self, token=None):
        self.send({"type": "connection_init", **({"payload": {"Authorization": "Bearer " + token}} if token else {})})
        return self.receive()

    def subscribe(self, id_, query, **variables):
        self.send({"id": id_, "type": "subscribe", "payload": {"query": query, "variables": variables}})

    def close(self):
        self.stream.close()
        self.socket.close()

    def __enter__(self):
        return self

    def __exit__(self, *ignored):
        self.close()


def sha256(bytes_):
    return hashlib.sha256(bytes_).hexdigest()


@contextlib.contextmanager
def file_server(content):
    """An HTTP server that answers every GET with `content`; gives its address."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *ignored):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/scan.xyz"
    finally:
        server.shutdown()
        server.server_close()
