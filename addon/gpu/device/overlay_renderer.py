"""The overlay in a 3D view: what to show (data), what is kept on the GPU for it, and the drawing at every redraw.

Vertices are uploaded once; for a new time only matrices are. All of it is drawn where the file puts the character.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import gpu
import numpy as np

from ....skinning_core.model import Clip, Float, Float64, Model, Part
from ....skinning_core.pose.clip import sample_clip
from ....skinning_core.pose.pose import Pose, world_matrices
from ....skinning_core.skeleton.faces import triangles_of
from ....skinning_core.transform import as_4x4
from ...rig.space import TO_BLENDER
from ..data import tint
from ..data.bones import POSE_COLORS, bone_segments, pose_worlds
from ..data.camera import Camera
from ..data.column import posed
from ..data.crowd import crowd_pose, grid_places, placed
from ..data.geometry import Float32, Geometry, part_geometry
from ..data.palette import PartPalette, part_palette
from ..data.stages import in_joint_space, in_mesh_space
from .context import query_limits
from .lines import draw_lines
from .shapes import WHITE, rectangle, text
from .surface import Look, PosedSurface, Surface, draw_surface, pose_surface, upload_surface

#: The shift towards the viewer, as a fraction of the depth, since Blender's own mesh stands in the same place.
NEARER = 2e-5
LINE = 2.5
LETTER = 12
SURFACES_KEPT = 64


@dataclass(frozen=True, eq=False)
class Shown:
    """Everything that decides what is drawn."""

    model: Model
    clip: Clip | None
    time: float  # seconds
    ghost: str  # "NONE", "OVER", "BESIDE"
    stage: str  # "MESH", "JOINT", "POSED"
    paint: str  # "MATERIAL", "WEIGHTS", "JOINTS"
    joint: int | None  # its node
    isolate: bool
    opacity: float
    poses: tuple[str, ...]
    crowd: int  # number of characters; 0: no crowd
    spacing: float  # in sizes of the character
    offset: float  # in seconds


class Live:
    """What is kept on the GPU for the overlay of one character."""

    def __init__(self) -> None:
        self._surfaces: dict[tuple, tuple[Geometry, Surface]] = {}
        self._extents: dict[int, tuple[Model, Float64]] = {}
        self._limits = query_limits()

    def draw(self, shown: Shown, view_matrix: Float, window_matrix: Float, size: tuple[int, int]) -> None:
        """Draw into the 3D view's frame buffer; depth test, blending and mask are reset afterwards."""
        to_blender = as_4x4(np.concatenate([TO_BLENDER, np.zeros((3, 1))], axis=1))
        view = np.array(view_matrix, np.float64) @ to_blender
        camera = Camera(view, np.array(window_matrix, np.float64))
        look = Look(
            tuple(camera.light().tolist()), tuple(camera.to_viewer.tolist()), opacity=shown.opacity, to_linear=True
        )
        extent = self._extent(shown)  # this comes first, since it notices another model
        try:
            gpu.state.depth_test_set("LESS_EQUAL")
            gpu.state.depth_mask_set(True)
            if shown.ghost != "NONE":
                beside = np.zeros(3)
                if shown.ghost == "BESIDE":
                    beside[0] = 1.2 * extent[0]
                self._draw_ghost(shown, _moved(camera.matrix, beside), look)
            if shown.crowd:
                self._draw_crowd(shown, camera.matrix, replace(look, opacity=1.0))
            gpu.state.depth_test_set("NONE")
            gpu.state.blend_set("ALPHA")
            self._draw_skeletons(shown, camera.matrix, size)
        finally:
            gpu.state.depth_test_set("NONE")
            gpu.state.depth_mask_set(False)
            gpu.state.color_mask_set(True, True, True, True)
            gpu.state.blend_set("NONE")

    def _draw_ghost(self, shown: Shown, world_to_clip: Float64, look: Look) -> None:
        pose = sample_clip(shown.model.nodes, shown.clip, np.array([shown.time]))
        world = world_matrices(pose)
        surfaces = []
        for k, part in enumerate(shown.model.parts):
            geometry, surface = self._surface(shown, k, part, pose, instanced=False)
            palette = _stage_palette(shown, part, geometry, world)
            if palette is not None:
                surfaces.append(pose_surface(surface, palette))
        if look.opacity < 1.0:  # depth is drawn first, alone: of faces in a row, only the nearest is then blended
            gpu.state.color_mask_set(False, False, False, False)
            _draw_all(surfaces, world_to_clip, look)
            gpu.state.color_mask_set(True, True, True, True)
            gpu.state.blend_set("ALPHA")
        _draw_all(surfaces, world_to_clip, look)
        gpu.state.blend_set("NONE")

    def _draw_crowd(self, shown: Shown, world_to_clip: Float64, look: Look) -> None:
        """Draw each part with one call, whatever the number of characters."""
        pose = crowd_pose(shown.model, shown.clip, shown.time, shown.crowd, shown.offset)
        world = world_matrices(pose)
        extent = self._extent(shown)[[0, 2]]
        places = grid_places(shown.crowd, shown.spacing * np.maximum(extent, extent.max() / 2.0))
        for k, part in enumerate(shown.model.parts):
            geometry, surface = self._surface(shown, k, part, pose, instanced=True)
            palette = placed(part_palette(shown.model, part, geometry, world), places)
            _draw_all([pose_surface(surface, palette)], world_to_clip, look)

    def _draw_skeletons(self, shown: Shown, world_to_clip: Float64, size: tuple[int, int]) -> None:
        if not shown.poses:
            return
        worlds = pose_worlds(shown.model, shown.clip, shown.time)
        extent = float(np.linalg.norm(self._extent(shown)))
        for k, name in enumerate(shown.poses):
            segments = bone_segments(shown.model, worlds[name], extent)
            width = LINE + 2.0 * (len(shown.poses) - 1 - k)
            draw_lines(segments, POSE_COLORS[name], world_to_clip, width=width, size=size)

    def _surface(self, shown: Shown, k: int, part: Part, pose: Pose, *, instanced: bool) -> tuple[Geometry, Surface]:
        """The part's vertices on the GPU, uploaded anew where its shape, colours or faces have changed."""
        morphs = shown.model.primitive(part).morph_positions is not None
        shape = pose.morph_weights[part.node][:1].tobytes() if morphs else b""
        key = (id(shown.model), k, shown.paint, shown.joint, shown.isolate, instanced, shape)
        if key not in self._surfaces:
            if len(self._surfaces) >= SURFACES_KEPT + 2 * len(shown.model.parts):
                self._surfaces.clear()
            geometry = part_geometry(shown.model, part, pose)
            triangles = triangles_of(shown.model.primitive(part))
            if shown.isolate and shown.joint is not None:
                moved = tint.weight_of(shown.model, part, shown.joint) > 0.0
                triangles = triangles[moved[triangles].all(axis=1)]
            joints = len(shown.model.skins[part.skin].joints) if part.skin >= 0 else 1
            surface = upload_surface(
                geometry, triangles, _colors(shown, part), joints, self._limits, instanced=instanced
            )
            self._surfaces[key] = geometry, surface
        return self._surfaces[key]

    def _extent(self, shown: Shown) -> Float64:
        """(3,) size of the model at rest, in metres."""
        known = self._extents.get(id(shown.model))
        if known is None or known[0] is not shown.model:
            pose = sample_clip(shown.model.nodes, None, np.zeros(1))
            self._extents = {id(shown.model): (shown.model, np.ptp(posed(shown.model, pose, "").points(), axis=0))}
            self._surfaces.clear()
        return self._extents[id(shown.model)][1]


