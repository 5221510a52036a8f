"""The checks of documents must find what is wrong, and only that."""
import pathlib
import tempfile
import unittest

import examples
import links
import threats


class Checks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.document = pathlib.Path(folder.name, "page.md")

    def example_faults(self, *lines):
        self.document.write_text("\n".join(["text", "```console tested", *lines, "```", ""]))
        return list(examples.faults(self.document, "/bin/true", self.document.parent))

    def test_true_examples_pass(self):
        self.assertEqual(self.example_faults("$ echo one; echo two", "one", "two", "$ storey"), [])
        self.assertEqual(self.example_faults("$ seq 5; echo took 17 ms", "1", "...", "5", "took ... ms"), [])
        self.assertEqual(self.example_faults("$ echo a \\", ">   b", "a b"), [])
        self.assertEqual(self.example_faults("$ false", "$ echo $?", "1"), [])

    def test_wrong_output_is_found(self):
        self.assertEqual(len(self.example_faults("$ echo one", "two")), 1)
        self.assertEqual(len(self.example_faults("$ seq 3", "1", "...", "4")), 1)
        self.assertEqual(len(self.example_faults("$ echo one; echo two", "one")), 1)
        self.assertEqual(len(self.example_faults("$ true", "something")), 1)

    def test_a_failing_command_is_found(self):
        self.assertEqual(len(self.example_faults("$ false")), 1)
        self.assertEqual(len(self.example_faults("$ false", "$ true", "$ echo $?", "0")), 1)

    def test_only_marked_blocks_run(self):
        self.document.write_text("```console\n$ false\n```\n")
        self.assertEqual(list(examples.faults(self.document, "/bin/true", self.document.parent)), [])

    def test_dead_links_are_found(self):
        self.document.write_text("[a](page.md) [b](page.md#part) [c](https://example.org/x) [d](gone.md)\n"
                                 '<img alt="" src="gone.png">\n```\n[e](also-gone.md)\n```\n')
        self.assertEqual(len(list(links.faults(self.document))), 2)

    def threat_faults(self, *rows):
        folder = self.document.parent / "tests" / "service"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "harm_test.py").write_text("def test_harm(self):")
        self.document.write_text("\n".join(["| threat | answer | test |", "|---|---|---|", *rows, ""]))
        return list(threats.faults(self.document, self.document.parent))

    def test_threats_without_test_are_found(self):
        self.assertEqual(self.threat_faults("| harm | none | `service/harm_test.py`, `harm_test.py::test_harm` |"), [])
        self.assertEqual(len(self.threat_faults("| harm | none | `arm_test.py` |")), 1)
        self.assertEqual(len(self.threat_faults("| harm | none | `harm_test.py::test_other` |")), 1)
        self.assertEqual(len(self.threat_faults("| harm | none | trust us |", "| harm | | `harm_test.py` |")), 2)
        self.assertEqual(len(self.threat_faults()), 1)


if __name__ == "__main__":
    unittest.main()
