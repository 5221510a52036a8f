"""`traceparent` in, and out again: in the log, to the converter, to sources of scans and receivers of webhooks."""

import http.client
import http.server
import json
import threading
import unittest

from service import SAMPLE, SMALL_XYZ, Receiver, ServiceTest, wait_for

MADE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
SUBMITTED = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
CANCELLED = "00-7d0a1f5b6c2e49308f1b3ac4d5e60718-1234567890abcdef-00"


class Source:
    """A server with one scan, and the headers that it was asked with."""

    def __init__(self):
        source = self
        self.headers = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                source.headers.append(dict(self.headers))
                self.send_response(200)
                self.send_header("Content-Length", str(len(SMALL_XYZ)))
                self.end_headers()
                self.wfile.write(SMALL_XYZ)

            def log_message(self, *ignored):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/scan.xyz"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class TraceTest(ServiceTest):
    settings = {"workers": 1, "webhooks_allow_private_addresses": "true", "log_format": "json"}

    def setUp(self):
        self.source, self.receiver = Source(), Receiver()
        self.addCleanup(self.source.close)
        self.addCleanup(self.receiver.close)
        self.webhook = self.client.graphql(
            "mutation($url: String!) { createWebhook(webhook_url: $url) { webhook_id } }",
            url=self.receiver.url)["createWebhook"]["webhook_id"]

    def tearDown(self):
        self.client.graphql("mutation($id: ID!) { deleteWebhook(webhook_id: $id) { success } }", id=self.webhook)

    def traced(self, traceparent, document):
        answer = self.service.post("/v1/graphql", {"query": document},
                                   {**self.client.bearer(), "traceparent": traceparent}).json()
        self.assertNotIn("errors", answer)
        return answer["data"]

    def make_order(self, traceparent):
        return self.traced(traceparent, 'mutation { initializeOrder(order_name: "A", product: "areaplan",'
                                        ' model_units: "Metric") { order_id } }')["initializeOrder"]["order_id"]

    def log(self, event, **fields):
        """The entry of the log with these fields."""
        return wait_for(lambda: next((e for e in map(json.loads, self.service.log_text().splitlines())
                                      if e["event"] == event and fields.items() <= e.items()), None), event)

    def told(self, status):
        """The headers of the webhook call that told of this status."""
        return wait_for(lambda: next((headers for _, headers, body in list(self.receiver.calls)
                                      if json.loads(body)["data"]["order_status"] == status), None), status)

    def test_an_order_is_followed_through(self):
        order = self.make_order(MADE)
        asset = self.client.new_upload(order, "xyz", "url", source_url=self.source.url)["asset_id"]
        wait_for(lambda: self.client.asset(asset)["upload_status"] == "UPLOADED", "the fetch")
        self.assertEqual(self.source.headers[0]["traceparent"], MADE)
        self.assertEqual(self.told("UPLOADING")["traceparent"], MADE)
        self.assertEqual(self.log("job ended", order=order, kind="fetch")["trace"], MADE[3:35])
        self.client.finalize_upload(asset)
        self.traced(SUBMITTED, 'mutation { finalizeOrder(id: "%s") { order_status } }' % order)
        self.assertEqual(self.told("INITIALIZED")["traceparent"], SUBMITTED)
        for trace in (MADE, SUBMITTED):
            self.log("request", path="/v1/graphql", trace=trace[3:35])

    def test_what_a_request_brings_about_has_its_trace(self):
        order = self.make_order(MADE)
        self.traced(SUBMITTED, 'mutation { initializeUpload(order_id: "%s", asset_type: "xyz", upload_type: "url",'
                               ' source_url: "%s") { asset_id } }' % (order, self.source.url))
        self.assertEqual(self.log("job ended", order=order, kind="fetch")["trace"], SUBMITTED[3:35])
        self.assertEqual(self.source.headers[0]["traceparent"], SUBMITTED)
        self.assertEqual(self.told("UPLOADING")["traceparent"], SUBMITTED)
        self.traced(CANCELLED, 'mutation { cancelOrder(id: "%s") { order_status } }' % order)
        self.assertEqual(self.told("CANCELLED")["traceparent"], CANCELLED)

    def test_what_is_no_trace_is_not_passed_on(self):
        order = self.make_order("00-0-0-00")
        self.client.upload(order, SMALL_XYZ)
        self.client.finalize_order(order)
        self.assertNotIn("traceparent", self.told("INITIALIZED"))
        self.log("request", path="/v1/graphql", trace="")

    def test_two_traces_are_none(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port)
        self.addCleanup(connection.close)
        connection.putrequest("GET", "/v1/projects")
        for name, value in (*self.client.bearer().items(), ("traceparent", MADE), ("traceparent", CANCELLED),
                            ("X-Request-Id", "two-traces")):
            connection.putheader(name, value)
        connection.endheaders()
        self.assertEqual(connection.getresponse().status, 200)
        self.assertEqual(self.log("request", request="two-traces")["trace"], "")

    def test_so_is_its_conversion(self):
        order = self.make_order(MADE)
        self.client.upload(order, SAMPLE.read_bytes(), "e57")
        self.traced(SUBMITTED, 'mutation { finalizeOrder(id: "%s") { order_status } }' % order)
        self.assertEqual(self.client.wait_for_end(order), "COMPLETED")
        self.assertEqual(self.log("job ended", order=order, kind="convert")["trace"], SUBMITTED[3:35])
        self.assertEqual(self.told("COMPLETED")["traceparent"], SUBMITTED)


if __name__ == "__main__":
    unittest.main()
