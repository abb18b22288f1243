"""``skinproof blend``: a clip layered over another, as a file with one more clip."""

from __future__ import annotations

import math
from pathlib import Path

from ...cli.options import ModelArguments, limits_of, number_type, output, require_suffix, unread_clips
from ...cli.verb import SAME, Verb, arguments, option, repeated
from ...error import SkinproofError
from ...files.output import write_bytes
from ...load import load_model
from ...model import Clip, Model
from ...pose.clip import find_clip
from ...subject import Makers
from ...text.count import counted
from ..blend import Layers, find_nodes, mask_below, times_of_keys
from ..blended_file import file_with_clip

#: An hour at 60 a second.
_MOST_KEYS = 216_000

_share = number_type(float, lambda share: 0.0 <= share <= 1.0, "a share from 0 to 1")
_rate = number_type(float, lambda rate: 0.0 < rate <= 1000.0 and math.isfinite(rate), "keys a second, at most 1000")


@arguments
class BlendArguments(ModelArguments):
    """Arguments of ``blend``."""

    clip: str = option("the clip that plays below, by name or number", metavar="C", required=True)
    layer: str = option("the clip that plays over it", metavar="C", required=True)
    weight: float = option(
        "how much of the layer is seen, from 0 to 1 (default: 1, all of it)", metavar="W", type=_share, default=1.0
    )
    mask: list[str] = repeated(
        "the layer moves only this node and what hangs on it (may be repeated; default: all)", metavar="NODE"
    )
    rate: float = option("keys a second (default: 60)", metavar="N", type=_rate, default=60.0)
    out: str = option("where to write", metavar="FILE.glb", required=True)


def run(args: BlendArguments, _makers: Makers) -> int:
    """Write the file and say what its new clip is made of."""
    path = Path(args.model)
    if path.suffix.lower() == ".md5mesh" or args.anim:
        raise SkinproofError(
            "only clips of one glTF file are blended", where=path.name, fix="give a .glb or .gltf alone"
        )
    out = output(args.out, [args.model])
    require_suffix(args.out, "a file with a blended clip is a .glb", ".glb")
    model = load_model(path, limits=limits_of(args))
    mask = mask_below(model.nodes, find_nodes(model, args.mask))
    layers = Layers(model, _clip(model, args.clip), _clip(model, args.layer), args.weight * mask)
    if layers.seconds * args.rate > _MOST_KEYS:
        raise SkinproofError(f"{layers.seconds:g} s are more than {_MOST_KEYS:,} keys", fix="give a smaller --rate")
    made = layers.clip(args.rate)
    write_bytes(out, file_with_clip(path, made))
    print("\n".join([*_lines(layers, made, args, int((mask > 0.0).sum())), *unread_clips(model)]))
    return SAME


def _clip(model: Model, wanted: str) -> Clip:
    """A clip that moves something. Raises ``SkinproofError`` for the rest pose, too."""
    clip = model.clip(find_clip(model, wanted))
    if clip is None or not clip.tracks:
        raise SkinproofError(f"{wanted!r} moves nothing, so there is nothing to blend", where=model.name)
    return clip


def _lines(layers: Layers, made: Clip, args: BlendArguments, moved: int) -> list[str]:
    keys = len(times_of_keys(layers.seconds, args.rate))
    degrees, metres = layers.largest_between(args.rate)
    where = f"{counted(moved, 'node')} of {len(layers.model.nodes)}"
    return [
        f"{args.out}: clip {made.name!r}, {layers.seconds:g} s, {counted(keys, 'key')}",
        f"{layers.layer.name} over {layers.base.name}: {100 * args.weight:g} % of it on {where}",
        f"between its keys it is at most {degrees:.2g} degrees and {1000 * metres:.2g} mm off",
    ]


VERB = Verb(
    "blend", "play a clip over another, with a weight and a mask, as one more clip of a file", BlendArguments, run
)
