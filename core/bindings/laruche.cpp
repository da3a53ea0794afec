// Bindings of the La Ruche solver: tiles are numbers, cells and placements tuples of numbers.
#include <nanobind/stl/array.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "bindings/interrupts.h"
#include "bindings/module.h"
#include "laruche/shapes.h"
#include "laruche/solver.h"

namespace nb = nanobind;
using namespace nb::literals;
using skep::laruche::Cell;
using skep::laruche::Edges;
using skep::laruche::Found;
using skep::laruche::Laid;
using skep::laruche::Limits;
using skep::laruche::TileSolver;

namespace {

using CellTuple = std::tuple<int, int>;
using LaidTuple = std::tuple<int, int, int, int>;  // tile, q, r, rotation
using FoundTuple = std::tuple<std::uint64_t, bool, std::uint64_t, std::vector<LaidTuple>>;

std::vector<Laid> laid_from(const std::vector<LaidTuple>& tuples) {
    std::vector<Laid> laid;
    for (const auto& [tile, q, r, rotation] : tuples) {
        laid.push_back({tile, {q, r}, rotation});
    }
    return laid;
}

FoundTuple to_tuple(const Found& found) {
    std::vector<LaidTuple> first;
    for (const Laid& laid : found.first) {
        first.emplace_back(laid.tile, laid.cell.q, laid.cell.r, laid.rotation);
    }
    return {found.layouts, found.complete, found.states, first};
}

}  // namespace

void bind_laruche(nb::module_& m) {
    nb::class_<TileSolver>(m, "TileSolver", "Solves solitaires of tiles with six coloured edges.")
        .def(nb::init<const std::vector<Edges>&>(), "tiles"_a)
        .def(
            "build",
            [](const TileSolver& solver, const std::vector<int>& tiles,
               const std::vector<LaidTuple>& placed, int loose, std::uint64_t layouts,
               std::uint64_t states) {
                const std::vector<Laid> laid = laid_from(placed);
                return to_tuple(skep::bindings::interruptibly([&](skep::Interruption interrupted) {
                    return solver.build(tiles, laid, loose, Limits{layouts, states, interrupted});
                }));
            },
            "tiles"_a, "placed"_a, "loose"_a, "layouts"_a, "states"_a,
            "Layouts of all tiles: (count, complete, states looked at, first layout).")
        .def(
            "try_blindly",
            [](const TileSolver& solver, const std::vector<int>& tiles, int loose, int tries,
               std::uint64_t seed) {
                nb::gil_scoped_release released;
                return solver.try_blindly(tiles, loose, tries, seed);
            },
            "tiles"_a, "loose"_a, "tries"_a, "seed"_a,
            "How many of the tries lay all tiles, laying by chance what fits.")
        .def(
            "fill",
            [](const TileSolver& solver, const std::vector<CellTuple>& shape,
               const std::vector<int>& tiles, const std::vector<LaidTuple>& placed,
               std::uint64_t layouts, std::uint64_t states) {
                const std::vector<Laid> laid = laid_from(placed);
                std::vector<Cell> cells;
                for (const auto& [q, r] : shape) {
                    cells.push_back({q, r});
                }
                return to_tuple(skep::bindings::interruptibly([&](skep::Interruption interrupted) {
                    return solver.fill(cells, tiles, laid, Limits{layouts, states, interrupted});
                }));
            },
            "cells"_a, "tiles"_a, "placed"_a, "layouts"_a, "states"_a,
            "Ways to fill the cells: (count, complete, states looked at, first way).");
    m.def(
        "shapes_with_joins",
        [](int cells, int joins) {
            std::vector<std::vector<Cell>> shapes;
            {
                nb::gil_scoped_release released;
                shapes = skep::laruche::shapes_with_joins(cells, joins);
            }
            std::vector<std::vector<CellTuple>> tuples;
            for (const std::vector<Cell>& shape : shapes) {
                std::vector<CellTuple>& cells_of_one = tuples.emplace_back();
                for (const Cell& cell : shape) {
                    cells_of_one.emplace_back(cell.q, cell.r);
                }
            }
            return tuples;
        },
        "cells"_a, "joins"_a, "All shapes of so many cells with so many touching pairs.");
}
