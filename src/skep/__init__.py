"""skep: two hexagon games, Hive and La Ruche.

`skep.hive` and `skep.laruche` hold the rules, `skep.geometry` the hexagons that both stand on.
"""

__all__ = ["__version__"]

__version__: str


def __getattr__(name: str) -> str:
    # Asking the installed package costs more than all else here, so it waits until it is wanted.
    if name == "__version__":
        from importlib.metadata import version

        return version("skep")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
