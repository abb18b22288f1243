"""Mistakes of clips as a whole, read off a result: lengths in another unit, and a pose that another clip has left.

Neither is in a list: the first takes a number, the second the names of a file's other clips.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from ...model import Clip, Float64, Model, Nodes, Track
from ...pose.clip import sample_clip
from .engine_state import EngineState
from .mistake import Mistake
from .mistake_listing import retracked
from .sample import Sample

#: Fitted to a result: as much as two mistakes of the list.
FITTED = 2

#: Factors nearer to one are none: float32 stores lengths to 6e-8, and a fit over hundreds of vertices to 1e-6.
NO_FACTOR = 1e-4

#: Factors beyond are no unit: from micrometres to kilometres it is 1e9, but nobody keeps a character so.
_LARGEST = 1e5

#: Clips whose last pose is tried, those before first: each is posed and skinned once.
_CLIPS = 24


def translations_scaled(sample: Sample, state: EngineState) -> list[Mistake]:
    """A clip's translations by one factor, of all nodes or of the topmost, from the origin or from rest.

    Positions are linear in the factor, so it is fitted at once; and once more with everything in another size.
    ``state``: with an unchanged pose.
    """
    clip = state.posed.clip
    moving = {track.node for track in clip.tracks if track.path == "translation"} if clip is not None else set()
    if not moving:
        return []
    wanted, whole = (sample.stacked(each, scaled=False) for each in (sample.wanted, state.positions()))
    top = {node for node in moving if not moving & set(state.model.nodes.path_to(node)[:-1])}
    found = []
    for nodes in (moving, top) if top != moving else (moving,):
        for code, of_rest in (("translations-scaled", False), ("moves-scaled", True)):
            none = _scaled(0.0, nodes, of_rest=of_rest)(state)
            if none is None:
                continue
            way = whole - sample.stacked(none.positions(), scaled=False)
            for factor in _factors(wanted, whole, way):
                change = _scaled(factor, nodes, of_rest=of_rest)
                found.append(Mistake(code, "keys", change, {"factor": factor}, FITTED))
    return found


def _factors(wanted: Float64, whole: Float64, way: Float64) -> Iterator[float]:
    """k of the nearest whole + (k - 1) way to places (T, n, 3), and of the nearest multiple of that."""
    length = float(np.einsum("tnc,tnc->", way, way))
    if not length > 0.0:
        return
    plain = 1.0 + float(np.einsum("tnc,tnc->", wanted - whole, way)) / length
    columns = np.stack([whole.ravel(), way.ravel()], axis=1)
    unit, further = np.linalg.lstsq(columns, wanted.ravel(), rcond=None)[0].tolist()
    of_unit = 1.0 + further / unit if abs(unit - 1.0) > NO_FACTOR and unit != 0.0 else plain
    for factor in dict.fromkeys((plain, of_unit)):
        if abs(factor - 1.0) > NO_FACTOR and is_a_unit(factor):
            yield factor


def is_a_unit(factor: float) -> bool:
    """Whether lengths may be told in two units that are this factor apart."""
    return 1.0 / _LARGEST < factor < _LARGEST


def _scaled(factor: float, nodes: set[int], *, of_rest: bool) -> Callable[[EngineState], EngineState | None]:
    """Keys of these nodes' translations by a factor, from the origin or from the place at rest."""

    def of(state: EngineState) -> EngineState | None:
        def change(track: Track, _: Float64) -> Track | None:
            if track.path != "translation" or track.node not in nodes:
                return None
            start = state.model.nodes.translation[track.node] if of_rest else np.zeros(3)
            slopes = {name: getattr(track, name) for name in ("in_tangents", "out_tangents")}
            slopes = {name: None if rows is None else factor * rows for name, rows in slopes.items()}
            return dataclasses.replace(track, values=start + factor * (track.values - start), **slopes)

        return retracked(change)(state)

    return of


def clips_before(state: EngineState) -> list[Mistake]:
    """What this clip does not write stands as another one has left it: those before it in turn, or any one alone."""
    model, clip = state.model, state.posed.clip
    number = next((k for k, each in enumerate(model.clips) if each is clip), len(model.clips))
    before, after = model.clips[:number], model.clips[number + 1 :]
    written: set[tuple[int, str]] = set() if clip is None else {(track.node, track.path) for track in clip.tracks}
    found, seen = list[Mistake](), {_unwritten(model.nodes, model.nodes, written)}
    tried = [before, *([each] for each in (*before[::-1], *after)[:_CLIPS])]
    for clips in tried if clip is None or number < len(model.clips) else ():
        for ends in (True, False):
            nodes = left_by(model, clips, ends=ends)
            what = _unwritten(nodes, model.nodes, written)
            if what not in seen:
                seen.add(what)
                values = {"clip": clips[-1].name or f"clip {model.clips.index(clips[-1])}"}
                found.append(Mistake("clip-before", "quaternions", _standing(nodes), values))
    return found


def left_by(model: Model, clips: Sequence[Clip], *, ends: bool) -> Nodes:
    """The nodes as clips leave them, one after the other, at their ends or their starts."""
    nodes = model.nodes
    for clip in clips:
        pose = sample_clip(nodes, clip, [clip.end if ends else clip.start])
        weights = list(nodes.morph_weights)
        placed = {path: getattr(nodes, path).copy() for path in ("translation", "rotation", "scale")}
        for track in clip.tracks:
            if track.path == "weights":
                weights[track.node] = pose.morph_weights[track.node][0]
            else:
                placed[track.path][track.node] = getattr(pose, track.path)[0, track.node]
        nodes = dataclasses.replace(nodes, morph_weights=tuple(weights), **placed)
    return nodes


def _unwritten(nodes: Nodes, own: Nodes, written: set[tuple[int, str]]) -> bytes:
    """What differs of nodes from the file's own and is not ``written``, as bytes to be compared."""
    rows = []
    for path in ("translation", "rotation", "scale"):
        there, here = getattr(nodes, path).copy(), getattr(own, path)
        kept = [node for node, of in written if of == path]
        there[kept] = here[kept]
        rows.append(there - here)
    weights = [
        there - here if (node, "weights") not in written else 0.0 * here
        for node, (there, here) in enumerate(zip(nodes.morph_weights, own.morph_weights, strict=True))
    ]
    return np.round(np.concatenate([row.ravel() for row in (*rows, *weights)]), 7).tobytes()


def _standing(nodes: Nodes) -> Callable[[EngineState], EngineState | None]:
    """A clip begins with nodes as they stand here."""
    return lambda state: state.reposed(model=dataclasses.replace(state.model, nodes=nodes))
