"""A whole clip in a texture: a line of texels for each frame, three for each joint, as a GPU reads them.

See docs/guide/09-crowd.md. A baked clip costs the processor nothing: the shader mixes the matrices of the two lines
beside its time. The price is memory, and a straight line between two frames instead of a rotation's arc.
``BakedClip.positions`` is the shader in NumPy: it measures the price.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..error import require
from ..files.output import write_file
from ..model import Clip, Float64, Model, Part
from ..skin.influence import normalised_weights
from ..skin.morph import morphed
from ..skin.posed_model import posed_model

Float32 = NDArray[np.float32]

#: Along a side of a texture, on every GPU of today.
WIDEST = 16_384


@dataclass(frozen=True, eq=False)
class BakedClip:
    """The texels of a clip at T frames, evenly between its first and its last."""

    times: Float64  # (T,) seconds, from the clip's first key to its last
    texels: tuple[Float32, ...]  # per skin (T, 3 J, 4): the rows of each joint's skin matrix, mesh space -> world
    nodes: tuple[int, ...]  # nodes with meshes without a skin, in the order of ``node_texels``
    node_texels: Float32  # (T, 3 N, 4): the rows of their world matrices
    morph_weights: dict[int, Float32]  # by node with morph targets: (T, M)

    @property
    def byte_count(self) -> int:
        """Bytes of all textures."""
        return sum(lines.nbytes for lines in (*self.texels, self.node_texels, *self.morph_weights.values()))

    def positions(self, model: Model, part: Part, seconds: Float64) -> Float64:
        """(S, V, 3) float32 positions of a part's vertices by a shader, at S times."""
        primitive = model.primitive(part)
        influences = model.influences(part)
        if influences is None:
            lines, first = self.node_texels, 3 * self.nodes.index(part.node)
            joints, weights = np.full((primitive.vertex_count, 1), first // 3), np.ones((primitive.vertex_count, 1))
        else:
            lines, joints = self.texels[part.skin], influences.joints
            weights = normalised_weights(influences.weights)
        matrices = self._mixed(lines, seconds).reshape(len(seconds), -1, 3, 4)
        skin = np.einsum("vi,svirc->svrc", weights.astype(np.float32), matrices[:, joints])
        stored = self.morph_weights.get(part.node, np.zeros((len(self.times), 0), np.float32))
        vectors = morphed(
            primitive.positions, primitive.morph_positions, self._mixed(stored, seconds).astype(np.float64)
        )
        turned = np.einsum(
            "svrc,svc->svr", skin[..., :3], np.broadcast_to(vectors, (*skin.shape[:2], 3)).astype(np.float32)
        )
        placed: Float64 = (turned + skin[..., 3]).astype(np.float64)
        return placed

    def _mixed(self, lines: Float32, seconds: Float64) -> Float32:
        """(S, ...) lines (T, ...) at S times: the mean of the two beside each, by its share."""
        before, after, share = self.frames(seconds)
        weight = share.reshape(-1, *(1,) * (lines.ndim - 1))
        mixed: Float32 = (1 - weight) * lines[before] + weight * lines[after]
        return mixed

    def frames(self, seconds: Float64) -> tuple[NDArray[np.intp], NDArray[np.intp], Float32]:
        """The line (S,) before each of S times, the line (S,) after it, and the share (S,) of the way between."""
        if len(self.times) < 2:
            none = np.zeros(len(seconds), np.intp)
            return none, none, np.zeros(len(seconds), np.float32)
        place = (seconds - self.times[0]) / (self.times[-1] - self.times[0]) * (len(self.times) - 1)
        before = np.clip(np.floor(place).astype(np.intp), 0, len(self.times) - 2)
        return before, before + 1, np.clip(place - before, 0.0, 1.0).astype(np.float32)

    def save(self, path: Path) -> None:
        """Write an ``.npz``: ``times``, ``texels0`` and so on for each skin, ``nodes``, ``node_texels`` and, for a node
        5 with morph targets, ``weights5`` (T, M).

        Raises ``SkinproofError`` if the file cannot be written; what was at ``path`` then stays.
        """
        arrays: dict[str, Any] = {f"texels{skin}": lines for skin, lines in enumerate(self.texels)}
        arrays |= {f"weights{node}": weights for node, weights in self.morph_weights.items()}
        arrays |= {"times": self.times, "nodes": np.array(self.nodes, np.int32), "node_texels": self.node_texels}
        write_file(path, lambda file: np.savez_compressed(file, **arrays))


def frame_times(clip: Clip, rate: float) -> Float64:
    """(T,) times evenly from a clip's first key to its last, at least ``rate`` a second."""
    steps = max(int(np.ceil((clip.end - clip.start) * rate - 1e-6)), 0)
    return np.linspace(clip.start, clip.end, steps + 1)


def bake_clip(model: Model, clip: int, rate: float) -> BakedClip:
    """The texels of a clip, at least ``rate`` frames a second.

    Raises ``SkinproofError`` if a skin has more joints, or the clip more frames, than a texture takes.
    """
    times = frame_times(model.clips[clip], rate)
    widest = max((len(skin.joints) for skin in model.skins), default=0)
    require(
        len(times) <= WIDEST and 3 * widest <= WIDEST,
        f"{len(times)} frames of {widest} joints are too many for one texture of {WIDEST} texels a side",
        model.name,
        fix="bake fewer frames a second",
    )
    posed = posed_model(model, model.clips[clip], times)
    morphing = {part.node for part in model.parts if model.primitive(part).morph_positions is not None}
    nodes = tuple(sorted({part.node for part in model.parts if not model.is_skinned(part)}))
    return BakedClip(
        times=times,
        texels=tuple(_lines(palette) for palette in posed.skin_palettes),
        nodes=nodes,
        node_texels=_lines(posed.world[:, list(nodes)]),
        morph_weights={node: posed.pose.morph_weights[node].astype(np.float32) for node in sorted(morphing)},
    )


def _lines(matrices: Float64) -> Float32:
    """(T, 3 J, 4) the rows of matrices (T, J, 3, 4), to be uploaded."""
    return matrices.reshape(len(matrices), -1, 4).astype(np.float32)


def read_baked(path: Path) -> BakedClip:
    """What ``BakedClip.save`` wrote."""
    with np.load(path) as stored:
        count = sum(name.startswith("texels") for name in stored.files)
        morphing = sorted(int(name.removeprefix("weights")) for name in stored.files if name.startswith("weights"))
        return BakedClip(
            times=stored["times"],
            texels=tuple(stored[f"texels{skin}"] for skin in range(count)),
            nodes=tuple(stored["nodes"].tolist()),
            node_texels=stored["node_texels"],
            morph_weights={node: stored[f"weights{node}"] for node in morphing},
        )
