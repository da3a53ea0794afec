// Counting the leaves of the tree of all games from a position.
#pragma once

#include <cstdint>

namespace skep::hive {

enum class PerftMode : uint8_t {
    List,   // the last ply is written as a list of moves and not played
    Count,  // the last ply is only counted
    Full,   // every move is made and unmade
};

struct PerftResult {
    uint64_t leaves = 0;
    uint64_t checksum = 0;  // of the lists of the last ply (list mode)

    PerftResult& operator+=(const PerftResult& other) {
        leaves += other.leaves;
        checksum += other.checksum;
        return *this;
    }
};

}  // namespace skep::hive
