"""Draw how the losses of a training went.

python -m training.loss_picture network.curve.json docs/pictures/network-loss.svg
"""

from __future__ import annotations

import json
from pathlib import Path

import click

WIDTH, HEIGHT, LEFT, TOP, GAP = 230, 150, 10, 46, 24
NAMES = ("the search's score", "the rest of the game", "the result")
TRAINED, HELD, BEFORE = "#888", "#1f6fb2", "#c0572b"


def panel(index: int, steps: list[int], lines: dict[str, list[float]], before: float) -> str:
    """One kind of loss: a line each for trained on and kept apart, and the hand-written one."""
    values = [before, *(value for line in lines.values() for value in line)]
    low, high = min(values), max(values)
    x = LEFT + index * (WIDTH + GAP)

    def point(step: float, value: float) -> str:
        across = x + WIDTH * step / steps[-1]
        return f"{across:.1f},{TOP + HEIGHT * (high - value) / (high - low):.1f}"

    drawn = [
        f'<text x="{x}" y="{TOP - 10}" font-weight="bold">{NAMES[index]}</text>',
        f'<text x="{x}" y="{TOP + HEIGHT + 16}">{low:.4f} to {high:.4f}</text>',
        f'<polyline points="{point(0, before)} {point(steps[-1], before)}"'
        f' stroke="{BEFORE}" stroke-dasharray="5 4"/>',
    ]
    for color, line in lines.items():
        points = " ".join(point(step, value) for step, value in zip(steps, line, strict=True))
        drawn.append(f'<polyline points="{points}" stroke="{color}" stroke-width="2"/>')
    return "\n".join(drawn)


@click.command()
@click.argument("curve_file", type=click.Path(exists=True, path_type=Path))
@click.argument("picture", type=click.Path(path_type=Path))
def main(curve_file: Path, picture: Path) -> None:
    """Draw what training.network wrote to CURVE_FILE."""
    found = json.loads(curve_file.read_text())
    # Before it has learned anything the network adds nothing.
    curve = [(0, found["hand_written"], found["hand_written"]), *found["curve"]]
    steps = [step for step, _, _ in curve]
    panels = [
        panel(
            index,
            steps,
            {
                TRAINED: [trained[index] for _, trained, _ in curve],
                HELD: [held[index] for _, _, held in curve],
            },
            found["hand_written"][index],
        )
        for index in range(3)
    ]
    width, height = 2 * LEFT + 3 * WIDTH + 2 * GAP, TOP + HEIGHT + 26
    legend = "".join(
        f'<text x="{LEFT + place}" y="16" style="fill:{color}">{name}</text>'
        for place, color, name in (
            (0, TRAINED, "games trained on"),
            (150, HELD, "games kept apart"),
            (300, BEFORE, "hand-written, games kept apart"),
        )
    )
    body = "\n".join(panels)
    picture.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        f' font-family="sans-serif" font-size="12" fill="none">\n'
        f"<style>text {{ fill: #555 }}</style>\n{legend}\n{body}\n</svg>\n"
    )


if __name__ == "__main__":
    main()
