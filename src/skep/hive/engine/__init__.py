"""The Hive engine: search limits, scores and lines, levels for people, variety in the opening.

The search and the evaluation are in the compiled core; here is how they are asked. Protocols,
matches and screens are elsewhere.
"""

from skep.hive.engine.analysis import Analysis, Line, Score
from skep.hive.engine.chances import Judgement, winning_chance
from skep.hive.engine.engine import Engine, analyse, analysis
from skep.hive.engine.levels import LEVELS, Level
from skep.hive.engine.limits import Limit, budget
from skep.hive.engine.solving import Solution, solve
from skep.hive.engine.watch import Watch

__all__ = [
    "LEVELS",
    "Analysis",
    "Engine",
    "Judgement",
    "Level",
    "Limit",
    "Line",
    "Score",
    "Solution",
    "Watch",
    "analyse",
    "analysis",
    "budget",
    "solve",
    "winning_chance",
]
