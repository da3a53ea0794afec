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
from skep.hive.engine.win_tree import Answers, WinTree, win_tree

__all__ = [
    "LEVELS",
    "Analysis",
    "Answers",
    "Engine",
    "Judgement",
    "Level",
    "Limit",
    "Line",
    "Score",
    "Solution",
    "Watch",
    "WinTree",
    "analyse",
    "analysis",
    "budget",
    "solve",
    "win_tree",
    "winning_chance",
]
