"""Webhooks: management, events, signature, schedule, address rules, log and redelivery."""

import base64
import hashlib
import hmac
import re
import time
import unittest
from datetime import datetime

from service import SOURCE, TIME, UUID7, Receiver, Service, ServiceTest, wait_for

NOBODY = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
FIELDS = "webhook_id webhook_url webhook_events created webhook_secret disabled"


def signature(secret, headers, body):
    key = base64.b64decode(secret.removeprefix("whsec_"))
    content = f'{headers["webhook-id"]}.{headers["webhook-timestamp"]}.'.encode() + body
    return "v1," + base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()


class WebhookTest(ServiceTest):
    settings = {"workers": 1, "webhooks_allow_private_addresses": "true",
                "webhooks_retry_schedule": "100ms,100ms,100ms"}

    def setUp(self):
        self.client = self.service.new_client(requests_per_hour=100_000)

    def create(self, url, events=None):
        return self.client.graphql(
            f"mutation($url: String!, $events: [String!]) {{ createWebhook(webhook_url: $url, webhook_events: $events)"
            f" {{ {FIELDS} }} }}", url=url, events=events)["createWebhook"]

    def deliveries(self, webhook_id):
        page = self.client.graphql(
            "query($id: ID!) { webhookDeliveries(webhook_id: $id) { totalCount edges { node { delivery_id webhook_id"
            " order_id message_id event delivery_status attempts created next_attempt last_attempt delivered"
            " response_status last_error payload } } } }", id=webhook_id)["webhookDeliveries"]
        return [edge["node"] for edge in page["edges"]]

    def test_management(self):
        webhook = self.create("http://127.0.0.1:8/a")
        self.assertRegex(webhook["webhook_id"], UUID7)
        self.assertRegex(webhook["created"], TIME)
        self.assertRegex(webhook["webhook_secret"], "^whsec_[A-Za-z0-9+/]{43}=$")
        self.assertEqual(webhook["webhook_events"], ["order.updated"])
        other = self.create("http://127.0.0.1:8/b", ["order.completed", "order.error", "order.completed"])
        self.assertEqual(other["webhook_events"], ["order.completed", "order.error"])
        listed = self.client.graphql(f"{{ webhooks {{ {FIELDS} }} }}")["webhooks"]
        self.assertEqual(listed, [{**webhook, "webhook_secret": None}, {**other, "webhook_secret": None}])
        changed = self.client.graphql(
            'mutation($id: ID!) { updateWebhook(webhook_id: $id, webhook_url: "http://127.0.0.1:8/c",'
            ' webhook_events: ["upload.finalized"]) { webhook_url webhook_events } }', id=webhook["webhook_id"])
        self.assertEqual(changed["updateWebhook"],
                         {"webhook_url": "http://127.0.0.1:8/c", "webhook_events": ["upload.finalized"]})
        rotated = self.client.graphql("mutation($id: ID!) { rotateWebhookSecret(webhook_id: $id) { webhook_secret } }",
                                      id=webhook["webhook_id"])["rotateWebhookSecret"]["webhook_secret"]
        self.assertNotEqual(rotated, webhook["webhook_secret"])
        deleted = self.client.graphql("mutation($id: ID!) { deleteWebhook(webhook_id: $id) { success } }",
                                      id=webhook["webhook_id"])
        self.assertEqual(deleted["deleteWebhook"], {"success": True})
        self.assertEqual([w["webhook_id"] for w in self.client.graphql("{ webhooks { webhook_id } }")["webhooks"]],
                         [other["webhook_id"]])

    def test_errors(self):
        for url in ("", "x", "ftp://a.b/", "http://", "http://user@127.0.0.1/", "http://127.0.0.1/#x",
                    "http://no.such.host.invalid/", "http://127.0.0.1:25/", "http://127.0.0.1:6000/"):
            extensions = self.assert_refused("INVALID_WEBHOOK_URL", self.create, url)
            self.assertEqual(extensions["field"], "webhook_url")
        for events in (["order.unknown"], []):
            self.assert_refused("BAD_USER_INPUT", self.create, "http://127.0.0.1:8/", events)
        for query in ("mutation($id: ID!) { deleteWebhook(webhook_id: $id) { success } }",
                      "mutation($id: ID!) { updateWebhook(webhook_id: $id) { webhook_id } }",
                      "mutation($id: ID!) { rotateWebhookSecret(webhook_id: $id) { webhook_id } }",
                      "query($id: ID!) { webhookDeliveries(webhook_id: $id) { totalCount } }"):
            extensions = self.assert_refused("WEBHOOK_NOT_FOUND", self.client.graphql, query, id=NOBODY)
            self.assertEqual(extensions["webhookId"], NOBODY)

    def test_every_change_of_status_in_order_and_signed(self):
        with Receiver() as receiver:
            webhook = self.create(receiver.url)
            order = self.client.submitted_order(name="Hall", metadata="{ref: [1, 2]}")
            self.assertEqual(self.client.wait_for_end(order), "COMPLETED")
            wait_for(lambda: len(receiver.calls) >= 4, "four deliveries")
            bodies = receiver.bodies()
            steps = [(b["type"], b["data"]["previous_status"], b["data"]["order_status"]) for b in bodies]
            self.assertEqual(steps, [("order.updated", "DRAFT", "UPLOADING"),
                                     ("order.updated", "UPLOADING", "INITIALIZED"),
                                     ("order.updated", "INITIALIZED", "PROCESSING"),
                                     ("order.updated", "PROCESSING", "COMPLETED")])
            for body in bodies:
                self.assertRegex(body["timestamp"], TIME)
                self.assertLessEqual({"order_id": order, "order_name": "Hall", "product": "areaplan",
                                      "metadata": {"ref": [1, 2]}, "failure_reason": None}.items(), body["data"].items())
            for _, headers, body in receiver.calls:
                self.assertEqual(headers["webhook-signature"], signature(webhook["webhook_secret"], headers, body))
                self.assertLess(abs(int(headers["webhook-timestamp"]) - time.time()), 60)
                self.assertEqual(headers["Content-Type"], "application/json")
            self.assertEqual(len({headers["webhook-id"] for _, headers, _ in receiver.calls}), 4)
            wait_for(lambda: all(d["delivery_status"] == "DELIVERED" for d in self.deliveries(webhook["webhook_id"])),
                     "the log")

    def test_named_events_and_uploads(self):
        with Receiver() as receiver:
            self.create(receiver.url, ["upload.finalized", "order.cancelled", "order.error", "order.initialized"])
            order = self.client.submitted_order(b"1 2 3\n" * 100, "xyz")
            self.assertEqual(self.client.wait_for_end(order), "ERROR")
            wait_for(lambda: len(receiver.calls) >= 3, "three deliveries")
            self.assertEqual([b["type"] for b in receiver.bodies()],
                             ["upload.finalized", "order.initialized", "order.error"])
            self.assertTrue(receiver.bodies()[2]["data"]["failure_reason"])
            self.assertTrue(receiver.bodies()[0]["data"]["asset_id"])

    def cancelled_order(self):
        order = self.client.new_order()["order_id"]
        self.client.graphql("mutation($id: ID!) { cancelOrder(id: $id) { order_id } }", id=order)
        return order

    def test_failures_are_tried_again_with_the_same_identifier(self):
        with Receiver(answers=[500, 302, 404]) as receiver:
            webhook = self.create(receiver.url)
            self.cancelled_order()
            wait_for(lambda: len(receiver.calls) >= 4, "four attempts")
            self.assertEqual(len({headers["webhook-id"] for _, headers, _ in receiver.calls}), 1)
            wait_for(lambda: self.deliveries(webhook["webhook_id"])[0]["delivery_status"] == "DELIVERED", "the log")
            (delivery,) = self.deliveries(webhook["webhook_id"])
            self.assertEqual((delivery["attempts"], delivery["response_status"]), (4, 200))

    def test_redirects_are_not_followed(self):
        with Receiver() as inside, Receiver(answers=[302, 307, 308], location=inside.url) as receiver:
            self.create(receiver.url)
            self.cancelled_order()
            wait_for(lambda: len(receiver.calls) >= 4, "four attempts")
            self.assertEqual(inside.calls, [])

    def test_after_the_last_attempt_it_has_failed_and_can_be_sent_again(self):
        with Receiver(answers=[500] * 4) as receiver:
            webhook = self.create(receiver.url)
            self.cancelled_order()
            wait_for(lambda: self.deliveries(webhook["webhook_id"])[0]["delivery_status"] == "FAILED", "the failure")
            (failed,) = self.deliveries(webhook["webhook_id"])
            self.assertEqual((failed["attempts"], failed["response_status"], failed["next_attempt"]), (4, 500, None))
            again = self.client.graphql("mutation($id: ID!) { redeliverWebhook(delivery_id: $id) { delivery_id"
                                        " message_id delivery_status } }", id=failed["delivery_id"])["redeliverWebhook"]
            self.assertEqual(again["message_id"], failed["message_id"])
            wait_for(lambda: self.deliveries(webhook["webhook_id"])[0]["delivery_status"] == "DELIVERED", "redelivery")
            self.assertEqual(receiver.calls[-1][2].decode(), failed["payload"])
        self.assert_refused("DELIVERY_NOT_FOUND", self.client.graphql,
                            "mutation($id: ID!) { redeliverWebhook(delivery_id: $id) { delivery_id } }", id=NOBODY)

    def test_no_answer_is_noted(self):
        webhook = self.create("http://127.0.0.1:8/")
        self.cancelled_order()
        wait_for(lambda: self.deliveries(webhook["webhook_id"])[0]["last_error"], "the error")
        self.assertIsNone(self.deliveries(webhook["webhook_id"])[0]["response_status"])

    def test_gone_disables_until_it_is_updated(self):
        with Receiver(answers=[410]) as receiver:
            webhook = self.create(receiver.url)
            self.cancelled_order()
            wait_for(lambda: self.client.graphql("{ webhooks { disabled } }")["webhooks"][0]["disabled"], "disabling")
            self.cancelled_order()
            (delivery,) = self.deliveries(webhook["webhook_id"])
            extensions = self.assert_refused(
                "WEBHOOK_DISABLED", self.client.graphql,
                "mutation($id: ID!) { redeliverWebhook(delivery_id: $id) { delivery_id } }", id=delivery["delivery_id"])
            self.assertEqual(extensions["webhookId"], webhook["webhook_id"])
            self.client.graphql("mutation($id: ID!) { updateWebhook(webhook_id: $id) { disabled } }",
                                id=webhook["webhook_id"])
            self.cancelled_order()
            wait_for(lambda: len(receiver.calls) == 2, "a delivery")

    def test_the_check_of_the_manual(self):
        page = (SOURCE / "docs" / "api.md").read_text()
        names = {}
        exec(re.search(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL).group(1), names)
        with Receiver() as receiver:
            secret = self.create(receiver.url)["webhook_secret"]
            self.cancelled_order()
            wait_for(lambda: receiver.calls, "a call")
            _, headers, body = receiver.calls[0]
        self.assertTrue(names["verify"](secret, headers, body))
        self.assertFalse(names["verify"](secret, headers, body + b" "))
        self.assertFalse(names["verify"](secret, headers, body, now=int(headers["webhook-timestamp"]) + 301))

    def test_both_secrets_sign_after_a_rotation(self):
        with Receiver() as receiver:
            webhook = self.create(receiver.url)
            new = self.client.graphql("mutation($id: ID!) { rotateWebhookSecret(webhook_id: $id) { webhook_secret } }",
                                      id=webhook["webhook_id"])["rotateWebhookSecret"]["webhook_secret"]
            self.cancelled_order()
            wait_for(lambda: receiver.calls, "a delivery")
            _, headers, body = receiver.calls[0]
            self.assertEqual(headers["webhook-signature"].split(),
                             [signature(secret, headers, body) for secret in (new, webhook["webhook_secret"])])

    def test_a_slow_receiver_holds_up_nobody(self):
        with Receiver(delay=60) as slow, Receiver() as quick:
            self.create(slow.url)
            for _ in range(10):
                self.cancelled_order()
            other = self.service.new_client()
            other.graphql("mutation($url: String!) { createWebhook(webhook_url: $url) { webhook_id } }", url=quick.url)
            order = other.new_order()["order_id"]
            other.graphql("mutation($id: ID!) { cancelOrder(id: $id) { order_id } }", id=order)
            wait_for(lambda: quick.calls, "the other's delivery")
            self.assertLessEqual(len(slow.calls), 4)

    def test_retries_survive_a_restart(self):
        with Service(workers=0, webhooks_allow_private_addresses="true", webhooks_retry_schedule="1s,1s,1s,1s") as service:
            client = service.new_client()
            with Receiver(answers=[500]) as receiver:
                client.graphql("mutation($url: String!) { createWebhook(webhook_url: $url) { webhook_id } }",
                               url=receiver.url)
                order = client.new_order()["order_id"]
                client.graphql("mutation($id: ID!) { cancelOrder(id: $id) { order_id } }", id=order)
                wait_for(lambda: receiver.calls, "the first attempt")
                service.kill()
                service.start()
                wait_for(lambda: len(receiver.calls) > 1, "the second attempt")
                self.assertEqual(receiver.calls[0][2], receiver.calls[1][2])


