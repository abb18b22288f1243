"""The data that all parts of Skinproof share: nodes, skins, primitives, tracks, clips, a model.

A model is what a file says, decoded and checked; no pose is computed yet. All classes are frozen dataclasses of arrays;
``dataclasses.replace`` makes another model.

Conventions: glTF's space (+Y up, metres, right-handed), column vectors, affine matrices as ``(..., 3, 4)``, quaternions
``xyzw``, times in seconds. Indices are the file's; -1 means "none".

Letters for array shapes, used in every docstring of the core:
N nodes, J joints of a skin, V vertices of a primitive, I influences per vertex, M morph targets, K keys of a track,
C components of a value, T times.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, Generic, Literal, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from .error import SkinproofError
from .files.source import Source
from .text.listing import numbered

Float = NDArray[np.floating]
Float64 = NDArray[np.float64]
Int = NDArray[np.integer]
Bool = NDArray[np.bool_]
Item = TypeVar("Item")

TrackPath = Literal["translation", "rotation", "scale", "weights"]
Interpolation = Literal["STEP", "LINEAR", "CUBICSPLINE"]
AlphaMode = Literal["OPAQUE", "MASK", "BLEND"]
#: How a texture goes on outside the square from 0 to 1.
Wrap = Literal["REPEAT", "MIRROR", "EXTEND"]

#: By glTF's ``mode`` (specification 3.7.2.1).
POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN = range(7)


@dataclass(frozen=True, eq=False)
class Nodes:
    """The node forest of a file (specification 3.5), structure of arrays.

    A node holds TRS or a matrix (``has_matrix``). Beside a matrix, the TRS arrays keep its nearest decomposition; poses
    use the matrix.
    """

    names: tuple[str, ...]
    parents: Int  # (N,) int32; -1: a root
    order: Int  # (N,) intp: the nodes, parents first, breadth-first
    translation: Float64  # (N, 3) local, metres
    rotation: Float64  # (N, 4) local, xyzw, as stored (maybe not quite unit)
    scale: Float64  # (N, 3) local
    matrix: Float64  # (N, 3, 4) local; the identity if has_matrix is False
    has_matrix: Bool  # (N,)
    mesh: Int  # (N,) int32
    skin: Int  # (N,) int32
    in_scene: Bool  # (N,) reachable from a root of any scene (all True in a file without scenes)
    morph_weights: tuple[Float64, ...]  # per node: (M,) of its mesh; its own, else the mesh's, else zeros

    def __len__(self) -> int:
        return len(self.names)

    def path_to(self, node: int) -> tuple[int, ...]:
        """The nodes from the root down to this one; none for -1."""
        path: list[int] = []
        while node >= 0:
            path.append(node)
            node = int(self.parents[node])
        return tuple(path[::-1])


@dataclass(frozen=True, eq=False)
class Skin:
    """A skin (specification 3.7.3.1): joints and their inverse bind matrices."""

    name: str
    joints: Int  # (J,) int32: node of each joint, in the order that vertices index
    inverse_bind: Float64  # (J, 3, 4) mesh space -> joint space; the identity if the file gives none
    skeleton: int = -1  # node; a hint without meaning for skinning


@dataclass(frozen=True, eq=False)
class Influences:
    """The joints that each vertex of a primitive follows, and how much (specification 3.7.3.3).

    An influence is a joint and a weight. All sets of the file stand side by side.
    """

    joints: Int  # (V, I) index into the skin's joints; I = 4 x number of sets
    weights: Float  # (V, I) as stored


@dataclass(frozen=True, eq=False)
class Primitive:
    """One primitive of a mesh: vertices in the file's order, none dropped, none merged.

    Float32 data stay views of the file if its layout allows; anything else is decoded to float64.
    """

    mode: int
    positions: Float  # (V, 3) mesh space
    normals: Float | None = None  # (V, 3) as stored
    influences: Influences | None = None  # None: not skinned
    indices: Int | None = None  # (n,) or None: 0, 1, 2, ...
    morph_positions: Float | None = None  # (M, V, 3) displacements (zeros if a target has none); None: no targets
    morph_normals: Float | None = None  # (M, V, 3) or None
    texcoords: tuple[Float, ...] = ()  # each (V, 2), v downwards as in glTF
    material: int = -1
    colors: Sequence[Float] = ()  # each (V, 4) linear RGBA; an `OnDemand`, because deformation never needs them

    @property
    def vertex_count(self) -> int:
        """V, the vertices in the file."""
        return len(self.positions)


@dataclass(frozen=True, eq=False)
class Mesh:
    """Primitives that share a node, its skin and its morph weights."""

    name: str
    primitives: tuple[Primitive, ...]
    target_names: tuple[str, ...] = ()  # (M,) from extras.targetNames, else "target 0", ...
    weights: Float64 = field(default_factory=lambda: np.zeros(0))  # (M,) default morph weights


@dataclass(frozen=True)
class Texture:
    """An image on a surface: its texture coordinates, and what is done to them first.

    They are scaled, turned counter-clockwise as seen on the image, then shifted; v points downwards.
    """

    image: int  # place in Model.images
    texcoord: int = 0  # place in Primitive.texcoords
    offset: tuple[float, float] = (0.0, 0.0)
    rotation: float = 0.0  # radians
    scale: tuple[float, float] = (1.0, 1.0)
    wrap: tuple[Wrap, Wrap] = ("REPEAT", "REPEAT")  # along u, along v
    smooth: bool = True  # False: the nearest pixel's colour


@dataclass(frozen=True)
class Material:
    """What a surface looks like (specification 3.9); colours are linear. Factors are multiplied with their textures."""

    name: str
    base_color: tuple[float, float, float, float] = (1.0, 1.0, 1.0, 1.0)
    double_sided: bool = False
    metallic: float = 0.0
    roughness: float = 1.0
    emission: tuple[float, float, float] = (0.0, 0.0, 0.0)
    alpha_mode: AlphaMode = "OPAQUE"
    alpha_cutoff: float = 0.5
    normal_scale: float = 1.0
    base_texture: Texture | None = None
    metal_texture: Texture | None = None  # metallic in blue, roughness in green
    normal_texture: Texture | None = None
    emission_texture: Texture | None = None
    flaws: tuple[str, ...] = ()  # what could not be read, one sentence each


@dataclass(frozen=True, eq=False)
class Image:
    """An image as stored: an encoded PNG, JPEG or WebP."""

    name: str
    data: memoryview
    path: Path | None = None  # the file beside the model that holds it; None: the model's own


@dataclass(frozen=True, eq=False)
class Track:
    """Keys of one property of one node (a glTF channel with its sampler, specification 3.11)."""

    node: int
    path: TrackPath
    interpolation: Interpolation
    times: Float64  # (K,) seconds, strictly increasing
    values: Float  # (K, C): C = 3, 4 (xyzw) or M
    in_tangents: Float | None = None  # (K, C), CUBICSPLINE only, per second
    out_tangents: Float | None = None  # (K, C), CUBICSPLINE only, per second


@dataclass(frozen=True, eq=False)
class Clip:
    """A named set of tracks (a glTF animation). Properties without a track stay at rest."""

    name: str
    tracks: tuple[Track, ...]

    @property
    def start(self) -> float:
        """Time of the first key of any track, seconds (0 without keys)."""
        return min((float(t.times[0]) for t in self.tracks if len(t.times)), default=0.0)

    @property
    def end(self) -> float:
        """Time of the last key of any track, seconds (0 without keys)."""
        return max((float(t.times[-1]) for t in self.tracks if len(t.times)), default=0.0)


class OnDemand(Sequence[Item], Generic[Item]):
    """A sequence whose items are made when first asked for, and kept."""

    def __init__(self, count: int, make: Callable[[int], Item]) -> None:
        self._count, self._make = count, make
        self._made: dict[int, Item] = {}

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, place: Any) -> Any:
        if type(place) is slice:
            return tuple(map(self._item, range(*place.indices(self._count))))
        if not 0 <= place < self._count:
            place = range(self._count)[place]  # counted from the end, or an IndexError
        return self._item(place)

    def __iter__(self) -> Iterator[Item]:
        return map(self._item, range(self._count))

    def _item(self, place: int) -> Item:
        item = self._made.get(place)
        if item is None:
            item = self._made[place] = self._make(place)
        return item


class Clips(OnDemand[Clip]):
    """Clips with names known at once, and tracks read when a clip is first asked for."""

    def __init__(self, names: Sequence[str], read: Callable[[int], Clip]) -> None:
        super().__init__(len(names), read)
        self.names = tuple(names)


@dataclass(frozen=True)
class Part:
    """One drawn primitive: a primitive of a node's mesh, under the node's skin.

    Its place in ``Model.parts`` is the K of ``posK`` in golden files: nodes in ascending order, then primitives.
    """

    node: int
    mesh: int
    primitive: int
    skin: int  # -1: not skinned (it moves with its node)


#: Of several keys at one time the first stands so many seconds earlier, or this part of the time if that is more: less
#: than float32 can tell keys apart, so no other keys are so near.
JUMP = 1e-9

#: Codes of ``UNJUDGED`` that are errors of the file, not gaps of the reader.
FORBIDDEN = frozenset({"INVALID_DATA", "KEYS_TOGETHER"})

#: Codes of what could move a vertex and is not judged. They are stable: --accept takes them.
UNJUDGED: dict[str, str] = json.loads(Path(__file__).with_name("unjudged.json").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Unjudged:
    """Something that could move a vertex and was not read: a comparison does not cover all of the file."""

    code: str  # one of UNJUDGED
    pointer: str  # JSON pointer; empty: the whole file
    sentence: str


@dataclass(frozen=True)
class Packing:
    """One way in which a file's data are made smaller, over the whole file."""

    extension: str
    stored: int  # bytes as the file has them
    plain: int  # bytes without the extension


