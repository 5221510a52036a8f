"""The words of the command line: help, version, and wrong usage, which ends with 2 and changes nothing."""
import unittest

from cli import CliTest


class Usage(CliTest):
    def test_help_and_version_are_no_errors(self):
        for arguments in (["--help"], ["convert", "--help"], ["info", "--help"]):
            run = self.storey(*arguments)
            self.assertEqual(run.returncode, 0)
            self.assertIn("Example", run.stdout)
        version = self.storey("--version")
        self.assertEqual(version.returncode, 0)
        self.assertRegex(version.stdout, r"^storey \d+\.\d+\.\d+\n$")

    def test_wrong_words_end_with_2_and_name_what_is_wrong(self):
        self.write("scan.xyz", "0 0 0\n")
        convert = ["convert", "scan.xyz", "--out", "out"]
        cases = [
            ([], "subcommand"),
            (["paint"], "subcommand"),
            (["convert"], "SCAN"),
            (["convert", "scan.xyz"], "--out"),
            (["info"], "SCAN"),
            ([*convert, "--nonsense"], "--nonsense"),
            ([*convert, "--input-units", "yd"], "yd"),
            ([*convert, "--up", "x"], "--up"),
            ([*convert, "--model-units", "cubits"], "cubits"),
            ([*convert, "--geometry", "bent"], "bent"),
            ([*convert, "--storeys", "0,attic"], "attic"),
            ([*convert, "--storeys", "-1"], "storey"),
            ([*convert, "--threads", "-2"], "--threads"),
            ([*convert, "--threads", "many"], "--threads"),
            ([*convert, "--scale", "1:0"], "--scale"),
            ([*convert, "--orientation", "upside-down"], "--orientation"),
            ([*convert, "--layers", "onion"], "onion"),
            ([*convert, "--areas", "guessed"], "guessed"),
            ([*convert, "--format", "svg,dgn"], "dgn"),
            ([*convert, "--format", ""], "format"),
            (["convert", "scan.xyz", "./scan.xyz", "--out", "out"], "twice"),
        ]
        for arguments, word in cases:
            with self.subTest(arguments=arguments):
                self.assert_fails(self.storey(*arguments), 2, word)
                self.assertEqual(self.names(), ["scan.xyz"])


if __name__ == "__main__":
    unittest.main()
