"""``skinproof picture``: a model as the measured vertex shader draws it, as a PNG, without a window.

What ``--show`` names is drawn side by side, each under its label; skeletons (rest, bind, current) are drawn over the
first of them. Importable without ``bpy``.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ...skinning_core.cli.options import add_model, engine_named, load_asked, output
from ...skinning_core.cli.verb import SAME, Blender, Verb
from ...skinning_core.engine import Engines
from ...skinning_core.error import SkinproofError
from ...skinning_core.files.output import write_bytes
from ...skinning_core.model import Clip, Float64, Model, Part
from ...skinning_core.pose.clip import find_clip, sample_clip
from ...skinning_core.pose.pose import Pose
from ...skinning_core.skinned import Skinned

if TYPE_CHECKING:
    from ..gpu.data.column import Column
    from ..gpu.device.arrangement import Scale

SKELETONS = ("rest", "bind", "current")
LARGEST = 8192  # pixels along a side

SHOW_HELP = """what to draw, separated by commas: posed; model (as stored); skinspace:JOINT (times its inverse bind
matrix only); weights:JOINT; isolate:JOINT (only what it moves); joints (a colour each); cpu and gpu (and how far they
are apart); error:ENGINE (against the reference); crowd:N; skeletons over the first of them: rest, bind, current"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of ``picture``."""
    add_model(parser, several=False)
    parser.add_argument("--clip", metavar="C", default="0", help="a clip by name or number (default 0), or rest")
    parser.add_argument("--time", metavar="T", type=float, default=0.0, help="seconds into the clip (default 0)")
    parser.add_argument("--show", metavar="WHAT", default="posed", help=SHOW_HELP.replace("\n", " "))
    parser.add_argument("--size", metavar="WxH", type=size, default=(960, 720), help="pixels (default 960x720)")
    parser.add_argument("--turn", metavar="DEG", type=float, default=30.0, help="look from so far to the side (30)")
    parser.add_argument("--rise", metavar="DEG", type=float, default=12.0, help="look from so far above (12)")
    parser.add_argument(
        "--spacing", metavar="S", type=float, default=1.1, help="of a crowd, in sizes of the model (1.1)"
    )
    parser.add_argument("--offset", metavar="S", type=float, default=0.13, help="seconds from one to the next (0.13)")
    parser.add_argument("--out", metavar="FILE.png", required=True, help="where to write")


def size(text: str) -> tuple[int, int]:
    """``960x720`` as pixels (an argparse type)."""
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and 0 < int(width) <= LARGEST and 0 < int(height) <= LARGEST):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 960x720 (at most {LARGEST} a side)")
    return int(width), int(height)


def run(args: argparse.Namespace, engines: Engines) -> int:
    """Draw and write; says on stdout what was written."""
    target = output(args.out, [args.model], args.anim)
    model = load_asked(args.model, args)
    wanted = "rest" if args.clip == "0" and not model.clips else args.clip
    clip = find_clip(model, wanted)
    image = picture(model, clip, args, engines)
    from .png import png_bytes

    write_bytes(target, png_bytes(image))
    print(f"{args.out}: {image.shape[1]} x {image.shape[0]} pixels, {args.show}")
    return SAME


def picture(model: Model, clip: int | None, args: argparse.Namespace, engines: Engines) -> np.ndarray:
    """(height, width, 3) uint8 sRGB, top row first; ``args`` as ``add_arguments`` defines them."""
    from ..gpu.device.context import query_limits, require_gpu

    require_gpu()
    from ..gpu.device.arrangement import BACKGROUND, arranged, draw_arrangement
    from ..gpu.device.offscreen import rendered

    columns, scales = _columns(model, clip, args, engines)
    width, height = args.size
    arrangement = arranged(columns, width / height, args.turn, args.rise)
    limits = query_limits()
    return rendered(
        lambda w, h: draw_arrangement(arrangement, limits, scales, (w, h)), width, height, background=BACKGROUND
    )


