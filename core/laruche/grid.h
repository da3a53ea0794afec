// A square piece of the hexagonal plane that a solver works on.
#pragma once

#include <array>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "laruche/solver.h"

namespace skep::laruche {

constexpr int kSide = 192;  // sixty tiles around the middle never reach the rim
constexpr int kMiddle = kSide / 2;
constexpr int kReach = kMiddle - 2;
constexpr std::array<int, 6> kSteps{1, 1 - kSide, -kSide, -1, kSide - 1, kSide};

constexpr int opposite(int direction) {
    return direction < 3 ? direction + 3 : direction - 3;
}

// A cell as an index, seen from an origin that lies in the middle.
// Around it there must be room for `margin` more steps.
inline int index_of(Cell cell, Cell origin, int margin = 0) {
    const std::int64_t q = std::int64_t{cell.q} - origin.q;
    const std::int64_t r = std::int64_t{cell.r} - origin.r;
    const int reach = kReach - margin;
    if (q < -reach || q > reach || r < -reach || r > reach) {
        throw std::invalid_argument("the cells lie too far apart");
    }
    return static_cast<int>((r + kMiddle) * kSide + q + kMiddle);
}

inline Cell cell_of(int index, Cell origin) {
    return {index % kSide - kMiddle + origin.q, index / kSide - kMiddle + origin.r};
}

}  // namespace skep::laruche