@dataclass(frozen=True, eq=False)
class Model:
    """All of a file that matters to deformation."""

    name: str  # the file's stem
    path: Path | None
    nodes: Nodes
    meshes: tuple[Mesh, ...]
    skins: tuple[Skin, ...]
    clips: Sequence[Clip]  # a tuple, or `Clips` if reading all at once takes long
    materials: Sequence[Material]  # read when first asked for, as are images
    parts: tuple[Part, ...]
    notes: tuple[str, ...] = ()  # what the reader had to decide, one sentence each
    unjudged: tuple[Unjudged, ...] = ()  # what could move a vertex and was left aside
    broken_clips: Mapping[int, str] = field(default_factory=dict)  # by index: why it cannot be read; it has no tracks
    clip_files: tuple[Path, ...] = ()  # other files that clips came from, in their order
    sources: tuple[Source, ...] = ()  # every file that was read, with its state then
    humanoid: Mapping[int, str] = field(default_factory=dict)  # by node: its bone of a human, by VRM
    extensions: tuple[str, ...] = ()  # extensions of glTF that the file declares
    packing: tuple[Packing, ...] = ()
    images: Sequence[Image] = ()  # asking for one may raise ``SkinproofError``: nothing of it was read before
    generator: str = ""  # the tool that wrote the file, by its own words
    scenes: tuple[tuple[str, tuple[int, ...]], ...] = ()  # name and topmost nodes of each
    hidden: frozenset[int] = frozenset()  # nodes that a viewer of the file does not show
    left_out: tuple[Part, ...] = ()  # parts that are none of ``parts``, see `skeleton.elsewhere`
    rest_name: str = "rest"  # the rest pose's name: it may be a pose from elsewhere, see `pose.world_pose`

    @property
    def clip_names(self) -> tuple[str, ...]:
        """Of all clips, without reading any."""
        return self.clips.names if isinstance(self.clips, Clips) else tuple(clip.name for clip in self.clips)

    @property
    def readable_clips(self) -> tuple[int, ...]:
        """Indices of the clips that could be read."""
        return tuple(clip for clip in range(len(self.clips)) if clip not in self.broken_clips)

    def primitive(self, part: Part) -> Primitive:
        """The primitive that a part draws."""
        return self.meshes[part.mesh].primitives[part.primitive]

    @property
    def part_starts(self) -> Int:
        """(K + 1,) beginnings of the parts' vertices among all; last, how many there are."""
        return np.cumsum([0, *(self.primitive(part).vertex_count for part in self.parts)])

    @property
    def moving_joints(self) -> Int:
        """(J,) nodes, ascending, that move at least one vertex as joints."""
        moving = [
            self.skins[part.skin].joints[influences.joints[influences.weights != 0.0]]
            for part in self.parts
            if (influences := self.influences(part)) is not None
        ]
        return np.unique(np.concatenate([np.zeros(0, np.intp), *moving])).astype(np.intp)

    def clip(self, index: int | None) -> Clip | None:
        """The clip with this index; None (rest) for None. Raises ``SkinproofError`` if it is not there or broken."""
        if index is None:
            return None
        if index in self.broken_clips:
            raise SkinproofError(self.broken_clips[index])
        if index not in range(len(self.clips)):
            every = numbered(self.clip_names)
            raise SkinproofError(f"{self.name} has no clip {index!r}", fix=f"clips by number: {every}")
        return self.clips[index]

    def influences(self, part: Part) -> Influences | None:
        """The influences under which the part's vertices move; None if they move with its node."""
        return self.primitive(part).influences if part.skin >= 0 else None

    def is_skinned(self, part: Part) -> bool:
        """Whether the part's vertices follow joints, not its node."""
        return self.influences(part) is not None


Owner = TypeVar("Owner")
Arguments = ParamSpec("Arguments")

#: Kept about a model, primitive or influences, by function and arguments, as long as these live.
_KEPT: WeakKeyDictionary[Any, dict[tuple[str, Hashable], Any]] = WeakKeyDictionary()


def remembered(
    function: Callable[Concatenate[Owner, Arguments], Item],
) -> Callable[Concatenate[Owner, Arguments], Item]:
    """A function of a model, primitive or influences that computes each result once for as long as these live.

    For what depends on no time and is worth keeping. Results must not point to the owner.
    """
    name = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def once(owner: Owner, /, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Item:
        """The kept result for these arguments, or a new one."""
        kept, key = _KEPT.setdefault(owner, {}), (name, (*args, *sorted(kwargs.items())))
        if key not in kept:
            kept[key] = function(owner, *args, **kwargs)
        result: Item = kept[key]
        return result

    return once


def prepared(owner: Model | Primitive | Influences) -> Mapping[tuple[str, Hashable], Any]:
    """What is kept about an owner, by the ``remembered`` function's name and its arguments."""
    return _KEPT.get(owner, {})


def forget_prepared() -> None:
    """Forget all that is kept of every model."""
    _KEPT.clear()
