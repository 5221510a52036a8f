"""Orders: fields, states, lists, and every error they can give."""

import json
import time
import unittest

from service import SMALL_XYZ, TIME, UUID7, ServiceTest

NOBODY = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"


class OrderTest(ServiceTest):
    def test_initialize(self):
        order = self.client.new_order("Villa")
        self.assertRegex(order["order_id"], UUID7)
        self.assertRegex(order["created"], TIME)
        self.assertEqual((order["order_name"], order["order_status"]), ("Villa", "DRAFT"))

    def test_all_fields(self):
        order = self.client.graphql(
            """mutation($metadata: JSON) { initializeOrder(order_name: "A", product: "areaplan", model_units: "imperial",
               address: "Street 1", metadata: $metadata, options: {input_units: "mm", up: "z", geometry: "orthogonal",
               area_standard: "DIN277", sheet_scale: 50, layers: "iso13567", orientation: "scan", author: "A. Rossi",
               storeys: [0], formats: ["svg"]}) {
                 order_id order_name order_status created product model_units project_id address metadata
                 progress { percentage stage } error { code message } submitted completed results { result_id }
                 summary { storeys rooms floor_area_m2 } assets { asset_id asset_type } } }""",
            metadata={"z": 1, "a": [1.5, None, {"b": "ü"}], "n": 12345678901})["initializeOrder"]
        self.assertEqual(order["product"], "areaplan")
        self.assertEqual(order["model_units"], "Imperial")
        self.assertEqual(order["address"], "Street 1")
        self.assertEqual(json.dumps(order["metadata"]),
                         json.dumps({"z": 1, "a": [1.5, None, {"b": "ü"}], "n": 12345678901}))
        self.assertEqual(order["progress"], {"percentage": 0, "stage": None})
        for field in ("error", "submitted", "completed", "summary"):
            self.assertIsNone(order[field], field)
        self.assertEqual((order["results"], order["assets"]), ([], []))
        self.assertEqual(self.client.order(order["order_id"], "order_id metadata")["metadata"], order["metadata"])

    def test_metadata_comes_back_as_it_came(self):
        text = '{"a":1.0,"b":-0.0,"digits":[-18.132885418557862,-463.91065484751084,1.3927926388013963e-143],"c":9007199254740993,"d":18446744073709551615,"e":1.5e+300,"f":[0,-1,0.1],"1":{"z":1,"a":2}}'
        query = ('mutation($m: JSON) { initializeOrder(order_name: "A", product: "areaplan", model_units: "Metric",'
                 " metadata: $m) { order_id metadata } }")
        body = json.dumps({"query": query, "variables": {"m": "?"}}).replace('"?"', text)
        answer = self.service.request("POST", "/v1/graphql", body,
                                      {"Content-Type": "application/json", **self.client.bearer()})
        self.assertIn('"metadata":' + text, answer.body.decode())
        order = answer.json()["data"]["initializeOrder"]["order_id"]
        again = self.service.post("/v1/graphql", {"query": f'{{ order(order_id: "{order}") {{ metadata }} }}'},
                                  self.client.bearer())
        self.assertIn('"metadata":' + text, again.body.decode())

    def test_metadata_in_the_document_keeps_its_numbers_too(self):
        order = self.client.new_order(metadata="{a: 1.0, b: -0.0, c: 9007199254740993, d: 18446744073709551615}")["order_id"]
        answer = self.service.post("/v1/graphql", {"query": f'{{ order(order_id: "{order}") {{ metadata }} }}'},
                                   self.client.bearer())
        self.assertIn('"metadata":{"a":1.0,"b":-0.0,"c":9007199254740993,"d":18446744073709551615}', answer.body.decode())

    def test_metadata_with_a_number_that_nothing_holds_is_refused(self):
        fields = 'order_name: "A", product: "areaplan", model_units: "Metric"'
        literal = {"query": f"mutation {{ initializeOrder({fields}, metadata: {{a: [1e400]}}) {{ order_id }} }}"}
        variable = {"query": f"mutation($m: JSON) {{ initializeOrder({fields}, metadata: $m) {{ order_id }} }}",
                    "variables": {"m": {"a": ["?"]}}}
        for document in (literal, variable):
            answer = self.service.request("POST", "/v1/graphql", json.dumps(document).replace('"?"', "-1e400"),
                                          {"Content-Type": "application/json", **self.client.bearer()})
            (error,) = answer.json()["errors"]
            self.assertEqual((error["extensions"]["code"], error["extensions"].get("field")), ("BAD_USER_INPUT", "metadata"))

    def test_refusals_of_initialize(self):
        def initialize(**changes):
            arguments = {"order_name": "A", "product": "areaplan", "model_units": "Metric", **changes}
            text = ", ".join(f"{key}: {json.dumps(value)}" for key, value in arguments.items())
            return self.client.graphql(f"mutation {{ initializeOrder({text}) {{ order_id }} }}")

        self.assert_refused("UNSUPPORTED_PRODUCT", initialize, product="model")
        self.assert_refused("UNSUPPORTED_MODEL_UNITS", initialize, model_units="Cubits")
        self.assert_refused("PROJECT_NOT_FOUND", initialize, project_id=NOBODY)
        extensions = self.assert_refused("BAD_USER_INPUT", initialize, order_name="")
        self.assertEqual(extensions["field"], "order_name")
        self.assert_refused("BAD_USER_INPUT", initialize, order_name="x" * 501)
        self.assert_refused("BAD_USER_INPUT", initialize, address="x" * 1001)
        self.assert_refused("GRAPHQL_VALIDATION_FAILED", self.client.graphql,
                            'mutation { initializeOrder(order_name: "A") { order_id } }')
        for option, value in (("up", '"x"'), ("area_standard", '"acre"'), ("sheet_scale", "0"), ("storeys", "[-1]"),
                              ("formats", '["bmp"]'), ("author", json.dumps("x" * 201))):
            extensions = self.assert_refused(
                "BAD_USER_INPUT", self.client.graphql,
                'mutation { initializeOrder(order_name: "A", product: "areaplan", model_units: "Metric",'
                f' options: {{{option}: {value}}}) {{ order_id }} }}')
            self.assertEqual(extensions["field"], f"options.{option}")
        initialize(model_units="METRIC")

    def test_unknown_orders(self):
        for id_ in (NOBODY, "x", ""):
            extensions = self.assert_refused("ORDER_NOT_FOUND", self.client.order, id_)
            self.assertEqual(extensions["orderId"], id_)
            self.assert_refused("ORDER_NOT_FOUND", self.client.finalize_order, id_)
            self.assert_refused("ORDER_NOT_FOUND", self.client.new_upload, id_)
            self.assert_refused("ORDER_NOT_FOUND", self.client.graphql,
                                "query($id: ID!) { results(order_id: $id) { result_id } }", id=id_)
            for mutation in ("cancelOrder", "deleteOrder"):
                self.assert_refused("ORDER_NOT_FOUND", self.client.graphql,
                                    f"mutation($id: ID!) {{ {mutation}(id: $id) {{ order_id }} }}", id=id_)

    def test_states_up_to_the_queue(self):
        order = self.client.new_order()["order_id"]
        extensions = self.assert_refused("INVALID_ORDER_STATE", self.client.finalize_order, order)
        self.assertEqual(extensions["orderId"], order)
        upload = self.client.new_upload(order)
        self.assertEqual(self.client.order(order)["order_status"], "UPLOADING")
        extensions = self.assert_refused("UPLOAD_INCOMPLETE", self.client.finalize_order, order)
        self.assertEqual(extensions["assetId"], upload["asset_id"])
        self.client.put(upload["upload_url"], SMALL_XYZ)
        self.assert_refused("UPLOAD_INCOMPLETE", self.client.finalize_order, order)
        self.client.finalize_upload(upload["asset_id"])
        self.assertEqual(self.client.finalize_order(order), "INITIALIZED")
        self.assertEqual(self.client.finalize_order(order), "INITIALIZED")
        state = self.client.order(order, "submitted completed order_status assets { asset_id asset_type upload_status }")
        self.assertRegex(state["submitted"], TIME)
        self.assertIsNone(state["completed"])
        self.assertEqual(state["assets"], [{"asset_id": upload["asset_id"], "asset_type": "xyz",
                                            "upload_status": "FINALIZED"}])
        self.assert_refused("INVALID_ORDER_STATE", self.client.new_upload, order)

    def cancel(self, order):
        return self.client.graphql("mutation($id: ID!) { cancelOrder(id: $id) { order_status completed } }", id=order)[
            "cancelOrder"]

    def test_cancel(self):
        draft = self.client.new_order()["order_id"]
        self.assertEqual(self.cancel(draft)["order_status"], "CANCELLED")
        self.assertEqual(self.cancel(draft)["order_status"], "CANCELLED")
        self.assert_refused("INVALID_ORDER_STATE", self.client.finalize_order, draft)
        uploading = self.client.new_order()["order_id"]
        upload = self.client.new_upload(uploading)
        self.cancel(uploading)
        self.assertEqual(self.client.put(upload["upload_url"], SMALL_XYZ).status, 409)
        queued = self.client.submitted_order(SMALL_XYZ, "xyz")
        self.assertRegex(self.cancel(queued)["completed"], TIME)
        self.assertEqual(self.client.finalize_order(queued), "CANCELLED")

    def test_delete(self):
        order = self.client.submitted_order(SMALL_XYZ, "xyz")
        deleted = self.client.graphql("mutation($id: ID!) { deleteOrder(id: $id) { success order_id } }", id=order)
        self.assertEqual(deleted["deleteOrder"], {"success": True, "order_id": order})
        self.assert_refused("ORDER_NOT_FOUND", self.client.order, order)


