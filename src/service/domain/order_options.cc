#include "service/domain/order_options.h"

#include <array>

namespace storey::service {
namespace {

constexpr std::array<std::string_view, 6> kInputUnits = {"auto", "m", "mm", "cm", "ft", "in"};
constexpr std::array<std::string_view, 3> kUpAxes = {"auto", "z", "y"};
constexpr std::array<std::string_view, 2> kGeometries = {"true", "orthogonal"};
constexpr std::array<std::string_view, 2> kOrientations = {"straight", "scan"};
constexpr std::array<std::string_view, 2> kLayerProfiles = {"aia", "iso13567"};
constexpr std::array<std::string_view, 8> kAreaStandards = {"none",  "ansi-z765", "ipms1",  "ipms2",
                                                            "ipms3", "nia",       "din277", "sia416"};

constexpr std::array<TextOption, 9> kTextOptions = {{
    {"input_units", "--input-units", &OrderOptions::input_units, kInputUnits},
    {"up", "--up", &OrderOptions::up, kUpAxes},
    {"geometry", "--geometry", &OrderOptions::geometry, kGeometries},
    {"orientation", "--orientation", &OrderOptions::orientation, kOrientations},
    {"layers", "--layers", &OrderOptions::layers, kLayerProfiles},
    {"area_standard", "--areas", &OrderOptions::area_standard, kAreaStandards},
    {"survey_date", "--date", &OrderOptions::survey_date, {}},
    {"author", "--author", &OrderOptions::author, {}},
    {"document_number", "--number", &OrderOptions::document_number, {}},
}};

}  // namespace

std::span<const TextOption> text_options() { return kTextOptions; }

}  // namespace storey::service