class ScheduleTest(unittest.TestCase):
    """What the settings of WebhookTest shorten."""

    def failed_attempt(self, receiver, **settings):
        """The delivery to `receiver` after its first attempt."""
        with Service(workers=0, webhooks_allow_private_addresses="true", **settings) as service:
            client = service.new_client()
            webhook = client.graphql("mutation($url: String!) { createWebhook(webhook_url: $url) { webhook_id } }",
                                     url=receiver.url)["createWebhook"]["webhook_id"]
            order = client.new_order()["order_id"]
            client.graphql("mutation($id: ID!) { cancelOrder(id: $id) { order_id } }", id=order)
            query = ("query($id: ID!) { webhookDeliveries(webhook_id: $id) { edges { node { delivery_status attempts"
                     " last_attempt next_attempt response_status last_error } } } }")

            def attempted():
                node = client.graphql(query, id=webhook)["webhookDeliveries"]["edges"][0]["node"]
                return node if node["attempts"] else None

            return wait_for(attempted, "the first attempt")

    def test_the_first_wait_is_five_seconds_and_up_to_a_tenth_more(self):
        with Receiver(answers=[500]) as receiver:
            delivery = self.failed_attempt(receiver)
        wait = datetime.fromisoformat(delivery["next_attempt"]) - datetime.fromisoformat(delivery["last_attempt"])
        self.assertGreaterEqual(wait.total_seconds(), 5)
        self.assertLessEqual(wait.total_seconds(), 5.5)

    def test_an_answer_after_the_time_is_none(self):
        with Receiver(delay=60) as receiver:
            delivery = self.failed_attempt(receiver, webhooks_timeout="1s")
        self.assertEqual((delivery["delivery_status"], delivery["response_status"]), ("PENDING", None))
        self.assertIn("1 s", delivery["last_error"])


