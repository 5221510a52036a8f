"""The contract of the stores, against a PostgreSQL server of its own."""

import os
import subprocess
import sys

from fleet_parts import Postgres


def main():
    program, *arguments = sys.argv[1:]
    with Postgres() as server:
        environment = {**os.environ, "STOREY_TEST_POSTGRES": server.url()}
        return subprocess.run([program, "--gtest_filter=*Postgres*", *arguments], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
