"""Progress: a bar on a terminal, lines in a pipe, JSON for programs."""
import json
import os
import pty
import select
import subprocess
import unittest

from cli import STOREY, CliTest, two_rooms

STAGES = ["open", "read", "storeys", "walls", "rooms", "openings", "measure", "export"]


class Progress(CliTest):
    def setUp(self):
        super().setUp()
        self.write("scan.xyz", two_rooms())

    def on_terminal(self, **environment):
        """What the program writes to a terminal of 80 columns as stderr; its stdout; its exit code."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen([STOREY, "convert", "scan.xyz", "--out", "out"], cwd=self.folder, stderr=theirs,
                                   stdout=subprocess.PIPE, env={**os.environ, "TERM": "xterm", **environment})
        os.close(theirs)
        shown = b""
        while select.select([ours], [], [], 240)[0]:
            try:
                shown += os.read(ours, 65536)
            except OSError:  # the other end is closed
                break
        os.close(ours)
        output = process.communicate()[0]
        return shown.decode(), output.decode(), process.returncode

    def test_a_terminal_gets_a_bar_that_is_gone_at_the_end(self):
        shown, output, code = self.on_terminal()
        self.assertEqual(code, 0)
        self.assertIn(" %", shown)
        self.assertNotIn("\n", shown)
        self.assertTrue(shown.endswith("\r\x1b[K"), shown[-40:])
        self.assertIn("Written to out", output)
        self.assertNotIn("\x1b", output)

    def test_no_color_and_dumb_terminals_are_respected(self):
        self.assertIn("\x1b[36m", self.on_terminal(NO_COLOR="")[0])
        self.assertNotIn("\x1b[36m", self.on_terminal(NO_COLOR="1")[0])
        shown = self.on_terminal(TERM="dumb")[0]
        self.assertNotIn("\x1b", shown)
        self.assertIn("read ", shown)

    def test_a_pipe_gets_plain_lines(self):
        run = self.storey("convert", "scan.xyz", "--out", "out")
        lines = run.stderr.splitlines()
        self.assertEqual([line.split()[0] for line in lines], [stage for stage in STAGES if stage in run.stderr])
        self.assertIn("read", run.stderr)
        self.assertNotIn("\r", run.stderr)
        self.assertNotIn("\x1b", run.stderr)

    def test_json_lines_rise_from_0_to_1_and_end_with_the_outcome(self):
        run = self.storey("convert", "scan.xyz", "--out", "out", "--json-progress")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(run.stderr, "")
        *progress, done = [json.loads(line) for line in run.stdout.splitlines()]
        shares = [event["share"] for event in progress]
        self.assertEqual(shares, sorted(shares))
        self.assertEqual((shares[0], shares[-1]), (0, 1))
        order = [STAGES.index(event["stage"]) for event in progress]
        self.assertEqual(order, sorted(order))
        self.assertEqual({event["event"] for event in progress}, {"progress"})
        self.assertEqual(done["event"], "done")
        self.assertEqual(sorted(done["files"]), sorted(f"out/{name}" for name in self.names("out")))
        self.assertEqual(done["storeys"][0]["rooms"], 2)
        self.assertEqual(max(event["points"] for event in progress), two_rooms().count("\n"))

    def test_json_names_the_trace_that_it_belongs_to(self):
        trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        for value, named in ((f"00-{trace}-00f067aa0ba902b7-01", trace), ("nonsense", None)):
            run = self.storey("convert", "missing.xyz", "--out", "out", "--json-progress",
                              env={**os.environ, "TRACEPARENT": value})
            self.assertEqual(json.loads(run.stdout.splitlines()[-1]).get("trace"), named)

    def test_json_tells_a_failure_too(self):
        run = self.storey("convert", "missing.xyz", "--out", "out", "--json-progress")
        self.assertEqual(run.returncode, 1)
        failed = json.loads(run.stdout.splitlines()[-1])
        self.assertEqual((failed["event"], failed["code"], failed["exit_code"]), ("failed", "not_found", 1))
        self.assertIn("missing.xyz", failed["file"])
        self.assertIn("missing.xyz", run.stderr)

    def test_a_reader_that_leaves_does_not_end_the_conversion(self):
        process = subprocess.Popen([STOREY, "convert", "scan.xyz", "--out", "out", "--json-progress"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        process.stdout.close()
        process.wait(240)
        self.assertIn("storey-0.svg", self.names("out"))


if __name__ == "__main__":
    unittest.main()
