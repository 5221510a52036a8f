// Plans scenes with each threshold of the engine changed in turn: half of bench/threshold_sweep.py, and
// linked with the engine of changeable thresholds that bench/thresholds.py writes.
//   threshold_sweep FACTOR,FACTOR… all|KEY,KEY… POSITION SCENE…
// with the scenes at that position on the raster (a number: raster_position.h), prints lines of fields with
// tabs between them: scene, threshold ("-" for the engine as it is), factor, value as it is, value as
// changed, faults, agreement with the truth in per cent, and a digest of the plan ("none" without a plan,
// "died" where the engine threw, crashed, or took too long or too much memory).
//
// A scene is simulated once. Where the engine reads a threshold for the first time, the process forks: for
// each factor a child goes on with the changed value and prints its line. So nothing is computed twice that
// was computed before, and a threshold that a scene never reads costs nothing. A child ends at the first
// checkpoint where all that it has computed is as without the change and the threshold is not read any more;
// else with its plan.
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <new>
#include <set>
#include <span>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "checkpoint.h"
#include "engine/engine_run.h"
#include "model/plan_json.h"
#include "plan_agreement.h"
#include "raster_position.h"

namespace {

using namespace storey;
using simulator::Truth;

constexpr unsigned kMostSeconds = 60;            // a hundred times what a scene takes
constexpr rlim_t kMostMemory = rlim_t{3} << 30;  // bytes: ten times what a scene takes

/// Of one plan; without pointers, as processes share it.
struct Outcome {
  std::size_t faults = 0;
  double agreement = 0;
  std::array<char, 32> plan{};  ///< digest, or "none" or "died"
};

/// The engine as it is, in memory that all processes share. Keys and places of thresholds are the same in all
/// of them.
struct AsIs {
  struct LastRead {
    const char* key;
    int checkpoints;
  };
  std::array<std::uint64_t, 1000> digests;  ///< of the checkpoints
  std::array<LastRead, 2000> last_reads;
  std::size_t checkpoints = 0, keys = 0;
  Outcome outcome;
};

/// What this process is about: the engine's thresholds come upon it wherever they are read.
struct Run {
  std::vector<double> factors;
  std::set<std::string> only;  ///< keys that are changed; all, if empty
  std::size_t position = 0;    ///< on the raster
  std::string scene, key = "-";
  double factor = 1, from = 0, to = 0;
  std::size_t things = 0;  ///< that the scene has
  Tolerances tolerances;
  enum { kAsIs, kForks, kChanged } kind = kAsIs;
  bool diverged = false;  ///< from the engine as it is
  std::vector<std::pair<const char*, const int*>> reads;
  AsIs* as_is = nullptr;
};
Run run;

void print(const Outcome& outcome) {
  std::printf("%s\t%s\t%g\t%.6g\t%.6g\t%zu\t%.3f\t%s\n", run.scene.c_str(), run.key.c_str(), run.factor,
              run.from, run.to, outcome.faults, outcome.agreement, outcome.plan.data());
  std::fflush(stdout);
}

Outcome outcome_of(std::size_t faults, double agreement, const std::string& plan) {
  Outcome outcome{faults, agreement, {}};
  std::copy_n(plan.begin(), std::min(plan.size(), outcome.plan.size() - 1), outcome.plan.begin());
  return outcome;
}

std::string digest(const Built& built) {
  std::string text = plan_to_json(built.plan);
  for (const StationOffset& station : built.station_offsets) text += std::to_string(station.offset_mm) + " ";
  return std::to_string(std::hash<std::string>{}(text));
}

/// Storeys that cannot be told which is which are not compared: then nothing counts as found.
Outcome outcome_of(const Result<Built>& built, const Truth& truth) {
  if (!built) return outcome_of(run.things, 0, "none");
  const bool comparable = built->plan.storeys.size() == truth.storeys.size();
  return outcome_of(
      comparable ? wrong_things(built->plan, truth, run.tolerances) : run.things + things(built->plan),
      agreement(built->plan, truth), digest(*built));
}

void remember_as_is(const Outcome& outcome) {
  run.as_is->outcome = outcome;
  for (const auto& [key, last_read] : run.reads)
    run.as_is->last_reads.at(run.as_is->keys++) = {key, *last_read};
}

/// In the child: the plan, from its beginning or from where the engine forked. Both end here.
[[noreturn]] void plan_and_end(const CloudSource& cloud, const Truth& truth) {
  int status = 0;
  try {
    const Result<Built> built = plan_of(cloud, {}, 1);
    if (run.kind != Run::kForks) print(outcome_of(built, truth));
    if (run.kind == Run::kAsIs) remember_as_is(outcome_of(built, truth));
  } catch (const std::exception&) {
    status = 1;
  }
  _exit(status);
}

bool ended_well(pid_t child) {
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) throw std::runtime_error("no process could be made");
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// A process of its own for each sweep, because thresholds remember that they were read.
void sweep_scene(const std::filesystem::path& file) {
  const Result<simulator::Scenario> scenario = simulator::read_scenario(file);
  if (!scenario) throw std::runtime_error(scenario.error().describe());
  const simulator::Scenario placed = at_position(*scenario, run.position);
  const Result<simulator::SimulatedScan> scan =
      simulate(placed.scene, placed.sensor, placed.world, placed.seed, 1);
  if (!scan) throw std::runtime_error(scan.error().describe());
  const MemoryCloud cloud(*scan);
  run.scene = file.stem();
  run.things = things(scan->truth);
  run.tolerances = tolerances_of(scenario->sensor);
  void* shared = mmap(nullptr, sizeof(AsIs), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) throw std::runtime_error("no memory to share");
  run.as_is = new (shared) AsIs;
  for (const auto kind : {Run::kAsIs, Run::kForks}) {
    run.kind = kind;
    const pid_t child = fork();
    if (child == 0) plan_and_end(cloud, scan->truth);
    if (!ended_well(child)) throw std::runtime_error(run.scene + ": the engine as it is did not run");
  }
  munmap(shared, sizeof(AsIs));
}

std::vector<std::string> parts(const std::string& text) {
  std::vector<std::string> found;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, ',');) found.push_back(part);
  return found;
}

}  // namespace

