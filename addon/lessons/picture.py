"""Pictures of a model by the measured vertex shader: columns beside each other. Importable without ``bpy``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Model
from ...skinning_core.pose.clip import sample_clip
from ...skinning_core.pose.playback import playing_times
from ...skinning_core.subject import Makers
from ..gpu.data import tint
from ..gpu.data.picture_request import SHOW_HELP, SKELETONS, PictureRequest

if TYPE_CHECKING:
    from ..gpu.data.column import Column, Paint


def pictures(model: Model, clip: int | None, asked: PictureRequest, engines: Makers) -> list[np.ndarray]:
    """Each (height, width, 3) uint8 sRGB, top row first; ``asked``: what of the model, and how."""
    from ..gpu.device.context import query_limits, require_gpu

    require_gpu()
    from ..scene.build.images import DecodedImages
    from .arrangement import BACKGROUND, draw_columns, rendered
    from .layout import views

    width, height = asked.size
    paint = partial(tint.material, pixels=DecodedImages(model))
    frames = [columns_at(model, clip, time, asked, engines, paint) for time in frame_times(asked)]
    seen, limits = views(frames, width / height, asked.turn, asked.rise), query_limits()
    return [
        rendered(lambda w, h: draw_columns(columns, seen, limits, (w, h)), width, height, background=BACKGROUND)  # noqa: B023
        for columns in frames
    ]


def frame_times(asked: PictureRequest) -> list[float]:
    """Seconds into the clip of an animation's pictures, in playing order."""
    return [asked.time + k / asked.fps for k in range(asked.frames)]


def columns_at(
    model: Model, clip: int | None, time: float, asked: PictureRequest, engines: Makers, paint: Paint
) -> tuple[Column, ...]:
    """The columns of ``--show`` at a time in seconds; ``paint``: the look of the file's materials."""
    from .columns import MAKERS, made, with_skeletons
    from .motif import Motif

    times = playing_times(model.clip(clip), np.array([time]), looping=asked.loop)
    pose = sample_clip(model.nodes, model.clip(clip), times)
    subject = Motif(model, clip, float(times[0]), time, pose, engines, *asked.crowd, asked.loop, paint)
    columns: list[Column] = []
    skeletons: list[str] = []
    for item in filter(None, map(str.strip, asked.show.split(","))):
        name, _, value = item.partition(":")
        if item in SKELETONS:
            skeletons.append(item)
        elif name in MAKERS:
            columns += made(name, subject, value)
        else:
            raise SkinproofError(f"--show does not know {item!r}", fix="it knows " + SHOW_HELP.replace("\n", " "))
    if skeletons or not columns:
        columns[:1] = [with_skeletons(subject, columns[0] if columns else None, skeletons)]
    return tuple(columns)
