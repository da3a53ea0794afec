"""skep: two hexagon games, Hive and La Ruche.

`skep.hive` and `skep.laruche` hold the rules, `skep.geometry` the hexagons that both stand on.
"""

from importlib.metadata import version

__all__ = ["__version__"]

__version__ = version("skep")
