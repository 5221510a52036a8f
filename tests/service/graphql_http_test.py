"""GraphQL over HTTP: media types, parameters, bounds, introspection, and the codes of errors."""

import http.client
import json
import socket
import unittest
import urllib.parse

from service import PATIENCE, ServiceTest, wait_for

QUERY = "{ projects { project_name } }"
DATA = {"data": {"projects": [{"project_name": "Default"}]}}
NEWER = "application/graphql-response+json"


class TransportTest(ServiceTest):
    settings = {"workers": 0, "graphql_max_depth": 6, "graphql_max_aliases": 5, "graphql_max_tokens": 200,
                "limits_max_request_size": "20KiB"}

    def post(self, body, accept=None, content_type="application/json"):
        headers = self.client.bearer()
        if accept:
            headers["Accept"] = accept
        if content_type:
            headers["Content-Type"] = content_type
        return self.service.request("POST", "/v1/graphql", body if isinstance(body, (str, bytes)) else json.dumps(body),
                                    headers)

    def get(self, accept=None, **parameters):
        headers = self.client.bearer()
        if accept:
            headers["Accept"] = accept
        return self.service.request("GET", "/v1/graphql?" + urllib.parse.urlencode(parameters), headers=headers)

    def codes(self, answer):
        return [error["extensions"]["code"] for error in answer.json()["errors"]]

    def test_media_types(self):
        for accept, expected in ((None, "application/json"), ("*/*", "application/json"), (NEWER, NEWER),
                                 ("application/json", "application/json"),
                                 (f"{NEWER}, application/json;q=0.9", NEWER),
                                 (f"{NEWER};q=0.5, application/json", "application/json")):
            answer = self.post({"query": QUERY}, accept)
            self.assertEqual((answer.status, answer.json()), (200, DATA))
            self.assertEqual(answer.headers["Content-Type"], expected + "; charset=utf-8")
        self.assertEqual(self.post({"query": QUERY}, "image/png").status, 406)
        self.assertEqual(self.post({"query": QUERY}, content_type="text/plain").status, 415)
        self.assertEqual(self.post({"query": QUERY}, content_type=None).status, 415)

    def test_get(self):
        self.assertEqual(self.get(query=QUERY).json(), DATA)
        answer = self.get(query="query A($id: ID!) { order(order_id: $id) { order_id } } query B { __typename }",
                          operationName="A", variables='{"id": "x"}')
        self.assertEqual(self.codes(answer), ["ORDER_NOT_FOUND"])
        refused = self.get(query='mutation { createProject(project_name: "no") { project_id } }')
        self.assertEqual((refused.status, refused.headers["Allow"]), (405, "POST"))
        self.assertEqual(self.client.graphql(QUERY), DATA["data"])

    def test_parameters(self):
        for body in ("", "{", "[]", "{}", '{"query": 5}', '{"query": "{ __typename }", "variables": []}',
                     '{"query": "{ __typename }", "operationName": 5}', '{"query": "{ __typename }", "extensions": 5}'):
            answer = self.post(body)
            self.assertEqual(answer.status, 400, body)
            self.assertEqual(self.codes(answer), ["BAD_USER_INPUT"], body)
        self.assertEqual(self.post({"query": QUERY, "variables": None, "operationName": None,
                                    "extensions": {"a": 1}}).json(), DATA)

    def test_codes_of_refused_documents(self):
        long = "{ " + " ".join(f"a{i}: __typename" for i in range(100)) + " }"
        cases = (("{", "GRAPHQL_PARSE_FAILED"), ("", "GRAPHQL_PARSE_FAILED"), ("{ nothing }", "GRAPHQL_VALIDATION_FAILED"),
                 ("{ a: __typename b: __typename c: __typename d: __typename e: __typename f: __typename }",
                  "QUERY_TOO_COMPLEX"),
                 ("{ __schema { types { fields { type { ofType { ofType { ofType { name } } } } } } } }",
                  "QUERY_TOO_COMPLEX"), (long, "QUERY_TOO_COMPLEX"),
                 ("query A { __typename } query B { __typename }", "BAD_USER_INPUT"),
                 ("query($id: ID!) { order(order_id: $id) { order_id } }", "BAD_USER_INPUT"))
        for query, code in cases:
            old, new = self.post({"query": query}), self.post({"query": query}, NEWER)
            self.assertEqual((old.status, new.status), (200, 400), query)
            self.assertEqual(set(self.codes(old)), {code}, query)
            self.assertIsNone(old.json()["data"])
            self.assertNotIn("data", new.json())
        for size in (20 << 10, 30_000):  # a byte more than is taken, and far more
            large = self.post(json.dumps({"query": QUERY}).ljust(size + 1))
            self.assertEqual((large.status, self.codes(large)), (413, ["QUERY_TOO_COMPLEX"]))

    def test_a_failed_operation(self):
        answer = self.post({"query": '{ order(order_id: "x") { order_id } }'})
        self.assertEqual(answer.status, 200)
        body = answer.json()
        self.assertIsNone(body["data"])
        (error,) = body["errors"]
        self.assertEqual(error["path"], ["order"])
        self.assertEqual(error["extensions"], {"code": "ORDER_NOT_FOUND", "orderId": "x"})
        self.assertTrue(error["message"])

    def test_introspection_and_schema(self):
        types = self.client.graphql("{ __schema { types { name } mutationType { name } } }")["__schema"]["types"]
        self.assertLessEqual({"Order", "Asset", "Webhook"}, {entry["name"] for entry in types})
        answer = self.service.request("GET", "/v1/schema.graphql")
        self.assertEqual(answer.status, 200)
        self.assertIn("initializeOrder(", answer.body.decode())

    def test_the_names_of_the_specification(self):
        """Every operation of the specification, written as it is there, passes validation."""
        documents = (
            "{ webhooks { webhook_id created webhook_url webhook_events } }",
            "query($order_id: ID!) { order(order_id: $order_id) { order_id order_name order_status created product"
            " assets { asset_id asset_type } } }",
            "query($filter: OrderFilter, $pagination: PaginationInput) { orders(filter: $filter, pagination: $pagination)"
            " { edges { node { order_id order_name order_status created product } } totalCount } }",
            "mutation($a: String!, $b: String!, $c: String!) { initializeOrder(order_name: $a, product: $b,"
            " model_units: $c) { order_id order_name order_status created } }",
            "mutation($a: ID!, $b: String!, $c: String!) { initializeUpload(order_id: $a, asset_type: $b,"
            " upload_type: $c) { asset_id upload_url expires_in } }",
            "mutation($a: ID!, $b: String, $c: String) { finalizeUpload(asset_id: $a, upload_id: $b, parts: $c)"
            " { upload_status } }",
            "mutation($a: ID!) { finalizeOrder(id: $a) { order_status } }",
            "mutation($a: String!) { createWebhook(webhook_url: $a) { webhook_id webhook_url webhook_events created } }",
            "subscription($a: ID!) { orderStatusChanged(orderId: $a) { order_id order_status previousStatus changedAt } }",
            "subscription($a: ID!) { uploadProgressUpdated(assetId: $a) { asset_id upload_status progress"
            " { percentage } } }")
        for document in documents:
            answer = self.post({"query": document, "operationName": "NONE"})
            self.assertNotIn("GRAPHQL_VALIDATION_FAILED", self.codes(answer), (document, answer.json()))


