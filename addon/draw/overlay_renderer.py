"""The overlay in a 3D view: what to show (data), what is kept on the GPU for it, and the drawing at every redraw.

Vertices are uploaded once; for a new time only matrices are. All is drawn where the file puts the character.
"""

from __future__ import annotations

import time as clock
from dataclasses import dataclass, replace

import gpu
import numpy as np

from ...skinning_core.compare.causes.mistake import BY_CODE
from ...skinning_core.model import Clip, Float, Float64, Int, Model, Part
from ...skinning_core.pose.clip import sample_clip
from ...skinning_core.pose.playback import playing_times
from ...skinning_core.pose.pose import Pose, local_matrices, world_matrices
from ...skinning_core.report.camera import Camera
from ...skinning_core.skeleton.faces import triangles_of
from ...skinning_core.skin.posed_model import posed_model
from ...skinning_core.subject import AS_SPECIFIED, SUBJECTS, Choices
from ..gpu.data import tint
from ..gpu.data.bones import ABSENT, POSE_COLORS, REACH, STRANGER, bone_segments, cross_segments, pose_worlds, thinned
from ..gpu.data.column import Piece, isolated_triangles, of_positions
from ..gpu.data.geometry import Float32, Geometry, part_geometry, towards_rigid
from ..gpu.data.palette import PartPalette, part_palette, uncentred
from ..gpu.device.context import query_limits
from ..gpu.device.lines import draw_lines
from ..gpu.device.shapes import WHITE, rectangle, text
from ..gpu.device.surface import Look, PosedSurface, Surface, draw_surface, pose_surface, upload_surface
from ..rig.space import AXES
from ..translations import said, say
from .overlay_textures import OverlayTextures
from .row_in_view import extent_at_rest, step_aside

#: The shift towards the viewer, as a fraction of the depth, since Blender's own mesh is in the same place.
NEARER = 2e-5
LINE = 2.5
LETTER = 12
SURFACES_KEPT = 64


@dataclass(frozen=True, eq=False)
class Shown:
    """Everything that decides what is drawn."""

    model: Model
    place: Float64  # (4, 4) Blender's world, from the file's place of the character to today's
    clip: Clip | None
    time: float  # seconds
    ghost: str  # "NONE", "OVER", "BESIDE", "BOTH"
    stage: str  # "MESH", "OWN", "JOINT", "POSED"
    paint: str  # "MATERIAL", "WEIGHTS", "JOINTS"
    joint: int | None  # its node
    isolate: bool
    opacity: float
    poses: tuple[str, ...]
    crowd: int  # number of characters; 0: no crowd
    spacing: float  # in sizes of the character
    offset: float  # in seconds
    looping: bool = False  # whether the clip begins again beyond its end
    form: str = ""  # the engine that skins the posed mesh on the CPU; empty: the measured shader
    mistake: str = ""  # code of a mistake made in skinning the posed mesh; empty: none
    way: float = 0.0  # how much of the way from the joint's space into the world, 0 to 1
    smoothness: float = 1.0  # of the shader's weights: 0 all on the strongest joint, 1 the file's
    clips: tuple[Clip | None, ...] = ()  # the crowd's, in turn; empty: the one clip
    choices: Choices = AS_SPECIFIED  # weights and normals of the posed mesh
    strangers: Float64 | None = None  # (n, 3) Blender's world: vertices of the scene that are not in the file
    absent: Float64 | None = None  # (m, 3) Blender's world: vertices of the file that are not in the scene

    @property
    def times(self) -> Float64:
        """(1,) the shown time within the clip."""
        return playing_times(self.clip, np.array([self.time]), looping=self.looping)


