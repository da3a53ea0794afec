#include "hive/evaluation.h"

namespace skep::hive {

namespace {

constexpr const char* Names[] = {
    "queen with 0 neighbours",
    "queen with 1 neighbour",
    "queen with 2 neighbours",
    "queen with 3 neighbours",
    "queen with 4 neighbours",
    "queen with 5 neighbours",
    "enemies at the queen",
    "helpers at the queen that can leave",
    "queen cannot move",
    "enemy on the queen",
    "own piece on the queen",
    "open cells at the queen",
    "enemy can place at the queen",
    "free ants, enemy queen has 0 neighbours",
    "free ants, enemy queen has 1 neighbour",
    "free ants, enemy queen has 2 neighbours",
    "free ants, enemy queen has 3 neighbours",
    "free ants, enemy queen has 4 neighbours",
    "free ants, enemy queen has 5 neighbours",
    "climbers 1 from the enemy queen",
    "climbers 2 from the enemy queen",
    "climbers 3 from the enemy queen",
    "pillbug guards the queen",
    "mosquito guards the queen",
    "side to move",
    "free queen",
    "free spiders",
    "free beetles",
    "free grasshoppers",
    "free ants",
    "free mosquito",
    "free ladybug",
    "free pillbug",
    "stuck queen",
    "stuck spiders",
    "stuck beetles",
    "stuck grasshoppers",
    "stuck ants",
    "stuck mosquito",
    "stuck ladybug",
    "stuck pillbug",
    "covered queen",
    "covered spiders",
    "covered beetles",
    "covered grasshoppers",
    "covered ants",
    "covered mosquito",
    "covered ladybug",
    "covered pillbug",
    "queen in hand",
    "spiders in hand",
    "beetles in hand",
    "grasshoppers in hand",
    "ants in hand",
    "mosquito in hand",
    "ladybug in hand",
    "pillbug in hand",
};
static_assert(std::size(Names) == TermCount);

}  // namespace

std::span<const char* const> term_names() {
    return Names;
}

// Fitted by training/fit.py to 115471 positions of 4963 games of self-play.
const std::array<Weight, TermCount> default_weights = {{
    {0, 0},        // queen with 0 neighbours
    {-3, -34},     // queen with 1 neighbour
    {-36, -57},    // queen with 2 neighbours
    {-74, -92},    // queen with 3 neighbours
    {-110, -146},  // queen with 4 neighbours
    {-212, -207},  // queen with 5 neighbours
    {-45, 5},      // enemies at the queen
    {10, 13},      // helpers at the queen that can leave
    {-24, -12},    // queen cannot move
    {-83, -60},    // enemy on the queen
    {8, 3},        // own piece on the queen
    {-3, -1},      // open cells at the queen
    {-25, -43},    // enemy can place at the queen
    {5, 5},        // free ants, enemy queen has 0 neighbours
    {25, 10},      // free ants, enemy queen has 1 neighbour
    {20, 16},      // free ants, enemy queen has 2 neighbours
    {8, 21},       // free ants, enemy queen has 3 neighbours
    {5, 17},       // free ants, enemy queen has 4 neighbours
    {43, 21},      // free ants, enemy queen has 5 neighbours
    {71, 37},      // climbers 1 from the enemy queen
    {44, 34},      // climbers 2 from the enemy queen
    {12, 11},      // climbers 3 from the enemy queen
    {38, 36},      // pillbug guards the queen
    {23, 40},      // mosquito guards the queen
    {36, 8},       // side to move
    {19, 7},       // free queen
    {26, 8},       // free spiders
    {34, 24},      // free beetles
    {22, 14},      // free grasshoppers
    {46, 23},      // free ants
    {51, 32},      // free mosquito
    {35, 26},      // free ladybug
    {33, 43},      // free pillbug
    {26, 10},      // stuck queen
    {20, 1},       // stuck spiders
    {23, 19},      // stuck beetles
    {35, 6},       // stuck grasshoppers
    {27, 13},      // stuck ants
    {39, 20},      // stuck mosquito
    {39, 14},      // stuck ladybug
    {24, 32},      // stuck pillbug
    {-40, -18},    // covered queen
    {-5, -8},      // covered spiders
    {0, 8},        // covered beetles
    {4, -4},       // covered grasshoppers
    {2, 11},       // covered ants
    {-15, -6},     // covered mosquito
    {-8, -2},      // covered ladybug
    {-15, -18},    // covered pillbug
    {0, 0},        // queen in hand
    {-15, 17},     // spiders in hand
    {5, 12},       // beetles in hand
    {-20, 18},     // grasshoppers in hand
    {17, 45},      // ants in hand
    {9, 35},       // mosquito in hand
    {-1, 22},      // ladybug in hand
    {23, 3},       // pillbug in hand
}};

}  // namespace skep::hive
