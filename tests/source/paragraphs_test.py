"""The check of paragraphs must find those that are too long, and only those."""
import unittest

import paragraphs


def lines(count, begin=""):
    return "\n".join(f"{begin}line {i}" for i in range(count))


class Paragraphs(unittest.TestCase):
    def test_eight_lines_are_not_too_many(self):
        self.assertEqual(paragraphs.faults("m.md", f"# Title\n{lines(8)}\n\n{lines(8)}\n"), [])

    def test_nine_lines_are_found_with_the_first(self):
        self.assertEqual(paragraphs.faults("m.md", f"# Title\n{lines(9)}\n"),
                         ["m.md:2: a paragraph of 9 lines; 8 are the most"])

    def test_the_end_of_the_text_ends_a_paragraph(self):
        self.assertEqual(len(paragraphs.faults("m.md", lines(9))), 1)

    def test_items_of_a_list_are_paragraphs(self):
        self.assertEqual(paragraphs.faults("m.md", lines(20, "- ")), [])
        self.assertEqual(list(paragraphs.paragraphs("- one\n  goes on\n- two")), [(1, 2), (3, 1)])

    def test_tables_formulas_and_blocks_are_none(self):
        for block in (lines(20, "| "), lines(20, "    "), f"```\n{lines(20)}\n```"):
            self.assertEqual(list(paragraphs.paragraphs(f"{block}\ntext")), [(block.count("\n") + 2, 1)])


if __name__ == "__main__":
    unittest.main()
