#include "export/ifc/step_writer.h"

#include <gtest/gtest.h>

#include <set>

namespace storey::ifc {
namespace {

TEST(step_writer, writes_arguments_in_the_spelling_of_the_file) {
  StepWriter out;
  const Ref point = out.add("IFCCARTESIANPOINT", {Argument::numbers({1, -0.5, 1e-9})});
  out.add("IFCTHING", {point, Argument::none(), Argument::string("it's"), Argument::enumeration("AREA"), 2.25,
                       Argument::integer(7), Argument::boolean(true), Argument::derived(),
                       std::vector<Ref>{1, 2}, Argument::typed("IFCLABEL", Argument::string("x")), Ref{0}});
  EXPECT_EQ(out.take(),
            "#1=IFCCARTESIANPOINT((1.,-0.5,0.));\n"
            "#2=IFCTHING(#1,$,'it''s',.AREA.,2.25,7,.T.,*,(#1,#2),IFCLABEL('x'),$);\n");
}

TEST(step_writer, writes_other_alphabets_as_escapes) {
  EXPECT_EQ(step_string("a\\b'c"), "a\\\\b''c");
  EXPECT_EQ(step_string("é€"), "\\X2\\00E9\\X0\\\\X2\\20AC\\X0\\");
  EXPECT_EQ(step_string("😀"), "\\X4\\0001F600\\X0\\");
  EXPECT_EQ(step_string("\n"), "\\X2\\000A\\X0\\");
}

TEST(step_writer, makes_guids_that_differ_and_stay) {
  std::set<std::string> guids;
  for (int i = 0; i < 10000; ++i) {
    const std::string guid = ifc_guid(42, "w" + std::to_string(i));
    EXPECT_EQ(guid.size(), 22U);
    EXPECT_LE(guid[0], '3') << "128 bits in 22 digits of 6";
    guids.insert(guid);
  }
  EXPECT_EQ(guids.size(), 10000U);
  EXPECT_EQ(ifc_guid(42, "w1"), ifc_guid(42, "w1"));
  EXPECT_NE(ifc_guid(42, "w1"), ifc_guid(43, "w1"));
}

TEST(step_writer, hashes_as_fnv_1a_does) {
  EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325U);
  EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8cU);
  EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8U);
}

}  // namespace
}  // namespace storey::ifc