class AddressRuleTest(ServiceTest):
    settings = {"workers": 0}

    def test_private_addresses_are_refused_at_creation(self):
        for url in ("http://127.0.0.1/", "http://localhost:8080/", "http://10.1.2.3/", "http://192.168.0.1/",
                    "http://172.16.0.1/", "http://169.254.169.254/latest/meta-data", "http://[::1]/", "http://[fe80::1]/",
                    "http://[::ffff:127.0.0.1]/", "http://0.0.0.0/", "http://2130706433/", "http://0x7f.1/"):
            self.assert_refused("INVALID_WEBHOOK_URL", self.client.graphql,
                                "mutation($url: String!) { createWebhook(webhook_url: $url) { webhook_id } }", url=url)

    def test_and_again_at_delivery(self):
        with Service(workers=0, webhooks_allow_private_addresses="true") as permissive, Receiver() as receiver:
            client = permissive.new_client()
            webhook = client.graphql("mutation($url: String!) { createWebhook(webhook_url: $url) { webhook_id } }",
                                     url=receiver.url)["createWebhook"]["webhook_id"]
            permissive.stop()
            permissive.environment["STOREY_WEBHOOKS_ALLOW_PRIVATE_ADDRESSES"] = "false"
            permissive.start()
            order = client.new_order()["order_id"]
            client.graphql("mutation($id: ID!) { cancelOrder(id: $id) { order_id } }", id=order)
            query = "query($id: ID!) { webhookDeliveries(webhook_id: $id) { edges { node { last_error } } } }"
            node = wait_for(lambda: (n := client.graphql(query, id=webhook)["webhookDeliveries"]["edges"][0]["node"])
                            ["last_error"] and n, "the refusal")
            self.assertIn("private", node["last_error"])
            self.assertEqual(receiver.calls, [])


if __name__ == "__main__":
    unittest.main()
