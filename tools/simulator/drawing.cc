#include "drawing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace storey::simulator {
namespace {

constexpr std::string_view kWallCells = "#GpDdasOVWF";
constexpr std::string_view kOpeningCells = "DdasOVWF";
constexpr std::string_view kThingCells = "*+cwbtP123456789";
constexpr double kGlassThickness = 0.05;
constexpr double kParapetTop = 1.1;

bool is_one_of(char c, std::string_view set) { return set.find(c) != std::string_view::npos; }

/// What the words before a drawing set.
struct Settings {
  double floor = 0, height = 2.5;
  Point2 cell{0.25, 0.5};
  double outer = 0.3, inner = 0.12;
};

Error in_line(std::size_t line, std::string message) {
  return {ErrorCode::kInvalidArgument, std::move(message), {}, "line " + std::to_string(line + 1), {}};
}

/// The drawing of one storey, and its reading.
class Sheet {
 public:
  /// `first_line` is the number of the first line in the whole text, counted from 0.
  Sheet(std::vector<std::string> lines, std::size_t first_line, const Settings& settings)
      : lines_(std::move(lines)), first_line_(first_line), settings_(settings) {
    for (const std::string& line : lines_) columns_ = std::max(columns_, static_cast<int>(line.size()));
    find_outside();
  }

  Result<StoreySpec> read() {
    storey_.floor = settings_.floor;
    storey_.height = settings_.height;
    for (int row = 0; row < rows(); ++row) read_walls({0, row}, {1, 0}, columns_);
    for (int column = 0; column < columns_; ++column) read_walls({column, rows() - 1}, {0, -1}, rows());
    read_things();
    if (wrong_) return fail(*wrong_);
    return std::move(storey_);
  }

 private:
  using Cell = Eigen::Vector2i;  ///< column, row

  int rows() const { return static_cast<int>(lines_.size()); }
  char at(const Cell& c) const {
    if (c.y() < 0 || c.y() >= rows() || c.x() < 0 || c.x() >= static_cast<int>(lines_[c.y()].size()))
      return ' ';
    return lines_[c.y()][c.x()];
  }
  bool is_wall(const Cell& c) const { return is_one_of(at(c), kWallCells); }
  Point2 center(const Cell& c) const { return corner(c) + settings_.cell / 2; }
  Point2 corner(const Cell& c) const {
    return Point2(c.x(), rows() - 1 - c.y()).cwiseProduct(settings_.cell);
  }

  /// Marks the cells that can be reached from the margin without crossing a wall.
  void find_outside() {
    std::vector<Cell> open{{-1, -1}};
    outside_.assign(static_cast<std::size_t>((columns_ + 2) * (rows() + 2)), false);
    while (!open.empty()) {
      const Cell c = open.back();
      open.pop_back();
      if (c.x() < -1 || c.y() < -1 || c.x() > columns_ || c.y() > rows() || is_outside(c) || is_wall(c))
        continue;
      outside_[index(c)] = true;
      for (const Cell& d : {Cell(1, 0), Cell(-1, 0), Cell(0, 1), Cell(0, -1)}) open.push_back(c + d);
    }
  }
  std::size_t index(const Cell& c) const {
    return static_cast<std::size_t>((c.y() + 1) * (columns_ + 2) + c.x() + 1);
  }
  bool is_outside(const Cell& c) const { return outside_[index(c)]; }

  /// Every run of two and more wall cells in a line of the sheet.
  void read_walls(Cell cell, const Cell& step, int length) {
    for (int i = 0; i < length;) {
      int end = i;
      while (end < length && is_wall(cell + step * end)) ++end;
      if (end - i >= 2) read_run(cell + step * i, step, end - i);
      i = std::max(end, i + 1);
    }
  }

