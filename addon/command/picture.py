"""``skinproof picture``: a model as the measured vertex shader draws it, as a PNG, without a window.

The columns of ``--show`` are drawn side by side, seen by one camera, each in its cell with its label; skeletons (rest,
bind, current) over the first. With ``--frames`` the clip plays from the time on, into an animated PNG or GIF.
Importable without ``bpy``.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

from ...skinning_core.cli.options import (
    LOOP,
    ModelArguments,
    ReadArguments,
    load_drawn,
    output,
    picture_size,
    require_suffix,
    unread_clips,
)
from ...skinning_core.cli.verb import SAME, Blender, Verb, add_options
from ...skinning_core.error import SkinproofError
from ...skinning_core.files.output import write_bytes
from ...skinning_core.model import Model
from ...skinning_core.pose.clip import find_clip
from ...skinning_core.subject import Makers
from ..gpu.data.picture_request import SHOW_HELP, PictureRequest

FASTEST_GIF = 50  # a second: browsers slow down what is faster


@dataclass(frozen=True, kw_only=True)
class PictureArguments(PictureRequest, ModelArguments):
    """Arguments of ``picture``."""

    clip: str | None  # None: the first that can be read, or rest
    out: str


#: Options that are numbers: name, unit, default, help.
_NUMBERS = (
    ("turn", "DEG", 30.0, "look from this far to the side"),
    ("rise", "DEG", 12.0, "look from this far above"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of ``picture``."""
    add_options(parser, ReadArguments, ModelArguments)
    parser.add_argument("--clip", metavar="C", help="a clip by name or number, or rest (default: the first clip)")
    parser.add_argument("--time", metavar="T", type=float, default=0.0, help="seconds into the clip (default 0)")
    parser.add_argument("--loop", action="store_true", help=LOOP)
    parser.add_argument("--show", metavar="WHAT", default="posed", help=SHOW_HELP.replace("\n", " "))
    parser.add_argument("--size", metavar="WxH", type=picture_size, default=(960, 720), help="pixels (default 960x720)")
    for name, unit, default, words in _NUMBERS:
        told = f"{words} (default {default:g})"
        parser.add_argument(f"--{name}", metavar=unit, type=float, default=default, help=told)
    between = "how far neighbours of a crowd are apart: sizes of the model, and seconds (default 1.1,0.13)"
    parser.add_argument("--crowd", metavar="SIZES,S", type=_two_numbers, default=(1.1, 0.13), help=between)
    parser.add_argument(
        "--frames", metavar="N", type=frame_count, default=1, help="draw N pictures, as an animated PNG or GIF"
    )
    parser.add_argument("--fps", metavar="N", type=frame_count, default=24, help="pictures a second (default 24)")
    parser.add_argument("--out", metavar="FILE.png", required=True, help="where to write: .png, or .gif (256 colours)")


def _two_numbers(text: str) -> tuple[float, float]:
    """``1.1,0.13`` (an argparse type)."""
    try:
        first, second = map(float, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not two numbers, such as 1.1,0.13") from None
    return first, second


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
    require_suffix(args.out, "a picture is a .png or a .gif", ".png", ".apng", ".gif")
    model = load_drawn(args.model, args)
    clip = asked_clip(model, args.clip)
    from ..lessons.picture import pictures

    images = pictures(model, clip, args, engines)
    write_bytes(target, file_of(images, args.fps, gif=_is_gif(args)))
    times = f", {len(images)} of them" if len(images) > 1 else ""
    print(f"{args.out}: {images[0].shape[1]} x {images[0].shape[0]} pixels{times}, {args.show}")
    print("".join(f"{line}\n" for line in unread_clips(model)), end="")
    return SAME


def asked_clip(model: Model, wanted: str | None) -> int | None:
    """The clip by name or number; if none is asked for, the first that can be read. None: rest."""
    return next(iter(model.readable_clips), None) if wanted is None else find_clip(model, wanted)


def _is_gif(args: PictureArguments) -> bool:
    return bool(args.out.lower().endswith(".gif"))


def file_of(images: list[np.ndarray], fps: int, *, gif: bool) -> bytes:
    """The file of images (height, width, 3) uint8: a GIF of 256 colours or a PNG, animated if there are several."""
    if gif:
        from ..lessons.gif import animated_gif_bytes

        return animated_gif_bytes(images, fps)
    from ...skinning_core.report.png import animated_png_bytes

    return animated_png_bytes(images, fps)


#: Drawing is done in Blender.
VERB = Verb(
    "picture", "draw a model with the measured vertex shader into a PNG", PictureArguments, run,
    lambda _: Blender.NEEDED, add_arguments=add_arguments,
)  # fmt: skip
