"""``skinproof picture``: a model as the measured vertex shader draws it, as a PNG, without a window.

The columns that ``--show`` names are drawn side by side, each with its label; skeletons (rest, bind, current) are drawn
over the first of them. Importable without ``bpy``.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

import numpy as np

from ...skinning_core.cli.options import add_model, load_asked, output
from ...skinning_core.cli.verb import SAME, Blender, Verb
from ...skinning_core.engine import Engines
from ...skinning_core.error import SkinproofError
from ...skinning_core.files.output import write_bytes
from ...skinning_core.model import Model
from ...skinning_core.pose.clip import find_clip, sample_clip

if TYPE_CHECKING:
    from ..gpu.data.column import Column

SKELETONS = ("rest", "bind", "current")
LARGEST = 8192  # pixels along a side

SHOW_HELP = """what to draw, separated by commas: posed; model (as stored); skinspace:JOINT (times its inverse bind
matrix only); weights:JOINT; isolate:JOINT (only what it moves); joints (one colour per joint); cpu and gpu (and how far
apart they are); error:ENGINE (against the reference); crowd:N; skeletons over the first of them: rest, bind, current"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of ``picture``."""
    add_model(parser, several=False)
    parser.add_argument("--clip", metavar="C", default="0", help="a clip by name or number (default 0), or rest")
    parser.add_argument("--time", metavar="T", type=float, default=0.0, help="seconds into the clip (default 0)")
    parser.add_argument("--show", metavar="WHAT", default="posed", help=SHOW_HELP.replace("\n", " "))
    parser.add_argument("--size", metavar="WxH", type=size, default=(960, 720), help="pixels (default 960x720)")
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
    parser.add_argument("--out", metavar="FILE.png", required=True, help="where to write")


def size(text: str) -> tuple[int, int]:
    """``960x720`` as pixels (an argparse type)."""
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal() and 0 < int(width) <= LARGEST and 0 < int(height) <= LARGEST):
        raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 960x720 (at most {LARGEST} per side)")
    return int(width), int(height)


def run(args: argparse.Namespace, engines: Engines) -> int:
    """Draw the picture and write the file; says on stdout what was written."""
    target = output(args.out, [args.model], args.anim)
    model = load_asked(args.model, args)
    clip_name = "rest" if args.clip == "0" and not model.clips else args.clip
    clip = find_clip(model, clip_name)
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

    columns = _columns(model, clip, args, engines)
    width, height = args.size
    arrangement = arranged(columns, width / height, args.turn, args.rise)
    limits = query_limits()
    return rendered(lambda w, h: draw_arrangement(arrangement, limits, (w, h)), width, height, background=BACKGROUND)


def _columns(model: Model, clip: int | None, args: argparse.Namespace, engines: Engines) -> tuple[Column, ...]:
    from .columns import MAKERS, Subject, with_skeletons

    pose = sample_clip(model.nodes, model.clip(clip), np.array([args.time]))
    subject = Subject(model, clip, args.time, pose, engines, args.spacing, args.offset)
    columns, skeletons = [], []
    for item in filter(None, map(str.strip, args.show.split(","))):
        name, _, value = item.partition(":")
        if item in SKELETONS:
            skeletons.append(item)
        elif name in MAKERS:
            columns.append(MAKERS[name](subject, value))
        else:
            raise SkinproofError(f"--show does not know {item!r}", fix="it knows " + SHOW_HELP.replace("\n", " "))
    if skeletons or not columns:
        columns[:1] = [with_skeletons(subject, columns[0] if columns else None, skeletons)]
    return tuple(columns)


def blender(args: argparse.Namespace) -> Blender:
    """The verb's need of Blender: drawing is done there."""
    del args
    return Blender.NEEDED


VERB = Verb("picture", "draw a model with the measured vertex shader into a PNG", add_arguments, run, blender)
