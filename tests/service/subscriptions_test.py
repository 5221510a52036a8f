"""Subscriptions by WebSocket and server-sent events: protocol, events, and what ends them."""

import http.client
import json
import sqlite3
import threading
import unittest

from service import PATIENCE, SAMPLE, TIME, Service, ServiceTest, WebSocket

STATUS = "subscription($id: ID!) { orderStatusChanged(orderId: $id) { order_id order_status previousStatus changedAt } }"
UPLOAD = "subscription($id: ID!) { uploadProgressUpdated(assetId: $id) { asset_id upload_status progress { percentage } } }"
NOBODY = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"


def events_of(socket, id_):
    """The payloads for `id_` until it is complete."""
    found = []
    while True:
        message = socket.receive()
        if message == {"id": id_, "type": "complete"}:
            return found
        assert message["type"] == "next" and message["id"] == id_, message
        found.append(message["payload"]["data"])


class SocketTest(ServiceTest):
    settings = {"workers": 1}

    def connect(self):
        socket = WebSocket(self.service)
        self.addCleanup(socket.close)
        self.assertEqual(socket.status, 101)
        self.assertEqual(socket.headers["Sec-WebSocket-Protocol"], "graphql-transport-ws")
        return socket

    def ready(self):
        socket = self.connect()
        self.assertEqual(socket.initialize(self.client.token), {"type": "connection_ack"})
        return socket

    def subscribe(self, socket, id_, query, **variables):
        """Subscribes, and gives the state that is told at once."""
        socket.subscribe(id_, query, **variables)
        message = socket.receive()
        self.assertEqual((message["type"], message["id"]), ("next", id_), message)
        return next(iter(message["payload"]["data"].values()))

    def test_the_life_of_an_order(self):
        socket = self.ready()
        order = self.client.new_order()["order_id"]
        state = self.subscribe(socket, "a", STATUS, id=order)
        self.assertEqual((state["order_status"], state["previousStatus"]), ("DRAFT", "DRAFT"))
        self.client.upload(order, SAMPLE.read_bytes(), "e57")
        self.client.finalize_order(order)
        changes = [event["orderStatusChanged"] for event in events_of(socket, "a")]
        self.assertEqual([(c["previousStatus"], c["order_status"]) for c in changes],
                         [("DRAFT", "UPLOADING"), ("UPLOADING", "INITIALIZED"), ("INITIALIZED", "PROCESSING"),
                          ("PROCESSING", "COMPLETED")])
        for change in changes:
            self.assertEqual(change["order_id"], order)
            self.assertRegex(change["changedAt"], TIME)

    def check_progress(self, socket):
        """Half of a file is sent only when the progress of the other half has been told to `socket`."""
        upload = self.client.new_upload(self.client.new_order()["order_id"])
        state = self.subscribe(socket, "u", UPLOAD, id=upload["asset_id"])
        self.assertEqual(state["upload_status"], "PENDING")
        half = b"1.000 2.000 3.00\n" * (4 << 16)
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=PATIENCE)
        self.addCleanup(connection.close)
        connection.putrequest("PUT", upload["upload_url"].split(str(self.service.port))[1])
        connection.putheader("Content-Length", str(2 * len(half)))
        connection.endheaders()
        connection.send(half)
        seen = []
        while not seen or seen[-1]["progress"]["percentage"] == 0:
            seen.append(socket.receive()["payload"]["data"]["uploadProgressUpdated"])
        self.assertLessEqual(seen[-1]["progress"]["percentage"], 50)
        connection.send(half)
        self.assertEqual(connection.getresponse().status, 200)
        self.client.finalize_upload(upload["asset_id"])
        seen += [event["uploadProgressUpdated"] for event in events_of(socket, "u")]
        shares = [event["progress"]["percentage"] for event in seen]
        self.assertEqual(shares, sorted(shares))
        self.assertEqual([seen[0]["upload_status"], seen[-2]["upload_status"], seen[-1]["upload_status"]],
                         ["UPLOADING", "UPLOADED", "FINALIZED"])

    def test_the_progress_of_an_upload(self):
        self.check_progress(self.ready())

    def test_the_progress_of_an_upload_to_another_node(self):
        with Service(data=self.service.data, workers=0) as other, WebSocket(other) as socket:
            socket.initialize(self.client.token)
            self.check_progress(socket)

    def test_queries_and_mutations(self):
        socket = self.ready()
        socket.subscribe("q", "{ projects { project_name } }")
        self.assertEqual(events_of(socket, "q"), [{"projects": [{"project_name": "Default"}]}])
        socket.subscribe("m", 'mutation { createProject(project_name: "S") { project_name } }')
        self.assertEqual(events_of(socket, "m"), [{"createProject": {"project_name": "S"}}])

    def test_errors_of_operations(self):
        socket = self.ready()
        for query, code in (("{", "GRAPHQL_PARSE_FAILED"), ("{ x }", "GRAPHQL_VALIDATION_FAILED"),
                            ("subscription($i: ID!) { orderStatusChanged(orderId: $i) { order_id } }", "BAD_USER_INPUT")):
            socket.subscribe("e", query)
            message = socket.receive()
            self.assertEqual((message["type"], message["id"]), ("error", "e"))
            self.assertEqual(message["payload"][0]["extensions"]["code"], code)
        for query, code in ((STATUS, "ORDER_NOT_FOUND"), (UPLOAD, "ASSET_NOT_FOUND")):
            socket.subscribe("n", query, id=NOBODY)
            message = socket.receive()
            self.assertEqual(message["payload"][0]["extensions"]["code"], code, message)

    def test_an_order_that_has_ended_ends_the_subscription(self):
        order = self.client.new_order()["order_id"]
        self.client.graphql("mutation($id: ID!) { cancelOrder(id: $id) { order_id } }", id=order)
        socket = self.ready()
        socket.subscribe("a", STATUS, id=order)
        changes = [event["orderStatusChanged"] for event in events_of(socket, "a")]
        self.assertEqual([(c["previousStatus"], c["order_status"]) for c in changes], [("DRAFT", "CANCELLED")])

    def test_the_state_comes_at_once(self):
        socket = self.ready()
        order = self.client.new_order()["order_id"]
        upload = self.client.new_upload(order)
        state = self.subscribe(socket, "a", STATUS, id=order)
        self.assertEqual((state["order_id"], state["previousStatus"], state["order_status"]), (order, "DRAFT", "UPLOADING"))
        self.assertRegex(state["changedAt"], TIME)
        self.client.put(upload["upload_url"], SAMPLE.read_bytes())
        self.assertEqual(self.subscribe(socket, "b", UPLOAD, id=upload["asset_id"]),
                         {"asset_id": upload["asset_id"], "upload_status": "UPLOADED", "progress": {"percentage": 100}})

    def test_who_subscribes_later_misses_nothing_and_hears_nothing_twice(self):
        first, second = self.ready(), self.ready()
        order = self.client.new_order()["order_id"]
        self.subscribe(first, "a", STATUS, id=order)
        upload = self.client.new_upload(order)["asset_id"]
        self.assertEqual(self.subscribe(second, "a", STATUS, id=order)["order_status"], "UPLOADING")
        self.client.graphql("mutation($id: ID!) { cancelOrder(id: $id) { order_id } }", id=order)
        heard = [[event["orderStatusChanged"]["order_status"] for event in events_of(socket, "a")]
                 for socket in (first, second)]
        self.assertEqual(heard, [["UPLOADING", "CANCELLED"], ["CANCELLED"]])

    def test_goes_on_after_the_last_event(self):
        order = self.client.new_order()["order_id"]
        with WebSocket(self.service) as socket:
            socket.initialize(self.client.token)
            socket.subscribe("a", STATUS, id=order)
            last = socket.receive()["payload"]["extensions"]["event_id"]
        self.client.new_upload(order)
        self.client.graphql("mutation($id: ID!) { cancelOrder(id: $id) { order_id } }", id=order)
        socket = self.ready()
        socket.send({"id": "a", "type": "subscribe", "payload": {
            "query": STATUS, "variables": {"id": order}, "extensions": {"last_event_id": last}}})
        self.assertEqual([event["orderStatusChanged"]["order_status"] for event in events_of(socket, "a")],
                         ["UPLOADING", "CANCELLED"])

    def test_deleting_an_order_ends_its_subscriptions(self):
        socket = self.ready()
        order = self.client.new_order()["order_id"]
        upload = self.client.new_upload(order)["asset_id"]
        self.subscribe(socket, "a", STATUS, id=order)
        self.subscribe(socket, "b", UPLOAD, id=upload)
        self.client.graphql("mutation($id: ID!) { deleteOrder(id: $id) { success } }", id=order)
        told = []
        while [message["type"] for message in told].count("complete") < 2:
            told.append(socket.receive())
        last = {message["id"]: message["payload"]["data"] for message in told if message["type"] == "next"}
        self.assertEqual(last["a"]["orderStatusChanged"]["order_status"], "CANCELLED")
        self.assertEqual(last["b"]["uploadProgressUpdated"]["upload_status"], "EXPIRED")

    def test_a_completed_subscription_says_nothing_more(self):
        socket = self.ready()
        order = self.client.new_order()["order_id"]
        self.subscribe(socket, "a", STATUS, id=order)
        socket.send({"id": "a", "type": "complete"})
        self.subscribe(socket, "b", STATUS, id=order)
        self.client.new_upload(order)
        self.assertEqual(socket.receive()["id"], "b")

    def test_token_in_the_header(self):
        with WebSocket(self.service, headers=self.client.bearer()) as socket:
            self.assertEqual(socket.initialize(), {"type": "connection_ack"})

    def test_closing_codes(self):
        def code_after(*messages, ready=True):
            socket = self.ready() if ready else self.connect()
            for message in messages:
                socket.send(message)
            while not isinstance(code := socket.receive(), int):
                pass
            return code

        subscribe = {"id": "1", "type": "subscribe", "payload": {"query": STATUS, "variables": {
            "id": self.client.new_order()["order_id"]}}}
        self.assertEqual(code_after("no json"), 4400)
        self.assertEqual(code_after({"type": "unknown"}), 4400)
        self.assertEqual(code_after({"id": "1", "type": "subscribe"}), 4400)
        self.assertEqual(code_after(subscribe, ready=False), 4401)
        self.assertEqual(code_after({"type": "connection_init"}, ready=False), 4403)
        self.assertEqual(code_after({"type": "connection_init", "payload": {"Authorization": "Bearer x"}}, ready=False),
                         4403)
        self.assertEqual(code_after(ready=False), 4408)
        self.assertEqual(code_after(subscribe, subscribe), 4409)
        self.assertEqual(code_after({"type": "connection_init"}), 4429)

    def test_other_protocols_are_refused(self):
        with WebSocket(self.service, protocol="graphql-ws") as socket:
            self.assertEqual(socket.status, 400)

    def test_a_revoked_token_ends_subscriptions(self):
        client = self.service.new_client()
        socket = self.connect()
        socket.initialize(client.token)
        order = client.new_order()["order_id"]
        self.subscribe(socket, "a", STATUS, id=order)
        revoked, client._token = client.token, None
        self.service.post("/v1/authentication/revoke", {"client_id": client.id, "access_token": revoked})
        client.new_upload(order)
        self.assertEqual(socket.receive(), 4403)

    def test_changes_of_another_node_are_seen(self):
        socket = self.ready()
        order = self.client.new_order()["order_id"]
        self.subscribe(socket, "a", STATUS, id=order)
        with Service(data=self.service.data, workers=0) as second:
            answer = second.post("/v1/graphql", {"query": f'mutation {{ cancelOrder(id: "{order}") {{ order_id }} }}'},
                                 self.client.bearer())
            self.assertNotIn("errors", answer.json())
            self.assertEqual(events_of(socket, "a")[0]["orderStatusChanged"]["order_status"], "CANCELLED")


