"""Benchmarks: each a command that prints ratios; README.md holds the last figures."""
