// The tile solver under sanitizers: draws, partial layouts, shapes, limits and bad questions.
#include <algorithm>
#include <cstdio>
#include <random>
#include <stdexcept>
#include <vector>

#include "laruche/shapes.h"
#include "laruche/solver.h"

using namespace skep::laruche;

namespace {

std::vector<Edges> sixty_tiles() {
    std::vector<Edges> tiles;
    Edges edges{0, 1, 2, 3, 4, 5};
    do {
        if (edges[0] == 0 && edges[1] < edges[5]) tiles.push_back(edges);
    } while (std::next_permutation(edges.begin(), edges.end()));
    return tiles;
}

template <typename Question>
bool is_refused(Question question) {
    try {
        question();
    } catch (const std::invalid_argument&) {
        return true;
    }
    return false;
}

}  // namespace

// How many checks failed, each with a line of its own.
int test_laruche() {
    int failures = 0;
    const auto expect = [&](bool holds, const char* what) {
        if (!holds) {
            ++failures;
            std::printf("FAILED laruche: %s\n", what);
        }
    };
    const std::vector<Edges> tiles = sixty_tiles();
    expect(tiles.size() == 60, "sixty tiles");
    const TileSolver solver(tiles);
    std::mt19937 random(1);
    std::vector<int> all(60);
    for (int i = 0; i < 60; ++i) all[i] = i;
    for (const int size : {1, 2, 3, 7, 12, 12, 30, 60}) {
        std::shuffle(all.begin(), all.end(), random);
        const std::vector<int> drawn(all.begin(), all.begin() + size);
        for (const int loose : {2, 3}) {
            const Found found = solver.build(drawn, {}, loose, {1, 20000});
            if (found.layouts == 0) continue;
            expect(static_cast<int>(found.first.size()) == size, "a layout holds all tiles");
            const std::vector<Laid> half(found.first.begin(), found.first.begin() + size / 2);
            expect(solver.build(drawn, half, loose, {1, 20000}).states <= 20001, "the limit holds");
            std::vector<Cell> cells;
            for (const Laid& laid : found.first) cells.push_back(laid.cell);
            expect(solver.fill(cells, drawn, half, {1, 20000}).layouts <= 1, "one is enough");
        }
        expect(solver.build(drawn, {}, 2, {50, 5000}).layouts <= 50, "the limit of layouts holds");
    }
    // Polyhexes of four cells, mirror images apart: ten, of which three have a triangle.
    std::size_t shapes = 0;
    for (int joins = 3; joins <= 6; ++joins) shapes += shapes_with_joins(4, joins).size();
    expect(shapes == 10, "ten shapes of four cells");
    expect(shapes_with_joins(12, 24).size() == 1, "one shape of twelve has 24 joins");
    expect(shapes_with_joins(12, 25).empty(), "none has 25");
    expect(shapes_with_joins(1, 0).size() == 1, "a cell alone");
    expect(is_refused([&] { shapes_with_joins(0, 0); }), "no cells");
    expect(is_refused([&] { shapes_with_joins(31, 0); }), "too many cells");
    const std::vector<int> twelve{0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55};
    const int solved = solver.try_blindly(twelve, 2, 200, 7);
    expect(solved >= 0 && solved <= 200, "tries are counted");
    expect(solved == solver.try_blindly(twelve, 2, 200, 7), "a seed repeats");
    expect(solver.try_blindly({3}, 2, 5, 1) == 5, "one tile always lies");
    expect(is_refused([&] { solver.try_blindly({}, 2, 1, 1); }), "no tile");
    expect(is_refused([&] { solver.build({0, 0}, {}, 2, {}); }), "a tile twice");
    expect(is_refused([&] { solver.build({60}, {}, 2, {}); }), "no such tile");
    expect(is_refused([&] { solver.build({0, 1}, {{0, {}, 6}}, 2, {}); }), "a bad rotation");
    expect(is_refused([&] { solver.build({0, 1}, {{0, {}, 0}, {1, {}, 0}}, 2, {}); }), "one cell");
    expect(is_refused([&] { solver.build({0, 1}, {{0, {}, 0}, {1, {2000000000, 0}, 0}}, 2, {}); }),
           "far");
    expect(is_refused([&] { solver.fill({{0, 0}}, {0, 1}, {}, {}); }), "too few cells");
    expect(is_refused([&] { solver.fill({{0, 0}, {0, 0}}, {0, 1}, {}, {}); }), "a cell twice");
    expect(is_refused([&] { TileSolver({Edges{0, 0, 1, 2, 3, 4}}); }), "a colour twice");
    return failures;
}
