"""The main job through the whole service: a scan in, drawings out; failures, cancelling, retention."""

import json
import os
import signal
import subprocess
import unittest

from service import BIN, SAMPLE, TIME, ServiceTest, sha256, wait_for


class ConversionTest(ServiceTest):
    settings = {"workers": 1}

    def test_a_scan_becomes_a_plan(self):
        order = self.client.submitted_order()
        self.assertEqual(self.client.wait_for_end(order), "COMPLETED")
        state = self.client.order(
            order, "completed error { code } progress { percentage stage } summary { storeys rooms floor_area_m2 }"
                   " results { result_id }")
        self.assertRegex(state["completed"], TIME)
        self.assertIsNone(state["error"])
        self.assertEqual(state["progress"], {"percentage": 100, "stage": None})
        self.assertGreaterEqual(state["summary"]["storeys"], 1)
        self.assertGreaterEqual(state["summary"]["rooms"], 1)
        self.assertGreater(state["summary"]["floor_area_m2"], 1)
        results = self.client.graphql(
            "query($id: ID!) { results(order_id: $id) { result_id format storey file_name size_bytes checksum_sha256"
            " download_url expires_in } }", id=order)["results"]
        self.assertEqual([r["result_id"] for r in results], [r["result_id"] for r in state["results"]])
        by_name = {result["file_name"]: result for result in results}
        self.assertLessEqual({"plan.json", "report.json", "storey-0.svg"}, set(by_name))
        self.assertLessEqual({"json", "svg", "dxf", "pdf", "png", "geojson", "ifc"}, {r["format"] for r in results})
        self.assertEqual((by_name["storey-0.svg"]["format"], by_name["storey-0.svg"]["storey"]), ("svg", 0))
        self.assertIsNone(by_name["plan.json"]["storey"])
        for result in results:
            answer = self.service.request("GET", result["download_url"])
            self.assertEqual(answer.status, 200)
            self.assertEqual(len(answer.body), result["size_bytes"])
            self.assertEqual(sha256(answer.body), result["checksum_sha256"])
            self.assertEqual(result["expires_in"], 3600)
        plan = json.loads(self.service.request("GET", by_name["plan.json"]["download_url"]).body)
        self.assertEqual(plan["schema"], "storey.plan/1")
        self.assertEqual(len(plan["storeys"]), state["summary"]["storeys"])
        self.check_download(by_name["plan.json"]["download_url"])

    def check_download(self, url):
        whole = self.service.request("GET", url)
        part = self.service.request("GET", url, headers={"Range": "bytes=5-14"})
        self.assertEqual((part.status, part.body), (206, whole.body[5:15]))
        self.assertEqual(part.headers["Content-Range"], f"bytes 5-14/{len(whole.body)}")
        same = self.service.request("GET", url, headers={"If-None-Match": whole.headers["ETag"]})
        self.assertEqual((same.status, same.body), (304, b""))
        beyond = self.service.request("GET", url, headers={"Range": "bytes=99999999-"})
        self.assertEqual(beyond.status, 416)
        head = self.service.request("HEAD", url)
        self.assertEqual((head.status, head.headers["Content-Length"]), (200, str(len(whole.body))))
        # What is drawn from a stranger's scan runs no script in a browser.
        policy = whole.headers["Content-Security-Policy"]
        self.assertEqual(policy, "default-src 'none'; style-src 'unsafe-inline'; sandbox")
        self.assertEqual(whole.headers["X-Content-Type-Options"], "nosniff")
        self.assertRegex(whole.headers["Content-Disposition"], "^attachment")
        self.assertEqual(self.service.request("GET", url[:-2]).status, 403)
        self.assertEqual(self.service.request("GET", url.split("?")[0]).status, 403)

    def test_options_reach_the_drawings(self):
        order = self.client.submitted_order(options='{formats: ["dxf", "html", "pdf"], sheet_scale: 200,'
                                                    ' area_standard: "din277", author: "-Rossi"}')
        self.assertEqual(self.client.wait_for_end(order), "COMPLETED")
        results = self.client.order(order, "results { format file_name download_url }")["results"]
        self.assertEqual({result["format"] for result in results}, {"json", "dxf", "html", "pdf"})
        content = {result["format"]: self.service.request("GET", result["download_url"]).body for result in results}
        self.assertIn(b"1:200", content["dxf"])
        self.assertIn(b"DIN", content["html"])
        self.assertIn(b"-Rossi", content["pdf"])

    def test_several_assets_are_one_scan(self):
        order = self.client.new_order()["order_id"]
        for _ in range(2):
            self.client.upload(order, SAMPLE.read_bytes(), "e57")
        self.client.finalize_order(order)
        self.assertEqual(self.client.wait_for_end(order), "COMPLETED")
        results = self.client.order(order, "results { file_name download_url }")["results"]
        url = next(r["download_url"] for r in results if r["file_name"] == "report.json")
        self.assertEqual(len(json.loads(self.service.request("GET", url).body)["inputs"]), 2)

    def test_no_plan(self):
        floor = b"".join(b"%.2f %.2f 0\n" % (i % 100 / 10, i // 100 / 10) for i in range(10_000))
        order = self.client.submitted_order(floor, "xyz")
        self.assertEqual(self.client.wait_for_end(order), "ERROR")
        state = self.client.order(order, "error { code message } completed summary { rooms } results { format }")
        self.assertEqual(state["error"]["code"], "NO_PLAN")
        self.assertTrue(state["error"]["message"])
        self.assertNotIn(str(self.service.data), state["error"]["message"])
        self.assertRegex(state["completed"], TIME)
        self.assertEqual((state["summary"], state["results"]), (None, []))

    def test_damaged_file(self):
        scan = bytearray(SAMPLE.read_bytes())
        scan[len(scan) // 2] ^= 0xFF
        order = self.client.submitted_order(bytes(scan), "e57")
        self.assertEqual(self.client.wait_for_end(order), "ERROR")
        self.assertEqual(self.client.order(order, "error { code }")["error"]["code"], "INVALID_FILE")


class LimitTest(ServiceTest):
    settings = {"workers": 1, "worker_memory_limit": "40MiB"}

    def test_a_conversion_cannot_take_more_than_it_may(self):
        order = self.client.submitted_order()
        self.assertEqual(self.client.wait_for_end(order), "ERROR")
        self.assertIn(self.client.order(order, "error { code }")["error"]["code"],
                      ("LIMIT_EXCEEDED", "PROCESSING_FAILED"))
        self.assertEqual(self.service.request("GET", "/readyz").status, 200)


class WorkerProcessTest(ServiceTest):
    def test_a_worker_of_its_own(self):
        order = self.client.submitted_order()
        worker = subprocess.Popen([BIN, "worker", "--data", str(self.service.data)], stderr=subprocess.DEVNULL)
        try:
            self.assertEqual(self.client.wait_for_end(order), "COMPLETED")
        finally:
            worker.send_signal(signal.SIGTERM)
            self.assertEqual(worker.wait(60), 0)


class CancelTest(ServiceTest):
    settings = {"workers": 1}

    def children(self):
        found = []
        for entry in os.listdir("/proc"):
            if not entry.isdigit():
                continue
            try:
                with open(f"/proc/{entry}/stat") as stat:
                    fields = stat.read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == self.service.process.pid and fields[0] != "Z":
                found.append(int(entry))
        return found

    def test_cancelling_stops_the_conversion(self):
        scan = b"".join(b"%d.%03d %d.%03d %d.%03d\n" % (i % 17, i % 997, i % 23, i % 991, i % 3, i % 983)
                        for i in range(2_000_000))
        order = self.client.submitted_order(scan, "xyz")
        wait_for(self.children, "the conversion")
        self.assertEqual(self.client.order(order)["order_status"], "PROCESSING")
        cancelled = self.client.graphql("mutation($id: ID!) { cancelOrder(id: $id) { order_status } }", id=order)
        self.assertEqual(cancelled["cancelOrder"]["order_status"], "CANCELLED")
        wait_for(lambda: not self.children(), "the end of the conversion")
        self.assertEqual(self.client.order(order)["order_status"], "CANCELLED")
        self.assertEqual(self.client.order(order, "results { result_id }")["results"], [])


class RetentionTest(ServiceTest):
    settings = {"workers": 1, "retention_scans": "1s", "retention_results": "2s", "retention_interval": "1s"}

    def test_files_are_deleted_when_their_time_has_come(self):
        order = self.client.submitted_order()
        self.assertEqual(self.client.wait_for_end(order), "COMPLETED")
        blobs = self.service.data / "blobs"
        wait_for(lambda: not self.client.order(order, "results { result_id }")["results"], "the deletion")
        wait_for(lambda: not [f for f in blobs.rglob("*") if f.is_file()], "empty folders")
        self.assertEqual(self.client.order(order)["order_status"], "COMPLETED")
        wait_for(lambda: "deleted what has outlived its time" in self.service.log_text(), "the log")


if __name__ == "__main__":
    unittest.main()
