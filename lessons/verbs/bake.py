"""``skinproof bake``: a whole clip in a texture, read back as a shader reads it and held to the reference."""

from __future__ import annotations

import math

import numpy as np

from ...cli.options import ModelArguments, load_drawn, number_type, output, require_suffix, unread_clips
from ...cli.verb import DIFFERENT, SAME, Verb, arguments, option
from ...error import SkinproofError
from ...fast.exact_engine import skin_model
from ...model import Float64, Model
from ...pose.clip import find_clip
from ...report.readable import Reading
from ...skinned import bounding_diagonal
from ...subject import Makers
from ...text.count import counted
from ..baked_clip import BakedClip, bake_clip, read_baked

#: On a frame a texture may be off by float32's rounding of matrices and sums: 16 roundings of the farthest coordinate.
_ROUNDINGS = 16.0 * float(np.finfo(np.float32).eps)

_rate = number_type(float, lambda rate: 0.0 < rate <= 1000.0 and math.isfinite(rate), "frames a second, at most 1000")


@arguments
class BakeArguments(ModelArguments):
    """Arguments of ``bake``."""

    clip: str = option("the clip, by name or number", metavar="C", required=True)
    rate: float = option("frames a second at least (default: 30)", metavar="N", type=_rate, default=30.0)
    out: str = option("where to write", metavar="FILE.npz", required=True)


def run(args: BakeArguments, _makers: Makers) -> int:
    """Write the texels, read them back, and say how far a shader's vertices are from the reference's."""
    target = output(args.out, [args.model], args.anim)
    require_suffix(args.out, "baked texels are an .npz", ".npz")
    model = load_drawn(args.model, args)
    clip = find_clip(model, args.clip)
    if clip is None or not model.clips[clip].tracks:
        raise SkinproofError(f"{args.clip!r} moves nothing, so there is nothing to bake", where=model.name)
    bake_clip(model, clip, args.rate).save(target)
    baked = read_baked(target)
    on, on_share, far = _apart(model, clip, baked, baked.times)
    between, share, _ = _apart(model, clip, baked, 0.5 * (baked.times[1:] + baked.times[:-1]))
    right = on <= _ROUNDINGS * far
    reading = Reading()
    sizes = ", ".join(f"{lines.shape[1]} x {len(lines)}" for lines in (*baked.texels, baked.node_texels) if lines.size)
    verdict = "the same as the reference but for rounding" if right else f"{reading.share(on_share)} of the size off"
    print(f"{args.out}: {model.clips[clip].name}, {counted(len(baked.times), 'frame')}, {sizes} texels, {_size(baked)}")
    print(f"read back, on its frames: {verdict}")
    print(f"half-way between them: at most {reading.length(between)} off, {reading.share(share)} of the size")
    print("".join(f"{line}\n" for line in unread_clips(model)), end="")
    return SAME if right else DIFFERENT


def _size(baked: BakedClip) -> str:
    return f"{baked.byte_count / 1000:,.0f} KB"


def _apart(model: Model, clip: int, baked: BakedClip, times: Float64) -> tuple[float, float, float]:
    """How far the shader's vertices are off at most, metres and of the size; the farthest coordinate.

    One part at a time, and a few times of a long clip: a shader's matrices are one a vertex.
    """
    largest = share = far = 0.0
    for some in np.array_split(times, max(len(times) // 8, 1)):
        if not len(some):
            continue
        reference = skin_model(model, clip, some, variants=False, normals=False)
        diagonal = np.maximum(bounding_diagonal(reference.positions, len(some)), 1e-300)
        for part, expected in zip(model.parts, reference.positions, strict=True):
            off = np.linalg.norm(baked.positions(model, part, some) - expected, axis=-1)
            largest, far = max(largest, off.max(initial=0.0)), max(far, np.abs(expected).max(initial=0.0))
            share = max(share, (off.max(axis=1, initial=0.0) / diagonal).max(initial=0.0))
    return float(largest), float(share), float(far)


VERB = Verb("bake", "write a whole clip as a texture, and measure how far off a shader is with it", BakeArguments, run)
