"""Every example runs; those for other services against a stand-in that says what they say."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import runpy
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skep.client import Person
from skep.hive import Position
from skep.hive.batch import Batch
from skep.hive.uhp_client import Limit, UhpClient
from tests.server.live import serve

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
ENVIRON = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


def load(name: str) -> dict[str, Any]:
    return runpy.run_path(str(EXAMPLES / name))


def test_all_examples_are_named() -> None:
    said = (EXAMPLES / "README.md").read_text()
    files = {path.name for path in EXAMPLES.iterdir() if path.is_file()} - {"README.md"}
    assert {name for name in files if f"`{name}`" not in said} == set()


# The bot that searches by Monte Carlo.


def test_the_monte_carlo_bot_takes_a_win() -> None:
    """A queen with five neighbours, and an ant that can fill the sixth side."""
    position = Position("Base")
    chance = random.Random(6)
    while not [move for move in position.legal_moves if wins(position, move)]:
        if position.outcome() is not None or position.ply > 200:
            position = Position("Base")
        position.play(chance.choice(position.legal_moves))
    chosen = load("mcts_bot.py")["choose"](position, seconds=3600, rounds=400)
    assert wins(position, chosen)


def wins(position: Position, move: Any) -> bool:
    mover = position.turn
    position.play_unchecked(move)
    outcome = position.outcome()
    position.undo()
    return outcome is not None and outcome.winner is mover


@pytest.mark.medium
def test_the_monte_carlo_bot_speaks_uhp() -> None:
    position = Position("Base+MLP")
    with UhpClient([sys.executable, str(EXAMPLES / "mcts_bot.py")]) as client:
        client.new_game("Base+MLP")
        answer = client.best_move(position, Limit(seconds=0))
    assert answer.move in position.legal_moves


# The network.


def test_the_network_learns_something_at_once() -> None:
    """In a few steps it is not good yet, but its error falls below that of knowing nothing."""
    example = load("train_network.py")
    played = example["play_randomly"](16, "Base", 1)
    inputs, results = played.inputs[:1000], played.results[:1000]
    network = example["Network"].new(1)
    errors = [network.learn(inputs, results) for _ in range(20)]
    assert errors[-1] < 0.8 * errors[0]
    batch = Batch(2, "Base")
    for _ in range(6):
        best = example["best_actions"](network, batch, np.array([True, True]))
        batch.step(best)  # refuses what is not legal
    assert batch.plies.tolist() == [6, 6]


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_the_network_beats_a_random_mover() -> None:
    """Within ten minutes of one core: at least 95 of 100 games, playing included."""
    one_core = {**ENVIRON, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, EXAMPLES / "train_network.py", "--minutes", "4", "--games", "400"],
        env=one_core, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = re.search(r"won ([0-9.]+)% of 400 games", done.stdout)
    assert found is not None, done.stdout
    assert float(found[1]) >= 95.0


# The notebook.


def test_the_notebook_runs_and_draws() -> None:
    notebook = json.loads((EXAMPLES / "boards.ipynb").read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    drawn = 0
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        *lines, last = "".join(cell["source"]).rstrip().split("\n")
        exec("\n".join(lines), names)
        shown = eval(last, names)
        if hasattr(shown, "_repr_svg_"):
            assert shown._repr_svg_().startswith("<svg")
            drawn += 1
        else:
            assert shown
    assert drawn == 4


# A bot at a server of ours, the real one.


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_the_bot_plays_at_a_server(tmp_path: Path) -> None:
    example = load("server_bot.py")
    wish = {"game": "hive", "seats": [{"who": "me"}, {"who": "invited"}]}
    async with serve(tmp_path, "") as server, Person(server.url) as ann, Person(server.url) as bot:
        created = await ann.create(wish)
        game = created.game.id
        await bot.join(game, created.key)
        async with ann.sit(game, legal=True) as white, bot.sit(game) as black:
            playing = asyncio.create_task(example["play"](black))
            for _ in range(3):
                await white.until(lambda: white.mirror.status.turn in white.seats)
                await white.play(white.mirror.status.legal[0])
            await white.until(lambda: white.mirror.ply == 6)
            await white.do({"kind": "resign"})
            assert await playing == "resignation"


# hive-hydra: for every turn it starts the command, sends two lines, and closes the input.


def hydra_bots() -> list[dict[str, str]]:
    read = import_module("yaml").safe_load
    text = (EXAMPLES / "hive-hydra.yaml").read_text()
    config: dict[str, Any] = read(text)
    assert set(config) == {"max_concurrent_processes", "queue_capacity", "base_url", "bots"}
    return list(config["bots"])


@pytest.mark.parametrize("bot", hydra_bots(), ids=lambda bot: bot["name"])
@pytest.mark.medium
def test_hive_hydra_gets_its_move(bot: dict[str, str]) -> None:
    assert set(bot) == {"name", "ai_command", "bestmove_command_args", "email", "password"}
    game = "Base+MLP;InProgress;White[3];wL;bL wL-;wQ -wL;bQ bL/"
    done = subprocess.run(
        bot["ai_command"].split(),
        input=f"newgame {game}\nbestmove {bot['bestmove_command_args']}\n",
        env=ENVIRON, capture_output=True, text=True, check=True,
    )  # fmt: skip
    greeting, started, best = (part.strip() for part in done.stdout.split("ok\n")[:3])
    assert greeting.startswith("id skep")
    assert started.startswith("Base+MLP;InProgress;White[3]")
    assert Position.from_game_string(game).why_illegal(best) is None


# MzingaViewer: a session in which every command is answered.


@pytest.mark.medium
def test_the_viewers_session_is_answered() -> None:
    text = (EXAMPLES / "mzingaviewer.md").read_text()
    found = re.search(r"^```uhp\n(.*?)^```", text, re.M | re.S)
    assert found is not None
    assert "\n       skep uhp\n" in text
    done = subprocess.run(
        shlex.split("skep uhp"), input=found[1], env=ENVIRON,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "err" not in done.stdout
    assert "invalidmove" not in done.stdout
    commands = found[1].strip().splitlines()
    assert done.stdout.count("ok\n") == 1 + len(commands)  # the greeting, and every command


# Kaggle: the observation of its wrapper of OpenSpiel.


def shuffled(text: str, names: dict[str, str], chance: random.Random) -> str:
    """A move of ours as OpenSpiel may write it: copies come into play in any order."""

    def theirs(found: re.Match[str]) -> str:
        name = found[0]
        if name not in names and name[-1].isdigit():
            most = {"S": 2, "B": 2, "G": 3, "A": 3}[name[1]]
            free = {f"{name[:2]}{n}" for n in range(1, most + 1)} - set(names.values())
            names[name] = chance.choice(sorted(free))
        return names.get(name, name)

    return re.sub(r"\b[wb][QSBGAMLP]\d?", theirs, text)


def test_the_kaggle_agent_answers_with_a_legal_action() -> None:
    example = load("kaggle_agent.py")
    example["agent"].__globals__["SECONDS"] = 0.01
    chance = random.Random(2)
    position, names, moves = Position("Base+MLP"), dict[str, str](), list[str]()
    by_thought = 0
    for _ in range(30):
        legal = {
            shuffled(text, dict(names), chance): move
            for text, move in position.legal_texts().items()
        }
        actions = {text: 100 + number for number, text in enumerate(legal)}
        observation = {
            "observationString": ";".join(["Base+MLP", "InProgress", "White[1]", *moves]),
            "legalActions": list(actions.values()),
            "legalActionStrings": list(actions),
        }
        chosen = example["agent"](observation, {})["submission"]
        assert chosen in observation["legalActions"]
        by_thought += chosen != observation["legalActions"][0]
        text = next(text for text, action in actions.items() if action == chosen)
        ours = position.format_move(legal[text])
        played = shuffled(ours, names, chance)
        moves.append(played)
        position.play(ours)
        if position.outcome() is not None:
            break
    assert by_thought > 15
    assert example["agent"]({"legalActions": []}, {}) == {"submission": -1}


@pytest.mark.slow
def test_the_kaggle_agent_beats_random_moves_at_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    example = load("kaggle_agent.py")
    example["agent"].__globals__["SECONDS"] = 0.05
    chance, won = random.Random(1), 0
    for number in range(4):
        state = pyspiel.load_game("hive").new_initial_state()
        while not state.is_terminal() and state.move_number() < 200:
            legal = state.legal_actions()
            action = chance.choice(legal)
            if state.current_player() == number % 2:
                observation = {
                    "observationString": str(state),
                    "legalActions": legal,
                    "legalActionStrings": [state.action_to_string(each) for each in legal],
                }
                action = example["agent"](observation, {})["submission"]
            state.apply_action(action)
        won += state.is_terminal() and state.returns()[number % 2] > 0
    assert won >= 3
