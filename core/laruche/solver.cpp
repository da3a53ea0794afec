#include "laruche/solver.h"

#include <stdexcept>

namespace skep::laruche {

TileSolver::TileSolver(const std::vector<Edges>& tiles) : edges_(tiles) {
    if (tiles.empty() || tiles.size() > 64) {
        throw std::invalid_argument("expected 1 to 64 tiles");
    }
    for (const Edges& edges : tiles) {
        Edges where{};
        unsigned seen = 0;
        for (int direction = 0; direction < 6; ++direction) {
            const unsigned color = edges[direction];
            if (color > 5 || (seen >> color & 1u) != 0) {
                throw std::invalid_argument("a tile shows each of the colours 0 to 5 once");
            }
            seen |= 1u << color;
            where[color] = static_cast<std::uint8_t>(direction);
        }
        direction_of_.push_back(where);
    }
    for (std::size_t tile = 0; tile < tiles.size(); ++tile) {
        const std::uint64_t bit = std::uint64_t{1} << tile;
        all_ |= bit;
        for (int turn = 0; turn < 6; ++turn) {
            for (int a = 0; a < 6; ++a) {
                for (int b = 0; b < 6; ++b) {
                    const int first = edges_[tile][(a + 6 - turn) % 6];
                    const int second = edges_[tile][(b + 6 - turn) % 6];
                    pairs_[a * 6 + first][b * 6 + second] |= bit;
                }
            }
        }
    }
}

std::uint64_t TileSolver::mask_of(const std::vector<int>& tiles) const {
    std::uint64_t mask = 0;
    for (const int tile : tiles) {
        if (tile < 0 || tile >= static_cast<int>(edges_.size())) {
            throw std::invalid_argument("there is no such tile");
        }
        if ((mask >> tile & 1u) != 0) {
            throw std::invalid_argument("a tile is there twice");
        }
        mask |= std::uint64_t{1} << tile;
    }
    return mask;
}

void TileSolver::check_placed(const std::vector<Laid>& placed, std::uint64_t tiles) const {
    for (const Laid& laid : placed) {
        if (laid.tile < 0 || laid.tile > 63 || (tiles >> laid.tile & 1u) == 0) {
            throw std::invalid_argument("a placed tile is not among the tiles, or lies twice");
        }
        if (laid.rotation < 0 || laid.rotation > 5) {
            throw std::invalid_argument("a rotation is 0 to 5");
        }
        tiles &= ~(std::uint64_t{1} << laid.tile);
    }
}

}  // namespace skep::laruche
