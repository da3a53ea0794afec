// The board before the first move.
#pragma once

#include <cstring>

#include "hive/board.h"

namespace skep::hive {

template <int N>
inline __attribute__((always_inline)) Board<N> start_board(const Options& options) {
    Board<N> board{};
    std::memset(board.top, NoPiece, sizeof board.top);
    std::memset(board.under, NoPiece, sizeof board.under);
    for (auto& cell : board.at) cell = NoCell;
    for (auto& hand : board.hand)
        for (int bug = 0; bug < BugCount; ++bug)
            hand[bug] = options.has(bug) ? CopiesOf[bug] : uint8_t{0};
    board.just_moved = NoPiece;
    board.options = options;
    return board;
}

}  // namespace skep::hive
