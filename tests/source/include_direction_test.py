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

    def test_folders_of_the_engine_are_parts(self):
        for path in ("src/engine/scan/level.h", "src/engine/faces/face.h", "src/engine/rooms/room.h", "src/engine/faces/lines/line.h"):
            self.put(path, "")
        self.put("src/engine/rooms/room.cc", '#include "engine/faces/face.h"\n#include "engine/scan/level.h"\n')
        self.put("src/engine/build_plan.cc", '#include "engine/rooms/room.h"\n')
        self.assertEqual(self.faults(), [])
        self.put("src/engine/scan/level.cc", '#include "engine/rooms/room.h"\n')
        self.put("src/engine/faces/lines/line.cc", '#include "engine/faces/face.h"\n')
        self.assertEqual(self.faults(), [
            "src/engine/faces/lines/line.cc:1: engine/faces/lines must not see engine/faces (engine/faces/face.h)",
            "src/engine/scan/level.cc:1: engine/scan must not see engine/rooms (engine/rooms/room.h)"])

    def test_headers_do_not_include_themselves_by_way_of_others(self):
        self.put("src/engine/scan/a.h", '#include "engine/scan/b.h"\n')
        self.put("src/engine/scan/b.h", '#include "engine/scan/a.h"\n')
        self.assertEqual(self.faults(), ["src/engine/scan/a.h -> src/engine/scan/b.h -> src/engine/scan/a.h: a cycle"])

    def test_what_only_tests_use_is_seen_by_tests_only(self):
        self.put("src/engine/test_inputs/inputs.h", "")
        self.put("src/engine/scan/level_test.cc", '#include "engine/test_inputs/inputs.h"\n')
        self.assertEqual(self.faults(), [])
        self.put("src/engine/scan/level.cc", '#include "engine/test_inputs/inputs.h"\n')
        self.assertEqual(len(self.faults()), 1)

    def test_folders_of_the_engine_can_be_looked_over(self):
        for number in range(include_direction.MOST_FILES + 1):
            self.put(f"src/engine/scan/a{number}.h", "")
        self.assertEqual(self.faults(), ["src/engine/scan: 31 files; at most 30 in one folder"])

    def test_a_new_part_needs_a_place_and_a_quoted_name_a_file(self):
        self.put("src/misc/a.cc", "")
        self.put("src/base/b.cc", '#include "vector"\n')
        self.assertEqual(len(self.faults()), 2)


if __name__ == "__main__":
    unittest.main()
