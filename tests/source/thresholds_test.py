"""Thresholds are found in the source wherever they stand, and the copy for the sweep changes their uses only."""
import os
import sys
import unittest

import project_files

sys.path.insert(0, os.path.join(project_files.ROOT, "bench"))
import thresholds  # noqa: E402

HEADER = """
inline constexpr double kReach =
    0.25;  ///< m; wide enough
           ///< for a leaf
constexpr std::string_view kSchema = "kReach";
"""
SOURCE = """
constexpr double kFrom = 0.3, kTo = 2 * kFrom;  // m that have to be free: codes ask for it
constexpr int kBins = 80;      // bins over both sides
constexpr float kSure = 1.0f;  // under a ceiling
constexpr int kParts = 16;     // rounds: of a list in each
constexpr double kHead = 1.85;  // m, at most 1.98: no door is lower
constexpr std::uint16_t kLow = (1u << kFewest) - 1;  // bits: the rows below heads
class Curves {
  static constexpr std::size_t kFewest = 3;  // chords: two are a corner
  static constexpr std::uint64_t kNone = ~0ull;  // bits: no chord has all
  std::array<int, kBins> bins_;
  std::array<std::vector<int>, kParts> parts_;
};
int f(double x) {
  // cosine of 10 degrees, within which walls are parallel
  constexpr double kAlike = 0.985;
  constexpr std::array<double, 2> kRadii = {0.1, kReach};  // m, m
  return x < kFrom && x > kTo ? Stage::kFrom : int(kReach + kAlike);  // kFrom "
}
int g() {
  constexpr int kAlike = 2;
  return kAlike;
}
"""


class Thresholds(unittest.TestCase):
    def setUp(self):
        self.source = thresholds.Source({"engine/a.h": HEADER, "engine/b.cc": SOURCE})
        self.found = {threshold.key: threshold for threshold in self.source.thresholds()}

    def test_all_are_found_with_their_comments(self):
        self.assertEqual(list(self.found), ["a.h:kReach", "b.cc:kFrom", "b.cc:kTo", "b.cc:kBins", "b.cc:kSure", "b.cc:kParts",
                                            "b.cc:kHead", "b.cc:kLow", "b.cc:kFewest", "b.cc:kNone", "b.cc:kAlike",
                                            "b.cc:kRadii", "b.cc:kAlike#2"])
        self.assertEqual(self.found["a.h:kReach"].comment, "m; wide enough for a leaf")
        self.assertEqual(self.found["b.cc:kTo"].value, "2 * kFrom")
        self.assertEqual(self.found["b.cc:kAlike"].unit, "cosine")
        self.assertEqual(self.found["b.cc:kAlike"].scale, "kCosine")

    def test_unit_and_reason_are_asked_for(self):
        faults = {key for key, threshold in self.found.items() if thresholds.fault(threshold)}
        self.assertEqual(faults, {"b.cc:kSure", "b.cc:kRadii", "b.cc:kAlike#2"})

    def test_what_decides_has_a_name(self):
        self.assertEqual(thresholds.nameless(SOURCE), [])
        self.assertEqual(thresholds.nameless("""
bool f(double x) {  // not x < 0.1
  if (x > 0.5 || x < kFrom || x * 0.3 > kTo) return bins.range(kFrom, kTo) > 1;
  return x <= -0.25 || 3.0 < x;
}
int g(double floor) { return bins.range(floor - 0.08,
                                        floor + kTo); }
"""), [(3, "0.3 >"), (4, "<= -0.25"), (4, "3.0 <"), (6, "range(floor - 0.08, floor + kTo)")])

    def test_what_only_a_constant_will_do_for_stays_one(self):
        self.assertEqual([key for key, t in self.found.items() if not t.swept], ["b.cc:kBins", "b.cc:kParts"])
        self.assertIn("constexpr int kBins = 80;", self.source.changeable("engine/b.cc"))
        self.assertIn("std::array<int, kBins>", self.source.changeable("engine/b.cc"))

    def test_no_template_of_the_engine_is_given_a_call(self):
        source = thresholds.Source()
        self.assertEqual([(file, found[0]) for file in source.texts
                          if (found := thresholds.CALL_IN_TEMPLATE.search(source.changeable(file)))], [])

    def test_the_copy_calls_thresholds_and_leaves_other_words_alone(self):
        copy = self.source.changeable("engine/b.cc")
        self.assertIn("return x < kFrom() && x > kTo() ? Stage::kFrom : int(kReach() + kAlike());  // kFrom \"", copy)
        self.assertIn("return double(2 * kFrom());", copy)
        self.assertIn("static std::size_t kFewest() {", copy)
        self.assertIn("std::array<double, 2>{0.1, kReach()}", copy)
        self.assertIn("it(\"b.cc:kAlike#2\", sweep::Scale::kPlain)", copy)
        self.assertIn("kSchema = \"kReach\";", self.source.changeable("engine/a.h"))

    def test_a_bound_stops_the_sweep(self):
        self.assertEqual((self.found["b.cc:kHead"].unit, self.found["b.cc:kHead"].most), ("m", "1.98"))
        self.assertIsNone(self.found["b.cc:kFrom"].most)
        self.assertIn("it(\"b.cc:kHead\", sweep::Scale::kPlain, 1.98)", self.source.changeable("engine/b.cc"))

    def test_flags_follow_the_thresholds_they_are_made_of(self):
        self.assertEqual([key for key, t in self.found.items() if t.flags], ["b.cc:kLow", "b.cc:kNone"])
        self.assertIn("inline std::uint16_t kLow() { return static_cast<std::uint16_t>((1u << kFewest()) - 1); }",
                      self.source.changeable("engine/b.cc"))
        self.assertIn("static std::uint64_t kNone() { return static_cast<std::uint64_t>(~0ull); }",
                      self.source.changeable("engine/b.cc"))

    def test_the_engine_has_thresholds(self):
        self.assertGreater(len(thresholds.Source().thresholds()), 100)


if __name__ == "__main__":
    unittest.main()
