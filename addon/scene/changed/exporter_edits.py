"""What an exporter is known to do wrong, in a file that was exported from the scene: told where undoing it helps."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import bpy
import numpy as np

from ....skinning_core.compare.causes.exporter_faults import FPS_BASE
from ....skinning_core.compare.causes.scene_cause import scene_cause
from ....skinning_core.compare.measure.difference import distances
from ....skinning_core.fast.exact_engine import skin_model
from ....skinning_core.model import Float64, Model
from ....skinning_core.skinned import Skinned
from ....skinning_core.text.sentence import Sentence

#: What an undone fault may leave of the difference.
_LEFT = 0.5


def exporter_faults(
    scene: bpy.types.Scene, model: Model, clip: int, time: float, look: Callable[[Float64], Skinned]
) -> Iterator[Sentence]:
    """The faults that explain most of how far a clip is off at ``time``, seconds.

    look: the character as the scene plays it at times (T,), seconds of the clip by the scene's own frame rate.
    """
    base = float(scene.render.fps_base)
    if base == 1.0 or not model.generator.startswith(FPS_BASE.generator):
        return
    wanted = skin_model(model, clip, [time], variants=False, normals=False)
    as_it_is, undone = (_off(wanted, look(np.array([each]))) for each in (time, time * base * base))
    if undone < _LEFT * as_it_is:
        yield scene_cause(FPS_BASE.code, base=base, clip=model.clip_names[clip], times=base * base)


def _off(wanted: Skinned, seen: Skinned) -> float:
    """Metres by which the farthest vertex is off at the one time of each."""
    return max((float(np.nanmax(part, initial=0.0)) for part in distances(wanted, seen).per_part), default=0.0)
