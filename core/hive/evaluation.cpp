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

// Set by hand as a start; training/fit.py writes this table anew from games.
const std::array<Weight, TermCount> default_weights = {{
    {0, 0},        // QueenRing0
    {-10, -10},    // QueenRing1
    {-30, -35},    // QueenRing2
    {-65, -80},    // QueenRing3
    {-120, -150},  // QueenRing4
    {-210, -260},  // QueenRing5
    {-8, -10},     // EnemyAtQueen
    {6, 8},        // HelperAtQueen
    {-25, -30},    // QueenShut
    {-60, -80},    // EnemyOnQueen
    {10, 15},      // OwnOnQueen
    {-4, -5},      // OpenLiberty
    {-10, -15},    // EnemyDropsThere
    {5, 5},        // AntAgainst0
    {8, 8},        // AntAgainst1
    {12, 12},      // AntAgainst2
    {18, 20},      // AntAgainst3
    {28, 32},      // AntAgainst4
    {45, 55},      // AntAgainst5
    {35, 40},      // ClimberNear1
    {20, 25},      // ClimberNear2
    {10, 12},      // ClimberNear3
    {35, 35},      // PillbugGuard
    {25, 25},      // MosquitoGuard
    {15, 15},      // Tempo
    // free: Q S B G A M L P
    {20, 25},
    {20, 20},
    {35, 40},
    {25, 28},
    {55, 60},
    {50, 55},
    {40, 45},
    {35, 35},
    // stuck
    {0, 0},
    {2, 0},
    {8, 5},
    {5, 2},
    {8, 2},
    {12, 8},
    {10, 5},
    {20, 20},
    // covered
    {-15, -25},
    {-5, -10},
    {-5, -10},
    {-5, -10},
    {-10, -15},
    {-10, -15},
    {-10, -15},
    {-10, -15},
    // in hand
    {0, 0},
    {10, 8},
    {25, 28},
    {15, 15},
    {38, 40},
    {32, 32},
    {25, 25},
    {20, 18},
}};

}  // namespace skep::hive
