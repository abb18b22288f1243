"""The engines "gpu" and "gpu:transport": one model at a time, skinned by the vertex shader and read back.

Importable anywhere; the GPU is asked for when an engine is called.
"""

from __future__ import annotations

import dataclasses
from types import MappingProxyType

import numpy as np

from ....skinning_core.model import Float64, Model, remembered
from ....skinning_core.pose.clip import sample_clip
from ....skinning_core.pose.pose import Pose, world_matrices
from ....skinning_core.skin.influence import lost_weight, with_strongest, with_strongest_raw
from ....skinning_core.skinned import Progress, Skinned, no_progress
from ....skinning_core.subject import AS_SPECIFIED, EVERY_CHOICE, Choices, Makers, SkinFunction, computed
from ....skinning_core.text.count import counted
from ....skinning_core.text.sentence import sentence
from ..data.device_limits import Choice, Limits, choose
from ..data.geometry import Geometry, part_geometry
from ..data.palette import part_palette
from ..data.transport import TRANSPORTS
from .context import query_limits, require_gpu


def gpu_engine(
    transport: str | None, choices: Choices = AS_SPECIFIED, *, by_compute: bool = False, limits: Limits | None = None
) -> SkinFunction:
    """An engine that carries palettes by one transport (None: the default, chosen by the limits).

    ``by_compute``: read back by the compute shader instead of the vertex shader. ``limits``: instead of the GPU's own,
    to see what happens on a smaller one.
    """
    name = "gpu:compute" if by_compute else f"gpu:{transport}" if transport else "gpu"
    name += choices.words

    def skin(
        model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """Skin on the GPU; a ``SkinFunction``. Raises ``SkinproofError`` without a GPU."""
        device = require_gpu()
        from .readback import compute, scatter  # needs Blender's gpu, which exists only from here on

        bounds = limits or query_limits()
        read_back = compute if by_compute else scatter
        times = np.atleast_1d(np.asarray(times, np.float64))
        pose = sample_clip(model.nodes, model.clip(clip), times)
        world = world_matrices(pose)
        positions, carried, carried_by = [], [], []
        for k, part in enumerate(model.parts):
            progress(k, len(model.parts))
            geometry = _geometry(model, k, pose, choices)
            palette = part_palette(model, part, geometry, world)
            choice = choose(transport, palette.joint_count, bounds)
            asked = normals and geometry.has_normals
            moved, turned = read_back(choice.transport, geometry, palette, bounds, normals=asked)
            positions.append(moved)
            carried.append(turned)
            carried_by.append((palette.joint_count, choice))
        progress(len(model.parts), len(model.parts))
        notes = (sentence("GPU: {device}", device=device), *_reasons(carried_by), *_lost(positions))
        moved_parts, turned_parts = tuple(positions), tuple(carried)
        return Skinned(name, times, model.parts, moved_parts, turned_parts, notes=notes, expects_normals=normals)

    return skin


def _geometry(model: Model, k: int, pose: Pose, choices: Choices) -> Geometry:
    """A part's vertices; unmorphed ones are always the same object, and uploaded once."""
    part = model.parts[k]
    if model.primitive(part).morph_positions is None and model.primitive(part).morph_normals is None:
        return _unmorphed(model, k, choices)
    return part_geometry(model, part, pose, choices)


@remembered
def _unmorphed(model: Model, k: int, choices: Choices) -> Geometry:
    return part_geometry(model, model.parts[k], sample_clip(model.nodes, None, np.zeros(1)), choices)


def engine_of_four(choices: Choices = AS_SPECIFIED) -> SkinFunction:
    """The engine "gpu:four": skins by a vertex's four strongest influences, as engines with one vec4 of them do.

    Raw, the four are scaled to the sum of all of the vertex's weights.
    """
    of_cut, cut_of = gpu_engine(None, choices), with_strongest_raw if choices.raw_weights else with_strongest

    def skin(
        model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """Skin by four influences and note the largest weight that was cut off."""
        skinned = of_cut(cut_of(model), clip, times, normals=normals, progress=progress)
        losses = [
            float(lost_weight(influences.joints, influences.weights).max(initial=0.0))
            for influences in map(model.influences, model.parts)
            if influences is not None
        ]
        told = "the four strongest influences leave out up to {part:.1%} of a vertex's weight"
        note = sentence(told, part=max(losses, default=0.0))
        return dataclasses.replace(skinned, engine=f"gpu:four{choices.words}", notes=(*skinned.notes, note))

    return skin


def _reasons(choices: list[tuple[int, Choice]]) -> tuple[str, ...]:
    """Why each transport was chosen, said for its largest palette (joints, choice); fallbacks first."""
    largest = sorted(choices, key=lambda pair: pair[0])
    reasons = {choice.transport.name: choice for _, choice in largest}
    return tuple(choice.reason for choice in sorted(reasons.values(), key=lambda choice: not choice.fell_back))


def _lost(positions: list[Float64]) -> tuple[str, ...]:
    lost = sum(int(np.isnan(p).any(axis=-1).sum()) for p in positions)
    return (counted(lost, "vertex was not written by the GPU", "vertices were not written by the GPU"),) if lost else ()


#: Makers of this package's subjects by name.
MAKERS: Makers = MappingProxyType(
    {
        name: computed(name, skin)
        for choices in EVERY_CHOICE
        for name, skin in (
            (f"gpu{choices.words}", gpu_engine(None, choices)),
            *((f"gpu:{name}{choices.words}", gpu_engine(name, choices)) for name in TRANSPORTS),
            (f"gpu:compute{choices.words}", gpu_engine("texture", choices, by_compute=True)),
            (f"gpu:four{choices.words}", engine_of_four(choices)),
        )
    }
)