class Live:
    """What the GPU holds for one character's overlay."""

    def __init__(self) -> None:
        self._model: Model | None = None  # whose surfaces and extent these are
        self._surfaces: dict[tuple[object, ...], tuple[Geometry, Surface]] = {}
        self._extent = np.zeros(3)  # of the model at rest, in metres
        self._form: tuple[tuple[object, ...], list[PosedSurface]] | None = None
        self._crowd: tuple[tuple[object, ...], list[PosedSurface]] | None = None
        self._limits = query_limits()
        self._smoothness = 1.0  # of the kept surfaces
        self._textures: OverlayTextures | None = None
        self.shown: Shown | None = None  # last drawn
        self.seconds: dict[str, float] = {}  # what skinning by "CPU" and by "GPU" took, uploads included
        self.impossible = False  # the character cannot show the chosen mistake

    def draw(
        self, shown: Shown, view_matrix: Float, window_matrix: Float, size: tuple[int, int], pixel: float = 1.0
    ) -> None:
        """Draw into the 3D view's frame buffer; depth test, blending and mask are reset afterwards.

        size: of the view, in pixels. pixel: pixels for one of the interface's, for the width of lines.
        """
        self.shown = shown
        view = np.array(view_matrix, np.float64) @ shown.place @ AXES
        camera = Camera(view, np.array(window_matrix, np.float64))
        towards = camera.to_viewer / np.linalg.norm(camera.to_viewer)  # the character may be scaled
        look = Look(tuple(camera.light().tolist()), tuple(towards.tolist()), opacity=shown.opacity, to_linear=True)
        self._keep_only(shown.model)
        try:
            gpu.state.depth_test_set("LESS_EQUAL")
            gpu.state.depth_mask_set(True)
            if shown.ghost != "NONE":
                self._draw_ghosts(shown, view, camera.matrix, look)
            if shown.crowd:
                self._draw_crowd(shown, camera.matrix, replace(look, opacity=1.0))
            gpu.state.depth_test_set("NONE")
            gpu.state.blend_set("ALPHA")
            self._draw_skeletons(shown, camera.matrix, size, pixel)
            world_to_clip = np.array(window_matrix, np.float64) @ np.array(view_matrix, np.float64)
            draw_strangers(shown, float(np.linalg.norm(self._extent)), world_to_clip, size, pixel)
        finally:
            gpu.state.depth_test_set("NONE")
            gpu.state.depth_mask_set(False)
            gpu.state.color_mask_set(True, True, True, True)
            gpu.state.blend_set("NONE")

    def _draw_ghosts(self, shown: Shown, view: Float64, world_to_clip: Float64, look: Look) -> None:
        """The mesh over Blender's or beside it; of "BOTH" the CPU's beside it, and beside that the GPU's."""
        aside = np.zeros(3) if shown.ghost == "OVER" else step_aside(view, self._extent)
        on_cpu = shown.stage == "POSED" and bool(shown.form or shown.mistake)
        skinned = self._formed(shown) if on_cpu else self._staged(shown)
        _draw_ghost(skinned, _moved(world_to_clip, aside), look)
        if shown.ghost == "BOTH":
            _draw_ghost(self._staged(shown), _moved(world_to_clip, 2.0 * aside), look)

    def _staged(self, shown: Shown) -> list[PosedSurface]:
        """The parts at a stage of the pipeline, skinned by the measured shader."""
        began, kept = clock.perf_counter(), set(self._surfaces)
        pose = sample_clip(shown.model.nodes, shown.clip, shown.times)
        surfaces = []
        for k, part in enumerate(shown.model.parts):
            geometry, surface = self._surface(shown, k, part, pose, instanced=False)
            palette = _stage_palette(shown, part, geometry, pose)
            if palette is not None:
                surfaces.append(pose_surface(surface, palette))
        if set(self._surfaces) <= kept:  # the first time, single uploads are counted too
            self.seconds["GPU"] = clock.perf_counter() - began
        return surfaces

    def _formed(self, shown: Shown) -> list[PosedSurface]:
        """The parts skinned by a form or a mistake on the CPU; kept until time, form or colours change."""
        painted = (shown.paint, shown.joint, shown.isolate)
        textures = [self._texture(shown, part) for part in shown.model.parts]
        bare = tuple(texture is None for texture in textures)
        by = (shown.form, shown.mistake, shown.choices)
        key = (id(shown.model), *by, *painted, *bare, float(shown.times[0]), shown.clip)
        if self._form is not None and self._form[0] == key:
            return self._form[1]
        if self._form is None:  # the first time costs 50 times what a frame does
            formed_pieces(shown)
        began = clock.perf_counter()
        pieces = formed_pieces(shown)
        self.impossible = pieces is None
        surfaces = []
        for piece, texture in zip(pieces or (), textures, strict=pieces is not None):
            colors = piece.tint if texture is None else texture[0].tint
            surface = upload_surface(piece.geometry, piece.triangles, colors, 1, self._limits, texture=texture)
            surfaces.append(pose_surface(surface, piece.palette))
        self._form = key, surfaces
        self.seconds["CPU"] = clock.perf_counter() - began
        return surfaces

    def _draw_crowd(self, shown: Shown, world_to_clip: Float64, look: Look) -> None:
        """Draw each part with one call for all characters; posed once for a time and a setting."""
        painted = (shown.paint, shown.joint, shown.isolate)
        standing = (shown.crowd, shown.spacing, shown.offset, shown.looping, shown.clips)
        bare = tuple(self._texture(shown, part) is None for part in shown.model.parts)
        key = (id(shown.model), *painted, *standing, *bare, shown.time, shown.clip)
        if self._crowd is None or self._crowd[0] != key:
            self._crowd = key, self._posed_crowd(shown)
        _draw_all(self._crowd[1], world_to_clip, look)

    def _posed_crowd(self, shown: Shown) -> list[PosedSurface]:
        from ..lessons.crowd import CrowdTimes, crowd_palettes, placed_palette, places_around

        times = CrowdTimes(shown.time, shown.crowd, shown.offset, shown.looping)
        first = sample_clip(shown.model.nodes, shown.clip, times.seconds(shown.clip)[:1])
        extent = self._extent[[0, 2]]
        places = places_around(shown.crowd, shown.spacing * np.maximum(extent, extent.max() / 2.0))
        out = []
        for k, palette in enumerate(crowd_palettes(shown.model, shown.clips or (shown.clip,), times)):
            geometry, surface = self._surface(shown, k, shown.model.parts[k], first, instanced=True)
            out.append(pose_surface(surface, placed_palette(palette, geometry, places)))
        return out

    def _draw_skeletons(self, shown: Shown, world_to_clip: Float64, size: tuple[int, int], pixel: float) -> None:
        if not shown.poses:
            return
        worlds = pose_worlds(shown.model, shown.clip, float(shown.times[0]))
        extent = float(np.linalg.norm(self._extent))
        for k, name in enumerate(shown.poses):
            segments = bone_segments(shown.model, worlds[name], extent)
            width = (LINE + 2.0 * (len(shown.poses) - 1 - k)) * pixel
            width *= thinned(segments, world_to_clip, size, pixel)
            draw_lines(segments, POSE_COLORS[name], world_to_clip, width=width, size=size)

    def _surface(self, shown: Shown, k: int, part: Part, pose: Pose, *, instanced: bool) -> tuple[Geometry, Surface]:
        """The part's vertices on the GPU, uploaded anew if its shape, colours or faces have changed."""
        morphs = shown.model.primitive(part).morph_positions is not None
        shape = pose.morph_weights[part.node][:1].tobytes() if morphs else b""
        choices = shown.choices if shown.stage == "POSED" and not instanced else AS_SPECIFIED
        smoothness = shown.smoothness if shown.stage == "POSED" and not instanced else 1.0
        texture = self._texture(shown, part)
        key = (k, shown.paint, shown.joint, shown.isolate, instanced, shape, choices, smoothness, texture is None)
        if key not in self._surfaces:
            full = len(self._surfaces) >= SURFACES_KEPT + 2 * len(shown.model.parts)
            if full or (smoothness != self._smoothness and not instanced):  # only the last of a dragged slider
                self._surfaces.clear()
                self._smoothness = smoothness
            geometry = towards_rigid(part_geometry(shown.model, part, pose, choices), smoothness)
            triangles = _faces_shown(shown, part)
            joints = len(shown.model.skins[part.skin].joints) if part.skin >= 0 else 1
            colors = _colors(shown, part) if texture is None else texture[0].tint
            surface = upload_surface(
                geometry, triangles, colors, joints, self._limits, instanced=instanced, texture=texture
            )
            self._surfaces[key] = geometry, surface
        return self._surfaces[key]

    def _texture(self, shown: Shown, part: Part) -> tuple[tint.SurfaceTexture, gpu.types.GPUTexture] | None:
        """The part's texture if the file's materials are shown and it is there already."""
        if shown.paint != "MATERIAL":
            return None
        if self._textures is None or self._textures.model is not shown.model:
            self._textures = OverlayTextures(shown.model)
        return self._textures.of(part)

    def _keep_only(self, model: Model) -> None:
        """Forget what belongs to another model."""
        if self._model is not model:
            self._surfaces.clear()
            self._crowd = None
            self._extent = extent_at_rest(model)
            self._model = model