class EventStreamTest(ServiceTest):
    settings = {"workers": 0}

    def open(self, query, last_event_id=None, **variables):
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=60)
        self.addCleanup(connection.close)
        connection.request("POST", "/v1/graphql", json.dumps({"query": query, "variables": variables}),
                           {"Content-Type": "application/json", "Accept": "text/event-stream", **self.client.bearer(),
                            **({"Last-Event-ID": last_event_id} if last_event_id else {})})
        response = connection.getresponse()
        self.addCleanup(response.close)
        return response

    def events(self, stream):
        """Pairs of event and data until the stream ends."""
        found, event = [], ""
        for line in stream:
            text = line.decode().rstrip("\r\n")
            if text.startswith("event: "):
                event = text[7:]
            elif text.startswith("data:"):
                found.append((event, text[5:].strip()))
        return found

    def test_a_subscription(self):
        order = self.client.new_order()["order_id"]
        stream = self.open(STATUS, id=order)
        self.assertEqual(stream.status, 200)
        self.assertTrue(stream.headers["Content-Type"].startswith("text/event-stream"))
        self.assertIn("X-RateLimit-Limit", stream.headers)

        def act():
            self.client.new_upload(order)
            self.client.graphql("mutation($id: ID!) { cancelOrder(id: $id) { order_id } }", id=order)

        thread = threading.Timer(0.2, act)
        thread.start()
        events = self.events(stream)
        thread.join()
        self.assertEqual([event for event, _ in events], ["next", "next", "next", "complete"])
        self.assertEqual(self.statuses(events), ["DRAFT", "UPLOADING", "CANCELLED"])

    def statuses(self, events):
        return [json.loads(data)["data"]["orderStatusChanged"]["order_status"] for event, data in events if event == "next"]

    def test_goes_on_after_the_last_event(self):
        order = self.client.new_order()["order_id"]
        self.client.new_upload(order)
        self.client.graphql("mutation($id: ID!) { cancelOrder(id: $id) { order_id } }", id=order)
        log = sqlite3.connect(self.service.data / "storey.db")
        self.addCleanup(log.close)
        numbers = [row[0] for row in log.execute("SELECT number FROM events WHERE order_id = ? ORDER BY number", [order])]
        for last, expected in ((numbers[0] - 1, ["UPLOADING", "CANCELLED"]), (numbers[0], ["CANCELLED"]), (numbers[1], []),
                               ("no number", ["CANCELLED"]), (10**9, ["CANCELLED"])):
            self.assertEqual(self.statuses(self.events(self.open(STATUS, str(last), id=order))), expected, last)
        log.execute("DELETE FROM events WHERE number <= ?", [numbers[0]])
        log.commit()
        self.assertEqual(self.statuses(self.events(self.open(STATUS, str(numbers[0] - 1), id=order))), ["CANCELLED"],
                         "of what the log has forgotten, the present state is told")

    def test_every_event_has_an_id(self):
        order = self.client.new_order()["order_id"]
        stream = self.open(STATUS, id=order)
        self.client.graphql("mutation($id: ID!) { cancelOrder(id: $id) { order_id } }", id=order)
        ids = [int(line.split()[1]) for line in stream if line.startswith(b"id: ")]
        self.assertEqual(len(ids), 2)
        self.assertLess(ids[0], ids[1])

    def test_comments_keep_the_connection(self):
        self.assertIn('ping_interval = "15s"', self.service.command("config"))

    def test_a_query_and_errors(self):
        events = self.events(self.open("{ projects { project_name } }"))
        self.assertEqual(events, [("next", '{"data":{"projects":[{"project_name":"Default"}]}}'), ("complete", "")])
        events = self.events(self.open(STATUS, id=NOBODY))
        self.assertEqual(json.loads(events[0][1])["errors"][0]["extensions"]["code"], "ORDER_NOT_FOUND")
        self.assertEqual(events[-1][0], "complete")
        refused = self.open("{ x }")
        self.assertEqual(refused.status, 400)

    def test_subscriptions_need_a_stream(self):
        answer = self.service.post("/v1/graphql", {"query": STATUS, "variables": {"id": NOBODY}}, self.client.bearer())
        self.assertEqual(answer.status, 400)


if __name__ == "__main__":
    unittest.main()
