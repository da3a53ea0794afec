// The learned evaluation: what it looks at, its numbers, and the file that they come in.
//
// It corrects the hand-written evaluation. Around each queen lies a view: which piece stands where
// relative to it, and how (covered, stuck, free, free above others). Filters look at a view from
// all twelve sides, each side an accumulator unit, and what the twelve find is added up: that makes
// the evaluation the same for a hive that is turned or mirrored, exactly and not by training. What
// the filters found around the own and around the enemy queen and the counts of the hand-written
// terms go through one hidden layer into the correction.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>

#include "hive/evaluation.h"
#include "hive/pieces.h"

namespace skep::hive {

inline constexpr int ViewRadius = 4;
inline constexpr int FarCell = 61;  // everything outside of the radius
inline constexpr int ViewCells = FarCell + 1;
enum Standing : uint8_t { UnderOthers, HeldFast, FreeBelow, FreeAbove };
inline constexpr int Standings = 4;
// A piece's cell, from 1 on, and above it how it stands there; 0 in the hand.
inline constexpr int StandingShift = 11;
inline constexpr int PieceLanes = 32;
inline constexpr int FeatureCount = 2 * BugCount * Standings * ViewCells;
inline constexpr int Filters = 8;
inline constexpr int Sides = 12;
inline constexpr int ViewUnits = Filters * Sides;
inline constexpr int HiddenUnits = 32;
// Terms of the own side, of the enemy, pieces in play and expansions; the rest is 0.
inline constexpr int TermInputs = 128;
static_assert(2 * TermCount + 4 <= TermInputs);

// What 1 is in whole numbers.
inline constexpr int ViewOne = 2047;  // twelve of them fit into 16 bits
inline constexpr int HiddenOne = 1024;
inline constexpr int OutputShift = 13;  // weights of the output are eighths of a score

struct Network {
    // Side by side: unit = side * Filters + filter. The last row is of no feature: zeros.
    alignas(64) int16_t features[FeatureCount + 1][ViewUnits];
    alignas(64) int16_t view_bias[ViewUnits];
    alignas(64) int16_t terms[TermInputs][HiddenUnits];
    // By 65536 / ViewOne times more than the terms: the own queen's filters, then the enemy's.
    alignas(64) int16_t found[2 * Filters][HiddenUnits];
    alignas(64) int16_t hidden_bias[HiddenUnits];
    alignas(64) int16_t output[HiddenUnits];
    int32_t output_bias;
};

struct DamagedNetwork : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// Throws DamagedNetwork for whatever is not a whole file of this version.
std::unique_ptr<const Network> read_network(std::span<const uint8_t> file);

// Of the view around a queen, by the offset of a cell from it: a number below FarCell.
inline constexpr int MostOffset = 32;
inline constexpr auto ViewCellAt = [] {
    std::array<std::array<uint8_t, 2 * MostOffset>, 2 * MostOffset> table{};
    int number = 0;
    for (int r = -MostOffset; r < MostOffset; ++r)
        for (int q = -MostOffset; q < MostOffset; ++q) {
            const int s = q + r;
            const bool is_near = q >= -ViewRadius && q <= ViewRadius && r >= -ViewRadius &&
                                 r <= ViewRadius && s >= -ViewRadius && s <= ViewRadius;
            table[static_cast<std::size_t>(r + MostOffset)]
                 [static_cast<std::size_t>(q + MostOffset)] =
                     static_cast<uint8_t>(is_near ? number++ : FarCell);
        }
    return table;
}();

// What a position gives to the network, from the view of the side to move.
struct NetworkInputs {
    uint16_t features[2][PieceCount];  // FeatureCount for a piece in the hand
    int16_t terms[TermInputs];
    int16_t hand_written;  // score
};

}  // namespace skep::hive
