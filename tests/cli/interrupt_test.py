"""Ctrl-C and SIGTERM in the middle of the work: exit code 130, and nothing left behind."""
import json
import signal
import subprocess
import unittest

from cli import STOREY, CliTest, two_rooms

# Dense enough that a conversion takes far longer than a signal takes to arrive.
DENSE = two_rooms(spacing=0.004)


class Interrupt(CliTest):
    def setUp(self):
        super().setUp()
        self.write("scan.xyz", DENSE)

    def interrupt_at(self, stage, number):
        """Starts a conversion, sends signal `number` once `stage` is reported, and waits for the end."""
        process = subprocess.Popen([STOREY, "convert", "scan.xyz", "--out", "out", "--json-progress"], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for line in process.stdout:
            if json.loads(line).get("stage") == stage:
                process.send_signal(number)
                break
        rest, errors = process.communicate(timeout=60)
        return process.returncode, rest, errors

    def test_every_stage_can_be_interrupted(self):
        for stage, number in (("open", signal.SIGINT), ("read", signal.SIGTERM), ("walls", signal.SIGINT)):
            with self.subTest(stage=stage):
                code, rest, errors = self.interrupt_at(stage, number)
                self.assertEqual(code, 130, errors)
                self.assertNotIn('"done"', rest)
                self.assertIn("interrupted", errors)
                self.assertEqual(self.names(), ["scan.xyz"])

    def test_older_outputs_stay_as_they_were(self):
        (self.folder / "out").mkdir()
        self.write("out/plan.json", "old")
        self.assertEqual(self.interrupt_at("read", signal.SIGINT)[0], 130)
        self.assertEqual(self.names("out"), ["plan.json"])
        self.assertEqual((self.folder / "out/plan.json").read_text(), "old")

    def test_info_can_be_interrupted(self):
        process = subprocess.Popen([STOREY, "info", *["scan.xyz"] * 200], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        while not self.takes_over(process, signal.SIGINT):
            self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)

    @staticmethod
    def takes_over(process, number):
        """Whether the process keeps the signal from its default, which is to end it, and handles it itself."""
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            blocked = next(line.split()[1] for line in status if line.startswith("SigBlk:"))
        return bool(int(blocked, 16) >> (number - 1) & 1)


if __name__ == "__main__":
    unittest.main()
