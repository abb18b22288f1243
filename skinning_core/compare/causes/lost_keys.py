"""Keys that some tracks of a clip lack, and others have: read off the recovered matrices, joint by joint."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations

import numpy as np

from ...model import Float64
from ...transform import compose, multiply
from .engine_state import EngineState
from .invariant import RecoveredWorlds
from .mistake import Mistake
from .mistake_keys import HALVES, NO_FIRST, NO_LAST, some_keys

#: A joint's matrices are explained by keys that it lacks if so much of their difference is left.
_LEFT = 0.2

#: What is chosen for each joint: as much as three mistakes of the list.
_CHOSEN = 3

_PATHS = ("translation", "rotation", "scale")

#: Of up to so many nodes between a joint and the known one above, each set is tried; of more, each alone and all.
_NODES = 3

#: By code, the keys that are left and whether the last one is.
_KINDS = (
    ("some-first-keys-dropped", NO_FIRST, False),
    ("some-last-keys-dropped", NO_LAST, False),
    *(("some-half-the-keys", half, last) for half in HALVES for last in (False, True)),
)


@np.errstate(all="ignore")
def lost_keys(state: EngineState, found: RecoveredWorlds) -> Mistake | None:
    """Tracks that lack their first, last or every second key while others have them; None: there are none."""
    clip, differing = state.posed.clip, found.differing()
    if clip is None or not differing:
        return None
    best: tuple[float, Mistake] | None = None
    for code, keys, last in _KINDS:
        lost = some_keys(keys, last=last)(state)
        chosen = None if lost is None else _chosen(state, lost, found, differing)
        if chosen is None:
            continue
        left, tracks = chosen
        node, path = min(tracks)
        name = state.model.nodes.names[node] or f"node {node}"
        values = {"count": len(tracks), "total": len(clip.tracks), "joint": name, "path": path}
        if best is None or left < best[0]:
            best = left, Mistake(code, "keys", some_keys(keys, last=last, of=tracks), values, _CHOSEN)
    return None if best is None else best[1]


def _chosen(
    state: EngineState, lost: EngineState, found: RecoveredWorlds, differing: Mapping[int, float]
) -> tuple[float, set[tuple[int, str]]] | None:
    """What is left, and the nodes and paths whose tracks lack keys; None: some joint is not explained so.

    lost: the state with all tracks so; differing: by node, how far it is off, in sizes.
    """
    tracks, whole = set[tuple[int, str]](), 0.0
    for node, off in differing.items():
        chain = found.chain(node, state.posed.pose.parents)
        tried = [(found.off(node, _product(state, lost, chain, some)), some) for some in _sets(state, lost, chain)]
        left, some = min(tried, key=lambda each: each[0], default=(off, frozenset()))
        if not left < _LEFT * off:
            return None
        whole += left
        tracks |= some
    return whole, tracks


def _sets(state: EngineState, lost: EngineState, chain: list[int]) -> Iterator[frozenset[tuple[int, str]]]:
    """Sets of a chain's nodes and paths that may lack keys: some nodes times some paths, the fewest first."""
    there = {(node, path) for node in chain for path in _PATHS if _changes(state, lost, node, path)}
    moving = [node for node in chain if any(each == node for each, _ in there)]
    counts = range(1, len(moving) + 1) if len(moving) <= _NODES else (1, len(moving))
    every = [set(some) for count in counts for some in combinations(moving, count)]
    ways = [set(some) for count in range(1, len(_PATHS) + 1) for some in combinations(_PATHS, count)]
    yield from dict.fromkeys(
        frozenset(each for each in there if each[0] in nodes and each[1] in paths) for nodes in every for paths in ways
    )


def _changes(state: EngineState, lost: EngineState, node: int, path: str) -> bool:
    """Whether a node's property is another one at some time if keys are lost."""
    ours, theirs = (getattr(each.posed.pose, path)[:, node] for each in (state, lost))
    return not np.array_equal(ours, theirs)


def _product(state: EngineState, lost: EngineState, chain: list[int], some: Collection[tuple[int, str]]) -> Float64:
    """(T, 3, 4) the product of the local matrices of a chain of nodes, some of whose tracks lack keys."""
    product: Float64 | None = None
    for node in chain:
        local = state.posed.local[:, node]
        if any(each == node for each, _ in some):
            parts = ((lost if (node, path) in some else state).posed.pose for path in _PATHS)
            local = compose(*(getattr(pose, path)[:, node] for pose, path in zip(parts, _PATHS, strict=True)))
        product = local if product is None else multiply(product, local)
    assert product is not None
    return product
