#include "export/areas.h"

#include <algorithm>

#include "export/drawing/layout.h"
#include "export/drawing/regions.h"

namespace storey {
namespace {

using namespace drawing;

constexpr double kAnsiCeiling = 2.1336;  // 7 ft
constexpr double kNiaCeiling = 1.5;

double area_m2(const Region& region) {
  double area = 0;
  for (const Ring& ring : region) area += signed_area(ring);
  return area * 1e-6;
}

double ring_area_m2(const Ring& ring_m) { return std::abs(signed_area(ring_m)); }

StoreyArea measure(const Storey& storey) {
  const Storey sheet = on_sheet(storey, {});
  const Region building = wall_regions(sheet).building;
  std::vector<Ring> outer;
  for (const Wall& wall : sheet.walls) {
    if (wall.exterior) outer.push_back(wall.polygon);
  }
  StoreyArea area;
  area.storey = storey.index;
  for (const Room& room : storey.rooms) area.net_m2 += room.area;
  area.gross_m2 = area_m2(building);
  area.internal_m2 = area_m2(subtract(building, unite(outer)));
  return area;
}

class StatementWriter {
 public:
  StatementWriter(const Plan& plan, AreaStatement& statement) : plan_(plan), statement_(statement) {}

  void name(std::string standard, std::string quantity, std::vector<std::string> assumptions) {
    statement_.standard = std::move(standard);
    statement_.quantity = std::move(quantity);
    statement_.assumptions = std::move(assumptions);
  }

  /// `rule(storey, areas)` for every storey.
  template <class Rule>
  void each(const Rule& rule) {
    for (std::size_t i = 0; i < plan_.storeys.size(); ++i) rule(plan_.storeys[i], statement_.storeys[i]);
  }

  void count(const Storey& storey, std::string part, double area, std::string rule) {
    statement_.parts.push_back({storey.index, std::move(part), area, area, std::move(rule)});
    statement_.total_m2 += area;
  }

  void leave_out(const Storey& storey, std::string part, double area, std::string rule) {
    statement_.parts.push_back({storey.index, std::move(part), area, 0, std::move(rule)});
  }

  /// Rooms under `ceiling` metres are left out; those whose ceiling was not seen are counted, and that is
  /// said.
  void rooms_by_ceiling(const Storey& storey, double ceiling, const std::string& limit) {
    for (const Room& room : storey.rooms) {
      if (room.ceiling_height <= 0) {
        count(storey, room.name, room.area, "counted: ceiling not seen");
      } else if (room.ceiling_height < ceiling) {
        leave_out(storey, room.name, room.area, "left out: ceiling under " + limit);
      } else {
        count(storey, room.name, room.area, "counted: ceiling at least " + limit);
      }
    }
  }

  void leave_out_stairs(const Storey& storey, const std::string& rule) {
    for (const Stair& stair : storey.stairs) {
      const double area = ring_area_m2(stair.polygon);
      statement_.parts.push_back({storey.index, "stair " + stair.id, area, -area, rule});
      statement_.total_m2 -= area;
    }
  }

 private:
  const Plan& plan_;
  AreaStatement& statement_;
};

void ansi_z765(StatementWriter& out) {
  out.name("ANSI Z765-2021", "gross living area",
           {"every storey is taken to be finished, heated and above grade",
            "ceilings are taken to be level; a room under a sloped ceiling is judged by its stated height",
            "openings in floors are not taken off"});
  out.each([&](const Storey& storey, const StoreyArea& area) {
    out.rooms_by_ceiling(storey, kAnsiCeiling, "2.13 m (7 ft)");
    out.count(storey, "walls", area.gross_m2 - area.net_m2,
              "counted: measured to the outer faces of the outer walls");
  });
}

void ipms(StatementWriter& out, int number) {
  const std::vector<std::string> assumptions{
      "the whole building is taken as one occupation; no part is shared",
      "balconies and covered galleries are not told apart from rooms"};
  if (number == 1) {
    out.name("IPMS: All Buildings, IPMS 1", "external area", assumptions);
    out.each([&](const Storey& storey, const StoreyArea& area) {
      out.count(storey, "storey", area.gross_m2, "counted: to the outer faces of the outer walls");
    });
    return;
  }
  out.name("IPMS: All Buildings, IPMS " + std::string(number == 2 ? "2" : "3.2"),
           number == 2 ? "internal area" : "internal area in exclusive occupation", assumptions);
  out.each([&](const Storey& storey, const StoreyArea& area) {
    for (const Room& room : storey.rooms) {
      out.count(storey, room.name, room.area, "counted: to the inner dominant faces");
    }
    out.count(storey, "inner walls and columns", area.internal_m2 - area.net_m2,
              "counted: within the outer walls");
    out.leave_out(storey, "outer walls", area.gross_m2 - area.internal_m2,
                  "left out: beyond the inner dominant faces");
    if (number == 3) out.leave_out_stairs(storey, "taken off: stairs are not in exclusive occupation");
  });
}

void nia(StatementWriter& out) {
  out.name("RICS Code of Measuring Practice, 6th edition", "net internal area",
           {"toilets, plant rooms, shared corridors and lift wells are not told apart from rooms"});
  out.each([&](const Storey& storey, const StoreyArea& area) {
    out.rooms_by_ceiling(storey, kNiaCeiling, "1.5 m");
    out.leave_out_stairs(storey, "taken off: stairs");
    out.leave_out(storey, "walls and columns", area.gross_m2 - area.net_m2, "left out: outside of the rooms");
  });
}

void din_277(StatementWriter& out) {
  out.name("DIN 277:2021", "Brutto-Grundfläche (BGF, R)", {"all areas are enclosed on all sides (R)"});
  out.each([&](const Storey& storey, const StoreyArea& area) {
    for (const Room& room : storey.rooms) out.count(storey, room.name, room.area, "Netto-Raumfläche (NRF)");
    out.count(storey, "walls and columns", area.gross_m2 - area.net_m2,
              "Konstruktions-Grundfläche (KGF = BGF - NRF)");
  });
}

void sia_416(StatementWriter& out) {
  out.name("SIA 416:2003", "Geschossfläche (GF)", {"all areas are enclosed on all sides and covered"});
  out.each([&](const Storey& storey, const StoreyArea& area) {
    for (const Room& room : storey.rooms)
      out.count(storey, room.name, room.area, "Nettogeschossfläche (NGF)");
    out.count(storey, "walls and columns", area.gross_m2 - area.net_m2,
              "Konstruktionsfläche (KF = GF - NGF)");
  });
}

}  // namespace

AreaStatement area_statement(const Plan& plan, AreaStandard standard) {
  AreaStatement statement;
  for (const Storey& storey : plan.storeys) statement.storeys.push_back(measure(storey));
  StatementWriter out(plan, statement);
  switch (standard) {
    case AreaStandard::kNone:
      break;
    case AreaStandard::kAnsiZ765:
      ansi_z765(out);
      break;
    case AreaStandard::kIpms1:
      ipms(out, 1);
      break;
    case AreaStandard::kIpms2:
      ipms(out, 2);
      break;
    case AreaStandard::kIpms3:
      ipms(out, 3);
      break;
    case AreaStandard::kNia:
      nia(out);
      break;
    case AreaStandard::kDin277:
      din_277(out);
      break;
    case AreaStandard::kSia416:
      sia_416(out);
      break;
  }
  return statement;
}

}  // namespace storey
