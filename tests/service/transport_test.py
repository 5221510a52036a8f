"""How requests come in: TLS from PEM files, pages of other origins, proxies in front."""

import gzip
import http.client
import json
import pathlib
import shutil
import signal
import ssl
import subprocess
import tempfile
import unittest

from service import PATIENCE, Answer, Service, ServiceTest, wait_for


class ProxyTlsTest(ServiceTest):
    settings = {"workers": 0, "http_trusted_proxies": "127.0.0.1", "http_forwarded_header": "forwarded"}

    def test_what_came_to_the_proxy_by_tls_goes_on_so(self):
        create = 'mutation { initializeOrder(order_name: "a", product: "areaplan", model_units: "Metric") { order_id } }'
        order = self.client.graphql(create)["initializeOrder"]["order_id"]
        query = (f'mutation {{ initializeUpload(order_id: "{order}", asset_type: "xyz", upload_type: "single")'
                 " { upload_url } }")
        for forwarded, scheme in (("for=192.0.2.1;proto=https", "https"), ("for=192.0.2.1;proto=http", "http"),
                                  ("for=192.0.2.1", "http")):
            answer = self.service.post("/v1/graphql", {"query": query}, {"Forwarded": forwarded, **self.client.bearer()})
            url = answer.json()["data"]["initializeUpload"]["upload_url"]
            self.assertEqual(url.split(":")[0], scheme, forwarded)
            self.assertEqual(answer.headers["Strict-Transport-Security"],
                             "max-age=31536000" if scheme == "https" else None)


class PagesTest(ServiceTest):
    settings = {"workers": 0}

    def test_run_their_own_scripts_only_and_in_no_frame(self):
        for path in ("/", "/graphiql"):
            answer = self.service.request("GET", path, headers={"Accept-Encoding": "gzip"})
            policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
            self.assertEqual(policy.get("script-src", policy["default-src"]), "'self'", path)
            self.assertEqual(policy.get("connect-src", policy["default-src"]), "'self'", path)
            for directive in ("frame-ancestors", "base-uri", "form-action"):
                self.assertEqual(policy[directive], "'none'", path)
            self.assertEqual(answer.headers["Referrer-Policy"], "no-referrer")


    def test_come_as_they_are_to_clients_without_gzip(self):
        for path in ("/", "/graphiql"):
            packed = self.service.request("GET", path, headers={"Accept-Encoding": "gzip"})
            plain = self.service.request("GET", path)
            self.assertEqual((plain.status, plain.headers["Content-Encoding"]), (200, None), path)
            self.assertEqual(plain.body, gzip.decompress(packed.body), path)
            self.assertEqual(plain.headers["Vary"], "Accept-Encoding", path)
            known = {"If-None-Match": plain.headers["ETag"]}
            self.assertEqual(self.service.request("GET", path, headers=known).status, 304, path)
            known["Accept-Encoding"] = "gzip"
            self.assertEqual(self.service.request("GET", path, headers=known).status, 200, path)
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=PATIENCE)
        self.addCleanup(connection.close)
        connection.putrequest("GET", "/", skip_accept_encoding=True)
        connection.endheaders()
        self.assertEqual(connection.getresponse().status, 200, "says nothing of encodings")


class ConnectionsPerAddressTest(unittest.TestCase):
    def test_are_bounded(self):
        with Service(workers=0, http_max_connections_per_address=3) as service:
            def connect():
                connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE)
                self.addCleanup(connection.close)
                connection.request("GET", "/healthz")
                connection.getresponse().read()
                return connection

            held = [connect() for _ in range(3)]
            with self.assertRaises((http.client.HTTPException, OSError)):
                connect()
            held.pop().close()

            def connects():
                try:
                    return connect()
                except (http.client.HTTPException, OSError):
                    return None

            wait_for(connects, "room for another connection")


class TlsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.mkdtemp(prefix="storey-test-")
        self.addCleanup(shutil.rmtree, folder)
        self.certificate, self.key = (pathlib.Path(folder) / name for name in ("certificate.pem", "key.pem"))

    def make_certificate(self, name):
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
             "-keyout", self.key, "-out", self.certificate, "-subj", f"/CN={name}",
             "-addext", "subjectAltName=IP:127.0.0.1"], check=True, capture_output=True)

    def start(self):
        service = Service(workers=0, tls_certificate=self.certificate, tls_key=self.key)
        self.addCleanup(service.close)
        return service

    def certificate_name(self, service):
        """Of the certificate that a new connection gets, which must be the one in the file."""
        context = ssl.create_default_context(cafile=self.certificate)
        connection = http.client.HTTPSConnection("127.0.0.1", service.port, timeout=PATIENCE, context=context)
        try:
            connection.connect()
            return dict(pair for part in connection.sock.getpeercert()["subject"] for pair in part)["commonName"]
        finally:
            connection.close()

    def test_everything_over_tls(self):
        self.make_certificate("first")
        service = self.start()
        self.assertTrue(service.url.startswith("https://"), service.url)
        context = ssl.create_default_context(cafile=self.certificate)

        def request(method, path, body=None, headers=None):
            connection = http.client.HTTPSConnection("127.0.0.1", service.port, timeout=PATIENCE, context=context)
            try:
                connection.request(method, path[path.find("/v1"):], body, headers or {})
                return Answer(connection.getresponse())
            finally:
                connection.close()

        service.request = request
        client = service.new_client()
        order = client.new_order()["order_id"]
        upload = client.new_upload(order)
        self.assertTrue(upload["upload_url"].startswith(f"https://127.0.0.1:{service.port}/v1/uploads/"), upload)
        self.assertEqual(client.put(upload["upload_url"], b"1 2 3\n" * 100_000).status, 200)
        self.assertEqual(service.request("GET", "/v1/projects").headers["Strict-Transport-Security"], "max-age=31536000")

    def test_plain_http_is_refused(self):
        self.make_certificate("first")
        service = self.start()
        with self.assertRaises((http.client.HTTPException, OSError)):
            service.request("GET", "/healthz")

    def test_sighup_reads_the_certificate_again(self):
        self.make_certificate("first")
        service = self.start()
        self.assertEqual(self.certificate_name(service), "first")
        self.make_certificate("second")
        service.process.send_signal(signal.SIGHUP)

        def is_second():
            try:
                return self.certificate_name(service) == "second"
            except ssl.SSLCertVerificationError:
                return False  # still the first one

        wait_for(is_second, "the second certificate")

    def test_a_broken_certificate_changes_nothing_and_is_logged(self):
        self.make_certificate("first")
        service = self.start()
        good = self.certificate.read_bytes()
        self.certificate.write_text("broken")
        service.process.send_signal(signal.SIGHUP)
        wait_for(lambda: str(self.certificate) in service.log_text(), "the log of the failure")
        self.certificate.write_bytes(good)
        self.assertEqual(self.certificate_name(service), "first")

    def test_start_without_a_key_says_what_is_missing(self):
        self.make_certificate("first")
        self.key.unlink()
        with self.assertRaises(AssertionError) as failure:
            Service(workers=0, tls_certificate=self.certificate, tls_key=self.key)
        self.assertIn(str(self.key), str(failure.exception))


