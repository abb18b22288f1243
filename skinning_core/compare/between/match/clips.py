"""Which clip of one model corresponds to which of another: by name and order, else by length and content."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from ....model import Clip, Float64, Int, Model
from ....pose.clip import sample_clip
from ....pose.pose import world_matrices
from .joint_pairs import JointMap

#: Two clips are equally long if their lengths differ by less than this, relative to the longer one.
SAME_LENGTH = 0.02
#: They may also differ by one step between keys, if that is no longer than this, relative to the longer one.
LONGEST_STEP = 0.1
#: Two motions are the same if the median distance of joints is smaller, relative to their extent.
SAME_MOTION = 0.02


@dataclass(frozen=True)
class ClipMap:
    """Pairs of clips, and what only the second model has."""

    pairs: tuple[tuple[int, int], ...]  # first model, second model
    renamed: tuple[tuple[int, int], ...]  # pairs with different names
    missing_second: tuple[int, ...]  # clips that only the second has


def match_clips(first: Model, second: Model, joints: JointMap) -> ClipMap:
    """Match clips by name, those of one name in order; the rest by length and by the joints' motion."""
    partners = dict(_of_one_name(first, second))
    names, their_names = _names(first), _names(second)
    renamed = []
    for i in range(len(first.clips)):
        if i in partners:
            continue
        free = [j for j in range(len(second.clips)) if j not in partners.values()]
        apart = {j: _motion_apart(first, i, second, j, joints) for j in free if same_length(first, i, second, j)}
        close = [(their_names[j] != names[i], apart[j], j) for j in apart if apart[j] <= SAME_MOTION]
        if close:
            _, _, j = min(close)
            partners[i] = j
            if first.clips[i].name != second.clips[j].name:
                renamed.append((i, j))
    return ClipMap(
        pairs=tuple(sorted(partners.items())),
        renamed=tuple(renamed),
        missing_second=tuple(j for j in range(len(second.clips)) if j not in partners.values()),
    )


def _of_one_name(first: Model, second: Model) -> Iterator[tuple[int, int]]:
    """Pairs of clips of one name. Tools keep the order, so if both files have as many, they pair in it."""
    theirs = _by_name(second)
    for name, clips in _by_name(first).items():
        if name and len(clips) == len(theirs.get(name, ())):
            yield from zip(clips, theirs[name], strict=True)


def _by_name(model: Model) -> dict[str, list[int]]:
    clips: dict[str, list[int]] = {}
    for clip, name in enumerate(_names(model)):
        clips.setdefault(name, []).append(clip)
    return clips


def _names(model: Model) -> list[str]:
    """The file's own names, empty for those that the reader numbered."""
    return ["" if clip.name == f"clip {i}" else clip.name for i, clip in enumerate(model.clips)]


def same_length(first: Model, i: int, second: Model, j: int) -> bool:
    """Whether clip i of the first model lasts as long as clip j of the second, up to what resampling adds."""
    clips = first.clips[i], second.clips[j]
    a, b = (clip.end - clip.start for clip in clips)
    step = min(max(_widest_step(clip) for clip in clips), LONGEST_STEP * max(a, b))
    return abs(a - b) <= max(SAME_LENGTH * max(a, b), step)


def _widest_step(clip: Clip) -> float:
    """The longest time between two keys, seconds: tools that resample end a clip on their own step."""
    return max((float(np.diff(track.times).max(initial=0.0)) for track in clip.tracks), default=0.0)


def _motion_apart(first: Model, i: int, second: Model, j: int, joints: JointMap) -> float:
    """Median distance of matched joints over both clips, each skeleton scaled to extent 1; inf: no joints."""
    nodes = np.flatnonzero(joints.first_of_second >= 0)
    if not len(nodes):
        return np.inf
    a = _places(first, i, joints.first_of_second[nodes])
    b = _places(second, j, nodes)
    return float(np.median(np.linalg.norm(a - b, axis=-1)))


def _places(model: Model, index: int, nodes: Int) -> Float64:
    """(5, n, 3) places of nodes (n,) at five times of a clip; at the first their middle is 0, their extent 1."""
    clip = model.clips[index]
    pose = sample_clip(model.nodes, clip, np.linspace(clip.start, clip.end, 5))
    places = world_matrices(pose)[:, nodes, :, 3]
    extent = float(np.linalg.norm(np.ptp(places[0], axis=0))) or 1.0
    result: Float64 = (places - places[0].mean(axis=0)) / extent
    return result
