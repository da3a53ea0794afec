"""The learned evaluation that comes with the package, and the choice between it and the terms."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Final, Literal, get_args

from skep._core import Network
from skep.errors import InvalidOptionsError

__all__ = ["DEFAULT_EVALUATION", "EVALUATIONS", "Evaluation", "network_of", "shipped_network"]

# The hand-written terms alone, or corrected by the network; see docs/network.md.
Evaluation = Literal["terms", "network"]
EVALUATIONS: Final[tuple[Evaluation, ...]] = get_args(Evaluation)
DEFAULT_EVALUATION: Final[Evaluation] = "terms"


@cache
def shipped_network() -> Network:
    """The network of the package; the core refuses a file that is damaged.

    >>> from skep._core import evaluate
    >>> from skep.hive import Position
    >>> start = Position("Base+MLP")  # without queens the terms serve
    >>> evaluate(start, shipped_network()) == evaluate(start)
    True
    """
    return Network((resources.files("skep.hive.engine") / "data/network.bin").read_bytes())


def network_of(evaluation: Evaluation) -> Network | None:
    """What a search is given for this evaluation."""
    if evaluation not in EVALUATIONS:
        expected = " or ".join(EVALUATIONS)
        raise InvalidOptionsError(f"expected the evaluation {expected}, found {evaluation!r}")
    return shipped_network() if evaluation == "network" else None
