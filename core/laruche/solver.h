// The solver of La Ruche solitaires: tiles with one face up, six edges in six colours.
//
// Directions are numbered 0 to 5 counterclockwise from the east, and a rotation is a number of
// sixths of a turn counterclockwise. What a tile's edges look like is given; nothing is known here
// of names.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "interruption.h"

namespace skep::laruche {

using Edges = std::array<std::uint8_t, 6>;  // the colour in each direction, unturned

struct Cell {
    int q = 0;
    int r = 0;
};

struct Laid {
    int tile = 0;
    Cell cell;
    int rotation = 0;
};

struct Limits {
    std::uint64_t layouts = 1;       // stop after so many
    std::uint64_t states = 1000000;  // give up after looking at so many partial layouts
    Interruption interrupted = nullptr;

    // Has a search that has looked at so many partial layouts to end?
    bool are_reached(std::uint64_t looked_at) const {
        return looked_at > states || (looked_at % 1024 == 0 && interrupted && interrupted());
    }
};

struct Found {
    std::uint64_t layouts = 0;
    std::uint64_t states = 0;
    bool complete = false;  // everything was looked at: `layouts` is the whole number
    std::vector<Laid>
        first;  // the first layout, the given tiles first, then in the order of laying
};

class TileSolver {
  public:
    // At most 64 tiles, each with the colours 0 to 5 once. Throws std::invalid_argument.
    explicit TileSolver(const std::vector<Edges>& tiles);

    // Layouts of all `tiles` that continue `placed`. A tile touches at least one when fewer than
    // `loose` lie, else at least two. Layouts that differ by a rotation or a shift count once.
    Found build(const std::vector<int>& tiles, const std::vector<Laid>& placed, int loose,
                Limits limits) const;

    // Of so many tries in which each tile is laid by chance where it fits: how often all lie at the
    // end. The same seed gives the same tries.
    int try_blindly(const std::vector<int>& tiles, int loose, int tries, std::uint64_t seed) const;

    // Ways to fill the cells with all tiles, every common edge matching; `placed` lie already.
    // The order of laying is not looked at: it depends on the cells alone.
    Found fill(const std::vector<Cell>& cells, const std::vector<int>& tiles,
               const std::vector<Laid>& placed, Limits limits) const;

  private:
    friend class Builder;
    friend class Filler;

    std::vector<Edges> edges_;
    std::vector<Edges> direction_of_;  // by tile and colour, unturned
    std::uint64_t all_ = 0;
    // Tiles that show one colour in one direction and another in another, in some rotation. The
    // first of the two settles the rotation, so masks with the same first wish may be intersected.
    std::array<std::array<std::uint64_t, 36>, 36> pairs_{};

    int rotation_for(int tile, int direction, int color) const {
        int turn = direction - direction_of_[tile][color];
        return turn < 0 ? turn + 6 : turn;
    }
    std::uint64_t mask_of(const std::vector<int>& tiles) const;
    void check_placed(const std::vector<Laid>& placed, std::uint64_t tiles) const;
};

}  // namespace skep::laruche
