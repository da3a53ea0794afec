"""skep: two hexagon games, Hive and La Ruche.

`skep.hive` and `skep.laruche` hold the rules, `skep.geometry` the hexagons that both stand on.
"""

import os

__all__ = ["__version__"]

__version__: str


def __getattr__(name: str) -> str:
    # Asking the installed package costs more than all else here, so it waits until it is wanted.
    if name == "__version__":
        from importlib.metadata import version

        return version("skep")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _load_other_core(path: str) -> None:
    """Another build of the core than the installed one, so that two builds can play a match."""
    import importlib.util
    import sys

    spec = importlib.util.spec_from_file_location("skep._core", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"SKEP_CORE names {path!r}, expected a built _core module")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    sys.modules["skep._core"] = module


if _path := os.environ.get("SKEP_CORE"):
    _load_other_core(_path)
