"""Thinking in child processes: the pool, the child itself, and whoever asks them."""
