// Tuned numbers of the search, in one place.
#pragma once

#include <bit>
#include <cstdint>

namespace skep::hive::SKEP_KERNEL {

struct Tuning {
    static constexpr int AspirationWindow = 30;
    static constexpr int ReverseFutilityDepth = 4;
    static constexpr int ReverseFutilityMargin = 70;
    static constexpr int NullMoveDepth = 2;
    static constexpr int NullMoveReduction = 2;
    // So many neighbours around the own queen, and a quiet move that passing allows may be a
    // threat.
    static constexpr int NullMoveRing = 4;
    static constexpr int LateMoveDepth = 3;
    static constexpr int LateMoveBase = 10;
    static constexpr int LateMovePerDepth = 8;
    static constexpr int FutilityDepth = 3;
    static constexpr int FutilityMargin = 90;
    static constexpr int ReductionFromMove = 4;
    static constexpr int DangerPlies =
        3;  // how far past its depth a line with a queen in danger goes
    static constexpr int DeferDepth = 2;  // from here on threads keep out of each other's way
    // Of the time for a move: while the best one stays, and more for every time it changed of late.
    static constexpr double CalmShare = 0.75;
    static constexpr double UnrestShare = 0.5;
    static constexpr int SortAfter = 4;  // moves picked one by one before the rest is sorted
};

inline int reduction_of(int depth, int index) {
    // Half of log2(depth) * log2(index), rounded.
    const int a = 31 - std::countl_zero(static_cast<uint32_t>(depth));
    const int b = 31 - std::countl_zero(static_cast<uint32_t>(index));
    return (2 + a * b * 2) / 4 + (index > 30);
}

}  // namespace skep::hive::SKEP_KERNEL
