#include "graphql/response_buffer.h"

#include <algorithm>

namespace storey::graphql {
namespace {

/// The cuts that are in no other cut, in order.
std::vector<Segment::Cut> outermost(std::vector<Segment::Cut> cuts) {
  std::sort(cuts.begin(), cuts.end(), [](const Segment::Cut& a, const Segment::Cut& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  std::vector<Segment::Cut> kept;
  for (const Segment::Cut& cut : cuts) {
    if (kept.empty() || cut.begin >= kept.back().end) kept.push_back(cut);
  }
  return kept;
}

void append(std::string& out, const Segment& segment) {
  const std::vector<Segment::Cut> cuts = outermost(segment.cuts);
  auto hole = segment.holes.begin();
  auto cut = cuts.begin();
  std::size_t done = 0;
  while (hole != segment.holes.end() || cut != cuts.end()) {
    const bool is_cut_next = cut != cuts.end() && (hole == segment.holes.end() || cut->begin <= hole->at);
    if (!is_cut_next) {
      out.append(segment.text, done, hole->at - done);
      done = hole->at;
      append(out, *hole->filling);
      ++hole;
      continue;
    }
    out.append(segment.text, done, cut->begin - done).append("null");
    done = cut->end;
    while (hole != segment.holes.end() && hole->at < cut->end) ++hole;
    ++cut;
  }
  out.append(segment.text, done);
}

}  // namespace

std::string flatten(Segment& root) {
  if (root.holes.empty() && root.cuts.empty()) return std::move(root.text);
  std::string out;
  append(out, root);
  return out;
}

}  // namespace storey::graphql