double sweep::factor_at_first_read(const char* key, const int& last_read) {
  if (run.kind == Run::kAsIs) run.reads.emplace_back(key, &last_read);
  if (run.kind != Run::kForks || (!run.only.empty() && !run.only.contains(key))) return 1;
  for (const double factor : run.factors) {
    Run changed = run;
    changed.key = key;
    changed.factor = factor;
    changed.kind = Run::kChanged;
    const pid_t child = fork();
    if (child != 0 && ended_well(child)) continue;
    std::swap(run, changed);
    if (child == 0) {
      const rlimit memory{kMostMemory, kMostMemory};
      setrlimit(RLIMIT_AS, &memory);
      alarm(kMostSeconds);
      return factor;
    }
    print(outcome_of(run.things, 0, "died"));
    std::swap(run, changed);
  }
  return 1;
}

bool sweep::wants_digests() { return run.kind == Run::kAsIs || (run.kind == Run::kChanged && !run.diverged); }

void sweep::pass_checkpoint(std::uint64_t digest) {
  AsIs& as_is = *run.as_is;
  if (run.kind == Run::kAsIs) {
    as_is.digests.at(as_is.checkpoints++) = digest;
    return;
  }
  const auto passed = static_cast<std::size_t>(checkpoints);
  run.diverged = passed > as_is.checkpoints || as_is.digests.at(passed - 1) != digest;
  const auto keys = std::span(as_is.last_reads).first(as_is.keys);
  const auto own = std::ranges::find_if(keys, [](const AsIs::LastRead& read) { return read.key == run.key; });
  if (run.diverged || own == keys.end() || own->checkpoints >= checkpoints) return;
  print(as_is.outcome);
  _exit(0);
}

void sweep::changed(double from, double to) {
  run.from = from;
  run.to = to;
}

int main(int argc, char** argv) {
  try {
    if (argc < 5) return 2;
    for (const std::string& factor : parts(argv[1])) run.factors.push_back(std::stod(factor));
    if (argv[2] != std::string("all"))
      for (const std::string& key : parts(argv[2])) run.only.insert(key);
    run.position = std::stoul(argv[3]);
    for (int i = 4; i < argc; ++i) sweep_scene(argv[i]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "threshold_sweep: %s\n", error.what());
    return 1;
  }
  return 0;
}
