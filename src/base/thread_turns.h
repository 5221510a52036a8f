// When a thread has its turn among others that want the same cores.
#pragma once

namespace storey {

enum class Turns {
  kUsual,
  /// For what computes little at a time and should not wait for long where others compute: it is given a core
  /// sooner, and for a shorter time. Its share of the cores stays as it is. Linux has that from 6.12 on;
  /// elsewhere it is as usual.
  kShort,
  /// For what computes for long: while others want the cores it has a third of the share that each of them
  /// has. It must not hold a lock that they wait for. There is no way back.
  kBehind,
};

/// How the calling thread has its turns from now on. Threads that it starts later have usual ones, or stand
/// behind where it does.
void take_turns(Turns turns);

}  // namespace storey