def _stage_palette(shown: Shown, part: Part, geometry: Geometry, world: Float64) -> PartPalette | None:
    if shown.stage == "MESH":
        return in_mesh_space(shown.model, part, geometry)
    if shown.stage == "JOINT" and shown.joint is not None:
        return in_joint_space(shown.model, part, geometry, shown.joint)
    return part_palette(shown.model, part, geometry, world)


def _colors(shown: Shown, part: Part) -> Float32:
    if shown.paint == "WEIGHTS" and shown.joint is not None:
        return tint.by_weight(tint.weight_of(shown.model, part, shown.joint))
    if shown.paint == "JOINTS":
        return tint.by_joint(shown.model, part)
    return tint.material(shown.model, part)


def _moved(world_to_clip: Float64, by: Float64) -> Float64:
    move = np.eye(4)
    move[:3, 3] = by
    return world_to_clip @ move


def _draw_all(surfaces: list[PosedSurface], world_to_clip: Float64, look: Look) -> None:
    nearer = world_to_clip.copy()
    nearer[2] -= NEARER * world_to_clip[3]
    for surface in surfaces:
        draw_surface(surface, nearer, look)


def draw_overlay_legend(shown: Shown, x: float, top: float, unit: float) -> None:
    """Draw what the skeletons' colours and the weights' scale mean, from ``top`` down, in pixels of the region."""
    y = top
    for name in shown.poses:
        rectangle(x, y, 18 * unit, 8 * unit, [POSE_COLORS[name]])
        text(f"{name} pose", x + 26 * unit, y, LETTER * unit, WHITE)
        y -= 18 * unit
    if shown.paint == "WEIGHTS" and shown.joint is not None and shown.ghost != "NONE":
        colors = tint.by_weight(np.linspace(0.0, 1.0, 33))
        rectangle(x, y, 140 * unit, 8 * unit, [(r, g, b, a) for r, g, b, a in colors.tolist()])
        name = shown.model.nodes.names[shown.joint]
        text(f"weight of {name}: 0 to 1", x, y - 15 * unit, LETTER * unit, WHITE)
