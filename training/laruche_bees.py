"""Find a balanced assignment of bees to the faces of the sixty tiles.

Balanced means: each of the 30 ordered pairs of colours stands clockwise-adjacent twelve times among
the bee faces. Turning a tile over reverses its six pairs, so this is a choice of sixty signs that
brings fifteen sums to zero. Flipping one or two tiles downhill from a random start finds one.

    python -m training.laruche_bees
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations
from random import Random

__all__ = ["adjacent_pairs", "find_bee_sides"]

Face = tuple[int, ...]


def adjacent_pairs(face: Face) -> list[tuple[int, int]]:
    """The six ordered pairs that stand next to each other around a face."""
    return list(zip(face, face[1:] + face[:1], strict=True))


def find_bee_sides(seed: int = 1) -> int:
    """A balanced choice as bits; bit i set means the alphabetically second face of tile i."""
    faces = [(0, *rest) for rest in permutations(range(1, 6)) if rest < rest[::-1]]
    # What each tile adds to the fifteen differences count(a, b) - count(b, a), a < b.
    effects = []
    for face in faces:
        effect: Counter[tuple[int, int]] = Counter()
        for a, b in adjacent_pairs(face):
            effect[min(a, b), max(a, b)] += 1 if a < b else -1
        effects.append([effect[pair] for pair in combinations(range(6), 2)])

    random = Random(seed)
    while True:
        signs = [random.choice((1, -1)) for _ in faces]
        sums = [
            sum(sign * effect[k] for sign, effect in zip(signs, effects, strict=True))
            for k in range(15)
        ]
        improved = True
        while improved and any(sums):
            improved = False
            flips = [(i,) for i in range(60)] + list(combinations(range(60), 2))
            for flip in flips:
                after = [
                    total - 2 * sum(signs[i] * effects[i][k] for i in flip)
                    for k, total in enumerate(sums)
                ]
                if sum(x * x for x in after) < sum(x * x for x in sums):
                    sums = after
                    for i in flip:
                        signs[i] = -signs[i]
                    improved = True
        if not any(sums):
            return sum(1 << i for i, sign in enumerate(signs) if sign < 0)


if __name__ == "__main__":
    print(f"BEE_SIDES = 0x{find_bee_sides():015x}")
