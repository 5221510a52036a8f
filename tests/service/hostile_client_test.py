"""Beside a hostile client nothing of another is refused or lost, and all of it is done. How long it waits is measured by
bench/hostile_client.py, which this runs for a few seconds."""

import importlib.util
import pathlib
import unittest

BENCH = pathlib.Path(__file__).parents[2] / "bench" / "hostile_client.py"


class HostileClientTest(unittest.TestCase):
    def test_another_client_loses_nothing(self):
        spec = importlib.util.spec_from_file_location("hostile_client", BENCH)
        scenario = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(scenario)
        figures = scenario.run(seconds=3)  # raises where anything is refused or lost
        self.assertGreater(figures["requests"], 0)
        self.assertGreater(figures["messages"], 0)
        self.assertGreater(figures["hostile_answers"], 0)


if __name__ == "__main__":
    unittest.main()
