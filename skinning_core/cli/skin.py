"""``skinproof skin``: a model's skinned positions and normals as an ``.npz`` in the layout of the golden files."""

from __future__ import annotations

import dataclasses

import numpy as np

from ..error import SkinproofError
from ..fast.agreement import agreement_times, disagreement
from ..model import Float, Float64, Model
from ..pose.clip import find_clip, key_times
from ..pose.playback import playing_times
from ..skinned import Skinned
from ..subject import CHOOSING, Makers
from ..text.count import counted
from .options import LOOP, ModelArguments, in_blender, load_drawn, maker_named, output, require_suffix, seconds_in_order
from .progress import progress_on_stderr
from .verb import SAME, Blender, Verb, arguments, comma_list, flag, option


@arguments
class SkinArguments(ModelArguments):
    """Arguments of ``skin``."""

    clip: str = option("a clip by name or number, or rest (the default)", metavar="C", default="rest")
    times: Float64 | None = comma_list(
        "seconds; row k of the file is the k-th of them (default: every key of the clip)",
        metavar="T1,T2",
        type=seconds_in_order,
    )
    loop: bool = flag(LOOP)
    engine: str = option("reference (the default), fast, ...", metavar="NAME", default="reference")
    weights: str = option(
        "divide weights by their sum (the default) or use them as stored",
        choices=("normalised", "raw"),
        default="normalised",
    )
    quaternions: str = option(
        "normalise sampled rotations (the default) or use them as they are",
        choices=("normalised", "raw"),
        default="normalised",
    )
    out: str = option("where to write", metavar="FILE.npz", required=True)


def run(args: SkinArguments, makers: Makers) -> int:
    """Skin the model, write the file, and print what was written."""
    target = output(args.out, [args.model], args.anim)
    require_suffix(args.out, "skinned positions are an .npz", ".npz")
    own_raw = args.engine.startswith(CHOOSING) and args.weights == "raw"
    make = maker_named(_as_raw(args.engine) if own_raw else args.engine, makers)
    if args.weights == args.quaternions == "raw":
        raise SkinproofError("one variant at a time", fix="either --weights raw or --quaternions raw")
    model = load_drawn(args.model, args)
    clip = find_clip(model, args.clip)
    times = key_times(model.clip(clip)) if args.times is None else args.times
    inside, rows = np.unique(playing_times(model.clip(clip), times, looping=args.loop), return_inverse=True)
    skinned = make(model).at(clip, inside, progress=progress_on_stderr(model.name))
    _require_agreement(model, clip, skinned)
    skinned = dataclasses.replace(skinned.at_times(rows), times=times)  # an engine is asked for each time once
    if args.weights == "raw" and not own_raw:
        skinned = dataclasses.replace(skinned, positions=_variant(skinned, skinned.raw, args), raw=(), unnormalised=())
    if args.quaternions == "raw":
        positions = _variant(skinned, skinned.unnormalised, args)
        skinned = dataclasses.replace(skinned, positions=positions, raw=(), unnormalised=())
    skinned.save(target)
    vertices = sum(p.shape[1] for p in skinned.positions)
    sizes = f"{counted(len(times), 'time')}, {counted(len(skinned.parts), 'part')}, {counted(vertices, 'vertex')}"
    print(f"{args.out}: {sizes}, engine {args.engine}")
    for note in dict.fromkeys((*model.notes, *skinned.notes)):
        print(f"note: {note}")
    return SAME


def _require_agreement(model: Model, clip: int | None, skinned: Skinned) -> None:
    """Raise ``SkinproofError`` if the reference parts from the plain one at some of its times."""
    if skinned.engine == "reference":
        (rows,) = agreement_times([len(skinned.times)])
        fault = disagreement(model, clip, skinned.at_times(np.array(rows)))
        if fault is not None:
            raise SkinproofError(fault)


def _as_raw(engine: str) -> str:
    """The same engine with raw weights."""
    words = engine.replace(":raw", "")
    return words.replace(":directions", "") + ":raw" + ":directions" * words.endswith(":directions")


def _variant(skinned: Skinned, variant: tuple[Float | None, ...], args: SkinArguments) -> tuple[Float, ...]:
    """A variant's positions, or the ordinary ones if equal. The engine must offer the variant."""
    if len(variant) != len(skinned.positions):
        raise SkinproofError(f"the engine {args.engine!r} has no raw variant", fix="use --engine reference")
    return tuple(p if v is None else v for p, v in zip(skinned.positions, variant, strict=True))


def blender(args: SkinArguments) -> Blender:
    """Blender is needed for its own engines."""
    return Blender.NEEDED if in_blender([args.engine]) else Blender.NOT_NEEDED


VERB = Verb("skin", "write skinned positions and normals as .npz", SkinArguments, run, blender)