class CorsTest(ServiceTest):
    settings = {"workers": 0, "cors_allowed_origins": "https://plans.example,https://other.example"}

    def preflight(self, origin):
        return self.service.request("OPTIONS", "/v1/graphql", headers={
            "Origin": origin, "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "authorization,content-type"})

    def test_an_allowed_origin(self):
        answer = self.preflight("https://plans.example")
        self.assertEqual((answer.status, answer.headers["Access-Control-Allow-Origin"]), (204, "https://plans.example"))
        self.assertIn("POST", answer.headers["Access-Control-Allow-Methods"])
        self.assertLessEqual({"authorization", "content-type"},
                             set(answer.headers["Access-Control-Allow-Headers"].lower().split(", ")))
        answer = self.service.post("/v1/graphql", {"query": "{ projects { project_id } }"},
                                   {**self.client.bearer(), "Origin": "https://plans.example"})
        self.assertEqual(answer.headers["Access-Control-Allow-Origin"], "https://plans.example")
        self.assertIn("X-RateLimit-Remaining", answer.headers["Access-Control-Expose-Headers"])
        self.assertIn("Origin", answer.headers["Vary"])

    def test_another_origin(self):
        self.assertNotIn("Access-Control-Allow-Origin", self.preflight("https://evil.example").headers)
        answer = self.service.request("GET", "/healthz", headers={"Origin": "https://evil.example"})
        self.assertNotIn("Access-Control-Allow-Origin", answer.headers)

    def test_errors_carry_the_permission_too(self):
        answer = self.service.request("GET", "/v1/projects", headers={"Origin": "https://plans.example"})
        self.assertEqual((answer.status, answer.headers["Access-Control-Allow-Origin"]), (401, "https://plans.example"))

    def test_uploads_from_a_page(self):
        upload = self.client.new_upload(self.client.new_order()["order_id"])
        answer = self.service.request("PUT", upload["upload_url"], b"1 2 3\n", {"Origin": "https://plans.example"})
        self.assertIn("ETag", answer.headers["Access-Control-Expose-Headers"])

    def test_off_by_default(self):
        with Service(workers=0) as service:
            answer = service.request("GET", "/healthz", headers={"Origin": "https://plans.example"})
            self.assertNotIn("Access-Control-Allow-Origin", answer.headers)


class ProxyTest(unittest.TestCase):
    def remaining(self, service, **headers):
        """Requests left to whom the service takes for the sender, after one more."""
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        return int(service.request("GET", "/v1/projects", headers=fields).headers["X-RateLimit-Remaining"])

    def remotes(self, service):
        """Whom the log names, sorted: what is logged once an answer is out comes in any order."""
        lines = service.log_text().splitlines()
        return sorted(json.loads(line)["remote"] for line in lines if '"/v1/projects"' in line)

    def test_a_trusted_proxy_names_the_client(self):
        with Service(workers=0, http_trusted_proxies="127.0.0.0/8", http_forwarded_header="x-forwarded-for",
                     log_format="json") as service:
            first = self.remaining(service, X_Forwarded_For="203.0.113.7")
            self.assertEqual(self.remaining(service, X_Forwarded_For="203.0.113.8"), first, "another client")
            self.assertEqual(self.remaining(service, X_Forwarded_For="203.0.113.7"), first - 1)
            self.assertEqual(self.remaining(service, X_Forwarded_For="198.51.100.1, 203.0.113.7"), first - 2,
                             "what stands before the last address is not believed")
            wait_for(lambda: self.remotes(service) == 3 * ["203.0.113.7"] + ["203.0.113.8"],
                     "the clients' addresses in the log")

    def test_nobody_else_does(self):
        with Service(workers=0, http_trusted_proxies="10.0.0.0/8", http_forwarded_header="x-forwarded-for") as service:
            first = self.remaining(service, X_Forwarded_For="203.0.113.7")
            self.assertEqual(self.remaining(service, X_Forwarded_For="203.0.113.8"), first - 1)
        with Service(workers=0, http_trusted_proxies="127.0.0.0/8", http_forwarded_header="forwarded") as service:
            first = self.remaining(service, X_Forwarded_For="203.0.113.7")
            self.assertEqual(self.remaining(service, X_Forwarded_For="203.0.113.8"), first - 1)
            self.assertEqual(self.remaining(service, Forwarded="for=203.0.113.9;proto=https"), first)

    def test_addresses_are_what_the_proxy_is_called(self):
        with Service(workers=0, public_url="https://storey.example", log_format="json") as service:
            self.assertEqual(service.url, "https://storey.example")
            service.port = wait_for(lambda: next(
                (json.loads(line)["port"] for line in service.log_text().splitlines() if '"port"' in line), None), "the port")
            client = service.new_client()
            upload = client.new_upload(client.new_order()["order_id"])
            self.assertTrue(upload["upload_url"].startswith("https://storey.example/v1/uploads/"), upload)


if __name__ == "__main__":
    unittest.main()
