// Layouts built tile by tile, each partial layout looked at once.
#include <algorithm>
#include <bit>
#include <memory>
#include <random>
#include <utility>

#include "laruche/grid.h"
#include "laruche/solver.h"

namespace skep::laruche {

namespace {

// Partial layouts already seen. Keys are kept whole, so that the count is exact.
class Seen {
  public:
    explicit Seen(std::size_t words) : words_(words), slots_(256) {}

    // True when the key was not there yet.
    bool insert(const std::uint32_t* key) {
        const std::uint64_t hash = hash_of(key);
        const auto tag = static_cast<std::uint32_t>(hash >> 32);
        std::size_t slot = hash & (slots_.size() - 1);
        while (slots_[slot].index != 0) {
            if (slots_[slot].tag == tag &&
                std::equal(key, key + words_, keys_.data() + (slots_[slot].index - 1) * words_)) {
                return false;
            }
            slot = (slot + 1) & (slots_.size() - 1);
        }
        keys_.insert(keys_.end(), key, key + words_);
        slots_[slot] = {tag, ++count_};
        if (count_ * std::size_t{2} > slots_.size()) {
            grow();
        }
        return true;
    }

    std::uint32_t size() const { return count_; }

  private:
    struct Slot {
        std::uint32_t tag = 0;
        std::uint32_t index = 0;
    };

    std::uint64_t hash_of(const std::uint32_t* key) const {
        std::uint64_t hash = 0x9e3779b97f4a7c15u;
        for (std::size_t i = 0; i < words_; ++i) {
            hash = (hash ^ key[i]) * 0xff51afd7ed558ccdu;
            hash ^= hash >> 32;
        }
        return hash;
    }

    void grow() {
        std::vector<Slot> wider(slots_.size() * 4);
        for (std::uint32_t index = 1; index <= count_; ++index) {
            const std::uint64_t hash = hash_of(keys_.data() + (index - 1) * words_);
            std::size_t slot = hash & (wider.size() - 1);
            while (wider[slot].index != 0) {
                slot = (slot + 1) & (wider.size() - 1);
            }
            wider[slot] = {static_cast<std::uint32_t>(hash >> 32), index};
        }
        slots_ = std::move(wider);
    }

    std::size_t words_;
    std::uint32_t count_ = 0;
    std::vector<Slot> slots_;
    std::vector<std::uint32_t> keys_;
};

constexpr std::array<std::array<int, 4>, 6> kTurns{
    {{1, 0, 0, 1}, {1, 1, -1, 0}, {0, 1, -1, -1}, {-1, 0, 0, -1}, {-1, -1, 1, 0}, {0, -1, 1, 1}}};

}  // namespace

class Builder {
  public:
    Builder(const TileSolver& solver, const std::vector<int>& tiles, int loose, Limits limits)
        : solver_(solver),
          left_(solver.mask_of(tiles)),
          order_(tiles),
          loose_(loose),
          limits_(limits),
          seen_(tiles.size()),
          key_(tiles.size()),
          board_(kSide * kSide, -1),
          contacts_(kSide * kSide, 0) {
        std::sort(order_.begin(), order_.end());
        for (std::size_t i = 0; i < order_.size(); ++i) {
            place_[order_[i]] = static_cast<std::uint8_t>(i);
        }
        path_.reserve(tiles.size());
        frontier_.reserve(tiles.size() * 6);
        moves_.resize(tiles.size() + 1);
    }

    Found run(const std::vector<Laid>& placed) {
        solver_.check_placed(placed, left_);
        if (!placed.empty()) {
            origin_ = placed.front().cell;
        }
        for (const Laid& laid : placed) {
            const int cell = index_of(laid.cell, origin_, std::popcount(left_));
            if (board_[cell] >= 0) {
                throw std::invalid_argument("two tiles lie on one cell");
            }
            lay({cell, laid.tile, laid.rotation});
        }
        found_.complete = true;
        if (!placed.empty() || order_.empty()) {
            visit();
        } else {
            for (const int tile : order_) {
                const Move move{kMiddle * kSide + kMiddle, tile, 0};
                if (is_new(move)) {
                    lay(move);
                    visit();
                    lift();
                }
                if (!found_.complete) {
                    break;
                }
            }
        }
        return std::move(found_);
    }

    // How often laying whatever fits, blindly, lays all tiles.
    int run_blind(int tries, std::uint64_t seed) {
        std::mt19937_64 random(seed);
        const std::size_t all = order_.size();
        int solved = 0;
        for (int i = 0; i < tries; ++i) {
            lay({kMiddle * kSide + kMiddle, order_[random() % all], 0});
            while (path_.size() < all) {
                std::vector<Move>& moves = moves_[path_.size()];
                collect(moves);
                if (moves.empty()) {
                    break;
                }
                lay(moves[random() % moves.size()]);
            }
            solved += path_.size() == all;
            while (!path_.empty()) {
                lift();
            }
        }
        return solved;
    }

