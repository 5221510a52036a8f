"""The ablation switches off what it says, and tells what comes of it."""
import os
import pathlib
import sys
import tempfile
import unittest

import project_files

sys.path.insert(0, os.path.join(project_files.ROOT, "bench"))
import ablation  # noqa: E402

SOURCE = """namespace storey {

/// Joins what touches,
/// and nothing else.
void join(std::vector<int>& parts, const Mask& seen,
          double reach) {
  for (int& part : parts)
    if (seen.at(part) < reach) part = join_one(part);
}

class Finder {
 public:
  bool find(int part) const { return part > 0; }
};

}  // namespace storey
"""


class Ablation(unittest.TestCase):
    def test_a_rule_is_off_at_its_beginning(self):
        rule = ablation.Rule("joins", "join.cc", "join", "", when="reach > 1")
        self.assertIn('          double reach) { if (storey::rule_is_off("join") && (reach > 1)) return;\n  for', rule.switched(SOURCE))
        rule = ablation.Rule("finds", "join.cc", "find", "false")
        self.assertIn('const { if (storey::rule_is_off("find") && (true)) return false; return part', rule.switched(SOURCE))

    def test_what_is_not_defined_once_is_refused(self):
        for function in ("join_one", "seen"):
            with self.assertRaises(ValueError):
                ablation.Rule("none", "join.cc", function, "").switched(SOURCE)

    def test_lines_are_those_of_all_that_goes_with_a_rule(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "src", "engine", "join.cc")
            file.parent.mkdir(parents=True)
            file.write_text(SOURCE)
            rule = ablation.Rule("joins", "join.cc", "join", "")
            self.assertEqual(rule.lines(pathlib.Path(folder)), 7)
            rule = ablation.Rule("joins", "join.cc", "join", "", code=("join.cc:join", "join.cc:Finder"))
            self.assertEqual(rule.lines(pathlib.Path(folder)), 11)

    def test_every_rule_of_the_list_can_be_switched_off(self):
        names = set()
        for rule in ablation.read_rules():
            rule.switched((ablation.ROOT / "src" / "engine" / rule.file).read_text(encoding="utf-8"))
            self.assertGreater(rule.lines(ablation.ROOT), 0)
            names.add(rule.function)
        self.assertEqual(len(names), len(ablation.read_rules()))

    def test_the_table_begins_with_what_gains_most(self):
        flat, hall = pathlib.Path("flat"), pathlib.Path("hall.json")
        rules = [ablation.Rule(name, "a.cc", name, "") for name in ("idle", "good")]
        scores = {(flat, ""): 90, (hall, ""): 80, (flat, "idle"): 90.5, (hall, "idle"): 80, (flat, "good"): 88, (hall, "good"): 81}
        lines = ablation.table(rules, [flat, hall], scores, {rule: 5 for rule in rules}).splitlines()
        self.assertEqual(lines[2], "| good | `good` | 5 | +0.50 | flat +2.0 | hall -1.0 |")
        self.assertEqual(lines[3], "| idle | `idle` | 5 | -0.25 | – | flat -0.5 |")


if __name__ == "__main__":
    unittest.main()
