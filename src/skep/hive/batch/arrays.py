"""Arrays that the core may write into: of the right kind, whole and writable."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from skep.errors import InvalidOptionsError

__all__ = ["read_actions", "room_for"]


def room_for(shape: tuple[int, ...], dtype: DTypeLike, out: NDArray[Any] | None) -> NDArray[Any]:
    """A new array, or `out` if it will do."""
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray):
        raise InvalidOptionsError(f"out is a NumPy array, not {type(out).__name__}")
    wanted = np.dtype(dtype)
    if out.shape != shape or out.dtype != wanted:
        raise InvalidOptionsError(
            f"out is an array of {wanted} and shape {shape}, not of {out.dtype} and {out.shape}"
        )
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise InvalidOptionsError("out is an array in one piece that may be written to")
    return out


def read_actions(actions: object, games: int) -> NDArray[np.int16]:
    """One number for each game, from anything that NumPy takes for whole numbers."""
    given = np.asarray(actions)
    if given.shape != (games,) or given.dtype.kind not in "iu":
        raise InvalidOptionsError(
            f"actions are {games} whole numbers, not of {given.dtype} and shape {given.shape}"
        )
    if games and (given.min() < -1 or given.max() > np.iinfo(np.int16).max):
        # Told apart here, because a narrower number would be another action.
        game = int(np.argmax((given < -1) | (given > np.iinfo(np.int16).max)))
        raise InvalidOptionsError(f"game {game}: there is no action {given[game]}")
    return np.ascontiguousarray(given, dtype=np.int16)
