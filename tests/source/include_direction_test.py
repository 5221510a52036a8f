"""The check of include directions must find what is wrong, and only that."""
import pathlib
import tempfile
import unittest

import include_direction


class IncludeDirection(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for path in ("include/storey/plan.h", "include/storey/convert.h", "src/base/log.h", "src/cloud/cloud.h",
                     "src/io/xyz/reader.h", "src/io/open.h", "tools/simulator/scene.h",
                     "src/service/adapters/files/blobs.h"):
            self.put(path, "")

    def put(self, path, text):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def faults(self):
        return list(include_direction.faults(self.root))

    def test_a_tree_in_order_has_no_faults(self):
        self.put("src/engine/a.cc", '#include <vector>\n#include "cloud/cloud.h"\n#include "storey/plan.h"\n')
        self.put("src/io/b.cc", '#include "io/xyz/reader.h"\n#include "cloud/cloud.h"\n')
        self.assertEqual(self.faults(), [])

    def test_sideways_is_found_with_its_line(self):
        self.put("src/engine/a.cc", '#include <vector>\n#include "io/open.h"\n')
        self.assertEqual(self.faults(), ["src/engine/a.cc:2: engine must not see io (io/open.h)"])

    def test_upwards_is_found_in_headers_in_brackets_and_in_subfolders(self):
        self.put("src/base/log.h", "#  include <cloud/cloud.h>\n")
        self.put("src/io/xyz/c.cc", '#include "storey/convert.h"\n')
        self.assertEqual(len(self.faults()), 2)

    def test_public_headers_belong_to_their_part(self):
        self.put("include/storey/plan.h", '#include "storey/convert.h"\n')
        self.assertEqual(self.faults(), ["include/storey/plan.h:1: model must not see pipeline (storey/convert.h)"])

    def test_only_the_worker_sees_the_pipeline_and_nobody_the_adapters(self):
        self.put("src/service/worker/w.cc", '#include "storey/convert.h"\n')
        self.assertEqual(self.faults(), [])
        self.put("src/service/usecases/u.cc", '#include "storey/convert.h"\n')
        self.put("src/service/api/u.cc", '#include "service/adapters/files/blobs.h"\n')
        self.assertEqual(len(self.faults()), 2)

    def test_tools_are_for_tests_only(self):
        self.put("src/engine/a_test.cc", '#include "simulator/scene.h"\n')
        self.assertEqual(self.faults(), [])
        self.put("src/engine/a.cc", '#include "simulator/scene.h"\n')
        self.assertEqual(self.faults(), ["src/engine/a.cc:1: engine must not see tools (simulator/scene.h)"])

    def test_a_new_part_needs_a_place_and_a_quoted_name_a_file(self):
        self.put("src/misc/a.cc", "")
        self.put("src/base/b.cc", '#include "vector"\n')
        self.assertEqual(len(self.faults()), 2)


if __name__ == "__main__":
    unittest.main()
