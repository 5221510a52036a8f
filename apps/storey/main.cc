// The command `storey`.
#include <unistd.h>

#include <cstdio>

#include "command_line.h"

#ifdef __x86_64__
namespace {

/// Before anything else of the program runs: it would end at the first instruction that is missing, without
/// a word.
[[gnu::constructor(101)]] void check_processor() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt")) return;
  std::fputs(
      "storey: this processor lacks instructions of 2009 (x86-64-v2: SSE4.2, POPCNT); in a virtual machine, "
      "give it the type of the host's processor\n",
      stderr);
  _exit(1);
}

}  // namespace
#endif

int main(int argc, char** argv) { return storey::run_command_line(argc, argv); }
