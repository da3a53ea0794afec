"""The network's file as core/hive/network.cpp reads it, from weights as they were trained."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

RADIUS, VIEW_CELLS, KINDS, FILTERS, SIDES = 4, 62, 64, 8, 12
FEATURES = KINDS * VIEW_CELLS
TERMS, HIDDEN = 128, 32
VIEW_ONE, HIDDEN_ONE, OUTPUT_ONE = 2047, 1024, 8
MAGIC = b"SKEPNET1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    filters: NDArray[Any]  # kinds, cells of a view, filters
    view_bias: NDArray[Any]
    terms: NDArray[Any]
    found: NDArray[Any]
    hidden_bias: NDArray[Any]
    output: NDArray[Any]
    output_bias: float

    def file(self) -> bytes:
        body = _whole(self.filters, VIEW_ONE) + _whole(self.view_bias, VIEW_ONE)
        body += _whole(self.terms, HIDDEN_ONE)
        body += _whole(self.found, HIDDEN_ONE * 65536 / VIEW_ONE)
        body += _whole(self.hidden_bias, HIDDEN_ONE) + _whole(self.output, 100 * OUTPUT_ONE)
        body += struct.pack("<i", round(self.output_bias * 100 * OUTPUT_ONE * HIDDEN_ONE))
        checksum = 0xCBF29CE484222325
        for byte in body:
            checksum = (checksum ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
        return MAGIC + struct.pack("<Q", checksum) + body


def _whole(values: NDArray[Any], one: float) -> bytes:
    numbers = np.round(values.astype(np.float64) * one)
    if np.abs(numbers).max() > 32767:
        raise ValueError("a weight is too large for sixteen bits")
    return bytes(numbers.astype("<i2"))


def turned_cells() -> NDArray[np.int64]:
    """As in core/hive/network.cpp: where each cell of a view gets to on each of the sides."""
    cells = [
        (q, r)
        for r in range(-RADIUS, RADIUS + 1)
        for q in range(-RADIUS, RADIUS + 1)
        if abs(q + r) <= RADIUS
    ]
    number = {cell: index for index, cell in enumerate(cells)}
    turned = np.full((SIDES, VIEW_CELLS), VIEW_CELLS - 1, np.int64)
    for side in range(SIDES):
        for index, (q, r) in enumerate(cells):
            to_q, to_r = (q, r) if side < 6 else (r, q)
            for _ in range(side % 6):
                to_q, to_r = -to_r, to_q + to_r
            turned[side, index] = number[to_q, to_r]
    return turned
