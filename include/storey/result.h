// Expected failures as values. Broken invariants throw; nothing in the library prints, exits or aborts.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>

namespace storey {

/// What kind of failure it was; callers decide by it (exit code, HTTP status). Closed list.
enum class ErrorCode {
  kInvalidArgument,  ///< an option or argument has no usable value
  kNotFound,         ///< the file or resource does not exist
  kUnreadable,       ///< the system refused to open or read
  kUnwritable,       ///< the system refused to create or write (disk full, read-only, no permission)
  kWrongFormat,      ///< the bytes are not what the name or the caller says they are
  kDamaged,          ///< the right format, but broken
  kNoPoints,         ///< readable, and without a single usable point
  kNoPlan,           ///< points, but no building can be made out of them
  kCancelled,        ///< the caller asked to stop
  kLimit,            ///< a bound on size, time or memory was met
  kInternal,         ///< a defect of Storey
};

/// A failure as its reader needs it: what is wrong, where, and what to do about it.
struct Error {
  ErrorCode code = ErrorCode::kInternal;
  std::string message;  ///< what is wrong, a clause without capital or full stop
  std::string file;     ///< the file it is about; empty if none
  std::string place;    ///< where in the file: "line 12", "page 3", "scan 2"; empty if nowhere in particular
  std::string remedy;   ///< what the user can do, a clause; empty if nothing

  /// One line: "FILE, PLACE: MESSAGE; REMEDY".
  std::string describe() const;
};

template <class T>
using Result = tl::expected<T, Error>;

/// An Error on its way out: `return fail(ErrorCode::kDamaged, "the index is cut off")`.
inline tl::unexpected<Error> fail(Error error) { return tl::unexpected<Error>(std::move(error)); }
inline tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string remedy = {}) {
  return fail(Error{code, std::move(message), {}, {}, std::move(remedy)});
}

}  // namespace storey
