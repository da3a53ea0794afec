// Moves that belong to other positions: whatever comes, the position stays sound or refuses it.
#include "hive/position.h"

#include <cstdio>
#include <random>

#include "hive/choices.h"

using namespace skep::hive;

namespace {

PlaneMove any_move(const Position& position, std::mt19937& random) {
    const auto below = [&](int count) {
        return std::uniform_int_distribution<int>(0, count - 1)(random);
    };
    PlaneMove move;
    move.piece = static_cast<uint8_t>(below(PieceCount));
    const auto somewhere = [&] {
        Place place;
        if (const auto there = position.place_of(below(PieceCount))) place = *there;
        const int direction = below(7);
        if (direction < 6) {
            place.q = static_cast<int16_t>(place.q + StepQ[static_cast<std::size_t>(direction)]);
            place.r = static_cast<int16_t>(place.r + StepR[static_cast<std::size_t>(direction)]);
        }
        // Now and then a cell that shares its place on the torus with another.
        if (below(20) == 0) place.q = static_cast<int16_t>(place.q + 16 * (below(3) - 1));
        return place;
    };
    const auto stands = position.place_of(move.piece);
    move.is_placement = below(10) ? !stands : below(2) == 0;
    if (!move.is_placement) move.from = stands && below(10) ? *stands : somewhere();
    move.to = somewhere();
    if (below(50) == 0) move = PlaneMove{};
    return move;
}

}  // namespace

int test_stray_moves() {
    std::mt19937 random(1);
    int taken = 0, refused = 0;
    for (int game = 0; game < 40; ++game) {
        Position position(Options{.mosquito = true, .ladybug = true, .pillbug = true});
        for (int i = 0; i < 3000 && position.plies_played() < 120; ++i) {
            try {
                position.play(any_move(position, random));
                ++taken;
            } catch (const StrayMove&) {
                ++refused;
                continue;
            }
            position.legal_moves();
            choices(position, false);
            choices(position, true);
            if (taken % 16 == 0) position.perft(1, PerftMode::Full, 1);
            if (taken % 5 == 0) position.undo();
        }
        while (position.plies_played() > 0) position.undo();
        if (position.ply() != 0) return 1;
    }
    std::printf("stray moves: %d taken, %d refused\n", taken, refused);
    return taken > 1000 && refused > 1000 ? 0 : 1;
}
