"""What a tool changed, and how far each change moves vertices: a difference of two files, step by step.

Between the first file and the other, these are exchanged, in the order of skinning:

======================  ==========================================================================
keys                    the first file's skeleton plays the other file's keys
rest pose               joints stand where the other file's skeleton puts them
positions               vertices and inverse bind matrices of the other file
influences cut          the first file's weights without joints that the other file does not use
                        for the vertex
weights                 the other file's weights
======================  ==========================================================================

A vertex that was merged with distant ones, or is compared with a surface point, is another one: its steps from
positions on are one, ``welds`` or ``surface``. If it follows a joint that the other file lacks, the last two are
``joints dropped``.

Each step can be undone alone: the other file with that one thing of the first (`undone`). What that takes off the
largest distance is the step's share (`ladder`), and its remedy's.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import chain

import numpy as np

from ...check.bind_order import right_order
from ...model import Bool, Float64, Model, remembered
from ...pose.pose import rest_pose, world_matrices
from ...text.sentence import sentence
from ...transform import move_points
from .correspondence import Correspondence
from .evidence import ADD_UP, OTHER_KEYS, evidence_in, short_rotations
from .joint_axes import in_first_axes
from .key_kinds import with_clips_exchanged, with_one_undone
from .ladder import ladder
from .match.vertices import EXACT
from .steps import TOGETHER, Split, Step, needed, options
from .undone import BECAME, EVERY_STEP, Exchangeable, Pairs, exchangeable, keys_alone

#: The extension of compressed meshes, and its names for steps if only the other file has it.
DRACO = "KHR_draco_mesh_compression"
_BY_DRACO = {"positions": "draco positions", "weights": "draco weights", "surface": "draco"}

#: The same for a file without a skin, as after export as OBJ.
_BY_NO_SKIN = {"surface": "one shape"}

#: A step that moves no vertex by a larger share of the whole difference is left out.
NOTHING = 1e-9

#: So is one below this share of the size: every tool rounds to float32.
NOISE = 1e-6

#: Shown (in the words of ``unless`` in ``steps.json``) by a difference of at most ``TINY``.
TINY_EVIDENCE = "next to nothing"

#: A tiny difference, as a share of the size: a tenth of a pixel in 2,000.
TINY = 5e-5

#: A tool that packs positions has their unit in a node: alone, either moves vertices far, and together they are packed.
PACKED = {"rest pose", "positions"}

#: Rounding positions to seven bits moves them by less, relative to the size.
NO_ROUNDING = 5e-3

#: Rounding moves most vertices: half of them by more than this share of the farthest.
NEXT_TO_IT = 1e-3

#: What simplifying makes of vertices that are left: they take what others had that are gone.
SIMPLIFIED = {"other positions", "other weights", "influences cut", "welds"}

#: One thing makes a step's difference if without it less than this share is left.
BESIDE = 0.1
#: Times of a clip at which such a change of keys is tried.
_THROUGH = 7

#: How many vertices are asked before all of them.
_FEW = 16

#: The step of a file whose keys or binds were not turned with its joints' axes.
AXES = "joint axes"
#: The step of a file whose clips have one another's names.
CLIP_NAMES = "clip names"
#: Another clip's motion is tried if keys move a vertex by more, relative to the size.
OTHER_MOTION = 0.02
#: The first file's axes explain more if the sum of its steps' moves is smaller by this factor.
SIMPLER = 0.5

#: Undoing one step may raise the difference by this share before steps work against each other, and other axes may
#: change it by as much.
SLACK = 0.01


def split(model: Model, other: Model, matched: Correspondence, clip: int | None, time: float) -> Split:
    """Take the difference at one time (seconds) of a clip apart; the worst vertex is that of this time.

    If the other file's joints have other axes, the first file's are used, if they explain more. matched: how the two
    correspond.
    """
    found = best = _split(model, other, matched, clip, time)
    for turned in in_first_axes(model, other, matched, clip) if found.steps else ():
        again = _split(model, turned.model, matched, clip, time, as_written=other if turned.plain else None)
        stays = abs(again.distance - found.distance) <= SLACK * found.distance  # scales may be uneven by a thousandth
        best = again if stays and _simpler(again, best) else best
    return best


def _simpler(one: Split, other: Split) -> bool:
    """Whether one split of the same difference explains it by less."""
    without_axes = _begins_with_axes(one) and not _begins_with_axes(other)
    moves, moves_other = (sum(step.maximum for step in each.steps) for each in (one, other))
    names, names_other = (sum(len(step.name.split(TOGETHER)) for step in each.steps) for each in (one, other))
    fewer_names = names < names_other and SIMPLER * moves < moves_other
    return without_axes or moves < SIMPLER * moves_other or fewer_names


def _begins_with_axes(each: Split) -> bool:
    return bool(each.steps) and each.steps[0].name == AXES


def _split(
    model: Model, other: Model, matched: Correspondence, clip: int | None, time: float, as_written: Model | None = None
) -> Split:
    """As ``split``. as_written: the other file itself, if ``other`` has other axes."""
    asked = _Asked(model, other, matched, _pairs(matched), clip, time, as_written)
    both = exchangeable(model, other, matched, asked.pairs, clip, time)
    ours = both.places(EVERY_STEP)

    def off(undone: frozenset[str]) -> Float64:
        """(n,) metres by which each vertex is off with these steps undone."""
        apart: Float64 = np.linalg.norm(both.places(undone) - ours, axis=1)
        return apart

    @cache
    def left(undone: frozenset[str]) -> float:
        return float(off(undone).max())

    lengths = off(frozenset())
    whole = float(lengths.max())
    alone = {step: off(frozenset(both.steps) - {step}) for step in both.steps}
    farthest = {step: float(moved.max()) for step, moved in alone.items()}
    least = max(NOTHING * whole, NOISE * matched.first.diagonal)
    changed = [step for step in both.steps if farthest[step] > least or abs(whole - left(frozenset({step}))) > least]
    large = {step: moved for step, moved in alone.items() if farthest[step] > least}
    tiny = whole <= TINY * matched.first.diagonal
    evidence = evidence_in(other, model, matched, clip) | ({TINY_EVIDENCE} if tiny else set())
    names = (_BY_NO_SKIN if model.skins and not other.skins else {}) | _called(asked, both, large, evidence)
    if "keys" in large and clip is not None and not tiny and needed("keys", other.generator, ADD_UP):
        evidence |= short_rotations(model, clip, time, both, ours, whole)
    found = []
    for group, share in _of_one_name(ladder(changed, left), names):
        against = any(left(frozenset({step})) > (1.0 + SLACK) * whole for step in group)
        called = _in_words(group, names, packed=against and "positions float" not in evidence)
        option = options(called, _tool(model, other, called), evidence) or _names(asked, called, large)
        found.append(
            Step(
                TOGETHER.join(called),
                share,
                share * whole,
                max(farthest[step] for step in group),
                left=min(left(frozenset(group)), whole),
                against=against and len(called) > 1,
                option=option,
            )
        )
    return Split(int(asked.pairs.first[lengths.argmax()]), time, whole, tuple(found))


def _in_words(group: tuple[str, ...], names: dict[str, str], *, packed: bool) -> list[str]:
    """The names of steps told together. packed: they work against each other, in a file of packed positions."""
    if packed and set(group) >= PACKED:
        return [step for step in group if step != "rest pose"]
    return list(dict.fromkeys(names.get(step, step) for step in group))


def _of_one_name(
    groups: list[tuple[tuple[str, ...], float]], names: dict[str, str]
) -> list[tuple[tuple[str, ...], float]]:
    """Steps of one name, which have one remedy, told once, with their shares added up; the largest share first."""
    found: dict[tuple[str, ...], tuple[tuple[str, ...], float]] = {}
    for group, share in groups:
        called = tuple(sorted({names.get(step, step) for step in group}))
        before, more = found.get(called, ((), 0.0))
        found[called] = ((*before, *group), more + share)
    return sorted(found.values(), key=lambda each: -each[1])


@dataclass(frozen=True, eq=False)
class _Asked:
    """Two files at one time (seconds) of a clip of the first."""

    model: Model
    other: Model
    matched: Correspondence
    pairs: Pairs
    clip: int | None
    time: float
    as_written: Model | None  # the other file itself, if ``other`` has other axes

    def alone(self, step: str, other: Model, time: float) -> float:
        """Metres by which one step alone moves the farthest vertex at a time of the clip, seconds."""
        return float(self._mover(step, other, self.model, time)(self.pairs).max(initial=0.0))

    def explains(self, step: str, moved: Float64, other: Model, model: Model | None = None) -> bool:
        """Whether one step alone moves no vertex of these files by a tenth (``BESIDE``) of what it moves now.

        moved: (n,) metres by which it moves each vertex now. The farthest are tried first: they mostly answer.
        """
        limit, few = BESIDE * float(moved.max(initial=0.0)), self.pairs.some(np.argsort(moved)[-_FEW:])
        again = self._mover(step, other, model or self.model, self.time)
        return all(float(again(pairs).max(initial=0.0)) < limit for pairs in (few, self.pairs))

    def _mover(self, step: str, other: Model, model: Model, time: float) -> Callable[[Pairs], Float64]:
        """What gives the (n,) metres by which one step alone moves each vertex of some pairs."""
        if step == "keys" and self.clip is not None:
            return keys_alone(model, other, self.matched, self.clip, time).moved

        def moved(pairs: Pairs) -> Float64:
            both = exchangeable(model, other, self.matched, pairs, self.clip, time)
            every = frozenset(both.steps) & EVERY_STEP
            result: Float64 = np.linalg.norm(both.places(every - {step}) - both.places(every), axis=1)
            return result

        return moved


def _called(asked: _Asked, both: Exchangeable, moved: dict[str, Float64], evidence: frozenset[str]) -> dict[str, str]:
    """The names of steps that have another one than their own.

    moved: by step that counts, (n,) metres by which it moves each vertex.
    """
    rounded = "weights" not in moved or both.changed_weights().rounded
    if DRACO in asked.other.extensions and DRACO not in asked.model.extensions:
        # Weights of few are those of a vertex beside it: its own was left out. More bits bring it back no more.
        names = _BY_DRACO if rounded else _BY_DRACO | {"weights": _BY_DRACO["surface"]}
    else:
        names = _positions_called(asked, moved["positions"], evidence) if "positions" in moved else {}
        if not rounded:
            names = names | {"weights": "other weights"}
    if "keys" in moved and asked.clip is not None:
        names = names | _keys_called(asked, asked.clip, moved["keys"], evidence)
    tool = _tool(asked.model, asked.other, ["surface"])
    if "surface" in moved and options(["surface"], tool, evidence):
        names = names | {step: "surface" for step in moved if names.get(step, step) in SIMPLIFIED}
    return names


def _positions_called(asked: _Asked, moved: Float64, evidence: frozenset[str]) -> dict[str, str]:
    """The name of changed positions, if one thing explains nearly all of them, or if rounding cannot.

    moved: (n,) metres by which they move each vertex.
    """
    if _by_morphs(asked, moved):
        return {"positions": "morph targets"}
    few = float(np.median(moved)) < NEXT_TO_IT * float(moved.max())
    if float(moved.max()) <= NO_ROUNDING * asked.matched.first.diagonal and not few:
        return {}
    if asked.as_written is not None:
        kept = dataclasses.replace(asked.other, skins=asked.as_written.skins)
        if asked.explains("positions", moved, kept):
            return {"positions": AXES}
    if _rebound(asked.model, asked.other):
        return {"positions": "bind order"}
    return {} if "positions coarse" in evidence else {"positions": "other positions"}


def _keys_called(asked: _Asked, clip: int, moved: Float64, evidence: frozenset[str]) -> dict[str, str]:
    """The name of changed keys, if one thing explains nearly all of them, such as another start.

    It must do so through the whole clip: one that a resampled key makes longer is not slower.
    moved: (n,) metres by which they move each vertex.
    """
    other, played = asked.other, asked.model.clips[clip]
    through = np.linspace(played.start, played.end, _THROUGH).tolist()
    tried = [(AXES, dataclasses.replace(other, clips=asked.as_written.clips))] if asked.as_written is not None else []

    @cache
    def most() -> float:
        return BESIDE * max(asked.alone("keys", other, at) for at in through)

    for name, second in chain(tried, with_one_undone(asked.model, other, asked.matched, clip)):
        if asked.explains("keys", moved, second) and all(asked.alone("keys", second, at) < most() for at in through):
            return {"keys": name}
    if float(moved.max()) > OTHER_MOTION * asked.matched.first.diagonal and _played_by(asked, clip, moved) is not None:
        return {"keys": CLIP_NAMES}
    return {"keys": "other keys"} if evidence.issuperset(OTHER_KEYS) else {}


def _played_by(asked: _Asked, clip: int, moved: Float64) -> int | None:
    """The clip of the other file that has the motion of ``clip``, if not the one of its name."""
    exchanged = with_clips_exchanged(asked.model, asked.other, asked.matched, clip)
    return next((number for number, second in exchanged if asked.explains("keys", moved, second)), None)


def _by_morphs(asked: _Asked, moved: Float64) -> bool:
    """Without morph targets nearly all of the changed positions are the same."""
    model, other = _without_morphs(asked.model), _without_morphs(asked.other)
    if model is asked.model and other is asked.other:
        return False
    return asked.explains("positions", moved, other, model)


def _without_morphs(model: Model) -> Model:
    """The model without morph targets; itself if it has none."""
    if all(model.primitive(part).morph_positions is None for part in model.parts):
        return model
    meshes = []
    for mesh in model.meshes:
        bare = tuple(dataclasses.replace(each, morph_positions=None) for each in mesh.primitives)
        meshes.append(dataclasses.replace(mesh, primitives=bare))
    return dataclasses.replace(model, meshes=tuple(meshes))


def _rebound(model: Model, other: Model) -> bool:
    """Only the other file has inverse bind matrices of the wrong joints."""
    in_order = [
        all(right_order(skin, world) is None for skin in one.skins)
        for one in (model, other)
        for world in (world_matrices(rest_pose(one.nodes)),)
    ]
    return in_order == [True, False]


def _names(asked: _Asked, called: list[str], moved: dict[str, Float64]) -> str:
    """Which clips to call by each other's name, if that is the step."""
    if called != [CLIP_NAMES] or asked.clip is None:
        return ""
    number = _played_by(asked, asked.clip, moved["keys"])
    if number is None:
        return ""
    told = "clip {theirs!r} there has this motion: call it {ours!r}"
    return sentence(told, theirs=asked.other.clip_names[number], ours=asked.model.clip_names[asked.clip])