  /// Splits a run where it changes between masonry, glass and parapet. Openings belong to what they follow.
  void read_run(const Cell& first, const Cell& step, int length) {
    for (const Cell& end : {first, Cell(first + step * (length - 1))})
      if (is_one_of(at(end), kOpeningCells) && !wrong_)
        wrong_ = in_line(first_line_ + end.y(), std::string("a wall ends in the opening '") + at(end) +
                                                    "' in column " + std::to_string(end.x() + 1));
    const auto kind_at = [&](int i) {
      for (int k = i; k >= 0; --k)
        if (!is_one_of(at(first + step * k), kOpeningCells)) return at(first + step * k);
      for (int k = i; k < length; ++k)
        if (!is_one_of(at(first + step * k), kOpeningCells)) return at(first + step * k);
      return '#';
    };
    for (int i = 0; i < length;) {
      int end = i + 1;
      while (end < length && kind_at(end) == kind_at(i)) ++end;
      add_wall(first, step, length, i, end, kind_at(i));
      i = end;
    }
  }

  /// Cells [from, to) of a run as a wall with its openings.
  void add_wall(const Cell& first, const Cell& step, int length, int from, int to, char kind) {
    const double cell = step.x() != 0 ? settings_.cell.x() : settings_.cell.y();
    const Point2 along(step.x(), -step.y());
    WallSpec wall;
    wall.id = "wall " + std::to_string(storey_.walls.size() + 1);
    // Ends in the middle of the last cell, so that walls meet; where it goes on as another kind at the cell's
    // border.
    wall.from = center(first + step * from) - (from > 0 ? Point2(along * cell / 2) : Point2(0, 0));
    wall.to = center(first + step * (to - 1)) + (to < length ? Point2(along * cell / 2) : Point2(0, 0));
    const bool glass = kind == 'G';
    if (kind == 'p') wall.top = kParapetTop;
    wall.surface = glass ? Surface::kGlass : Surface::kPlaster;
    wall.thickness = glass                                ? kGlassThickness
                     : is_exterior(first, step, from, to) ? settings_.outer
                                                          : settings_.inner;
    const double start = (wall.from - center(first)).dot(along);
    for (int i = from; i < to;) {
      const char c = at(first + step * i);
      int end = i + 1;
      while (end < to && at(first + step * end) == c) ++end;
      if (is_one_of(c, kOpeningCells)) {
        OpeningSpec opening = opening_of(c);
        opening.wall = wall.id;
        opening.at = (i - 0.5) * cell - start;
        opening.width = (end - i) * cell;
        storey_.openings.push_back(opening);
      }
      i = end;
    }
    storey_.walls.push_back(wall);
  }

  bool is_exterior(const Cell& first, const Cell& step, int from, int to) const {
    const Cell aside(step.y(), step.x());
    for (int i = from; i < to; ++i)
      if (is_outside(first + step * i + aside) || is_outside(first + step * i - aside)) return true;
    return false;
  }

  OpeningSpec opening_of(char c) const {
    OpeningSpec o;
    switch (c) {
      case 'd':
        o.state = LeafState::kClosed;
        break;
      case 'a':
        o.state = LeafState::kAjar;
        break;
      case 's':
        o.state = LeafState::kSliding;
        break;
      case 'O':
      case 'V':
        o.type = OpeningType::kOpening;
        o.state = LeafState::kNone;
        o.head = c == 'V' ? settings_.height : 2.1;
        break;
      case 'W':
        o.type = OpeningType::kWindow;
        o.state = LeafState::kGlazed;
        o.sill = 0.9;
        o.head = 2.2;
        break;
      case 'F':
        o.state = LeafState::kGlazed;
        o.head = 2.2;
        break;
      default:
        break;
    }
    return o;
  }

  /// Furniture, columns, stations: each rectangle of equal characters is one thing.
  void read_things() {
    std::map<char, Point2> path;
    std::vector<std::vector<bool>> done(rows(), std::vector<bool>(columns_));
    for (int row = 0; row < rows(); ++row)
      for (int column = 0; column < columns_; ++column) {
        const Cell first(column, row);
        const char c = at(first);
        if (done[row][column] || !is_one_of(c, kThingCells)) continue;
        Cell last = first;
        while (at(last + Cell(1, 0)) == c) ++last.x();
        while (at({column, last.y() + 1}) == c) ++last.y();
        for (int y = row; y <= last.y(); ++y)
          for (int x = column; x <= last.x(); ++x) done[y][x] = true;
        const Point2 middle = (center(first) + center(last)) / 2;
        const Point2 size = (center(last) - center(first)).cwiseAbs() + settings_.cell;
        if (is_one_of(c, "123456789"))
          path[c] = middle;
        else
          add_thing(c, middle, size);
      }
    for (const auto& [number, place] : path) storey_.path.push_back(place);
  }

