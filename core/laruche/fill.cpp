// Filling a given silhouette: always the cell with the fewest fitting tiles next.
#include <bit>
#include <unordered_map>

#include "laruche/grid.h"
#include "laruche/solver.h"

namespace skep::laruche {

class Filler {
  public:
    Filler(const TileSolver& solver, const std::vector<Cell>& cells, const std::vector<int>& tiles,
           Limits limits)
        : solver_(solver), cells_(cells), left_(solver.mask_of(tiles)), limits_(limits) {
        if (cells.size() != tiles.size()) {
            throw std::invalid_argument("expected as many cells as tiles");
        }
        std::unordered_map<int, int> at;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (!at.emplace(index_of(cells[i], cells.front()), static_cast<int>(i)).second) {
                throw std::invalid_argument("a cell is there twice");
            }
        }
        for (const Cell& cell : cells) {
            std::array<int, 6> around{};
            for (int direction = 0; direction < 6; ++direction) {
                const auto other = at.find(index_of(cell, cells.front()) + kSteps[direction]);
                around[direction] = other == at.end() ? -1 : other->second;
            }
            around_.push_back(around);
        }
        tile_.assign(cells.size(), -1);
        rotation_.assign(cells.size(), 0);
    }

    Found run(const std::vector<Laid>& placed) {
        solver_.check_placed(placed, left_);
        for (const Laid& laid : placed) {
            std::size_t cell = 0;
            while (cell < cells_.size() &&
                   (cells_[cell].q != laid.cell.q || cells_[cell].r != laid.cell.r)) {
                ++cell;
            }
            if (cell == cells_.size() || tile_[cell] >= 0) {
                throw std::invalid_argument("a placed tile lies outside the cells, or on another");
            }
            lay(cell, laid.tile, laid.rotation);
        }
        found_.complete = true;
        visit();
        return std::move(found_);
    }

  private:
    void lay(std::size_t cell, int tile, int rotation) {
        tile_[cell] = tile;
        rotation_[cell] = rotation;
        left_ &= ~(std::uint64_t{1} << tile);
    }

    // The tiles that fit on a cell, and the first wish of its neighbours (-1 when there is none).
    std::pair<std::uint64_t, int> fits(std::size_t cell) const {
        int first = -1;
        std::uint64_t mask = left_;
        for (int direction = 0; direction < 6; ++direction) {
            const int other = around_[cell][direction];
            if (other < 0 || tile_[other] < 0) {
                continue;
            }
            const int theirs = (opposite(direction) + 6 - rotation_[other]) % 6;
            const int wish = direction * 6 + solver_.edges_[tile_[other]][theirs];
            if (first < 0) {
                first = wish;
            } else {
                mask &= solver_.pairs_[first][wish];
            }
        }
        return {mask, first};
    }

    void visit() {
        if (left_ == 0) {
            if (found_.layouts++ == 0) {
                for (std::size_t i = 0; i < cells_.size(); ++i) {
                    found_.first.push_back({tile_[i], cells_[i], rotation_[i]});
                }
            }
            if (found_.layouts >= limits_.layouts) {
                found_.complete = false;
            }
            return;
        }
        if (limits_.are_reached(++found_.states)) {
            found_.complete = false;
            return;
        }
        std::size_t best = cells_.size();
        std::uint64_t best_mask = 0;
        int best_first = -1;
        int fewest = 1000;
        for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
            if (tile_[cell] >= 0) {
                continue;
            }
            const auto [mask, first] = fits(cell);
            const int ways = std::popcount(mask) * (first < 0 ? 6 : 1);
            if (ways < fewest) {
                best = cell;
                best_mask = mask;
                best_first = first;
                fewest = ways;
            }
        }
        while (best_mask != 0) {
            const int tile = std::countr_zero(best_mask);
            best_mask &= best_mask - 1;
            const int from =
                best_first < 0 ? 0 : solver_.rotation_for(tile, best_first / 6, best_first % 6);
            const int to = best_first < 0 ? 5 : from;
            for (int rotation = from; rotation <= to; ++rotation) {
                lay(best, tile, rotation);
                visit();
                tile_[best] = -1;
                left_ |= std::uint64_t{1} << tile;
                if (!found_.complete) {
                    return;
                }
            }
        }
    }

    const TileSolver& solver_;
    const std::vector<Cell>& cells_;
    std::uint64_t left_;
    Limits limits_;
    std::vector<std::array<int, 6>> around_;
    std::vector<int> tile_;
    std::vector<int> rotation_;
    Found found_;
};

Found TileSolver::fill(const std::vector<Cell>& cells, const std::vector<int>& tiles,
                       const std::vector<Laid>& placed, Limits limits) const {
    return Filler(*this, cells, tiles, limits).run(placed);
}

}  // namespace skep::laruche
