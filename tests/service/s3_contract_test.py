"""The contract of the blob stores, against a Ceph gateway of its own."""

import os
import subprocess
import sys
import unittest

from fleet_parts import CephStore


def main():
    program, *arguments = sys.argv[1:]
    try:
        store = CephStore()
    except unittest.SkipTest as reason:
        print("skipped:", reason)
        return 77
    with store:
        environment = {**os.environ, **store.credentials(), "STOREY_TEST_S3": store.url("contract")}
        return subprocess.run([program, "--gtest_filter=*S3*", *arguments], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
