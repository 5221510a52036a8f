"""Ctrl-C and SIGTERM in the middle of the work: exit code 130, and nothing left behind."""
import fcntl
import os
import random
import signal
import subprocess
import threading
import time
import unittest

from cli import STOREY, CliTest, two_rooms

SCAN = two_rooms(spacing=0.015)
PIPE_BYTES = 4096


def takes_over(process, number):
    """Whether the process keeps the signal from its default, which is to end it, and handles it itself."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
        blocked = next(line.split()[1] for line in status if line.startswith("SigBlk:"))
    return bool(int(blocked, 16) >> (number - 1) & 1)


class Interrupt(CliTest):
    def setUp(self):
        super().setUp()
        self.write("scan.xyz", SCAN)

    def start(self, command, *arguments, **options):
        process = subprocess.Popen([STOREY, command, *arguments], cwd=self.folder, stderr=subprocess.PIPE, text=True,
                                   **options)
        while not takes_over(process, signal.SIGINT):
            self.assertIsNone(process.poll(), "ended before it could be interrupted")
        return process

    def start_held(self):
        """A conversion that cannot go on, because it reports into a pipe that is full; and the pipe's other end."""
        ours, theirs = os.pipe()
        fcntl.fcntl(theirs, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        os.write(theirs, b" " * PIPE_BYTES)
        process = self.start("convert", "scan.xyz", "--out", "out", "--json-progress", stdout=theirs)
        os.close(theirs)
        return process, ours

    def assert_interrupted(self, process):
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("interrupted", errors)

    def test_a_computation_that_does_not_react_is_ended(self):
        process, pipe = self.start_held()
        process.send_signal(signal.SIGINT)
        self.assert_interrupted(process)
        os.close(pipe)
        self.assertEqual(self.names(), ["scan.xyz"])

    def test_a_computation_that_goes_on_ends_without_outputs(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number):
                process, pipe = self.start_held()
                process.send_signal(number)
                time.sleep(0.1)  # the signal is there long before the conversion could be through
                reader = threading.Thread(target=self.drain, args=(pipe,))
                reader.start()
                self.assert_interrupted(process)
                reader.join()
                self.assertFalse('"done"' in self.drained)
                self.assertEqual(self.names(), ["scan.xyz"])

    def drain(self, pipe):
        with os.fdopen(pipe) as stream:
            self.drained = stream.read()

    def test_a_second_signal_ends_it_at_once(self):
        process, pipe = self.start_held()
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGTERM)
        self.assert_interrupted(process)
        os.close(pipe)

    def test_at_any_moment_outputs_are_whole_or_as_they_were(self):
        self.assertEqual(self.storey("convert", "scan.xyz", "--out", "whole").returncode, 0)
        whole = self.contents("whole")
        (self.folder / "out").mkdir()
        old = {"plan.json": b"old", "notes.txt": b"mine"}
        random.seed(3)
        for _ in range(12):
            for name in self.names("out"):
                (self.folder / "out" / name).unlink()
            for name, content in old.items():
                self.write(f"out/{name}", content)
            process = self.start("convert", "scan.xyz", "--out", "out", stdout=subprocess.DEVNULL)
            time.sleep(random.uniform(0, 0.6))
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
            after = self.contents("out")
            if process.returncode == 0:
                self.assertEqual(after, {**old, **whole})
            else:
                self.assertEqual((process.returncode, after), (130, old))

    def test_info_can_be_interrupted(self):
        process = self.start("info", *["scan.xyz"] * 100, stdout=subprocess.DEVNULL)
        process.send_signal(signal.SIGINT)
        self.assert_interrupted(process)


if __name__ == "__main__":
    unittest.main()
