"""Uploads: single, in parts and from an address; progress, checks, and every error they can give."""

import concurrent.futures
import contextlib
import http.client
import http.server
import json
import threading
import unittest

from service import SAMPLE, SMALL_XYZ, GraphqlError, Receiver, ServiceTest, file_server, sha256, wait_for

NOBODY = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"


class RepeatedRequestTest(ServiceTest):
    def test_a_client_token_makes_requests_repeatable(self):
        order = [self.client.new_order(client_token='"a"')["order_id"] for _ in range(2)]
        self.assertEqual(order[0], order[1])
        uploads = [self.client.new_upload(order[0], client_token="a")["asset_id"] for _ in range(2)]
        self.assertEqual(uploads[0], uploads[1])
        create = ('mutation { createWebhook(webhook_url: "http://127.0.0.1:8/", client_token: "a")'
                  " { webhook_id webhook_secret } }")
        self.assertEqual(self.client.graphql(create), self.client.graphql(create))
        extensions = self.assert_refused("BAD_USER_INPUT", self.client.new_order, "Another", client_token='"a"')
        self.assertEqual(extensions["field"], "client_token")


class CancelUploadTest(ServiceTest):
    cancel = "mutation($id: ID!) { cancelUpload(asset_id: $id) { asset_id upload_status upload_url error { code } } }"

    def test_an_upload_is_given_up(self):
        order = self.client.new_order()["order_id"]
        upload = self.client.new_upload(order)
        self.client.put(upload["upload_url"], SMALL_XYZ)
        for _ in range(2):
            cancelled = self.client.graphql(self.cancel, id=upload["asset_id"])["cancelUpload"]
            self.assertEqual(cancelled, {"asset_id": upload["asset_id"], "upload_status": "EXPIRED", "upload_url": None,
                                         "error": {"code": "UPLOAD_EXPIRED"}})
        self.assertEqual(self.client.put(upload["upload_url"], SMALL_XYZ).status, 403)
        self.assert_refused("UPLOAD_EXPIRED", self.client.finalize_upload, upload["asset_id"])
        good = self.client.upload(order, SMALL_XYZ)
        self.assert_refused("INVALID_ORDER_STATE", self.client.graphql, self.cancel, id=good)
        self.assertEqual(self.client.finalize_order(order), "INITIALIZED")
        self.assert_refused("ASSET_NOT_FOUND", self.client.graphql, self.cancel, id=NOBODY)