class AnswerSizeTest(ServiceTest):
    settings = {"workers": 0, "graphql_max_response_size": "100000"}
    LIST = "orders(pagination: {first: 100}) { edges { node { order_id order_name created product order_status } } }"

    def test_what_may_cost_much_is_not_begun(self):
        parts = "assets { part_urls { upload_url } }"
        self.assert_refused("QUERY_TOO_COMPLEX", self.client.graphql,
                            "{ orders(pagination: {first: 100}) { edges { node { " + parts + " } } } }")
        pages = "query($page: PaginationInput) { orders(pagination: $page) { edges { node { " + parts + " } } } }"
        self.assert_refused("QUERY_TOO_COMPLEX", self.client.graphql, pages, page={"last": 60})
        self.client.graphql(pages, page={"last": 40})
        self.client.graphql("{ orders(pagination: {first: 100}) { edges { node {"
                            " assets { part_urls(first: 10) { upload_url } } } } } }")

    def test_lists_count_with_all_that_is_in_them(self):
        for number in range(100):
            self.client.new_order(f"Order {number}")
        size = len(self.service.post("/v1/graphql", {"query": "{ " + self.LIST + " }"}, self.client.bearer()).body)
        self.assertTrue(10_000 < size < 50_000, size)
        twice = "{ " + " ".join(f"a{i}: {self.LIST}" for i in range(4)) + " }"
        answer = self.service.post("/v1/graphql", {"query": twice}, self.client.bearer())
        self.assertNotIn("errors", answer.json(), "more than the event loop answers, less than the bound")
        self.assertGreater(len(answer.body), 64 * 1024)
        self.assert_refused("QUERY_TOO_COMPLEX", self.client.graphql, "{ " + " ".join(f"a{i}: {self.LIST}" for i in range(20)) + " }")


class UnsentAnswersTest(ServiceTest):
    settings = {"workers": 0, "graphql_max_unsent_size": "9MiB"}
    QUERY = "{ " + " ".join(f"a{i}: orders(pagination: {{first: 100}}) {{ edges {{ node {{ metadata }} }} }}"
                            for i in range(4)) + " }"

    def ask(self):
        """Asks for 6 MiB, more than the system keeps for a reader that waits, and reads the first byte."""
        body = json.dumps({"query": self.QUERY}).encode()
        with socket.socket() as asking:
            asking.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            asking.settimeout(PATIENCE)
            asking.connect(("127.0.0.1", self.service.port))
            asking.sendall(b"POST /v1/graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nAuthorization: Bearer "
                           + self.client.token.encode() + b"\r\nContent-Length: %d\r\n\r\n" % len(body) + body)
            asking.recv(1, socket.MSG_PEEK)
            answer = http.client.HTTPResponse(asking)  # which keeps the connection
        self.addCleanup(answer.close)
        answer.begin()
        return answer

    def test_who_asks_and_does_not_read_gets_no_more(self):
        for _ in range(100):
            self.client.new_order(metadata='"' + "m" * 16_000 + '"')
        unread = [self.ask(), self.ask()]
        self.assertEqual([answer.status for answer in unread], [200, 200])
        refused = self.ask()
        self.assertEqual((refused.status, refused.headers["Retry-After"]), (429, "1"))
        self.assertIn("RATE_LIMITED", refused.read().decode())
        self.assertEqual(self.service.new_client().graphql("{ projects { project_id } }").keys(), {"projects"})
        self.assertEqual(self.client.graphql("{ projects { project_id } }").keys(), {"projects"}, "small ones go on")
        for answer in unread:
            self.assertGreater(len(answer.read()), 6_000_000)
        wait_for(lambda: self.ask().status == 200, "room, once it was read")


if __name__ == "__main__":
    unittest.main()
