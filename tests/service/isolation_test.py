"""A client sees and touches only what it made: another's identifier answers like one that never existed."""

import json
import unittest

from service import SMALL_XYZ, GraphqlError, ServiceTest, WebSocket

NOBODY = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"

BY_ORDER = ("query($id: ID!) { order(order_id: $id) { order_id } }",
            "query($id: ID!) { results(order_id: $id) { result_id } }",
            "mutation($id: ID!) { initializeUpload(order_id: $id, asset_type: \"xyz\", upload_type: \"single\")"
            " { asset_id } }",
            "mutation($id: ID!) { finalizeOrder(id: $id) { order_id } }",
            "mutation($id: ID!) { cancelOrder(id: $id) { order_id } }",
            "mutation($id: ID!) { deleteOrder(id: $id) { order_id } }")
BY_ASSET = ("query($id: ID!) { asset(asset_id: $id) { asset_id } }",
            "mutation($id: ID!) { finalizeUpload(asset_id: $id) { asset_id } }",
            "mutation($id: ID!) { cancelUpload(asset_id: $id) { asset_id } }")
BY_WEBHOOK = ("mutation($id: ID!) { updateWebhook(webhook_id: $id, webhook_url: \"http://127.0.0.1:8/\") { webhook_id } }",
              "mutation($id: ID!) { deleteWebhook(webhook_id: $id) { success } }",
              "mutation($id: ID!) { rotateWebhookSecret(webhook_id: $id) { webhook_secret } }",
              "query($id: ID!) { webhookDeliveries(webhook_id: $id) { totalCount } }")
BY_DELIVERY = ("mutation($id: ID!) { redeliverWebhook(delivery_id: $id) { delivery_id } }",)
BY_PROJECT = ("query($id: ID!) { project(project_id: $id) { project_id } }",
              "mutation($id: ID!) { initializeOrder(order_name: \"a\", product: \"areaplan\", model_units: \"Metric\","
              " project_id: $id) { order_id } }")
SUBSCRIPTIONS = {"order": "subscription($id: ID!) { orderStatusChanged(orderId: $id) { order_id } }",
                 "asset": "subscription($id: ID!) { uploadProgressUpdated(assetId: $id) { asset_id } }"}


class IsolationTest(ServiceTest):
    def setUp(self):
        self.stranger = self.service.new_client(requests_per_hour=10_000)
        self.order = self.client.new_order()["order_id"]
        self.webhook = self.client.graphql('mutation { createWebhook(webhook_url: "http://127.0.0.1:8/") { webhook_id } }')[
            "createWebhook"]["webhook_id"]
        self.asset = self.client.upload(self.order, SMALL_XYZ)
        self.project = self.client.graphql('mutation { createProject(project_name: "P") { project_id } }')[
            "createProject"]["project_id"]
        self.delivery = self.client.graphql(
            f'{{ webhookDeliveries(webhook_id: "{self.webhook}") {{ edges {{ node {{ delivery_id }} }} }} }}')[
            "webhookDeliveries"]["edges"][0]["node"]["delivery_id"]

    def failure(self, query, id_):
        with self.assertRaises(GraphqlError) as caught:
            self.stranger.graphql(query, id=id_)
        return json.loads(json.dumps(caught.exception.body).replace(id_, "ID"))

    def test_every_operation_by_identifier(self):
        for id_, queries in ((self.order, BY_ORDER), (self.asset, BY_ASSET), (self.webhook, BY_WEBHOOK),
                             (self.delivery, BY_DELIVERY), (self.project, BY_PROJECT)):
            for query in queries:
                self.assertEqual(self.failure(query, id_), self.failure(query, NOBODY), query)
        self.assertEqual(self.client.order(self.order)["order_status"], "UPLOADING")

    def test_lists(self):
        data = self.stranger.graphql("{ orders { totalCount } webhooks { webhook_id } projects { project_id } }")
        self.assertEqual((data["orders"]["totalCount"], data["webhooks"]), (0, []))
        self.assertNotIn(self.project, [project["project_id"] for project in data["projects"]])
        page = self.stranger.graphql(f'{{ orders(filter: {{project_id: "{self.project}"}}) {{ totalCount }} }}')
        self.assertEqual(page["orders"]["totalCount"], 0)

    def test_rest(self):
        theirs, nobodys = (self.stranger.get("/v1/projects/" + id_) for id_ in (self.project, NOBODY))
        self.assertEqual((theirs.status, theirs.body.replace(self.project.encode(), b"ID")),
                         (nobodys.status, nobodys.body.replace(NOBODY.encode(), b"ID")))
        for path in ("revoke", "introspect"):
            answers = [self.service.post("/v1/authentication/" + path,
                                         {"client_id": self.stranger.id, "access_token": token})
                       for token in (self.client.token, "unknown")]
            self.assertEqual(answers[0].status, answers[1].status)
            self.assertEqual(answers[0].body, answers[1].body)

    def test_subscriptions(self):
        with WebSocket(self.service) as socket:
            socket.initialize(self.stranger.token)
            for kind, id_ in (("order", self.order), ("asset", self.asset)):
                answers = []
                for about in (id_, NOBODY):
                    socket.subscribe("1", SUBSCRIPTIONS[kind], id=about)
                    answers.append(json.dumps(socket.receive()).replace(about, "ID"))
                self.assertEqual(answers[0], answers[1])

    def test_every_operation_is_covered(self):
        """A new operation that takes an identifier must be added to this test."""
        schema = self.client.graphql("{ __schema { queryType { fields { name args { name } } } mutationType { fields {"
                                     " name args { name } } } subscriptionType { fields { name args { name } } } } }")
        written = " ".join(BY_ORDER + BY_ASSET + BY_WEBHOOK + BY_DELIVERY + BY_PROJECT + tuple(SUBSCRIPTIONS.values()))
        for root in schema["__schema"].values():
            for field in root["fields"]:
                if any(argument["name"] in ("id", "orderId", "assetId") or argument["name"].endswith("_id")
                       for argument in field["args"]):
                    self.assertIn(field["name"] + "(", written)


if __name__ == "__main__":
    unittest.main()
