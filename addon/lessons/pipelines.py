"""Columns of the word that shows the two ways of a vertex to the picture: without a skin, and with one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ...skinning_core.model import Float64
from ...skinning_core.report.camera import Camera, framed
from ...skinning_core.skin.posed_model import posed_model
from ...skinning_core.transform import move_points
from ..gpu.data import column
from ..gpu.data.column import Column
from . import spaces
from .motif import Motif

#: Width divided by height of the picture at the end of both ways.
ASPECT = 4 / 3
#: sRGB colour of the camera's view, and of the cube into which it goes.
FRUSTUM = (0.45, 0.48, 0.52, 1.0)
#: The cube's z grows away from the viewer, a picture's towards him: unturned, it would be seen from behind.
INWARD = np.array([1.0, 1.0, -1.0])

Places = tuple[Float64, ...]  # per part (V, 3)


def pipelines(subject: Motif, _: str) -> tuple[Column, ...]:
    """Mesh space, world, camera and the cube of the picture: by the nodes' matrices, then by joints."""
    model = subject.model
    posed = posed_model(model, subject.played, [subject.time])
    skinned = tuple(places[0] for places in posed.positions())
    by_node = tuple(move_points(posed.world[0, p.node], posed.morphed_positions(p)[0]) for p in model.parts)
    camera = framed(np.concatenate(skinned), ASPECT)
    stored = replace(spaces.mesh_space(subject, ""), label="no skin: mesh space")
    ways = _way(subject, (stored, "times the node's matrix"), by_node, camera)
    if any(map(model.is_skinned, model.parts)):
        own = replace(spaces.own_spaces(subject, ""), label="a skin: every joint's space")
        ways += _way(subject, (own, "times G, then the mean"), skinned, camera)
    return ways


def _way(subject: Motif, begin: tuple[Column, str], world: Places, camera: Camera) -> tuple[Column, ...]:
    """Four columns: the beginning, the world, before the camera, in the cube."""
    first, label = begin

    def drawn(words: str, places: Places) -> Column:
        return replace(column.of_positions(subject.model, places, words, subject.colors), own_view=True)

    before = tuple(move_points(camera.view[:3], places) for places in world)
    clip = [move_points(camera.projection, places) for places in before]
    cube = tuple(places[:, :3] / places[:, 3:] * INWARD for places in clip)
    far = min(float(places[:, 2].min()) for places in before)
    seen = replace(
        drawn("before the camera", before),
        lines=((_frustum(camera, far), FRUSTUM),),
        marks=(("camera", np.zeros(3)),),
        grounded=False,
    )
    return (
        replace(first, own_view=True),
        drawn(label, world),
        seen,
        replace(drawn("divided by w: z goes inward", cube), lines=((_edges(), FRUSTUM),), grounded=False, inward=True),
    )


def _frustum(camera: Camera, far: float) -> Float64:
    """(8, 2, 3) what the camera sees, in its own space, down to the depth ``far`` (below 0)."""
    across, up = -far / camera.projection[0, 0], -far / camera.projection[1, 1]
    corners = np.array([[x * across, y * up, far] for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    rays = np.stack([np.zeros((4, 3)), corners], axis=1)
    return np.concatenate([rays, np.stack([corners, np.roll(corners, -1, axis=0)], axis=1)])


def _edges() -> Float64:
    """(12, 2, 3) the edges of the cube from -1 to 1."""
    corners = np.array([[x, y, z] for x in (-1.0, 1.0) for y in (-1.0, 1.0) for z in (-1.0, 1.0)])
    pairs = [(a, b) for a in range(8) for b in range(a) if np.abs(corners[a] - corners[b]).sum() == 2.0]
    return np.asarray(corners[np.array(pairs)])
