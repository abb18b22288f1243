"""Two clips at once: poses blended by a weight, and by a mask that says which joints take part.

See docs/systems.md, item 8. What each node stores relative to its parent is blended, before the tree is walked:
translations, scales and morph weights along a straight line, rotations along the shorter arc (slerp). Blended world
matrices or vertices would cut corners, and a mask would tear the character apart at its edge.

A layer plays over a base: at weight 0 a node is the base's, at 1 the layer's.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ..error import SkinproofError
from ..model import Clip, Float64, Model, Nodes, Track, TrackPath
from ..pose.clip import sample_clip
from ..pose.playback import playing_times
from ..pose.pose import Pose, world_matrices
from ..transform import slerp, unit_quaternions

#: Shares of the way between two keys for ``largest_between``. A chord is farthest from its arc half-way; a clip's own
#: key between shows nearer to one side.
_BETWEEN = (0.25, 0.5, 0.75)


def blended_pose(base: Pose, layer: Pose, weight: ArrayLike) -> Pose:
    """The pose between two poses of the same N nodes.

    Parameters
    ----------
    base, layer : with arrays (..., N, 3), (..., N, 4) and so on; rotations of length one
    weight : 0 (the base) to 1 (the layer): one number, or (N,) one a node, or (..., N)

    A node with a matrix keeps the base's: no clip moves it.
    """
    share = np.broadcast_to(np.asarray(weight, np.float64), base.translation.shape[:-1])
    of_vectors = share[..., None]
    morphs = tuple(
        a if a.size == 0 else a + share[..., node, None] * (b - a)
        for node, (a, b) in enumerate(zip(base.morph_weights, layer.morph_weights, strict=True))
    )
    return dataclasses.replace(
        base,
        translation=base.translation + of_vectors * (layer.translation - base.translation),
        rotation=unit_quaternions(slerp(base.rotation, layer.rotation, share)),
        scale=base.scale + of_vectors * (layer.scale - base.scale),
        morph_weights=morphs,
    )


def mask_below(nodes: Nodes, tops: Iterable[int]) -> Float64:
    """(N,) 1 for these nodes and all below, 0 for others; without any, 1 for all."""
    chosen = set(tops)
    if not chosen:
        return np.ones(len(nodes))
    mask = np.zeros(len(nodes))
    for node in nodes.order.tolist():  # parents first
        above = int(nodes.parents[node])
        mask[node] = float(node in chosen or (above >= 0 and mask[above] == 1.0))
    return mask


@dataclass(frozen=True, eq=False)
class Layers:
    """A layer over a base, of one model. Both begin together; the shorter one begins again."""

    model: Model
    base: Clip
    layer: Clip
    weight: Float64  # (N,) 0 to 1

    @property
    def name(self) -> str:
        """The name of a clip of them."""
        return f"{self.base.name} + {self.layer.name}"

    @property
    def seconds(self) -> float:
        """Length of the longer one."""
        return max(self.base.end - self.base.start, self.layer.end - self.layer.start)

    def at(self, times: Float64) -> Pose:
        """The poses at times (T,) seconds from their beginning."""
        base, layer = (
            sample_clip(self.model.nodes, clip, playing_times(clip, clip.start + times, looping=True))
            for clip in (self.base, self.layer)
        )
        return blended_pose(base, layer, self.weight)

    def clip(self, rate: float) -> Clip:
        """The same as a clip with LINEAR keys, ``rate`` a second. It is exact on them; see ``largest_between``.

        It has a track for each property that either clip moves, if the layer's takes part.
        """
        times = times_of_keys(self.seconds, rate)
        pose = self.at(times)
        moved = dict.fromkeys((track.node, track.path) for track in self.base.tracks)
        moved.update(dict.fromkeys((t.node, t.path) for t in self.layer.tracks if self.weight[t.node] > 0.0))
        tracks = (
            Track(node, path, "LINEAR", times, values_of(pose, node, path).astype(np.float32)) for node, path in moved
        )
        return Clip(self.name, tuple(tracks))

    def largest_between(self, rate: float) -> tuple[float, float]:
        """How far ``clip(rate)`` is off between its keys at most: rotations in degrees, nodes' places in metres."""
        keys = times_of_keys(self.seconds, rate)
        spots = np.concatenate([keys[:-1] + share * np.diff(keys) for share in _BETWEEN])
        exact, made = self.at(spots), sample_clip(self.model.nodes, self.clip(rate), spots)
        half_cosine = np.abs(np.sum(exact.rotation * made.rotation, axis=-1)).clip(max=1.0)
        angles = np.degrees(2.0 * np.arccos(half_cosine))
        apart = np.linalg.norm(world_matrices(exact)[..., 3] - world_matrices(made)[..., 3], axis=-1)
        return float(angles.max(initial=0.0)), float(apart.max(initial=0.0))


def times_of_keys(seconds: float, rate: float) -> Float64:
    """(K,) times of keys, ``rate`` a second, from 0 to ``seconds``; the last step may be shorter."""
    steps = int(np.floor(seconds * rate + 1e-6))
    times = np.arange(steps + 1) / rate
    return times if seconds - times[-1] <= 1e-6 else np.append(times, seconds)


def values_of(pose: Pose, node: int, path: TrackPath) -> Float64:
    """(T, C) values of a track of a pose's node."""
    if path == "weights":
        return pose.morph_weights[node]
    whole = {"translation": pose.translation, "rotation": pose.rotation, "scale": pose.scale}
    return whole[path][..., node, :]


def find_nodes(model: Model, names: Sequence[str]) -> list[int]:
    """The nodes of these names. Raises ``SkinproofError`` if a name is no node's or several nodes'."""
    found = []
    for name in names:
        places = [k for k, of_node in enumerate(model.nodes.names) if of_node == name]
        if len(places) != 1:
            problem = f"{len(places)} nodes are called {name!r}" if places else f"there is no node {name!r}"
            known = ", ".join(n for n in model.nodes.names[:12] if n)
            raise SkinproofError(problem, where=model.name, fix=f"nodes: {known} …; inspect --tree lists all")
        found += places
    return found
