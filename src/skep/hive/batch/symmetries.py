"""The twelve symmetries of a hexagonal board on actions, masks and planes."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skep.errors import InvalidOptionsError
from skep.geometry import DIRECTIONS, Cell, Symmetry
from skep.hive.batch.actions import ACTIONS, DIRECTIONS_AND_TOP, MASK_BYTES, PASS_ACTION

__all__ = ["turn_actions", "turn_masks", "turn_planes"]


def turn_actions(actions: NDArray[Any], symmetry: Symmetry) -> NDArray[Any]:
    """The same actions on the turned board; NO_ACTION stays what it is.

    >>> from skep.geometry import SYMMETRIES
    >>> turn_actions(np.array([7, PASS_ACTION, -1]), SYMMETRIES[1])
    array([   8, 5488,   -1])
    """
    given = np.asarray(actions)
    if given.dtype.kind not in "iu" or (given.size and not -1 <= given.min() <= given.max()):
        raise InvalidOptionsError(f"actions are whole numbers from -1, not of {given.dtype}")
    if given.size and given.max() >= ACTIONS:
        raise InvalidOptionsError(f"there is no action {given.max()}")
    # The last place of the table is that of -1.
    table: NDArray[Any] = np.append(_turned_actions(symmetry), -1).astype(given.dtype)
    return np.asarray(table[given])


def turn_masks(masks: NDArray[np.uint8], symmetry: Symmetry) -> NDArray[np.uint8]:
    """The legal actions of the turned boards."""
    if masks.dtype != np.uint8 or masks.shape[-1:] != (MASK_BYTES,):
        raise InvalidOptionsError(
            f"masks are bytes, {MASK_BYTES} of them, not {masks.dtype} and shape {masks.shape}"
        )
    bits = np.unpackbits(masks, axis=-1, bitorder="little")
    turned = bits.copy()
    turned[..., _turned_actions(symmetry)] = bits[..., :ACTIONS]
    return np.packbits(turned, axis=-1, bitorder="little")


def turn_planes(planes: NDArray[Any], symmetry: Symmetry) -> NDArray[Any]:
    """Planes turned around their middle cell; their last two axes are r and q."""
    side = planes.shape[-1] if planes.ndim >= 2 else 0
    if side % 2 == 0 or planes.shape[-2] != side:
        raise InvalidOptionsError(
            f"the last two axes of planes have the same odd length, not {planes.shape[-2:]}"
        )
    flat = planes.reshape(*planes.shape[:-2], side * side)
    turned = np.zeros_like(flat)
    before, after = _turned_cells(symmetry, side // 2)
    turned[..., after] = flat[..., before]
    return turned.reshape(planes.shape)


@cache
def _turned_actions(symmetry: Symmetry) -> NDArray[np.int64]:
    turned = np.arange(ACTIONS)
    directions = np.arange(DIRECTIONS_AND_TOP)
    directions[: len(DIRECTIONS)] = [int(symmetry.of_direction(each)) for each in DIRECTIONS]
    pairs = turned[:PASS_ACTION].reshape(-1, DIRECTIONS_AND_TOP)
    turned[:PASS_ACTION] = (pairs[:, :1] + directions).ravel()
    turned.setflags(write=False)
    return turned


@cache
def _turned_cells(symmetry: Symmetry, radius: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where the cells of the hexagon lie in a flattened plane, before and after."""
    side = 2 * radius + 1
    cells = [
        Cell(q, r)
        for r in range(-radius, radius + 1)
        for q in range(-radius, radius + 1)
        if abs(q + r) <= radius
    ]
    return (
        np.array([(cell.r + radius) * side + cell.q + radius for cell in cells]),
        np.array(
            [
                (turned.r + radius) * side + turned.q + radius
                for turned in map(symmetry.of_cell, cells)
            ]
        ),
    )
