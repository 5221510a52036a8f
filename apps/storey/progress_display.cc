#include "progress_display.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "text.h"

namespace storey {
namespace {

constexpr double kBetweenBars = 0.1;  // s
constexpr double kBetweenLines = 10;  // s within one stage; a new stage gets its line at once
constexpr std::size_t kStageWidth = 9;
constexpr std::size_t kSmallestBar = 8;
constexpr std::size_t kLargestBar = 40;

std::string percent(double share) {
  return std::to_string(static_cast<int>(std::floor(share * 100 + 1e-9))) + " %";
}

std::string padded_left(std::string text, std::size_t width) {
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}

std::string repeated(const std::string& piece, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

/// `width` columns of which `share` is filled.
std::string bar_piece(double share, std::size_t width, const Terminal& terminal) {
  const auto filled = static_cast<std::size_t>(std::lround(share * static_cast<double>(width)));
  const std::string done = repeated(terminal.utf8 ? "━" : "#", filled);
  const std::string open = repeated(terminal.utf8 ? "╌" : "-", width - filled);
  if (!terminal.colour) return done + open;
  return "\x1b[36m" + done + "\x1b[0m\x1b[2m" + open + "\x1b[0m";
}

class Bar : public ProgressDisplay {
 public:
  explicit Bar(int file_descriptor) : file_descriptor_(file_descriptor), pace_(steady_seconds()) {}
  ~Bar() override { Bar::clear(); }

  void show(const Progress& progress) override {
    const double now = steady_seconds();
    const Pace pace = pace_.at(progress, now);
    if (drawn_at_ && now - *drawn_at_ < kBetweenBars) return;
    drawn_at_ = now;
    write_whole(file_descriptor_,
                "\r" + progress_bar(progress, pace, terminal_at(file_descriptor_)) + "\x1b[K");
  }

  void clear() override {
    if (drawn_at_) write_whole(file_descriptor_, "\r\x1b[K");
    drawn_at_.reset();
  }

 private:
  int file_descriptor_;
  PaceMeter pace_;
  std::optional<double> drawn_at_;
};

class Lines : public ProgressDisplay {
 public:
  explicit Lines(int file_descriptor) : file_descriptor_(file_descriptor), pace_(steady_seconds()) {}

  void show(const Progress& progress) override {
    const double now = steady_seconds();
    const Pace pace = pace_.at(progress, now);
    if (stage_ == progress.stage && now - written_at_ < kBetweenLines) return;
    stage_ = progress.stage;
    written_at_ = now;
    write_whole(file_descriptor_, progress_line(progress, pace) + "\n");
  }

  void clear() override {}

 private:
  int file_descriptor_;
  PaceMeter pace_;
  std::optional<Stage> stage_;
  double written_at_ = 0;
};

}  // namespace

std::string progress_bar(const Progress& progress, const Pace& pace, const Terminal& terminal) {
  const std::size_t columns = static_cast<std::size_t>(std::max(terminal.columns, 2)) - 1;
  std::string stage(stage_name(progress.stage));
  stage.resize(kStageWidth, ' ');
  const std::string share = padded_left(percent(progress.total_share), 5);
  std::string tail = " " + share;
  const auto append = [&](const std::string& text) {
    if (kStageWidth + kSmallestBar + tail.size() + text.size() <= columns) tail += text;
  };
  if (pace.seconds_left) append("  " + clock_time(*pace.seconds_left) + " left");
  if (pace.points_per_second) append("  " + short_count(*pace.points_per_second) + " points/s");

  if (kStageWidth + kSmallestBar + tail.size() > columns) return (stage + share).substr(0, columns);
  const std::size_t width = std::min(kLargestBar, columns - kStageWidth - tail.size());
  return stage + bar_piece(progress.total_share, width, terminal) + tail;
}

std::string progress_line(const Progress& progress, const Pace& pace) {
  std::string line(stage_name(progress.stage));
  line += " " + percent(progress.stage_share) + ", " + percent(progress.total_share) + " of all";
  if (pace.points_per_second) line += ", " + short_count(*pace.points_per_second) + " points/s";
  if (pace.seconds_left) line += ", " + clock_time(*pace.seconds_left) + " left";
  return line;
}

std::unique_ptr<ProgressDisplay> make_progress_display(int file_descriptor) {
  if (terminal_at(file_descriptor).can_redraw) return std::make_unique<Bar>(file_descriptor);
  return std::make_unique<Lines>(file_descriptor);
}

}  // namespace storey
