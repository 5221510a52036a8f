// Plans that several tests scan.
#pragma once

#include <string_view>

namespace storey {

/// Two rooms and a hall: two doors, two windows, one wall that meets another.
inline constexpr std::string_view kFlat = R"(
    ##################WWWWWW#########
    #               #               #
    #               #               #
    #      *        #       *       W
    #               #               W
    #               #               W
    #               #               W
    #####dddd###########DDDD#########
    #                               #
    #         *          *          #
    #                               #
    #################################)";

inline constexpr std::string_view kOneRoom = R"(
    #################
    #               #
    #   *           #
    #               #
    #           *   #
    #               #
    #################)";

/// One room with two windows.
inline constexpr std::string_view kCabin = R"(
    ######WWWWWW#####
    #               #
    #   *           #
    #               W
    #           *   W
    #               #
    #################)";

}  // namespace storey