class SingleUploadTest(ServiceTest):
    def setUp(self):
        self.order = self.client.new_order()["order_id"]

    def test_the_whole_way(self):
        upload = self.client.new_upload(self.order, size_bytes=len(SMALL_XYZ), checksum_sha256=sha256(SMALL_XYZ).upper(),
                                        file_name="hall.xyz")
        self.assertEqual((upload["upload_status"], upload["expires_in"]), ("PENDING", 3600))
        answer = self.client.put(upload["upload_url"], SMALL_XYZ)
        self.assertEqual(answer.status, 200)
        self.assertRegex(answer.headers["ETag"], '^".+"$')
        asset = self.client.asset(upload["asset_id"], "upload_status progress { percentage } file_name size_bytes")
        self.assertEqual(asset, {"upload_status": "UPLOADED", "progress": {"percentage": 100}, "file_name": "hall.xyz",
                                 "size_bytes": len(SMALL_XYZ)})
        for _ in range(2):
            self.assertEqual(self.client.finalize_upload(upload["asset_id"]), "FINALIZED")
        self.assertEqual(self.client.put(upload["upload_url"], SMALL_XYZ).status, 409)

    def test_types(self):
        self.client.upload(self.order, SMALL_XYZ, "XYZ")
        self.client.upload(self.order, SAMPLE.read_bytes(), "E57")
        self.assert_refused("UNSUPPORTED_ASSET_TYPE", self.client.new_upload, self.order, "las")
        self.assert_refused("UNSUPPORTED_UPLOAD_TYPE", self.client.new_upload, self.order, "xyz", "pigeon")
        self.client.new_upload(self.order, "xyz", "SINGLE")

    def test_bad_input(self):
        for bad in ({"checksum_sha256": "abc"}, {"size_bytes": -1}, {"size_bytes": 1.5}, {"file_name": "x" * 501}):
            self.assert_refused("BAD_USER_INPUT", self.client.new_upload, self.order, **bad)
        self.assert_refused("QUOTA_EXCEEDED", self.client.new_upload, self.order, size_bytes=10**15)

    def test_signature(self):
        upload = self.client.new_upload(self.order)
        url = upload["upload_url"]
        for forged in (url.split("?")[0], url[:-1] + ("A" if url[-1] != "A" else "B"),
                       url.replace("expires=", "expires=1"), url.replace(upload["asset_id"], NOBODY)):
            answer = self.client.put(forged, SMALL_XYZ)
            self.assertEqual((answer.status, answer.json()["error"]), (403, "FORBIDDEN"), forged)
        self.assertEqual(self.client.asset(upload["asset_id"])["upload_status"], "PENDING")

    def test_incomplete(self):
        upload = self.client.new_upload(self.order)
        extensions = self.assert_refused("UPLOAD_INCOMPLETE", self.client.finalize_upload, upload["asset_id"])
        self.assertEqual(extensions["assetId"], upload["asset_id"])

    def test_mismatches_can_be_mended(self):
        upload = self.client.new_upload(self.order, size_bytes=len(SMALL_XYZ), checksum_sha256=sha256(SMALL_XYZ))
        answer = self.client.put(upload["upload_url"], SMALL_XYZ[:-1])
        self.assertEqual((answer.status, answer.json()["error"]), (400, "UPLOAD_MISMATCH"))
        self.assertEqual(self.client.put(upload["upload_url"], b"9" + SMALL_XYZ[1:]).status, 200)
        for _ in range(2):
            self.assert_refused("UPLOAD_MISMATCH", self.client.finalize_upload, upload["asset_id"])
        asset = self.client.asset(upload["asset_id"], "upload_status error { code message }")
        self.assertEqual((asset["upload_status"], asset["error"]["code"]), ("FAILED", "UPLOAD_MISMATCH"))
        self.assertEqual(self.client.put(upload["upload_url"], SMALL_XYZ).status, 200)
        self.assertEqual(self.client.finalize_upload(upload["asset_id"]), "FINALIZED")

    def test_another_kind_of_file(self):
        for asset_type, content in (("e57", SMALL_XYZ), ("e57", SAMPLE.read_bytes()[:-1]), ("xyz", SAMPLE.read_bytes()),
                                    ("xyz", b"no numbers here\n"), ("xyz", b"")):
            upload = self.client.new_upload(self.order, asset_type)
            self.assertEqual(self.client.put(upload["upload_url"], content).status, 200)
            self.assert_refused("INVALID_FILE", self.client.finalize_upload, upload["asset_id"])
            self.assertEqual(self.client.asset(upload["asset_id"])["upload_status"], "FAILED")

    def test_unknown_assets(self):
        for id_ in (NOBODY, "x"):
            extensions = self.assert_refused("ASSET_NOT_FOUND", self.client.finalize_upload, id_)
            self.assertEqual(extensions["assetId"], id_)
            self.assert_refused("ASSET_NOT_FOUND", self.client.asset, id_)

    def test_progress_is_of_the_bytes_that_arrived(self):
        upload = self.client.new_upload(self.order)
        total = 8 << 20
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=60)
        connection.putrequest("PUT", upload["upload_url"].split(str(self.service.port))[1])
        connection.putheader("Content-Length", str(total))
        connection.endheaders()
        connection.send(b"1 2 3\n" * (total // 12))
        fields = "upload_status progress { percentage }"
        wait_for(lambda: self.client.asset(upload["asset_id"])["upload_status"] == "UPLOADING", "the start")
        connection.send(b"1 2 3\n" * ((total - 6 * (total // 12)) // 6) + b"1\n" * (total % 6 // 2))
        self.assertEqual(connection.getresponse().status, 200)
        connection.close()
        self.assertEqual(self.client.asset(upload["asset_id"], fields),
                         {"upload_status": "UPLOADED", "progress": {"percentage": 100}})

    def test_a_broken_connection_leaves_the_upload_open(self):
        upload = self.client.new_upload(self.order)
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=60)
        connection.putrequest("PUT", upload["upload_url"].split(str(self.service.port))[1])
        connection.putheader("Content-Length", "1000000")
        connection.endheaders()
        connection.send(b"1 2 3\n" * 1000)
        wait_for(lambda: self.client.asset(upload["asset_id"])["upload_status"] == "UPLOADING", "the start")
        connection.close()
        self.assert_refused("UPLOAD_INCOMPLETE", self.client.finalize_upload, upload["asset_id"])
        self.assertEqual(self.client.put(upload["upload_url"], SMALL_XYZ).status, 200)
        self.assertEqual(self.client.finalize_upload(upload["asset_id"]), "FINALIZED")


class MultiUploadTest(ServiceTest):
    settings = {"workers": 0, "uploads_part_size": "1KiB"}
    fields = "upload_id part_size part_urls { part_number upload_url } uploaded_parts { part_number etag size_bytes }"

    def setUp(self):
        self.order = self.client.new_order()["order_id"]

    def start(self, **arguments):
        return self.client.new_upload(self.order, "xyz", "multi", self.fields, **arguments)

    def test_the_whole_way(self):
        upload = self.start(size_bytes=len(SMALL_XYZ), checksum_sha256=sha256(SMALL_XYZ))
        size = int(upload["part_size"])
        self.assertEqual(len(upload["part_urls"]), -(-len(SMALL_XYZ) // size))
        parts = []
        for part in upload["part_urls"]:
            number = part["part_number"]
            answer = self.client.put(part["upload_url"], SMALL_XYZ[(number - 1) * size:number * size])
            self.assertEqual(answer.status, 200)
            parts.append({"PartNumber": number, "ETag": answer.headers["ETag"]})
        status = self.client.finalize_upload(upload["asset_id"], upload_id=upload["upload_id"], parts=json.dumps(parts))
        self.assertEqual(status, "FINALIZED")

    def test_resumed_with_the_missing_parts(self):
        upload = self.start(total_parts=3)
        thirds = [SMALL_XYZ[:1000], SMALL_XYZ[1000:2000], SMALL_XYZ[2000:]]
        urls = [part["upload_url"] for part in upload["part_urls"]]
        self.client.put(urls[0], b"wrong")
        self.client.put(urls[0], thirds[0])
        self.client.put(urls[2], thirds[2])
        there = self.client.asset(upload["asset_id"], "uploaded_parts { part_number etag size_bytes }")["uploaded_parts"]
        self.assertEqual([(part["part_number"], part["size_bytes"]) for part in there],
                         [(1, 1000), (3, len(SMALL_XYZ) - 2000)])
        self.assert_refused("UPLOAD_INCOMPLETE", self.client.finalize_upload, upload["asset_id"])
        etag = self.client.put(urls[1], thirds[1]).headers["ETag"]
        parts = [{"part_number": 1, "etag": there[0]["etag"]}, {"part_number": 2, "etag": etag.strip('"')},
                 {"part_number": 3, "etag": there[1]["etag"]}]
        self.assertEqual(self.client.finalize_upload(upload["asset_id"], parts=json.dumps(parts)), "FINALIZED")

    def test_refusals(self):
        for bad in ({}, {"total_parts": 0}, {"total_parts": 1001}):
            self.assert_refused("BAD_USER_INPUT", self.start, **bad)
        upload = self.start(total_parts=1)
        id_ = upload["asset_id"]
        etag = self.client.put(upload["part_urls"][0]["upload_url"], SMALL_XYZ).headers["ETag"]
        good = json.dumps([{"PartNumber": 1, "ETag": etag}])
        for parts in ("", "{}", "[]", "[1]", '[{"PartNumber": 1}]', '[{"PartNumber": 2, "ETag": "x"}]',
                      '[{"PartNumber": "1", "ETag": "x"}]'):
            extensions = self.assert_refused("BAD_USER_INPUT", self.client.finalize_upload, id_, parts=parts)
            self.assertEqual(extensions["field"], "parts")
        self.assert_refused("BAD_USER_INPUT", self.client.finalize_upload, id_, upload_id=NOBODY, parts=good)
        self.assert_refused("UPLOAD_MISMATCH", self.client.finalize_upload, id_,
                            parts='[{"PartNumber": 1, "ETag": "other"}]')
        self.assertEqual(self.client.finalize_upload(id_, upload_id=upload["upload_id"], parts=good), "FINALIZED")

    def test_addresses_of_parts_page_by_page(self):
        asset = self.start(total_parts=25)["asset_id"]

        def numbers(arguments):
            urls = self.client.asset(asset, f"part_urls{arguments} {{ part_number upload_url }}")["part_urls"]
            return [url["part_number"] for url in urls if f"/parts/{url['part_number']}?" in url["upload_url"]]

        self.assertEqual(numbers(""), list(range(1, 26)))
        self.assertEqual(numbers("(first: 10)"), list(range(1, 11)))
        self.assertEqual(numbers("(first: 10, after: 20)"), list(range(21, 26)))
        self.assertEqual(numbers("(after: 2147483647)"), [])
        for arguments in ("(first: 0)", "(after: -1)"):
            with self.assertRaises(GraphqlError) as refused:
                numbers(arguments)
            self.assertEqual(refused.exception.code, "BAD_USER_INPUT")

    def test_checksum_of_the_whole(self):
        upload = self.start(total_parts=2, checksum_sha256=sha256(b"other"))
        for part in upload["part_urls"]:
            self.client.put(part["upload_url"], SMALL_XYZ)
        self.assert_refused("UPLOAD_MISMATCH", self.client.finalize_upload, upload["asset_id"])


class UrlUploadTest(ServiceTest):
    settings = {**ServiceTest.settings, "worker_retry_wait": "1s"}

    def test_fetched_by_the_service(self):
        order = self.client.new_order()["order_id"]
        with file_server(SMALL_XYZ) as url:
            upload = self.client.new_upload(order, "xyz", "url", source_url=url, checksum_sha256=sha256(SMALL_XYZ))
            self.assertIsNone(upload["upload_url"])
            wait_for(lambda: self.client.asset(upload["asset_id"])["upload_status"] == "UPLOADED", "the fetch")
        self.assertEqual(self.client.finalize_upload(upload["asset_id"]), "FINALIZED")

    def test_an_address_that_does_not_answer(self):
        order = self.client.new_order()["order_id"]
        upload = self.client.new_upload(order, "xyz", "url", source_url="http://127.0.0.1:8/none.xyz")
        wait_for(lambda: self.client.asset(upload["asset_id"])["upload_status"] == "FAILED", "the failure")
        self.assert_refused("UPLOAD_INCOMPLETE", self.client.finalize_upload, upload["asset_id"])

    def test_a_source_leads_nowhere_else(self):
        asked = []

        class Redirect(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                asked.append(self.path)
                self.send_response(302)
                self.send_header("Location", "/elsewhere.xyz")
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *ignored):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Redirect)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        order = self.client.new_order()["order_id"]
        upload = self.client.new_upload(order, "xyz", "url", source_url=f"http://127.0.0.1:{server.server_port}/scan.xyz")
        wait_for(lambda: self.client.asset(upload["asset_id"])["upload_status"] == "FAILED", "the failure")
        self.assertEqual(set(asked), {"/scan.xyz"})

    def test_refusals(self):
        order = self.client.new_order()["order_id"]
        self.assert_refused("BAD_USER_INPUT", self.client.new_upload, order, "xyz", "url")
        self.assert_refused("INVALID_WEBHOOK_URL", self.client.new_upload, order, "xyz", "url", source_url="file:///etc")


class PrivateAddressTest(ServiceTest):
    settings = {"workers": 0}

    def test_private_sources_are_refused(self):
        order = self.client.new_order()["order_id"]
        for url in ("http://127.0.0.1/x", "http://localhost/x", "http://169.254.169.254/x", "http://[::1]/x",
                    "http://10.0.0.1/x"):
            self.assert_refused("INVALID_WEBHOOK_URL", self.client.new_upload, order, "xyz", "url", source_url=url)


class TransfersTest(ServiceTest):
    settings = {"workers": 0, "limits_max_transfers": 4}

    def begin(self, upload):
        """A transfer that goes on until its last byte is sent."""
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=60)
        self.addCleanup(connection.close)
        connection.putrequest("PUT", upload["upload_url"].split(str(self.service.port))[1])
        connection.putheader("Content-Length", str(len(SMALL_XYZ)))
        connection.endheaders()
        connection.send(SMALL_XYZ[:-1])
        return connection

    def upload_that_receives(self, order):
        upload = self.client.new_upload(order)
        connection = self.begin(upload)
        wait_for(lambda: self.client.asset(upload["asset_id"])["upload_status"] == "UPLOADING", "the start")
        return upload, connection

    def test_few_at_a_time(self):
        order = self.client.new_order()["order_id"]
        started = [self.upload_that_receives(order) for _ in range(4)]
        answer = self.client.put(self.client.new_upload(order)["upload_url"], SMALL_XYZ)
        self.assertEqual((answer.status, answer.headers["Retry-After"]), (429, "1"))
        for upload, connection in started:
            connection.send(SMALL_XYZ[-1:])
            self.assertEqual(connection.getresponse().status, 200)
            self.assertEqual(self.client.finalize_upload(upload["asset_id"]), "FINALIZED")
        self.assertEqual(self.client.put(self.client.new_upload(order)["upload_url"], SMALL_XYZ).status, 200)

    def test_a_newer_transfer_ends_the_older(self):
        order = self.client.new_order()["order_id"]
        upload, older = self.upload_that_receives(order)
        self.assertEqual(self.client.put(upload["upload_url"], SMALL_XYZ).status, 200)
        older.send(b"9")
        self.assertEqual(older.getresponse().status, 409)
        self.assertEqual(self.client.finalize_upload(upload["asset_id"]), "FINALIZED")

    def test_many_at_once_to_one_address(self):
        order = self.client.new_order()["order_id"]
        upload = self.client.new_upload(order)
        with concurrent.futures.ThreadPoolExecutor(200) as pool:
            answers = list(pool.map(lambda _: self.client.put(upload["upload_url"], SMALL_XYZ).status, range(200)))
        self.assertLessEqual(set(answers), {200, 409, 429})
        self.assertIn(200, answers)
        self.assertEqual(self.client.finalize_upload(upload["asset_id"]), "FINALIZED")
        kept = self.client.asset(upload["asset_id"], "size_bytes")["size_bytes"]
        self.assertEqual(kept, len(SMALL_XYZ))


class FullDiskTest(ServiceTest):
    settings = {"workers": 0, "limits_min_free_space": "1000TiB"}

    def test_no_scans_are_taken_but_all_else_goes_on(self):
        order = self.client.new_order()["order_id"]
        self.assert_refused("STORAGE_UNAVAILABLE", self.client.new_upload, order)
        self.assertEqual(self.client.order(order)["order_status"], "DRAFT")


class ExpiryTest(ServiceTest):
    settings = {"workers": 0, "uploads_url_lifetime": "1s", "retention_interval": "1s"}

    def test_expired_addresses(self):
        order = self.client.new_order()["order_id"]
        upload = self.client.new_upload(order)
        wait_for(lambda: self.client.asset(upload["asset_id"])["upload_status"] == "EXPIRED", "expiry")
        answer = self.client.put(upload["upload_url"], SMALL_XYZ)
        self.assertEqual((answer.status, answer.json()["error"]), (403, "UPLOAD_EXPIRED"))
        self.assert_refused("UPLOAD_EXPIRED", self.client.finalize_upload, upload["asset_id"])


@contextlib.contextmanager
def dribbling_server():
    """An HTTP server that begins a file and never ends it; gives its address."""
    ended = threading.Event()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Length", "1000000")
            self.end_headers()
            with contextlib.suppress(OSError):
                while not ended.wait(0.5):
                    self.wfile.write(b"1")

        def log_message(self, *ignored):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/scan.xyz"
    finally:
        ended.set()
        server.shutdown()
        server.server_close()


@contextlib.contextmanager
def breaking_server(body, changes=False):
    """An HTTP server whose connections break off after a third of the whole file; gives its address and the ranges
    that it was asked for. It `changes` the file once when it is asked for a rest."""
    asked, etags = [], ['"first"', '"second"'] if changes else ['"first"']

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            range_ = self.headers["Range"]
            asked.append(range_)
            if range_ and len(etags) > 1:
                etags.pop(0)
            start = 0
            if range_ and self.headers["If-Range"] == etags[0]:
                start = int(range_.removeprefix("bytes=").removesuffix("-"))
                self.send_response(206)
                self.send_header("Content-Range", f"bytes {start}-{len(body) - 1}/{len(body)}")
            else:
                self.send_response(200)
            self.send_header("ETag", etags[0])
            self.send_header("Content-Length", str(len(body) - start))
            self.end_headers()
            breaks = not (changes and len(asked) > 2)
            self.wfile.write(body[start:start + len(body) // 3 + 1] if breaks else body)

        def log_message(self, *ignored):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/scan.xyz", asked
    finally:
        server.shutdown()
        server.server_close()


class FetchPoolTest(ServiceTest):
    settings = {"workers": 0, "webhooks_allow_private_addresses": "true", "worker_retry_wait": "1s"}

    def test_slow_sources_of_one_client_hold_nobody_else_up(self):
        other = self.service.new_client()
        with dribbling_server() as slow, file_server(SMALL_XYZ) as quick:
            order = self.client.new_order()["order_id"]
            held = [self.client.new_upload(order, upload_type="url", source_url=slow)["asset_id"] for _ in range(6)]
            wait_for(lambda: self.client.asset(held[1])["upload_status"] == "UPLOADING", "the second fetch")
            asset = other.new_upload(other.new_order()["order_id"], upload_type="url", source_url=quick)["asset_id"]
            wait_for(lambda: other.asset(asset)["upload_status"] == "UPLOADED", "the fetch of the other client")
            states = [self.client.asset(asset)["upload_status"] for asset in held]
            self.assertEqual(states, ["UPLOADING"] * 2 + ["PENDING"] * 4)

    def fetched(self, url):
        """Waits until what the address gives is here and whole."""
        upload = self.client.new_upload(self.client.new_order()["order_id"], upload_type="url", source_url=url,
                                        checksum_sha256=sha256(SMALL_XYZ))
        wait_for(lambda: self.client.asset(upload["asset_id"])["upload_status"] == "UPLOADED", "the fetch")
        self.assertEqual(self.client.finalize_upload(upload["asset_id"]), "FINALIZED")

    def test_goes_on_where_a_connection_broke(self):
        third = len(SMALL_XYZ) // 3 + 1
        with breaking_server(SMALL_XYZ) as (url, asked):
            self.fetched(url)
        self.assertEqual(asked, [None, f"bytes={third}-", f"bytes={2 * third}-"])

    def test_a_file_that_changed_is_fetched_anew(self):
        with breaking_server(SMALL_XYZ, changes=True) as (url, asked):
            self.fetched(url)
        self.assertEqual(asked, [None, f"bytes={len(SMALL_XYZ) // 3 + 1}-", None])

    def test_a_source_that_is_busy_is_asked_again(self):
        order = self.client.new_order()["order_id"]
        with Receiver() as source:
            asset = self.client.new_upload(order, upload_type="url", source_url=source.url)["asset_id"]
            wait_for(lambda: self.client.asset(asset)["upload_status"] == "FAILED", "the end: a receiver takes no GET")
        asked = self.service.log_text().count("job started")
        self.assertGreaterEqual(asked, 3)


if __name__ == "__main__":
    unittest.main()
