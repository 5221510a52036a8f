// The command `storey`.
#include <cstdio>

#include "command_line.h"

int main(int argc, char** argv) {
#ifdef __x86_64__
  // It would end at the first instruction that is missing, without a word.
  if (!__builtin_cpu_supports("sse4.2") || !__builtin_cpu_supports("popcnt")) {
    std::fputs(
        "storey: this processor lacks instructions of 2009 (x86-64-v2: SSE4.2, POPCNT); in a virtual "
        "machine, "
        "give it the type of the host's processor\n",
        stderr);
    return 1;
  }
#endif
  return storey::run_command_line(argc, argv);
}