def draw_strangers(
    shown: Shown, size_of_model: float, world_to_clip: Float64, size: tuple[int, int], pixel: float
) -> None:
    """Crosses on the vertices that only the scene has, and on those that only the file has."""
    scale = float(np.cbrt(abs(np.linalg.det(shown.place[:3, :3]))))
    for points, color in ((shown.strangers, STRANGER), (shown.absent, ABSENT)):
        if points is not None:
            segments = cross_segments(points, REACH * size_of_model * scale)
            draw_lines(segments, color, world_to_clip, width=LINE * pixel, size=size)


def formed_pieces(shown: Shown) -> tuple[Piece, ...] | None:
    """The parts where the form puts them, drawn as they are; colours and isolation as for any stage.

    With a mistake: where the reference with that mistake puts them, each face shaded by itself; None if the character
    cannot show it.
    """
    model = shown.model
    placed = _mistaken(shown) if shown.mistake else _formed(shown)
    if placed is None:
        return None
    positions, normals = placed
    colors = tuple(_colors(shown, part) for part in model.parts)
    places = tuple(of_part[0] for of_part in positions)
    pieces = []
    for piece, part, points in zip(
        of_positions(model, places, "", colors, normals).pieces, model.parts, places, strict=True
    ):
        faces = _faces_shown(shown, part)
        lost = ~np.isfinite(points).all(axis=1)
        pieces.append(replace(piece, triangles=faces[~lost[faces].any(axis=1)]))
    return tuple(pieces)