class OrderListTest(ServiceTest):
    def list(self, filter_="", pagination="", client=None):
        arguments = ", ".join(text for text in (filter_ and f"filter: {{{filter_}}}",
                                                pagination and f"pagination: {{{pagination}}}") if text)
        return (client or self.client).graphql(
            f"{{ orders{'(' + arguments + ')' if arguments else ''} {{ totalCount edges {{ cursor node {{ order_id"
            " order_name order_status created product } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }"
            " } }")["orders"]

    def names(self, page):
        return [edge["node"]["order_name"] for edge in page["edges"]]

    def test_filters(self):
        client = self.service.new_client()
        first = client.new_order("First House")["order_id"]
        client.new_upload(first)
        middle = client.new_order("second")
        project = client.graphql('mutation { createProject(project_name: "P") { project_id } }')["createProject"]
        client.new_order("third_house", project_id=f'"{project["project_id"]}"')

        def names(filter_):
            return self.names(self.list(filter_, client=client))

        self.assertEqual(names(""), ["third_house", "second", "First House"])
        self.assertEqual(names('order_status: ["UPLOADING", "ERROR"]'), ["First House"])
        self.assertEqual(names('name_contains: "HOUSE"'), ["third_house", "First House"])
        self.assertEqual(names('name_contains: "_house"'), ["third_house"])
        self.assertEqual(names('name_contains: "%"'), [])
        self.assertEqual(names('product: "areaplan", order_status: "DRAFT"'), ["third_house", "second"])
        self.assertEqual(names('product: "other"'), [])
        self.assertEqual(names(f'project_id: "{project["project_id"]}"'), ["third_house"])
        self.assertEqual(names(f'created_after: "{middle["created"]}"'), ["third_house"])
        self.assertEqual(names(f'created_before: "{middle["created"]}"'), ["First House"])
        for bad in ('order_status: ["NONE"]', 'created_after: "yesterday"'):
            self.assert_refused("BAD_USER_INPUT", self.list, bad)

    def test_pages(self):
        client = self.service.new_client()
        for i in range(25):
            client.new_order(f"order {i:02}")
            time.sleep(0.001)
        everything = [f"order {i:02}" for i in reversed(range(25))]
        page = self.list(client=client)
        self.assertEqual((self.names(page), page["totalCount"]), (everything[:20], 25))
        self.assertTrue(page["pageInfo"]["hasNextPage"])
        self.assertFalse(page["pageInfo"]["hasPreviousPage"])
        self.assertEqual(page["pageInfo"]["endCursor"], page["edges"][-1]["cursor"])

        seen, cursor = [], ""
        while True:
            page = self.list(pagination="first: 7" + (f', after: "{cursor}"' if cursor else ""), client=client)
            seen += self.names(page)
            cursor = page["pageInfo"]["endCursor"]
            if not page["pageInfo"]["hasNextPage"]:
                break
        self.assertEqual(seen, everything)

        seen, cursor = [], ""
        while True:
            page = self.list(pagination="last: 10" + (f', before: "{cursor}"' if cursor else ""), client=client)
            seen = self.names(page) + seen
            cursor = page["pageInfo"]["startCursor"]
            if not page["pageInfo"]["hasPreviousPage"]:
                break
        self.assertEqual(seen, everything)

    def test_bounds(self):
        for bad in ("first: 0", "first: 101", "first: -1", "last: 0", "first: 1, last: 1", 'after: "x"', 'before: ""'):
            self.assert_refused("BAD_USER_INPUT", self.list, pagination=bad)
        self.list(pagination="first: 100")


