"""Hive as other libraries know a game: Gymnasium, PettingZoo, OpenSpiel.

One module for each, and each needs the extra of its name: `pip install 'skep[gymnasium]'`. What the
numbers mean is in docs/batch.md; how each library is used, in docs/environments.md.
"""
