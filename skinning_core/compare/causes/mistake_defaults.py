"""Mistakes of engines that do a step by half: what no track writes, a spline's rotation, the axes of a matrix.

Each takes a state and returns another, as in ``mistake_pose``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from ...model import Float64, Skin, Track
from ...pose.track import sample_track
from ...transform import multiply
from .engine_state import EngineState

_DEFAULTS = {"translation": (0.0, 0.0, 0.0), "rotation": (0.0, 0.0, 0.0, 1.0), "scale": (1.0, 1.0, 1.0)}


def unwritten_dropped(*paths: str, animated: bool) -> Callable[[EngineState], EngineState | None]:
    """In a clip, nodes begin with no move, no turn or scale 1, not with their own; ``animated``: only those with keys.

    Nodes that are stored as a matrix keep it.
    """

    def change(state: EngineState) -> EngineState | None:
        if state.posed.clip is None:
            return None
        nodes = state.model.nodes
        moving = [track.node for track in state.posed.clip.tracks]
        chosen = ~nodes.has_matrix & (np.isin(np.arange(len(nodes)), moving) if animated else True)
        begun: dict[str, Any] = {
            path: np.where(chosen[:, None], _DEFAULTS[path], getattr(nodes, path)) for path in paths
        }
        if all(np.allclose(values, getattr(nodes, path), atol=1e-6) for path, values in begun.items()):
            return None
        return state.reposed(model=dataclasses.replace(state.model, nodes=dataclasses.replace(nodes, **begun)))

    return change


def splines_unnormalised(state: EngineState) -> EngineState | None:
    """CUBICSPLINE rotations are used as the spline gives them, without normalising."""
    clip, times = state.posed.clip, np.unique(state.posed.times)
    if clip is None:
        return None

    def turns(track: Track) -> bool:
        return track.path == "rotation" and track.interpolation == "CUBICSPLINE"

    def raw(track: Track) -> Track:
        values = sample_track(dataclasses.replace(track, path="translation"), times)  # a path without a unit
        return Track(track.node, track.path, "STEP", times, values)

    if not any(map(turns, clip.tracks)):
        return None
    tracks = tuple(raw(track) if turns(track) else track for track in clip.tracks)
    return state.reposed(clip=dataclasses.replace(clip, tracks=tracks), unit=False)


def transposed_axes(skin: Skin, world: Float64) -> Float64:
    """(T, J, 3, 4) products with rows taken for columns in their three columns of axes; the fourth stays."""
    return _axes_transposed(multiply(world[:, skin.joints], skin.inverse_bind))


def transposed_bind_axes(skin: Skin, world: Float64) -> Float64:
    """(T, J, 3, 4) the same of inverse binds."""
    return multiply(world[:, skin.joints], _axes_transposed(skin.inverse_bind))


def _axes_transposed(matrix: Float64) -> Float64:
    out = np.array(matrix, np.float64)
    out[..., :3] = np.swapaxes(matrix[..., :3], -1, -2)
    return out
