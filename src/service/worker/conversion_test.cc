#include "service/worker/conversion.h"

#include <gmock/gmock.h>
#include <stdlib.h>

#include <fstream>
#include <stdexcept>

namespace storey::service {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::Not;

/// A shell script stands in for the engine: it gets the same words, and says what it is told to say.
class ConversionTest : public testing::Test {
 protected:
  ConversionTest() {
    std::string pattern = (fs::temp_directory_path() / "storey-conversion-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make a folder");
    folder = pattern;
    request.folder = folder / "out";
    fs::create_directories(request.folder);
    request.scans = {folder / "1-scan.xyz"};
    request.formats = {"svg", "dxf"};
  }
  ~ConversionTest() override { fs::remove_all(folder); }

  ConversionOutcome run(const std::string& script) {
    const fs::path program = folder / "engine";
    std::ofstream(program) << "#!/bin/sh\n" << script;
    fs::permissions(program, fs::perms::owner_all);
    return run_conversion(
        program, request, limits, [&](const OrderProgress& told) { progress.push_back(told); },
        [] { return true; });
  }

  std::vector<std::string> words_given() {
    run("printf '%s\\n' \"$@\" > '" + (folder / "words").string() + "'");
    std::ifstream file(folder / "words");
    std::vector<std::string> words;
    for (std::string line; std::getline(file, line);) words.push_back(line);
    return words;
  }

  fs::path folder;
  ConversionRequest request;
  ChildLimits limits;
  std::vector<OrderProgress> progress;
};

TEST_F(ConversionTest, OptionsBecomeWordsOfTheCommand) {
  request.options.up = "y";
  request.options.area_standard = "din277";
  request.options.sheet_scale = 50;
  request.options.storeys = {0, 2};
  request.name = "House";
  request.address = "--out=elsewhere";
  request.model_units = ModelUnits::kImperial;
  EXPECT_THAT(words_given(),
              ElementsAre("convert", request.scans[0].string(), "--out=" + request.folder.string(),
                          "--model-units=imperial", "--up=y", "--areas=din277", "--project=House",
                          "--address=--out=elsewhere", "--scale=50", "--storeys=0,2", "--format=svg,dxf",
                          "--sandbox=off", "--json-progress"));
}

TEST_F(ConversionTest, WhatIsNotChosenIsLeftToTheCommand) {
  EXPECT_THAT(words_given(),
              ElementsAre("convert", request.scans[0].string(), "--out=" + request.folder.string(),
                          "--model-units=metric", "--format=svg,dxf", "--sandbox=off", "--json-progress"));
}

TEST_F(ConversionTest, TheTraceIsInTheEnvironment) {
  const auto stage_of = [&] {
    progress.clear();
    run("echo '{\"event\":\"progress\",\"stage\":\"'${TRACEPARENT-none}'\",\"share\":0}'");
    return progress.at(0).stage;
  };
  EXPECT_EQ(stage_of(), "none");
  request.traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
  EXPECT_EQ(stage_of(), request.traceparent);
}

TEST_F(ConversionTest, ProgressSummaryAndFilesAreRead) {
  const auto outcome =
      run("echo '{\"event\":\"progress\",\"stage\":\"read\",\"share\":0.25}'\n"
          "echo 'no JSON'\n"
          "echo '{\"event\":\"done\",\"storeys\":[{\"rooms\":2,\"area\":30.5},{\"rooms\":1,\"area\":10}]}'\n"
          "cd '" +
          request.folder.string() + "' && touch plan.json storey-1.svg storey-2.density.pgw storey-x.dxf\n");
  EXPECT_FALSE(outcome.error);
  ASSERT_EQ(progress.size(), 1u);
  EXPECT_EQ(progress[0].percentage, 25);
  EXPECT_EQ(progress[0].stage, "read");
  EXPECT_EQ(outcome.summary.storeys, 2);
  EXPECT_EQ(outcome.summary.rooms, 3);
  EXPECT_EQ(outcome.summary.floor_area_m2, 40.5);
  ASSERT_EQ(outcome.files.size(), 4u);
  EXPECT_EQ(outcome.files[0].format, "json");
  EXPECT_EQ(outcome.files[1].storey, 1);
  EXPECT_EQ(outcome.files[2].storey, 2);
  EXPECT_EQ(outcome.files[2].format, "density");
  EXPECT_EQ(outcome.files[3].storey, -1);
}

TEST_F(ConversionTest, FailuresKeepTheirReasonButNotTheFolder) {
  const auto outcome =
      run("echo '{\"event\":\"failed\",\"code\":\"damaged\",\"message\":\"cut "
          "off\",\"file\":\"/secret/1-scan.xyz\","
          "\"place\":\"line 3\",\"remedy\":\"copy it again\"}'\nexit 1\n");
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->code, "INVALID_FILE");
  EXPECT_EQ(outcome.error->message, "1-scan.xyz, line 3: cut off; copy it again");
}

TEST_F(ConversionTest, LastWordsAreKeptOfWhatGivesNoReason) {
  EXPECT_EQ(run("echo 'terminate called' >&2; kill -ABRT $$").last_words, "terminate called\n");
  EXPECT_EQ(run("echo '{\"event\":\"failed\",\"code\":\"damaged\"}'; echo words >&2; exit 1").last_words, "");
}

TEST_F(ConversionTest, EndsWithoutAWordAreErrors) {
  EXPECT_EQ(run("kill -SEGV $$").error->code, "PROCESSING_FAILED");
  const auto killed = run("kill -KILL $$");
  EXPECT_EQ(killed.error->code, "LIMIT_EXCEEDED");
  EXPECT_THAT(killed.error->message, testing::HasSubstr("memory"));
  EXPECT_TRUE(killed.killed_for_memory);
  EXPECT_EQ(run("kill -XCPU $$").error->code, "LIMIT_EXCEEDED");
  EXPECT_THAT(run("kill -SYS $$").error->message, testing::HasSubstr("what reading a scan never needs"));
  EXPECT_EQ(run("exit 0").error->code, "PROCESSING_FAILED");
  EXPECT_EQ(
      run("rmdir '" + request.folder.string() + "'; echo '{\"event\":\"done\",\"storeys\":[]}'").error->code,
      "PROCESSING_FAILED");
  EXPECT_EQ(run("exit 3").error->code, "PROCESSING_FAILED");
}

}  // namespace
}  // namespace storey::service