  void add_thing(char c, const Point2& middle, const Point2& size) {
    FurnitureSpec furniture;
    furniture.center = middle;
    furniture.size = size;
    switch (c) {
      case '*':
        storey_.stations.push_back({middle});
        return;
      case '+':
        storey_.columns.push_back({middle, size});
        return;
      case 'c':
        storey_.columns.push_back({middle, Point2::Constant(size.minCoeff()), 0, true});
        return;
      case 'P':
        storey_.people.push_back({{middle}});
        return;
      case 'w':
        furniture.top = settings_.height;
        break;
      case 'b':
        furniture.top = 0.9;
        break;
      case 't':
        furniture.shape = FurnitureShape::kTable;
        break;
      default:
        break;
    }
    storey_.furniture.push_back(furniture);
  }

  std::vector<std::string> lines_;
  std::size_t first_line_;
  Settings settings_;
  std::optional<Error> wrong_;
  int columns_ = 0;
  std::vector<bool> outside_;
  StoreySpec storey_;
};

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) {
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

/// Reads "word number number" into the settings; false if the line begins with no known word.
Result<bool> read_setting(const std::string& line, std::size_t number, Settings& settings) {
  std::istringstream stream(line);
  std::string word, rest;
  stream >> word;
  if (word != "storey" && word != "cell" && word != "walls") return false;
  double a = 0, b = 0;
  if (!(stream >> a >> b) || (stream >> rest) || !std::isfinite(a) || !std::isfinite(b))
    return fail(in_line(number, "\"" + word + "\" needs two numbers"));
  const bool positive = b > 0 && (a > 0 || word == "storey");
  if (!positive) return fail(in_line(number, "the sizes after \"" + word + "\" must be positive"));
  if (word == "storey") settings.floor = a, settings.height = b;
  if (word == "cell") settings.cell = {a, b};
  if (word == "walls") settings.outer = a, settings.inner = b;
  return true;
}

Result<void> check_cells(const std::string& line, std::size_t number) {
  for (const char c : line)
    if (c != ' ' && c != '.' && !is_one_of(c, kWallCells) && !is_one_of(c, kThingCells))
      return fail(in_line(number, std::string("the character '") + c + "' has no meaning in a drawing"));
  return {};
}

}  // namespace

Result<Scene> parse_drawing(std::string_view text) {
  Scene scene;
  Settings settings;
  std::vector<std::string> sheet;
  std::size_t sheet_line = 0;
  const auto finish_sheet = [&]() -> Result<void> {
    while (!sheet.empty() && sheet.back().empty()) sheet.pop_back();
    if (sheet.empty()) return {};
    auto storey = Sheet(std::exchange(sheet, {}), sheet_line, settings).read();
    if (!storey) return tl::unexpected(storey.error());
    scene.storeys.push_back(std::move(*storey));
    return {};
  };
  const std::vector<std::string> lines = lines_of(text);
  std::size_t margin = std::string::npos;
  for (const std::string& line : lines)
    if (!line.empty()) margin = std::min(margin, line.find_first_not_of(' '));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string line = lines[i].empty() ? "" : lines[i].substr(margin);
    Settings next = settings;
    const auto is_setting = read_setting(line, i, next);
    if (!is_setting) return tl::unexpected(is_setting.error());
    if (*is_setting) {
      if (auto done = finish_sheet(); !done) return tl::unexpected(done.error());
      settings = next;
      continue;
    }
    if (auto known = check_cells(line, i); !known) return tl::unexpected(known.error());
    if (sheet.empty()) sheet_line = i;
    if (!line.empty() || !sheet.empty()) sheet.push_back(line);
  }
  if (auto done = finish_sheet(); !done) return tl::unexpected(done.error());
  if (scene.storeys.empty()) return fail(ErrorCode::kInvalidArgument, "the drawing is empty");
  return scene;
}

}  // namespace storey::simulator
