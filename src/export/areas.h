// Floor areas: net and gross of every storey, and by a standard, with the rule that counted each part.
#pragma once

#include <string>
#include <vector>

#include "storey/options.h"
#include "storey/plan.h"

namespace storey {

struct StoreyArea {
  int storey = 0;
  double net_m2 = 0;       ///< of the rooms, between the faces of their walls
  double internal_m2 = 0;  ///< within the inner faces of the outer walls; inner walls and columns included
  double gross_m2 = 0;     ///< within the outer faces of the outer walls, without courtyards
};

/// One part that a standard counts, or leaves out (`counted_m2` 0), and why.
struct AreaPart {
  int storey = 0;
  std::string part;    ///< "Room 3", "inner walls", "stair s1" …
  double area_m2 = 0;  ///< of the part
  double counted_m2 = 0;
  std::string rule;
};

struct AreaStatement {
  std::vector<StoreyArea> storeys;
  std::string standard;  ///< "ANSI Z765-2021"; empty where none was asked for
  std::string quantity;  ///< what the standard calls the sum: "gross living area"
  std::vector<AreaPart> parts;
  double total_m2 = 0;
  std::vector<std::string> assumptions;  ///< what a scan cannot show and the standard wants to know
};

/// Areas of `plan`. Rules: ANSI Z765-2021; IPMS: All Buildings (2023) IPMS 1, 2, 3.2; RICS Code of Measuring
/// Practice, 6th edition (NIA); DIN 277:2021; SIA 416:2003.
AreaStatement area_statement(const Plan& plan, AreaStandard standard);

}  // namespace storey
