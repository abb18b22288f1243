"""Meshes that keys hide at times: Blender does not evaluate them, and its exporter writes their last place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

import bpy
import numpy as np

from ....skinning_core.compare.causes.exporter_faults import BLENDER
from ....skinning_core.compare.causes.scene_cause import scene_cause
from ....skinning_core.compare.measure.difference import distances
from ....skinning_core.fast.exact_engine import skin_model
from ....skinning_core.model import Float64, Model
from ....skinning_core.skinned import Skinned
from ....skinning_core.text.sentence import Sentence
from ..identity.character import Character
from ..identity.vertex_map import vertex_map
from ..play.playback import curves_that_hide
from ..play.span import frames_around, slide_of
from .exporter_edits import LEFT

#: A curve hides from this value on.
_HIDDEN = 0.5

#: By mesh, whether keys hide it at a frame.
Hiding = Mapping[bpy.types.Object, Callable[[float], bool]]


def hiding_by_keys(objects: Iterable[bpy.types.Object]) -> Hiding:
    """The meshes that keys hide at times. Ask before a scene is shown, which mutes such keys."""

    def hides(curves: Sequence[bpy.types.FCurve], frame: float) -> bool:
        return any(curve.evaluate(frame) >= _HIDDEN for curve in curves)

    found = {ob: curves_that_hide(ob) for ob in objects if ob.type == "MESH"}
    return {ob: partial(hides, curves) for ob, curves in found.items() if curves}


def hidden_by_keys(
    character: Character,
    model: Model,
    clip: int,
    wanted: Skinned,
    held: Callable[[Float64], Skinned],
    *,
    hiding: Hiding,
    now: float,
) -> Iterator[Sentence]:
    """That a mesh was hidden when written, if it alone is off and is right at the nearest frame that shows it.

    wanted: the file at one time. held: the scene at times (T,), seconds of the clip. now: the frame of what is not
    animated.
    """
    if not hiding or not model.generator.startswith(BLENDER):
        return
    slide, rate, moved = slide_of(character, model, clip), character.frame_rate, _moved(model, clip)
    time = float(wanted.times[0])
    far = _far(wanted, held)
    present = vertex_map(model, character).by_object
    for ob, is_hidden in hiding.items():
        parts = {piece.part for piece in present.get(ob, ())}
        at = time * rate + slide if any(model.parts[part].node in moved for part in parts) else now
        worst = max((far[part] for part in parts), default=0.0)
        beside = max((each for part, each in enumerate(far) if part not in parts), default=0.0)
        if not is_hidden(at) or beside > LEFT * worst or not worst:
            continue
        first, last = frames_around(character, model.clips[clip], slide)
        shown = [frame - slide for frame in range(first, last + 1) if not is_hidden(frame)]
        if at != now and shown:
            nearest = np.array([min(shown, key=lambda frame: abs(frame - time * rate)) / rate])
            there = _far(skin_model(model, clip, nearest, variants=False, normals=False), held)
            if max(there[part] for part in parts) > LEFT * worst:
                continue
        yield scene_cause("hidden-by-keys", mesh=ob.name, frame=at, at=ob.name)


def _moved(model: Model, clip: int) -> set[int]:
    return {track.node for track in model.clips[clip].tracks}


def _far(wanted: Skinned, held: Callable[[Float64], Skinned]) -> list[float]:
    """By part, the farthest vertex's distance, metres, at the time of ``wanted``."""
    return [float(np.nanmax(part, initial=0.0)) for part in distances(wanted, held(wanted.times)).per_part]
