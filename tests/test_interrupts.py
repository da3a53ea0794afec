"""Ctrl-C ends long work of the core: each of these would otherwise run for hours."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

LONG_WORK = {
    "analyse": "Engine(hash_mib=1).analyse(Position('Base+MLP'), Limit())",
    "analyse with threads": "Engine(hash_mib=1, threads=3).analyse(Position('Base+MLP'), Limit())",
    "choose": "Engine(hash_mib=1).choose(Position('Base+MLP'), Limit())",
    "watch": "list(Engine(hash_mib=1).watch(Position('Base+MLP'), Limit()))",
    "answer": "Engine(hash_mib=1).watch(Position('Base+MLP'), Limit()).answer",
    "perft": "Position('Base+MLP').perft(20)",
    "perft, every move made": "Position('Base+MLP').perft(20, 'full')",
    "perft with threads": "Position('Base+MLP').perft(20, threads=2)",
    "random games": "random_playouts(10**15, seed=1)",
    "random games from a position": "playouts(Position('Base+MLP'), 2**24, seed=1)",
    "layouts of tiles": "count_layouts(ALL_TILES[:40], states=10**12)",
}
SCRIPT = """
import signal
import threading
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started us may ignore it
from skep.hive import Position, random_playouts
from skep.hive.batch import playouts
from skep.hive.engine import Engine, Limit
from skep.laruche.solver import count_layouts
from skep.laruche.tiles import ALL_TILES
threading.Timer(0.3, lambda: print("at work", flush=True)).start()
try:
    {work}
except KeyboardInterrupt:
    # The thread still answers, and so does the core.
    assert Position("Base").perft(3) == 1440
    assert Engine(hash_mib=1).analyse(Position("Base"), Limit(depth=1)).lines
    print("interrupted", flush=True)
"""


@pytest.mark.parametrize("name", LONG_WORK)
@pytest.mark.medium
def test_an_interruption_ends_long_work(name: str) -> None:
    child = subprocess.Popen(
        [sys.executable, "-c", SCRIPT.format(work=LONG_WORK[name])],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "at work\n"
        child.send_signal(signal.SIGINT)
        rest, _ = child.communicate(timeout=120)
        assert rest == "interrupted\n"
        assert child.returncode == 0
    finally:
        child.kill()
        child.wait()


def test_a_handler_that_does_not_raise_lets_the_work_go_on() -> None:
    script = (
        "import os, signal, threading\n"
        "from skep.hive import Position\n"
        "expected = Position('Base').perft(5)\n"
        "heard = []\n"
        "signal.signal(signal.SIGINT, lambda *_: heard.append(1))\n"
        "threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "while not heard:\n"
        "    assert Position('Base').perft(5) == expected\n"
        "print('heard')\n"
    )
    child = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120
    )
    assert child.stdout == "heard\n", child.stderr
