"""The share of each step in a difference: how much undoing it lowers the difference.

Steps are undone one by one, always the one that leaves least. If a later step lowers more than one before it, that one
does not help alone, and both are told together. So shares descend and add up to the whole, and the first is what its
remedy alone takes away.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence


def ladder(steps: Sequence[str], left: Callable[[frozenset[str]], float]) -> list[tuple[tuple[str, ...], float]]:
    """Steps, or several together, each with its share (0 to 1, sum 1), the largest first.

    left: the size of the difference with some steps undone; with all undone it counts as zero.

    >>> apart = {"": 10.0, "keys": 2.0, "weights": 9.0, "keys weights": 0.0}
    >>> ladder(["keys", "weights"], lambda undone: apart[" ".join(sorted(undone))])
    [(('keys',), 0.8), (('weights',), 0.2)]
    """
    order, undone, before = list(steps), frozenset[str](), left(frozenset())
    blocks: list[tuple[tuple[str, ...], float]] = []
    waiting = list(steps)
    while waiting:
        best = min(waiting, key=lambda step: left(undone | {step})) if waiting[1:] else waiting[0]
        waiting.remove(best)
        undone |= {best}
        after = left(undone) if waiting else 0.0
        block: tuple[tuple[str, ...], float] = ((best,), before - after)
        while blocks and blocks[-1][1] < block[1]:
            names, drop = blocks.pop()
            block = (*names, *block[0]), drop + block[1]
        blocks.append(block)
        before = after
    total = sum(drop for _, drop in blocks) or 1.0
    return [(tuple(sorted(names, key=order.index)), drop / total) for names, drop in blocks]