  private:
    struct Move {
        int cell;
        int tile;
        int rotation;
    };

    void lay(const Move& move) {
        board_[move.cell] = static_cast<std::int8_t>(move.tile);
        rotation_[move.tile] = move.rotation;
        left_ &= ~(std::uint64_t{1} << move.tile);
        path_.push_back(move);
        for (const int step : kSteps) {
            if (contacts_[move.cell + step]++ == 0) {
                frontier_.push_back(move.cell + step);
            }
        }
    }

    void lift() {
        const Move move = path_.back();
        path_.pop_back();
        board_[move.cell] = -1;
        left_ |= std::uint64_t{1} << move.tile;
        for (const int step : kSteps) {
            if (--contacts_[move.cell + step] == 0) {
                frontier_.pop_back();
            }
        }
    }

    // A layout as seen from its lowest tile, which is put in the middle and turned back. Tiles have
    // no symmetry, so this names the layout up to rotations and shifts.
    bool is_new(const Move& move) {
        const Move* anchor = &move;
        for (const Move& other : path_) {
            if (other.tile < anchor->tile) {
                anchor = &other;
            }
        }
        std::fill(key_.begin(), key_.end(), 0u);
        const auto& turn = kTurns[(6 - anchor->rotation) % 6];
        const int anchor_q = anchor->cell % kSide;
        const int anchor_r = anchor->cell / kSide;
        const auto write = [&](const Move& laid) {
            const int q = laid.cell % kSide - anchor_q;
            const int r = laid.cell / kSide - anchor_r;
            const int rotation = (laid.rotation + 6 - anchor->rotation) % 6;
            key_[place_[laid.tile]] = static_cast<std::uint32_t>(
                (turn[0] * q + turn[1] * r + 1024) << 16 | (turn[2] * q + turn[3] * r + 1024) << 4 |
                (rotation + 1));
        };
        for (const Move& laid : path_) {
            write(laid);
        }
        write(move);
        return seen_.insert(key_.data());
    }

    void collect(std::vector<Move>& moves) const {
        moves.clear();
        const int needed = static_cast<int>(path_.size()) < loose_ ? 1 : 2;
        for (const int cell : frontier_) {
            if (contacts_[cell] < needed || board_[cell] >= 0) {
                continue;
            }
            int first = -1;
            std::uint64_t fits = left_;
            for (int direction = 0; direction < 6 && fits != 0; ++direction) {
                const int tile = board_[cell + kSteps[direction]];
                if (tile < 0) {
                    continue;
                }
                int theirs = opposite(direction) - rotation_[tile];
                const int color = solver_.edges_[tile][theirs < 0 ? theirs + 6 : theirs];
                const int wish = direction * 6 + color;
                if (first < 0) {
                    first = wish;
                } else {
                    fits &= solver_.pairs_[first][wish];
                }
            }
            while (fits != 0) {
                const int tile = std::countr_zero(fits);
                fits &= fits - 1;
                moves.push_back({cell, tile, solver_.rotation_for(tile, first / 6, first % 6)});
            }
        }
    }

    void visit() {
        if (left_ == 0) {
            if (found_.layouts++ == 0) {
                for (const Move& move : path_) {
                    found_.first.push_back({move.tile, cell_of(move.cell, origin_), move.rotation});
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
        std::vector<Move>& moves = moves_[path_.size()];
        collect(moves);
        for (const Move& move : moves) {
            if (is_new(move)) {
                lay(move);
                visit();
                lift();
                if (!found_.complete) {
                    return;
                }
            }
        }
    }

    const TileSolver& solver_;
    std::uint64_t left_;
    std::vector<int> order_;
    int loose_;
    Limits limits_;
    Seen seen_;
    std::vector<std::uint32_t> key_;
    std::vector<std::int8_t> board_;      // the tile on each cell, -1 for none
    std::vector<std::uint8_t> contacts_;  // how many tiles each cell touches
    std::vector<int> frontier_;           // every cell that touches a tile, occupied ones too
    std::vector<Move> path_;
    std::vector<std::vector<Move>> moves_;
    std::array<int, 64> rotation_{};
    std::array<std::uint8_t, 64> place_{};  // where each tile stands in a key
    Cell origin_;
    Found found_;
};

int TileSolver::try_blindly(const std::vector<int>& tiles, int loose, int tries,
                            std::uint64_t seed) const {
    if (tiles.empty()) {
        throw std::invalid_argument("expected at least one tile");
    }
    return Builder(*this, tiles, loose, {}).run_blind(tries, seed);
}

Found TileSolver::build(const std::vector<int>& tiles, const std::vector<Laid>& placed, int loose,
                        Limits limits) const {
    return Builder(*this, tiles, loose, limits).run(placed);
}

}  // namespace skep::laruche
