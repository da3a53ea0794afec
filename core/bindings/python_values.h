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

// One of the errors of skep.errors.
[[noreturn]] inline void refuse(const char* error, const std::string& message) {
    const nb::object type = nb::module_::import_("skep.errors").attr(error);
    PyErr_SetString(type.ptr(), message.c_str());
    throw nb::python_error();
}

[[noreturn]] inline void refuse_type(const char* expected, nb::handle found) {
    refuse("WrongTypeError", expected + (", not " + nb::cast<std::string>(nb::repr(found))));
}

inline uint8_t piece_index(nb::handle piece) {
    static PyObject* const type =
        nb::object(nb::module_::import_("skep.hive.pieces").attr("Piece")).release().ptr();
    if (reinterpret_cast<PyObject*>(Py_TYPE(piece.ptr())) != type)
        refuse_type("a piece is a Piece, as in Piece.parse('wA1')", piece);
    return static_cast<uint8_t>(nb::cast<int>(piece.attr("index")));
}

// A piece, or its name.
inline uint8_t named_piece_index(nb::handle piece) {
    if (!PyUnicode_Check(piece.ptr())) return piece_index(piece);
    static PyObject* const type =
        nb::object(nb::module_::import_("skep.hive.pieces").attr("Piece")).release().ptr();
    return piece_index(nb::object(nb::handle(type).attr("parse")(piece)));
}

// Coordinates stay far inside int16, so that no sum can overflow.
inline int16_t coordinate(nb::handle value) {
    if (!PyIndex_Check(value.ptr())) refuse_type("a cell is a pair of whole numbers", value);
    const Py_ssize_t number = PyNumber_AsSsize_t(value.ptr(), nullptr);
    if (number == -1 && PyErr_Occurred()) throw nb::python_error();
    if (number < -16000 || number > 16000)
        refuse("InvalidOptionsError", "a cell's coordinates lie between -16000 and 16000");
    return static_cast<int16_t>(number);
}

inline hive::Place place_of_cell(nb::handle cell) {
    if (!PyTuple_Check(cell.ptr()) || PyTuple_GET_SIZE(cell.ptr()) != 2)
        refuse_type("a cell is a Cell or a pair (q, r)", cell);
    return {coordinate(PyTuple_GET_ITEM(cell.ptr(), 0)),
            coordinate(PyTuple_GET_ITEM(cell.ptr(), 1))};
}

}  // namespace skep::bindings