def _mistaken(shown: Shown) -> tuple[tuple[Float, ...], tuple[Float | None, ...]] | None:
    """Positions with the mistake, and no normals; None if the character cannot show it."""
    with np.errstate(all="ignore"):
        positions = BY_CODE[shown.mistake].positions(posed_model(shown.model, shown.clip, shown.times))
    return None if positions is None else (positions, ())


def _formed(shown: Shown) -> tuple[tuple[Float, ...], tuple[Float | None, ...]]:
    """Positions and normals of the form."""
    clip = None if shown.clip is None else shown.model.clips.index(shown.clip)
    skinned = SUBJECTS[shown.form + shown.choices.words](shown.model).at(clip, shown.times)
    return skinned.positions, skinned.normals


def _faces_shown(shown: Shown, part: Part) -> Int:
    """(F, 3) the drawn faces; if one joint is isolated, those whose vertices all follow it."""
    if shown.isolate and shown.joint is not None:
        return isolated_triangles(shown.model, part, shown.joint)
    return triangles_of(shown.model.primitive(part))


def _stage_palette(shown: Shown, part: Part, geometry: Geometry, pose: Pose) -> PartPalette | None:
    from ..lessons.stages import carried_by_one, in_mesh_space, in_own_joint_spaces, on_the_way

    model = shown.model
    if shown.stage == "MESH":
        return in_mesh_space(model, part, geometry)
    if shown.stage == "OWN":
        return in_own_joint_spaces(model, part, geometry)
    if shown.stage == "JOINT" and shown.joint is not None:
        carried = on_the_way(model.nodes.parents, local_matrices(pose)[0], shown.joint, shown.way)
        return carried_by_one(model, part, geometry, shown.joint, carried)
    palette = part_palette(model, part, geometry, world_matrices(pose))
    return uncentred(palette) if geometry.choices.raw_weights else palette


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