def _columns(
    model: Model, clip: int | None, args: argparse.Namespace, engines: Engines
) -> tuple[tuple[Column, ...], dict[str, Scale]]:
    items = [item.strip() for item in args.show.split(",") if item.strip()]
    played = model.clip(clip)
    pose = sample_clip(model.nodes, played, np.array([args.time]))
    makers = _Makers(model, clip, played, pose, args, engines)
    columns = [makers.column(item) for item in items if item not in SKELETONS]
    skeletons = [item for item in items if item in SKELETONS]
    if skeletons or not columns:
        columns[:1] = [makers.with_skeletons(columns[0] if columns else None, skeletons)]
    return tuple(columns), makers.scales


class _Makers:
    """Makes one column per word of ``--show``; remembers the colour scales that their legends need."""

    def __init__(
        self,
        model: Model,
        clip: int | None,
        played: Clip | None,
        pose: Pose,
        args: argparse.Namespace,
        engines: Engines,
    ) -> None:
        self.model, self.clip, self.played, self.pose = model, clip, played, pose
        self.args, self.engines = args, engines
        self.scales: dict[str, Scale] = {}

    def column(self, item: str) -> Column:
        """The column that a word of ``--show`` asks for. Raises ``SkinproofError`` where it means nothing."""
        from ..gpu.data import column, tint

        name, _, value = item.partition(":")
        when = f"{self.played.name} at {self.args.time:g} s" if self.played else "rest pose"
        if name == "posed":
            return column.posed(self.model, self.pose, f"posed: {when}")
        if name == "model":
            return column.stage(self.model, self.pose, "mesh space: as stored", None)
        if name == "skinspace":
            return self._joint_space(self._joint(value))
        if name == "weights":
            return self._weights(self._joint(value))
        if name == "isolate":
            node = self._joint(value)
            label = f"moved by {self.model.nodes.names[node]}"
            return column.posed(self.model, self.pose, label, only=node)
        if name == "joints":
            return column.posed(self.model, self.pose, "one colour per joint", tint.by_joint)
        if name in ("cpu", "gpu"):
            return self._engine_column(name)
        if name == "error":
            return self._error(value or "blender")
        if name == "crowd":
            return self._crowd(value)
        raise SkinproofError(f"--show does not know {item!r}", fix="it knows " + SHOW_HELP.replace("\n", " "))

    def with_skeletons(self, under: Column | None, names: list[str]) -> Column:
        """A column with line skeletons over it; without anything to be over, the skeletons alone."""
        from ..gpu.data.bones import POSE_COLORS, bone_segments, pose_worlds
        from ..gpu.data.column import Column, posed

        body = posed(self.model, self.pose, "").points()
        extent = float(np.linalg.norm(np.ptp(body, axis=0))) if len(body) else 1.0
        worlds = pose_worlds(self.model, self.played, self.args.time)
        lines = tuple((bone_segments(self.model, worlds[name], extent), POSE_COLORS[name]) for name in names)
        legend = tuple((f"{name} pose", POSE_COLORS[name]) for name in names)
        return replace(under or Column("", ()), lines=lines, names=legend)

    def _joint_space(self, node: int) -> Column:
        from ..gpu.data.bones import axes_segments
        from ..gpu.data.column import stage

        found = stage(self.model, self.pose, f"joint space of {self.model.nodes.names[node]}", node)
        extent = float(np.linalg.norm(np.ptp(found.points(), axis=0)))
        colors = ((0.85, 0.2, 0.2, 1.0), (0.25, 0.6, 0.2, 1.0), (0.2, 0.35, 0.85, 1.0))
        return replace(found, lines=tuple(zip(axes_segments(0.25 * extent), colors, strict=True)))

    def _weights(self, node: int) -> Column:
        from ..gpu.data import column, tint

        def paint(model: Model, part: Part) -> np.ndarray:
            return tint.by_weight(tint.weight_of(model, part, node))

        self.scales["weights"] = ("weight 0", "1", tint.by_weight)
        made = column.posed(self.model, self.pose, f"weights of {self.model.nodes.names[node]}", paint)
        return replace(made, legend="weights")

    def _engine_column(self, name: str) -> Column:
        """The CPU's positions drawn as they are, or the GPU's palette drawn by the shader, with their difference."""
        from ..gpu.data import column, tint

        reference = self._skin("reference")
        if name == "cpu":
            colors = tuple(tint.material(self.model, part) for part in self.model.parts)
            return column.of_positions(
                self.model, _first(reference), "skinned on the CPU (float64)", colors, reference.normals
            )
        errors = _errors(reference, self._skin("gpu"))
        largest = max((float(np.nanmax(e)) for e in errors if len(e)), default=0.0)
        label = f"skinned on the GPU: {largest:.1e} of its size apart at most"
        return column.posed(self.model, self.pose, label)

    def _error(self, engine: str) -> Column:
        from ..draw import heat_map
        from ..gpu.data import column

        other = self._skin(engine)
        reference = self._skin("reference")
        errors = _errors(reference, other)
        top = max((float(np.nanmax(e, initial=0.0)) for e in errors if len(e)), default=0.0)
        colors = tuple(
            np.column_stack([heat_map.srgb_colors(e / (top or 1.0)), np.ones(len(e))]).astype(np.float32)
            for e in errors
        )
        self.scales["error"] = ("error: 0", f"{top:.1e} of the size", heat_map.srgb_colors)
        made = column.of_positions(
            self.model, _first(other), f"{engine} against the reference", colors, reference.normals
        )
        return replace(made, legend="error")

    def _crowd(self, value: str) -> Column:
        from ..gpu.data import column

        if not (value.isdecimal() and 0 < int(value) <= 10000):
            raise SkinproofError(f"a crowd of {value!r} is no number of characters", fix="such as crowd:200")
        body = column.posed(self.model, self.pose, "").points()
        extent = np.ptp(body[:, [0, 2]], axis=0)
        spacing = self.args.spacing * np.maximum(extent, extent.max() / 2.0)
        label = f"{value} characters, {self.args.offset:g} s apart"
        return column.crowd(self.model, self.played, self.args.time, int(value), self.args.offset, spacing, label)

    def _skin(self, engine: str) -> Skinned:
        return engine_named(engine, self.engines)(self.model, self.clip, np.array([self.args.time]))

    def _joint(self, name: str) -> int:
        """The node of a joint by name or number; without either, the joint with the most weight."""
        joints = dict.fromkeys(int(node) for skin in self.model.skins for node in skin.joints)
        if not joints:
            raise SkinproofError("the model has no joints", where=str(self.model.path or ""))
        if not name:
            return self._heaviest(list(joints))
        for node in joints:
            if name in (self.model.nodes.names[node], str(node)):
                return node
        known = ", ".join(self.model.nodes.names[node] for node in list(joints)[:12])
        raise SkinproofError(f"there is no joint {name!r}", fix=f"joints: {known}{', ...' if len(joints) > 12 else ''}")

    def _heaviest(self, joints: list[int]) -> int:
        from ..gpu.data.tint import weight_of

        totals = [sum(float(weight_of(self.model, part, node).sum()) for part in self.model.parts) for node in joints]
        return joints[int(np.argmax(totals))]


def _first(skinned: Skinned) -> tuple[Float64, ...]:
    return tuple(positions[0] for positions in skinned.positions)


def _errors(reference: Skinned, other: Skinned) -> tuple[Float64, ...]:
    """Per part (V,) distances, relative to the size of the reference (the diagonal of its bounding box)."""
    diagonal = float(reference.diagonal[0]) or 1.0
    pairs = zip(_first(reference), _first(other), strict=True)
    return tuple(np.linalg.norm(a - b, axis=1) / diagonal for a, b in pairs)


def blender(args: argparse.Namespace) -> Blender:
    """Drawing is Blender's."""
    del args
    return Blender.NEEDED


VERB = Verb("picture", "draw a model with the measured vertex shader into a PNG", add_arguments, run, blender)
