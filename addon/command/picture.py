"""``skinproof picture``: a model as the measured vertex shader draws it, as a PNG, without a window.

The columns that ``--show`` names are drawn side by side, all seen by one camera, each in a cell of its own with its
label; skeletons (rest, bind, current) are drawn over the first of them. With ``--frames`` the clip is played from the
time on, and the file is an animated PNG or GIF. Importable without ``bpy``.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ...skinning_core.cli.options import ModelArguments, add_loop, add_model, load_asked, output, picture_size
from ...skinning_core.cli.verb import SAME, Blender, Verb
from ...skinning_core.error import SkinproofError
from ...skinning_core.files.output import write_bytes
from ...skinning_core.model import Model
from ...skinning_core.pose.clip import find_clip, sample_clip
from ...skinning_core.pose.playback import playing_times
from ...skinning_core.subject import Makers
from ..gpu.data import tint

if TYPE_CHECKING:
    from ..gpu.data.column import Column, Paint

SKELETONS = ("rest", "bind", "current")
FASTEST_GIF = 50  # a second: browsers slow down what is faster

SHOW_HELP = """what to draw, separated by commas: posed; meshspace (as stored); jointspace:JOINT (times its inverse
bind matrix only); limb:JOINT (the same, only what follows it); ownspace (every vertex under its own inverse binds
only); steps:JOINT (the limb from its space to the world, one local matrix after the other); carried:JOINT (all of the
mesh by that joint alone); weights:JOINT; isolate:JOINT (only what it moves); joints (one colour per joint); beyond:N
(the weight that is lost beyond the N strongest influences); weightsum:S (weights that add up to S, used as they are);
cpu and gpu (and how far apart they are); engine:NAME (any engine's positions, such as engine:form:rigid); error:ENGINE
(against the reference); normals (by the inverse transpose, and as directions); mistake:NAME; gallery (every mistake
that can be seen, painted by how far it moves); crowd:N (crowd:N:clips: all clips in turn); skeletons over the first of
them: rest, bind, current"""


@dataclass(frozen=True, kw_only=True)
class PictureArguments(ModelArguments):
    """Arguments of ``picture``."""

    clip: str
    time: float
    loop: bool
    show: str
    size: tuple[int, int]
    turn: float
    rise: float
    spacing: float
    offset: float
    frames: int
    fps: int
    out: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of ``picture``."""
    add_model(parser, several=False)
    parser.add_argument("--clip", metavar="C", default="0", help="a clip by name or number (default 0), or rest")
    parser.add_argument("--time", metavar="T", type=float, default=0.0, help="seconds into the clip (default 0)")
    add_loop(parser)
    parser.add_argument("--show", metavar="WHAT", default="posed", help=SHOW_HELP.replace("\n", " "))
    parser.add_argument("--size", metavar="WxH", type=picture_size, default=(960, 720), help="pixels (default 960x720)")
    parser.add_argument(
        "--turn", metavar="DEG", type=float, default=30.0, help="look from this far to the side (default 30)"
    )
    parser.add_argument("--rise", metavar="DEG", type=float, default=12.0, help="look from this far above (default 12)")
    parser.add_argument(
        "--spacing",
        metavar="S",
        type=float,
        default=1.1,
        help="between neighbours of a crowd, in sizes of the model (default 1.1)",
    )
    parser.add_argument(
        "--offset",
        metavar="S",
        type=float,
        default=0.13,
        help="seconds between the times of neighbours (default 0.13)",
    )
    parser.add_argument("--frames", metavar="N", type=frame_count, default=1, help="draw N, as an animated PNG or GIF")
    parser.add_argument("--fps", metavar="N", type=frame_count, default=24, help="pictures a second (default 24)")
    parser.add_argument("--out", metavar="FILE.png", required=True, help="where to write: .png, or .gif (256 colours)")


def frame_count(text: str) -> int:
    """A number of pictures, from 1 to 1000 (an argparse type)."""
    if not (text.isdecimal() and 1 <= int(text) <= 1000):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 1000")
    return int(text)


def run(args: PictureArguments, engines: Makers) -> int:
    """Draw the picture and write the file; says on stdout what was written."""
    if _is_gif(args) and args.fps > FASTEST_GIF:
        raise SkinproofError(f"a GIF plays at most {FASTEST_GIF} pictures a second", fix="write a .png, or lower --fps")
    target = output(args.out, [args.model], args.anim)
    model = load_asked(args.model, args)
    clip_name = "rest" if args.clip == "0" and not model.clips else args.clip
    clip = find_clip(model, clip_name)
    images = pictures(model, clip, args, engines)
    write_bytes(target, file_of(images, args.fps, gif=_is_gif(args)))
    times = f", {len(images)} of them" if len(images) > 1 else ""
    print(f"{args.out}: {images[0].shape[1]} x {images[0].shape[0]} pixels{times}, {args.show}")
    return SAME


def _is_gif(args: PictureArguments) -> bool:
    return bool(args.out.lower().endswith(".gif"))


def file_of(images: list[np.ndarray], fps: int, *, gif: bool) -> bytes:
    """The file of images (height, width, 3) uint8: a GIF of 256 colours, else a PNG, animated where there are more."""
    if gif:
        from ..lessons.gif import animated_gif_bytes

        return animated_gif_bytes(images, fps)
    from ...skinning_core.report.png import animated_png_bytes

    return animated_png_bytes(images, fps)


def pictures(model: Model, clip: int | None, args: PictureArguments, engines: Makers) -> list[np.ndarray]:
    """Each (height, width, 3) uint8 sRGB, top row first; ``args`` as ``add_arguments`` defines them."""
    from ..gpu.device.context import query_limits, require_gpu

    require_gpu()
    from ..lessons.arrangement import BACKGROUND, draw_columns
    from ..lessons.layout import views
    from ..lessons.offscreen import rendered
    from ..scene.build.images import DecodedImages

    width, height = args.size
    paint = partial(tint.material, pixels=DecodedImages(model))
    frames = [columns_at(model, clip, time, args, engines, paint) for time in frame_times(args)]
    seen, limits = views(frames, width / height, args.turn, args.rise), query_limits()
    return [
        rendered(lambda w, h: draw_columns(columns, seen, limits, (w, h)), width, height, background=BACKGROUND)  # noqa: B023
        for columns in frames
    ]


def frame_times(args: PictureArguments) -> list[float]:
    """Seconds into the clip at which the pictures of an animation are taken, in the order in which they are played."""
    return [args.time + k / args.fps for k in range(args.frames)]


def columns_at(
    model: Model, clip: int | None, time: float, args: PictureArguments, engines: Makers, paint: Paint
) -> tuple[Column, ...]:
    """The columns that ``--show`` names, at a time in seconds; ``paint``: what the file's materials look like."""
    from ..lessons.columns import MAKERS, made, with_skeletons
    from ..lessons.motif import Motif

    times = playing_times(model.clip(clip), np.array([time]), looping=args.loop)
    pose = sample_clip(model.nodes, model.clip(clip), times)
    subject = Motif(model, clip, float(times[0]), time, pose, engines, args.spacing, args.offset, args.loop, paint)
    columns: list[Column] = []
    skeletons: list[str] = []
    for item in filter(None, map(str.strip, args.show.split(","))):
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


def blender(args: PictureArguments) -> Blender:
    """The verb's need of Blender: drawing is done there."""
    del args
    return Blender.NEEDED


VERB = Verb(
    "picture", "draw a model with the measured vertex shader into a PNG", PictureArguments, add_arguments, run, blender
)