def _draw_ghost(surfaces: list[PosedSurface], world_to_clip: Float64, look: Look) -> None:
    if look.opacity < 1.0:  # depth is drawn first, alone: then only the nearest of faces in a row is blended
        gpu.state.color_mask_set(False, False, False, False)
        _draw_all(surfaces, world_to_clip, look)
        gpu.state.color_mask_set(True, True, True, True)
        gpu.state.blend_set("ALPHA")
    _draw_all(surfaces, world_to_clip, look)
    gpu.state.blend_set("NONE")


def _draw_all(surfaces: list[PosedSurface], world_to_clip: Float64, look: Look) -> None:
    nearer = world_to_clip.copy()
    nearer[2] -= NEARER * world_to_clip[3]
    for surface in surfaces:
        draw_surface(surface, nearer, look)


def legend_lines(live: Live) -> tuple[str, ...]:
    """What is said of the drawn mesh: the mistake, and what CPU and GPU took to skin it."""
    shown, lines = live.shown, []
    if shown is None or shown.ghost == "NONE" or shown.stage != "POSED":
        return ()
    if shown.mistake:
        lines.append(said(BY_CODE[shown.mistake].sentence))
        if live.impossible:
            lines.append(say("This character cannot show this mistake"))
    if shown.ghost == "BOTH":
        lines.append(say("From left to right: Blender, CPU, GPU"))
        told = (("CPU", "CPU, every vertex: {time} ms"), ("GPU", "GPU, the palette only: {time} ms"))
        lines += [say(words, time=f"{1000.0 * live.seconds[name]:.2f}") for name, words in told if name in live.seconds]
    return tuple(lines)


def draw_overlay_legend(live: Live, x: float, top: float, unit: float) -> None:
    """Draw the meaning of the skeletons' colours and the weights' scale, from ``top`` down, in the region's pixels."""
    shown, y = live.shown, top
    if shown is None:
        return
    for line in legend_lines(live):
        text(line, x, y, LETTER * unit, WHITE)
        y -= 18 * unit
    words = {"rest": say("rest pose"), "bind": say("bind pose"), "current": say("current pose")}
    rows = [(POSE_COLORS[name], words[name]) for name in shown.poses]
    if shown.strangers is not None:
        rows.append((STRANGER, say("not in the file: {count}", count=f"{len(shown.strangers):,}")))
    if shown.absent is not None:
        rows.append((ABSENT, say("not in the scene: {count}", count=f"{len(shown.absent):,}")))
    for color, line in rows:
        rectangle(x, y, 18 * unit, 8 * unit, [color])
        text(line, x + 26 * unit, y, LETTER * unit, WHITE)
        y -= 18 * unit
    if shown.paint == "WEIGHTS" and shown.joint is not None and shown.ghost != "NONE":
        colors = tint.by_weight(np.linspace(0.0, 1.0, 33))
        rectangle(x, y, 140 * unit, 8 * unit, [(r, g, b, a) for r, g, b, a in colors.tolist()])
        name = shown.model.nodes.names[shown.joint]
        text(say("weight of {joint}: 0 to 1", joint=name), x, y - 15 * unit, LETTER * unit, WHITE)
