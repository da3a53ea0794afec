// Between the core's numbers and the values that Python programs see.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdlib>

#include "hive/position.h"

namespace skep::bindings {

namespace nb = nanobind;

// The Python types are looked up once, on first use; the references are kept for good.
inline nb::handle python_piece(uint8_t index) {
    static PyObject* const pieces =
        nb::object(nb::module_::import_("skep.hive.pieces").attr("ALL_PIECES")).release().ptr();
    return PyTuple_GET_ITEM(pieces, index);
}

inline nb::object new_python_cell(hive::Place place) {
    static PyObject* const cell =
        nb::object(nb::module_::import_("skep.geometry.cells").attr("Cell")).release().ptr();
    return nb::handle(cell)(int{place.q}, int{place.r});
}

// Cells are frozen, and nearly all lie near the first piece: those are made once.
inline nb::object python_cell(hive::Place place) {
    constexpr int Farthest = 31, Side = 2 * Farthest + 1;
    if (std::abs(place.q) > Farthest || std::abs(place.r) > Farthest) return new_python_cell(place);
    static PyObject* cells[Side * Side] = {};
    PyObject*& cell = cells[(place.r + Farthest) * Side + place.q + Farthest];
    if (!cell) cell = new_python_cell(place).release().ptr();
    return nb::borrow(cell);
}

inline uint8_t piece_index(nb::handle piece) {
    const int index = nb::cast<int>(piece.attr("index"));
    if (index < 0 || index >= hive::PieceCount) throw nb::value_error("not a piece of Hive");
    return static_cast<uint8_t>(index);
}

// Coordinates stay far inside int16, so that no sum can overflow.
inline int16_t coordinate(nb::handle value) {
    const int number = nb::cast<int>(value);
    if (number < -16000 || number > 16000)
        throw nb::value_error("a cell's coordinates lie between -16000 and 16000");
    return static_cast<int16_t>(number);
}

inline hive::Place place_of_cell(nb::handle cell) {
    const nb::tuple pair = nb::cast<nb::tuple>(cell);
    if (pair.size() != 2) throw nb::value_error("a cell is a pair (q, r)");
    return {coordinate(pair[0]), coordinate(pair[1])};
}

}  // namespace skep::bindings
