"""The learned evaluation: the file that comes with the package, or one of the user's own."""

from __future__ import annotations

import logging
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final, Literal, get_args

from skep._core import Network
from skep.errors import InvalidOptionsError

__all__ = ["DEFAULT_EVALUATION", "EVALUATIONS", "Evaluation", "network_of", "shipped_network"]

# The hand-written terms alone, or corrected by the network; see docs/network.md.
Evaluation = Literal["terms", "network"]
EVALUATIONS: Final[tuple[Evaluation, ...]] = get_args(Evaluation)
DEFAULT_EVALUATION: Final[Evaluation] = "network"

_log = logging.getLogger(__name__)


@cache
def shipped_network() -> Network | None:
    """The network of the package; None, said once, where its file is missing or damaged.

    >>> from skep._core import evaluate
    >>> from skep.hive import Position
    >>> start = Position("Base+MLP")  # without queens the terms serve
    >>> evaluate(start, shipped_network()) == evaluate(start)
    True
    """
    file = resources.files("skep.hive.engine") / "data/network.bin"
    try:
        return Network(file.read_bytes())
    except (OSError, ValueError) as error:
        _log.warning("skep plays by its hand-written evaluation, without its network: %s", error)
        return None


def network_of(evaluation: Evaluation | Path) -> Network | None:
    """What a search is given for this evaluation; a file that is damaged is refused."""
    if isinstance(evaluation, Path):
        try:
            return Network(evaluation.read_bytes())
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise InvalidOptionsError(f"{evaluation} is no network: {reason}") from error
    if evaluation not in EVALUATIONS:
        expected = " or ".join(EVALUATIONS)
        raise InvalidOptionsError(
            f"expected the evaluation {expected} or the Path of a network, found {evaluation!r}"
        )
    return shipped_network() if evaluation == "network" else None
