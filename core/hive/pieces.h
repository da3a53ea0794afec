// Colours, bugs and the 28 pieces, numbered as in skep/hive/pieces.py.
#pragma once

#include <array>
#include <cstdint>

namespace skep::hive {

enum Color : uint8_t { White, Black };
enum Bug : uint8_t { Queen, Spider, Beetle, Grasshopper, Ant, Mosquito, Ladybug, Pillbug };

inline constexpr int BugCount = 8;
inline constexpr int PiecesPerSide = 14;
inline constexpr int PieceCount = 28;
inline constexpr uint8_t NoPiece = 0xFF;

inline constexpr std::array<uint8_t, BugCount> CopiesOf = {1, 2, 2, 3, 3, 1, 1, 1};
inline constexpr std::array<uint8_t, BugCount> FirstOf = {0, 1, 3, 5, 8, 11, 12, 13};

inline constexpr std::array<Bug, PieceCount> BugOf = [] {
    std::array<Bug, PieceCount> bugs{};
    for (int color = 0; color < 2; ++color)
        for (int bug = 0; bug < BugCount; ++bug)
            for (int copy = 0; copy < CopiesOf[bug]; ++copy)
                bugs[color * PiecesPerSide + FirstOf[bug] + copy] = static_cast<Bug>(bug);
    return bugs;
}();

constexpr Color color_of(int piece) {
    return piece < PiecesPerSide ? White : Black;
}
constexpr int queen_of(int color) {
    return color * PiecesPerSide;
}

// Which expansions are in the box; the base bugs always are.
struct Options {
    bool mosquito = false;
    bool ladybug = false;
    bool pillbug = false;
    bool opening_queen_allowed = false;

    constexpr bool has(int bug) const {
        return bug == Mosquito  ? mosquito
               : bug == Ladybug ? ladybug
               : bug == Pillbug ? pillbug
                                : true;
    }
    friend constexpr bool operator==(const Options&, const Options&) = default;
};

}  // namespace skep::hive
