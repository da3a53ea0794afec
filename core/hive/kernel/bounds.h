// How many moves a bug has at most, told quickly.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "hive/cells.h"
#include "hive/pieces.h"

namespace skep::hive::SKEP_KERNEL::bounds {

inline constexpr int OnTop = BugCount;  // any bug that stands on others
inline constexpr int Ways = BugCount + 1;
inline constexpr unsigned FarBugs = 1u << Ant | 1u << Ladybug | 1u << Spider;

struct Bound {
    uint8_t near;
    int8_t goes_far;  // 1: farther than the ring of occupied cells around it can tell
};

constexpr Bound of(int way, unsigned ring) {
    const int beside = std::popcount(ring & RingAll);
    const int slides = std::popcount(ring_tables::Slides[ring]);
    switch (way) {
        case Queen:
        case Pillbug:
            return {static_cast<uint8_t>(slides), 0};
        case Beetle:
            return {static_cast<uint8_t>(beside + slides), 0};
        case Grasshopper:
            return {static_cast<uint8_t>(beside), 0};
        case Spider:  // no ring has more than four slides, and one of them leads back
            return {static_cast<uint8_t>(slides * 3 * 3), 0};
        case Ant:
            return {0, slides > 0};
        case OnTop:
            return {6, 0};
        default:
            return {0, 1};
    }
}

inline constexpr std::array<std::array<Bound, 128>, Ways> ByRing = [] {
    std::array<std::array<Bound, 128>, Ways> table{};
    for (int way = 0; way < Ways; ++way)
        for (unsigned ring = 0; ring < 128; ++ring) table[way][ring] = of(way, ring);
    return table;
}();

}  // namespace skep::hive::SKEP_KERNEL::bounds
