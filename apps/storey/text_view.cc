#include <unistd.h>

#include <iostream>

#include "conversion_view.h"
#include "failure_text.h"
#include "progress_display.h"
#include "summary.h"

namespace storey {
namespace {

class TextView : public ConversionView {
 public:
  explicit TextView(ModelUnits units) : units_(units), display_(make_progress_display(STDERR_FILENO)) {}

  void progress(const Progress& progress) override { display_->show(progress); }

  void done(const Conversion& conversion, const std::vector<OutputFile>& files,
            const std::filesystem::path& folder) override {
    display_->clear();
    std::cout << summary_text(conversion, units_) << files_text(files, folder) << std::flush;
  }

  void failed(const Error& error) override {
    display_->clear();
    std::cerr << failure_text(error);
  }

 private:
  ModelUnits units_;
  std::unique_ptr<ProgressDisplay> display_;
};

}  // namespace

std::unique_ptr<ConversionView> make_text_view(ModelUnits units) { return std::make_unique<TextView>(units); }

}  // namespace storey
