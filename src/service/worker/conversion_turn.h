// Whether conversions of a data folder run side by side or one has the machine to itself, over all processes.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "storey/result.h"

namespace storey::service {

/// The right to convert now, until it is destroyed or the process dies. Kept by file locks in the folder for
/// scratch files.
class ConversionTurn {
 public:
  enum class Kind { kAmongOthers, kAlone };

  /// Waits until no turn stands against it; who waits to be alone comes before all who ask later. Nothing
  /// where `keep_going`, asked every 100 ms, says no. Errors: kUnwritable (the folder).
  static Result<std::optional<ConversionTurn>> take(const std::filesystem::path& folder, Kind kind,
                                                    const std::function<bool()>& keep_going);

  ~ConversionTurn();
  ConversionTurn(ConversionTurn&& other) noexcept;
  ConversionTurn& operator=(ConversionTurn&& other) noexcept;

 private:
  explicit ConversionTurn(int lock) : lock_(lock) {}
  int lock_;
};

}  // namespace storey::service