def _tool(model: Model, other: Model, steps: list[str]) -> str:
    """What wrote the other file; empty: not known, as tools that only add Draco keep the name."""
    kept = model.generator == other.generator and any(step in _BY_DRACO.values() for step in steps)
    return "" if kept else other.generator


@remembered
def _pairs(matched: Correspondence) -> Pairs:
    """What each vertex is compared with."""
    vertices, surface = matched.vertices, matched.surface
    count = len(vertices.first)
    became = np.zeros(count + len(surface.first), np.int8)
    nearest = surface.corners[np.arange(len(surface.first)), surface.weights.argmax(axis=1)]
    apart = (
        move_points(vertices.placement.matrix, matched.second.positions[nearest])
        - matched.first.positions[surface.first]
    )
    # Vertices as near to one there as partners are fell together by rounding.
    became[count:][np.linalg.norm(apart, axis=1) > vertices.radius] = BECAME.index("surface")
    became[:count][_merged(matched)] = BECAME.index("welds")
    if not len(surface.first):
        return Pairs(vertices.first, vertices.second[:, None], np.ones((count, 1)), became)
    alone = np.zeros((count, 3))
    alone[:, 0] = 1.0
    return Pairs(
        np.concatenate([vertices.first, surface.first]),
        np.concatenate([np.repeat(vertices.second[:, None], 3, axis=1), surface.corners]),
        np.concatenate([alone, surface.weights]),
        became,
    )


def _merged(matched: Correspondence) -> Bool:
    """(n,) pairs whose partner is also another vertex's, at another place: the tool merged them.

    Those as near to it as other partners are fell together by rounding.
    """
    first, second = matched.vertices.first, matched.vertices.second
    low, high = (np.full((len(matched.second), 3), value) for value in (np.inf, -np.inf))
    np.minimum.at(low, second, matched.first.stored[first])
    np.maximum.at(high, second, matched.first.stored[first])
    extent = np.linalg.norm(np.ptp(matched.first.stored, axis=0)) if len(first) else 0.0
    together: Bool = np.linalg.norm(high[second] - low[second], axis=1) > EXACT * extent
    placed = move_points(matched.vertices.placement.matrix, matched.second.positions[second])
    apart = np.linalg.norm(placed - matched.first.positions[first], axis=1)
    result: Bool = together & (apart > apart[~together].max(initial=0.0))
    return result
