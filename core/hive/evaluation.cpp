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

// Fitted by training/fit.py to 52706 positions of 2497 games of self-play.
const std::array<Weight, TermCount> default_weights = {{
    {0, 0},        // queen with 0 neighbours
    {-7, -26},     // queen with 1 neighbour
    {-35, -48},    // queen with 2 neighbours
    {-70, -90},    // queen with 3 neighbours
    {-112, -148},  // queen with 4 neighbours
    {-212, -223},  // queen with 5 neighbours
    {-32, 4},      // enemies at the queen
    {5, 15},       // helpers at the queen that can leave
    {-20, -16},    // queen cannot move
    {-72, -63},    // enemy on the queen
    {8, 5},        // own piece on the queen
    {-7, -4},      // open cells at the queen
    {-19, -49},    // enemy can place at the queen
    {5, 5},        // free ants, enemy queen has 0 neighbours
    {16, 10},      // free ants, enemy queen has 1 neighbour
    {16, 15},      // free ants, enemy queen has 2 neighbours
    {11, 18},      // free ants, enemy queen has 3 neighbours
    {13, 20},      // free ants, enemy queen has 4 neighbours
    {44, 30},      // free ants, enemy queen has 5 neighbours
    {58, 36},      // climbers 1 from the enemy queen
    {33, 31},      // climbers 2 from the enemy queen
    {8, 13},       // climbers 3 from the enemy queen
    {35, 34},      // pillbug guards the queen
    {23, 36},      // mosquito guards the queen
    {30, 12},      // side to move
    {15, 11},      // free queen
    {28, 10},      // free spiders
    {46, 27},      // free beetles
    {25, 17},      // free grasshoppers
    {45, 30},      // free ants
    {46, 38},      // free mosquito
    {36, 31},      // free ladybug
    {33, 39},      // free pillbug
    {19, 7},       // stuck queen
    {13, 2},       // stuck spiders
    {19, 21},      // stuck beetles
    {28, 6},       // stuck grasshoppers
    {19, 14},      // stuck ants
    {32, 21},      // stuck mosquito
    {33, 11},      // stuck ladybug
    {25, 31},      // stuck pillbug
    {-29, -18},    // covered queen
    {-5, -6},      // covered spiders
    {-2, 3},       // covered beetles
    {0, -4},       // covered grasshoppers
    {-2, 9},       // covered ants
    {-12, -11},    // covered mosquito
    {-8, 0},       // covered ladybug
    {-11, -14},    // covered pillbug
    {0, 0},        // queen in hand
    {-10, 12},     // spiders in hand
    {0, 12},       // beetles in hand
    {-13, 16},     // grasshoppers in hand
    {30, 39},      // ants in hand
    {18, 33},      // mosquito in hand
    {4, 18},       // ladybug in hand
    {18, 3},       // pillbug in hand
}};

}  // namespace skep::hive
