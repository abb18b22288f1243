"""Clips of another file on the same skeleton: tracks find their nodes by name, and what finds none is told.

A name must belong to one node in each file. Keys are taken as they are, whatever the proportions: a track holds local
transforms, and what no track moves stays at this model's rest.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from ..error import require
from ..files.limits import Limits, require_within
from ..model import Clip, Clips, Model, Nodes, Track, Unjudged
from ..text.listing import listed
from ..text.sentence import Sentence, joined, sentence
from .nodes import as_trs


def with_clips_of(model: Model, other: Model, path: Path, limits: Limits) -> Model:
    """The model with the clips of ``other``, the model of the file at ``path``, after its own.

    Notes say what did not match. Raises ``SkinproofError`` if ``other`` has no clip, or moves no node of this model.
    """
    require(len(other.clips), "there is no clip in this file", path.name)
    require(not other.broken_clips, next(iter(other.broken_clips.values()), ""), path.name)
    require_within(limits, "clips", len(model.clips) + len(other.clips), where=path.name)
    own = _by_name(model.nodes)
    matched = {node: own[name] for name, node in _by_name(other.nodes).items() if name in own}
    moved = dict.fromkeys(track.node for clip in other.clips for track in clip.tracks)
    strays = [other.nodes.names[node] for node in moved if node not in matched]
    told = "its clips move no node that has a name of this model's (they move {names})"
    require(len(strays) < len(moved), sentence(told, names=listed(strays, quoted=False)), path.name)
    targets = {matched[node] for node in moved if node in matched}
    given_as_matrix = [node for node in targets if model.nodes.has_matrix[node]]
    new_sources = [source for source in other.sources if source not in model.sources]
    return dataclasses.replace(
        model,
        nodes=as_trs(model.nodes, given_as_matrix),
        clips=_clips_of_both(model, other, path.stem, matched),
        notes=(*model.notes, *_notes(model, other, path, matched, strays, targets)),
        unjudged=(*model.unjudged, *_unjudged(other.unjudged, path)),
        clip_files=(*model.clip_files, path),
        sources=(*model.sources, *new_sources),
    )


def _clips_of_both(model: Model, other: Model, stem: str, matched: dict[int, int]) -> Clips:
    """The model's own clips, and then the other's with tracks of this model's nodes."""
    names = _free_names(model.clip_names, other.clip_names, stem)
    count = len(model.clips)

    def clip(index: int) -> Clip:
        if index < count:
            return model.clips[index]
        tracks = other.clips[index - count].tracks
        return Clip(names[index - count], tuple(_retargeted(tracks, matched, model)))

    return Clips((*model.clip_names, *names), clip)


def _by_name(nodes: Nodes) -> dict[str, int]:
    """Nodes by name, without names that several have or that the reader made up."""
    counts = Counter(nodes.names)
    return {name: node for node, name in enumerate(nodes.names) if counts[name] == 1 and name != f"node {node}"}


def _retargeted(tracks: Sequence[Track], matched: dict[int, int], model: Model) -> Iterable[Track]:
    for track in tracks:
        node = matched.get(track.node)
        if node is not None and _fits(track, node, model):
            yield dataclasses.replace(track, node=node)


def _fits(track: Track, node: int, model: Model) -> bool:
    """Whether a node has as many morph targets as a track moves."""
    return track.path != "weights" or len(model.nodes.morph_weights[node]) == track.values.shape[1]


def _free_names(taken: Sequence[str], names: Sequence[str], stem: str) -> list[str]:
    """The clips' names, with the file's if one is taken or is the reader's own numbering."""
    free: list[str] = []
    for k, name in enumerate(names):
        chosen = stem if len(names) == 1 and name == f"clip {k}" else name
        if chosen in taken or chosen in free:
            chosen = f"{name} ({stem})"
        free.append(chosen)
    return free


def _notes(
    model: Model, other: Model, path: Path, matched: dict[int, int], strays: list[str], targets: set[int]
) -> list[Sentence]:
    """What of the clips does not fit: nodes by name, each kind in a sentence."""
    names = model.nodes.names
    joints = {int(node) for skin in model.skins for node in skin.joints}
    moved_elsewhere = []
    for theirs, node in matched.items():
        if node in joints and _parent_name(model.nodes, node) != _parent_name(other.nodes, theirs):
            moved_elsewhere.append(names[node])
    tracks = [track for clip in other.clips for track in clip.tracks if track.node in matched]
    misfit = [names[matched[track.node]] for track in tracks if not _fits(track, matched[track.node], model)]
    told = {
        "{file}: nodes that its clips move and that are not here are left out: {names}": strays,
        "{file}: joints that none of its clips moves stay at rest: {names}": [
            names[k] for k in sorted(joints - targets)
        ],
        "{file}: joints that have another parent there: {names}": moved_elsewhere,
        "{file}: morph weights of nodes with another number of targets are left out: {names}": misfit,
    }
    return [
        sentence(template, file=path.name, names=listed(list(dict.fromkeys(found)), quoted=False))
        for template, found in told.items()
        if found
    ]


def _parent_name(nodes: Nodes, node: int) -> str:
    parent = int(nodes.parents[node])
    return nodes.names[parent] if parent >= 0 else ""


def _unjudged(reasons: Sequence[Unjudged], path: Path) -> list[Unjudged]:
    """What of the other file's clips was left aside; what else it holds does not come along."""
    left_aside = [reason for reason in reasons if reason.code.startswith("ANIMATION_")]
    told = [joined([f"{path.name} {reason.pointer}", reason.sentence], ": ") for reason in left_aside]
    return [Unjudged(reason.code, "", words) for reason, words in zip(left_aside, told, strict=True)]
