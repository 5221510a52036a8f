"""A converter that a scan has taken over: what it tries is stopped, and the order ends in ERROR with a reason."""
import ctypes
import os
import pathlib
import socket
import subprocess
import tempfile
import unittest

import service
from service import SAMPLE, Service

HOSTILE = os.environ["STOREY_HOSTILE"]
LANDLOCK_CREATE_RULESET = 444  # the number of the call on every architecture
WITHOUT_LANDLOCK = (HOSTILE, "without-landlock")


def kernel_has_landlock():
    libc = ctypes.CDLL(None, use_errno=True)
    return libc.syscall(LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), ctypes.c_uint(1)) > 0


class HostileConverter(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        real = service.BIN
        service.BIN = HOSTILE
        self.addCleanup(setattr, service, "BIN", real)

    def start(self, **settings):
        started = Service(**settings)
        self.addCleanup(started.close)
        return started

    def order_named(self, name, started):
        """(status, error message) of an order whose converter does what the name says."""
        client = started.new_client()
        order = client.submitted_order(name=name)
        status = client.wait_for_end(order)
        error = client.order(order, "error { code message }")["error"]
        return status, error and error["message"]

    @unittest.skipUnless(kernel_has_landlock(), "this kernel has no Landlock")
    def test_other_files_are_neither_read_nor_written(self):
        started = self.start()
        elsewhere = pathlib.Path(self.folder.name, "elsewhere")
        for deed in (f"read {started.data}/storey.db", f"read {started.data}/secret.key", f"read {SAMPLE}",
                     f"write {elsewhere}", f"write {started.data}/blobs/new"):
            with self.subTest(deed=deed.split("/")[-1]):
                status, message = self.order_named(deed, started)
                self.assertEqual(status, "ERROR")
                self.assertIn("without a result", message)
                self.assertIn(f"cannot {deed}: Permission denied", started.log_text())
        self.assertFalse(elsewhere.exists())

    def test_nothing_is_connected_or_started(self):
        started = self.start()
        with socket.create_server(("127.0.0.1", 0)) as listening:
            listening.settimeout(0)
            for deed in (f"connect {listening.getsockname()[1]}", "run /bin/true"):
                with self.subTest(deed=deed.split()[0]):
                    status, message = self.order_named(deed, started)
                    self.assertEqual(status, "ERROR")
                    self.assertIn("it tried what reading a scan never needs", message)
            with self.assertRaises(BlockingIOError):
                listening.accept()

    def test_without_the_sandbox_all_of_it_would_work(self):
        started = self.start(worker_sandbox="off")
        with socket.create_server(("127.0.0.1", 0)) as listening:
            for deed in (f"read {started.data}/storey.db", f"write {self.folder.name}/elsewhere",
                         f"connect {listening.getsockname()[1]}"):
                self.assertEqual(self.order_named(deed, started)[0], "COMPLETED", deed)

    def test_a_kernel_without_landlock_is_told_once_and_the_rest_holds(self):
        started = self.start_without_landlock(worker_sandbox="auto")
        self.assertEqual(self.order_named(f"read {started.data}/storey.db", started)[0], "COMPLETED")
        self.assertEqual(self.order_named("run /bin/true", started)[0], "ERROR")
        self.assertEqual(started.log_text().count("this kernel has no Landlock"), 1)

    def test_a_sandbox_that_is_required_and_cannot_be_had_is_refused(self):
        with self.assertRaisesRegex(AssertionError, "this kernel has no Landlock"):
            self.start_without_landlock(worker_sandbox="required")

    def start_without_landlock(self, **settings):
        started = Service(launcher=WITHOUT_LANDLOCK, **settings)
        self.addCleanup(started.close)
        return started


class SandboxedCommand(unittest.TestCase):
    """`storey convert --sandbox` gives what the command gives without."""

    def convert(self, folder, *flags, launcher=()):
        return subprocess.run([*launcher, service.BIN, "convert", str(SAMPLE), "--out", folder, "--format",
                               "svg,png,dxf,pdf,geojson,ifc", *flags], capture_output=True, text=True, env={})

    def test_the_drawings_are_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            plain, boxed = pathlib.Path(folder, "plain"), pathlib.Path(folder, "deep", "boxed")
            self.assertEqual(self.convert(plain).returncode, 0)
            run = self.convert(boxed, "--sandbox", "--memory", "1MB")  # so little that a file takes the rest
            self.assertEqual((run.returncode, run.stderr.count("Landlock")), (0, 0 if kernel_has_landlock() else 1))
            self.assertEqual(sorted(os.listdir(plain)), sorted(os.listdir(boxed)))
            for name in os.listdir(plain):
                if not name.startswith("report"):  # it tells how long everything took
                    self.assertEqual((plain / name).read_bytes(), (boxed / name).read_bytes(), name)

    def test_what_fails_leaves_no_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            broken = pathlib.Path(folder, "broken.xyz")
            broken.write_text("no points\n")
            run = subprocess.run([service.BIN, "convert", broken, "--out", f"{folder}/a/b", "--sandbox"],
                                 capture_output=True, text=True)
            self.assertNotEqual(run.returncode, 0)
            self.assertIn("broken.xyz", run.stderr)
            self.assertEqual(os.listdir(folder), ["broken.xyz"])

    def test_kernels_without_landlock(self):
        with tempfile.TemporaryDirectory() as folder:
            run = self.convert(f"{folder}/auto", "--sandbox", launcher=WITHOUT_LANDLOCK)
            self.assertEqual(run.returncode, 0)
            self.assertEqual(run.stderr.count("this kernel has no Landlock"), 1)
            run = self.convert(f"{folder}/required", "--sandbox=required", launcher=WITHOUT_LANDLOCK)
            self.assertNotEqual(run.returncode, 0)
            self.assertIn("this kernel has no Landlock", run.stderr)
            self.assertEqual(os.listdir(folder), ["auto"])


if __name__ == "__main__":
    unittest.main()
