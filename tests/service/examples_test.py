"""Runs docs/api.md: its shell blocks in one shell, their output against the shape of the JSON block that follows."""

import json
import os
import re
import subprocess
import tempfile
import unittest

from service import SAMPLE, SOURCE, Receiver, Service, wait_for

PAGE = SOURCE / "docs" / "api.md"
BLOCK = re.compile(r"^```(sh|json)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
END = "--end-of-block--"


def shape(value):
    """What is alike in two runs: names and kinds. Lists are as their first entry."""
    if isinstance(value, dict):
        return {name: shape(entry) for name, entry in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return type(value).__name__ if not isinstance(value, float) else "int"


def examples(text):
    """Pairs of a shell block and the JSON that it prints; None where none follows."""
    blocks = BLOCK.findall(text)
    for i, (kind, content) in enumerate(blocks):
        if kind == "sh":
            follows = i + 1 < len(blocks) and blocks[i + 1][0] == "json"
            yield content, json.loads(blocks[i + 1][1]) if follows else None


class ExamplesTest(unittest.TestCase):
    def test_every_example(self):
        with Service(workers=1, webhooks_allow_private_addresses="true") as service, Receiver() as receiver, \
                tempfile.TemporaryDirectory() as folder:
            client = service.new_client()
            shell = subprocess.Popen(
                ["bash", "-eu"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder,
                env={**os.environ, "URL": service.url, "CLIENT_ID": client.id, "CLIENT_SECRET": client.secret,
                     "RECEIVER": receiver.url, "SCAN": str(SAMPLE)})
            for commands, expected in examples(PAGE.read_text()):
                if "webhookDeliveries" in commands:
                    wait_for(lambda: len(receiver.calls) >= 4, "the webhooks")
                shell.stdin.write(commands + f"\necho; echo {END}\n")
                shell.stdin.flush()
                printed = ""
                while not printed.endswith(END + "\n"):
                    line = shell.stdout.readline()
                    self.assertTrue(line, f"the shell ended in:\n{commands}\n{printed}")
                    printed += line
                printed = printed.removesuffix(END + "\n").strip()
                if expected is not None:
                    self.assertEqual(shape(json.loads(printed)), shape(expected), commands + "\n" + printed)
                else:
                    self.assertNotIn('"errors"', printed, commands)
            shell.stdin.close()
            shell.stdout.close()
            self.assertEqual(shell.wait(60), 0)

    def test_every_operation_has_an_example(self):
        commands = " ".join(block for block, _ in examples(PAGE.read_text()))
        schema = (SOURCE / "src" / "service" / "api" / "schema.graphql").read_text()
        for root in ("Query", "Mutation", "Subscription"):
            body = re.search(rf"^type {root} {{\n(.*?)^}}", schema, re.MULTILINE | re.DOTALL).group(1)
            body = re.sub(r'""".*?"""|"[^"\n]*(?:\\"[^"\n]*)*"', "", body, flags=re.DOTALL)
            for name in re.findall(r"^  (\w+)[(:]", body, re.MULTILINE):
                self.assertRegex(commands, rf"\b{name}\b", f"docs/api.md has no example of {name}")


if __name__ == "__main__":
    unittest.main()
