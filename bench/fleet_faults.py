#!/usr/bin/env python3
"""The faults of tests/service/fleet_faults_test.py for longer than a test may take: ten minutes each, under load.

    bench/fleet_faults.py build/release [--seconds 600] [TEST…]

Prints what the tests print; fails where an order was lost, done twice or seen by others, or a webhook is missing."""

import argparse
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--seconds", type=float, default=600, help="of each fault")
    parser.add_argument("--seed", default="3", help="of what happens when")
    parser.add_argument("tests", nargs="*", help="such as FaultTest.test_the_database_is_restarted; without any, all")
    arguments = parser.parse_intermixed_args()  # tests may stand behind the options
    build = arguments.build.resolve()
    environment = {**os.environ, "STOREY_BIN": str(build / "storey"), "STOREY_SOURCE_DIR": str(ROOT),
                   "STOREY_BINARY_DIR": str(build), "STOREY_TEST_FAULT_SECONDS": str(arguments.seconds),
                   "STOREY_TEST_SEED": arguments.seed}
    script = ROOT / "tests" / "service" / "fleet_faults_test.py"
    return subprocess.run([sys.executable, "-B", script, "-v", *arguments.tests], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
