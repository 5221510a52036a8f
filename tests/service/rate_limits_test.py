"""Requests are counted by the hour and client, on all nodes together, and every response says how many are left."""

import time
import unittest

from service import GraphqlError, Service, ServiceTest, WebSocket


class RateLimitTest(ServiceTest):
    def setUp(self):
        # A window ends at the full hour of the clock; a test must not straddle it.
        if time.time() % 3600 > 3590:
            time.sleep(11)

    def headers_of(self, answer):
        names = ("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
        return tuple(int(answer.headers[name]) for name in names)

    def test_tiers(self):
        for options, limit in (({}, 1000), ({"tier": "premium"}, 5000), ({"requests_per_hour": 7}, 7)):
            client = self.service.new_client(**options)
            answered, remaining, reset = self.headers_of(client.get("/v1/projects"))
            self.assertEqual((answered, remaining), (limit, limit - 1))
            self.assertEqual(reset % 3600, 0)
            self.assertTrue(0 < reset - time.time() <= 3600)

    def test_counts_down_and_refuses(self):
        client = self.service.new_client(requests_per_hour=3)
        for left in (2, 1, 0):
            answer = client.get("/v1/projects")
            self.assertEqual((answer.status, self.headers_of(answer)[1]), (200, left))
        refused = client.get("/v1/projects")
        self.assertEqual((refused.status, refused.json()["error"]), (429, "rate_limited"))
        self.assertTrue(refused.json()["error_description"])
        self.assertEqual(self.headers_of(refused)[:2], (3, 0))
        self.assertTrue(0 < int(refused.headers["Retry-After"]) <= 3600)
        with self.assertRaises(GraphqlError) as caught:
            client.graphql("{ webhooks { webhook_id } }")
        self.assertEqual(caught.exception.code, "RATE_LIMITED")
        self.assertIsNone(caught.exception.body["data"])
        answer = self.service.post("/v1/graphql", {"query": "{ __typename }"}, client.bearer())
        self.assertEqual(answer.status, 429)

    def test_other_clients_are_not_affected(self):
        spent = self.service.new_client(requests_per_hour=1)
        spent.get("/v1/projects")
        self.assertEqual(spent.get("/v1/projects").status, 429)
        self.assertEqual(self.service.new_client().get("/v1/projects").status, 200)

    def test_counts_hold_on_every_node_and_after_a_restart(self):
        client = self.service.new_client(requests_per_hour=6)
        with Service(data=self.service.data, workers=0) as second:
            for left in (5, 3):
                self.assertEqual(self.headers_of(client.get("/v1/projects"))[1], left)
                answer = second.request("GET", "/v1/projects", headers=client.bearer())
                self.assertEqual(self.headers_of(answer)[1], left - 1)
            second.kill()
        with Service(data=self.service.data, workers=0) as third:
            answer = third.request("GET", "/v1/projects", headers=client.bearer())
            self.assertEqual(self.headers_of(answer)[1], 1)

    def test_every_response_carries_the_headers(self):
        for method, path in (("GET", "/nowhere"), ("DELETE", "/v1/projects"), ("GET", "/healthz"), ("GET", "/readyz"),
                             ("PUT", "/v1/uploads/x"), ("GET", "/v1/downloads/x"), ("POST", "/v1/graphql"),
                             ("GET", "/v1/schema.graphql"), ("POST", "/v1/authentication/token")):
            limit, remaining, reset = self.headers_of(self.service.request(method, path))
            self.assertEqual(limit, 1000, path)
            self.assertLessEqual(remaining, 1000, path)
            self.assertGreater(reset, time.time(), path)

    def test_free_addresses_do_not_count(self):
        def remaining(path):
            return self.headers_of(self.service.request("GET", path))[1]

        before = remaining("/healthz")
        for path in ("/healthz", "/readyz", "/v1/downloads/x", "/favicon.ico"):
            self.assertEqual(remaining(path), before, path)
        self.assertEqual(remaining("/v1/projects"), before - 1)
        self.assertEqual(remaining("/nowhere"), before - 2)

    def test_a_path_counts_however_it_is_written(self):
        client = self.service.new_client(requests_per_hour=1)
        query = {"query": "{ __typename }"}
        self.assertEqual(self.service.post("/%761/graphql", query, client.bearer()).status, 200)
        for path in ("/%761/graphql", "/v1/gr%61phql", "/v1/graphql"):
            answer = self.service.post(path, query, client.bearer())
            self.assertEqual(answer.status, 429, path)
            self.assertEqual(answer.json()["errors"][0]["extensions"]["code"], "RATE_LIMITED", path)
        self.assertEqual(self.service.request("GET", "/%761/projects", headers=client.bearer()).status, 429)

    def test_each_mutation_of_a_request_counts(self):
        client = self.service.new_client(requests_per_hour=10)
        many = "mutation { " + " ".join(f"m{i}: createProject(project_name: \"P{i}\") {{ project_id }}" for i in range(6))
        query = {"query": many + " ...more } fragment more on Mutation { x: createProject(project_name: \"X\") { project_id } }"}
        answer = self.service.post("/v1/graphql", query, client.bearer())
        self.assertNotIn("errors", answer.json())
        self.assertEqual(self.headers_of(answer)[:2], (10, 3))
        refused = self.service.post("/v1/graphql", query, client.bearer())
        self.assertEqual(refused.status, 429)
        self.assertEqual(refused.json()["errors"][0]["extensions"]["code"], "RATE_LIMITED")
        other = self.service.new_client(requests_per_hour=2)
        with WebSocket(self.service) as socket:
            socket.initialize(other.token)
            socket.subscribe("1", query["query"])
            self.assertEqual(socket.receive()["payload"][0]["extensions"]["code"], "RATE_LIMITED")

    def test_operations_of_a_socket_count(self):
        client = self.service.new_client(requests_per_hour=2)
        with WebSocket(self.service) as socket:
            self.assertEqual(socket.initialize(client.token)["type"], "connection_ack")
            for id_ in ("1", "2"):
                socket.subscribe(id_, "{ projects { project_id } }")
                self.assertEqual(socket.receive()["type"], "next")
                self.assertEqual(socket.receive()["type"], "complete")
            socket.subscribe("3", "{ projects { project_id } }")
            message = socket.receive()
            self.assertEqual(message["type"], "error")
            self.assertEqual(message["payload"][0]["extensions"]["code"], "RATE_LIMITED")


class AddressLimitTest(ServiceTest):
    settings = {"workers": 0, "limits_standard_requests_per_hour": 5, "http_trusted_proxies": "127.0.0.1",
                "http_forwarded_header": "x-forwarded-for"}

    def test_requests_without_token_count_against_the_address(self):
        if time.time() % 3600 > 3590:
            time.sleep(11)
        statuses = [self.service.request("GET", "/v1/projects").status for _ in range(6)]
        self.assertEqual(statuses, [401] * 5 + [429])
        self.assertEqual(self.service.request("GET", "/healthz").status, 200)

    def test_addresses_of_one_subscriber_count_together(self):
        """Of IPv6 these are a /64, however its addresses are written."""
        if time.time() % 3600 > 3590:
            time.sleep(11)

        def remaining(address):
            answer = self.service.request("GET", "/v1/projects", headers={"X-Forwarded-For": address})
            return int(answer.headers["X-RateLimit-Remaining"])

        one = ("2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:0DB8:0001:0002::3", "2001:db8:1:2:0:0:0:4")
        self.assertEqual([remaining(address) for address in one], [4, 3, 2, 1])
        for other in ("2001:db8:1:20::1", "2001:db8:1::2", "2001:db8:1:3::1", "203.0.113.7", "203.0.113.8"):
            self.assertEqual(remaining(other), 4, other)
        self.assertEqual(remaining("::ffff:203.0.113.7"), 3)


if __name__ == "__main__":
    unittest.main()
