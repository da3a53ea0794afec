"""Examples of modules whose package is not installed everywhere are left out where it is not."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("pyspiel") else ["skep/hive/environments/openspiel.py"]
