"""A UHP engine for the tests of matches: plays on our rules until its fault comes due.

python wayward_engine.py FAULT PLY
"""

from __future__ import annotations

import os
import sys
import time

from skep.hive.uhp.server import UhpServer


def answer(server: UhpServer, line: str, fault: str, due: int) -> list[str]:
    if fault == "refuse-games" and ";wS" in line.replace(";b", ";w"):
        return ["err I do not like this game", "ok"]
    game = server.game_string or ""
    is_due = game.count(";") - 2 >= due
    if fault == "refuse" and is_due and line.startswith("play"):
        return ["invalidmove I do not like this move", "ok"]
    if not line.startswith("bestmove"):
        return list(server.handle(line))
    if is_due and fault == "crash":
        os._exit(3)
    if fault == "idle":
        time.sleep(0.4)
    if is_due and fault == "hang":
        time.sleep(1000)
    if is_due and fault == "illegal":
        return ["wQ bQ", "ok"]
    if is_due and fault == "garbage":
        return ["@@@", "ok"]
    # The search is not what is tested: the last of the moves will do.
    return [next(iter(server.handle("validmoves"))).split(";")[-1], "ok"]


def main() -> None:
    fault, due = sys.argv[1], int(sys.argv[2])
    server = UhpServer()
    print("id wayward 1.0\nMosquito;Ladybug;Pillbug\nok", flush=True)
    for line in sys.stdin:
        if line.strip() == "exit":
            return
        print("\n".join(answer(server, line.strip(), fault, due)), flush=True)


if __name__ == "__main__":
    main()
