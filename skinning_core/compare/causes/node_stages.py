"""A node's matrix step by step, in numbers: keys, the fraction between them, T, R and S, local and world."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...check.inspect import node_name
from ...model import Clip, Float64, Interpolation, TrackPath
from ...pose.track import find_segment, sample_track
from ...skeleton.node_order import depth_first
from ...skin.posed_model import PosedModel


@dataclass(frozen=True, eq=False)
class SampledTrack:
    """One track at the time: the keys before and after it, and the value between."""

    path: TrackPath
    interpolation: Interpolation
    key: int  # the key before, from 0
    times: Float64  # (1 or 2,) seconds, of the keys before and after
    fraction: float  # u, 0 at the key before, 1 at the one after
    values: Float64  # (1 or 2, C) as stored
    leaving: Float64 | None  # (C,) out-tangent of the key before, per second; CUBICSPLINE only
    arriving: Float64 | None  # (C,) in-tangent of the key after, per second; CUBICSPLINE only
    raw: Float64  # (C,) between the keys
    value: Float64  # (C,) the same; a rotation divided by its length


@dataclass(frozen=True, eq=False)
class NodeStage:
    """A node's matrices, and what they are made of."""

    node: int
    parent: int  # -1: a root
    name: str
    translation: Float64  # (3,)
    rotation: Float64  # (4,) unit quaternion xyzw
    scale: Float64  # (3,)
    has_matrix: bool  # the file stores the local matrix; translation, rotation and scale do not count
    tracks: tuple[SampledTrack, ...]  # of translation, rotation and scale; others are at rest
    local: Float64  # (3, 4) relative to its parent
    world: Float64  # (3, 4) the product of local matrices from the root


def node_stages(posed: PosedModel, nodes: set[int]) -> tuple[NodeStage, ...]:
    """These nodes and all above them at the first time of ``posed``, each once, parents first."""
    parents, pose = posed.model.nodes.parents, posed.pose
    wanted = {above for node in nodes for above in posed.model.nodes.path_to(node)}
    return tuple(
        NodeStage(
            node=node,
            parent=int(parents[node]),
            name=node_name(posed.model, node),
            translation=pose.translation[0, node],
            rotation=pose.rotation[0, node],
            scale=pose.scale[0, node],
            has_matrix=bool(pose.has_matrix[node]),
            tracks=_sampled(posed.clip, node, float(posed.times[0])),
            local=posed.local[0, node],
            world=posed.world[0, node],
        )
        for node in depth_first(parents).tolist()  # a chain reads downwards
        if node in wanted
    )


def _sampled(clip: Clip | None, node: int, time: float) -> tuple[SampledTrack, ...]:
    """The tracks of a node's transform at a time; of several of one property the last, which counts."""
    found: dict[str, SampledTrack] = {}
    for track in clip.tracks if clip else ():
        if track.node != node or track.path == "weights" or not len(track.times):
            continue
        at = np.array([time])
        segment, fraction = find_segment(track.times, at)
        key = int(segment[0])
        pair = slice(key, key + 2)
        spline = track.in_tangents is not None and track.out_tangents is not None and len(track.times) > 1
        found[track.path] = SampledTrack(
            path=track.path,
            interpolation=track.interpolation,
            key=key,
            times=track.times[pair],
            fraction=float(fraction[0]),
            values=track.values[pair].astype(np.float64),
            leaving=np.asarray(track.out_tangents, np.float64)[key] if spline else None,
            arriving=np.asarray(track.in_tangents, np.float64)[key + 1] if spline else None,
            raw=sample_track(track, at, normalise=False)[0],
            value=sample_track(track, at)[0],
        )
    return tuple(found[path] for path in ("translation", "rotation", "scale") if path in found)
