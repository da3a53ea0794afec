"""What Prometheus may ask about. One registry for the process, as that library has it."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram, generate_latest

__all__ = [
    "BATCH_SIZE",
    "BUS_CONNECTED",
    "BUS_LOST",
    "BUS_MESSAGES",
    "COMMANDS",
    "COMMIT_SECONDS",
    "EVENTS",
    "GAMES_CACHED",
    "GAME_LOAD_SECONDS",
    "JOBS",
    "JOBS_WAITING",
    "LATENCY",
    "LOOP_DELAY",
    "SOCKETS",
    "exposition",
]

_FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

COMMANDS = Counter("skep_commands_total", "Commands answered", ["answer"])
EVENTS = Counter("skep_events_total", "Rows appended to the logs", ["game"])
LATENCY = Histogram("skep_command_seconds", "From receipt to acknowledgement", buckets=_FAST)
COMMIT_SECONDS = Histogram("skep_commit_seconds", "One group commit", buckets=_FAST)
BATCH_SIZE = Histogram(
    "skep_commit_rows", "Rows in one group commit", buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256)
)
GAME_LOAD_SECONDS = Histogram("skep_game_load_seconds", "Reading a game's log", buckets=_FAST)
LOOP_DELAY = Histogram("skep_loop_delay_seconds", "How late the event loop is", buckets=_FAST)
SOCKETS = Gauge("skep_sockets", "Open sockets")
GAMES_CACHED = Gauge("skep_games_cached", "Games in memory")
BUS_CONNECTED = Gauge("skep_bus_connected", "Is Redis there? 1 or 0; 0 without one")
BUS_LOST = Counter("skep_bus_lost_total", "Messages that did not go out: the sweep makes up")
BUS_MESSAGES = Counter("skep_bus_messages_total", "Messages between processes", ["way"])
JOBS = Counter("skep_jobs_total", "Engine jobs", ["result"])
JOBS_WAITING = Gauge("skep_jobs_waiting", "Engine jobs that nobody has begun", ["queue"])

# An alert on an increase overlooks a series that is not there before it counts its first.
for _answer in ("acknowledged", "STORAGE_FULL"):
    COMMANDS.labels(_answer)
for _result in ("done", "failed", "stale"):
    JOBS.labels(_result)


def exposition() -> bytes:
    """Everything, in Prometheus' text format."""
    return generate_latest()
