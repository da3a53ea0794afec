"""Many games of Hive at once, as NumPy arrays, for learning programs (`pip install skep[numpy]`).

The core plays, lists legal actions and writes what a network sees; docs/batch.md says what each
number means. `VERSION` changes whenever one of them does.
"""

try:
    import numpy as _numpy  # noqa: F401
except ModuleNotFoundError as _error:
    raise ModuleNotFoundError(
        "skep.hive.batch needs the package numpy: pip install 'skep[numpy]'", name="numpy"
    ) from _error

from skep.hive.batch.actions import (
    ACTIONS,
    MASK_BYTES,
    NO_ACTION,
    PASS_ACTION,
    VERSION,
    action_of,
    action_parts,
    move_of,
)
from skep.hive.batch.games import PLANES, RESERVES, Batch, Centre, Encoding, Step
from skep.hive.batch.openspiel import openspiel_action_of, openspiel_move_of
from skep.hive.batch.playouts import RandomGames, playouts
from skep.hive.batch.symmetries import turn_actions, turn_masks, turn_planes

__all__ = [
    "ACTIONS",
    "MASK_BYTES",
    "NO_ACTION",
    "PASS_ACTION",
    "PLANES",
    "RESERVES",
    "VERSION",
    "Batch",
    "Centre",
    "Encoding",
    "RandomGames",
    "Step",
    "action_of",
    "action_parts",
    "move_of",
    "openspiel_action_of",
    "openspiel_move_of",
    "playouts",
    "turn_actions",
    "turn_masks",
    "turn_planes",
]
