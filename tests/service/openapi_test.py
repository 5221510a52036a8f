"""The published OpenAPI document: valid by the validator of others, and what the service really answers and sends."""

import json
import sys

import npm_peers
from service import SMALL_XYZ, Receiver, Service, wait_for

RESULTS = "query($id: ID!) { results(order_id: $id) { file_name download_url } }"
KINDS = ["order.updated", "order.initialized", "order.processing", "order.completed", "order.error", "order.cancelled",
         "upload.finalized"]
DELETE = "mutation($id: ID!) { deleteOrder(id: $id) { success } }"


def upload_addresses(client, order):
    """Of a file of six bytes, and of a part."""
    file = client.new_upload(order, size_bytes=6)
    parts = client.new_upload(order, upload_type="multi", total_parts=2, fields="part_urls { upload_url }")
    return {"upload": file["upload_url"], "part": parts["part_urls"][0]["upload_url"]}


def addresses(client):
    """Pre-signed addresses by the name of what is there, or was."""
    orders = {state: client.new_order()["order_id"] for state in ("open", "cancelled", "deleted")}
    found = {state: upload_addresses(client, order) for state, order in orders.items()}
    client.graphql("mutation($id: ID!) { cancelOrder(id: $id) { order_id } }", id=orders["cancelled"])
    client.graphql(DELETE, id=orders["deleted"])
    for state in ("open", "deleted"):
        order = client.submitted_order()
        assert client.wait_for_end(order) == "COMPLETED"
        results = client.graphql(RESULTS, id=order)["results"]
        found[state]["download"] = next(r["download_url"] for r in results if r["file_name"] == "plan.json")
    client.graphql(DELETE, id=order)
    return found


def messages(receiver, client):
    """What webhooks are sent, each kind of it."""
    assert client.wait_for_end(client.submitted_order(SMALL_XYZ, "xyz")) == "ERROR"
    wait_for(lambda: {body["type"] for body in receiver.bodies()} == set(KINDS), "a message of each kind")
    return receiver.bodies()


npm_peers.install()
with Service(workers=1, limits_max_upload_size="4MiB", webhooks_allow_private_addresses="true") as service, Receiver() as receiver:
    client = service.new_client()
    client.graphql(f'mutation {{ createWebhook(webhook_url: "{receiver.url}", webhook_events: {json.dumps(KINDS)})'
                   ' { webhook_id } }')
    places = addresses(client)
    code = npm_peers.run("openapi.mjs", service, client, ADDRESSES=json.dumps(places),
                         MESSAGES=json.dumps(messages(receiver, client)))
sys.exit(code)
