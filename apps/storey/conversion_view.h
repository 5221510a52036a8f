// What the user sees of a conversion: text for people, or JSON lines for programs.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "storey/convert.h"

namespace storey {

class ConversionView {
 public:
  ConversionView() = default;
  ConversionView(const ConversionView&) = delete;
  ConversionView& operator=(const ConversionView&) = delete;
  virtual ~ConversionView() = default;

  /// Called under the lock of the RunContext.
  virtual void progress(const Progress& progress) = 0;
  /// The files are on the disk.
  virtual void done(const Conversion& conversion, const std::vector<OutputFile>& files,
                    const std::filesystem::path& folder) = 0;
  virtual void failed(const Error& error) = 0;
};

/// A bar or lines and errors on stderr, the summary on stdout.
std::unique_ptr<ConversionView> make_text_view(ModelUnits units);

/// Everything on stdout, one JSON object a line; errors for people on stderr as well. Keys: docs/command.md.
std::unique_ptr<ConversionView> make_json_view();

}  // namespace storey