class QuotaTest(ServiceTest):
    settings = {"workers": 0, "limits_max_open_orders": 2, "limits_max_assets_per_order": 1, "limits_max_webhooks": 1,
                "limits_max_projects": 2, "limits_max_upload_size": 1000, "webhooks_allow_private_addresses": "true",
                "limits_max_metadata_size": 20}

    def test_quotas(self):
        first = self.client.new_order()["order_id"]
        second = self.client.new_order()["order_id"]
        self.assert_refused("QUOTA_EXCEEDED", self.client.new_order)
        self.client.graphql("mutation($id: ID!) { cancelOrder(id: $id) { order_id } }", id=second)
        self.client.new_order()
        upload = self.client.new_upload(first)
        self.assert_refused("QUOTA_EXCEEDED", self.client.new_upload, first)
        self.assertEqual(self.client.put(upload["upload_url"], b"x" * 1001).status, 413)
        webhook = 'mutation { createWebhook(webhook_url: "http://127.0.0.1:8/") { webhook_id } }'
        self.client.graphql(webhook)
        self.assert_refused("QUOTA_EXCEEDED", self.client.graphql, webhook)
        project = 'mutation { createProject(project_name: "P") { project_id } }'
        self.client.graphql(project)
        self.assert_refused("QUOTA_EXCEEDED", self.client.graphql, project)
        self.assert_refused("BAD_USER_INPUT", self.client.new_order, metadata='"' + "x" * 20 + '"')


if __name__ == "__main__":
    unittest.main()
