"""What several verbs ask in the same words: models, clips, times, engines, files to write."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..compare.times import SampleTimes, sample_times, spread_times
from ..engine import ENGINES, Engine, Engines, facts_of
from ..error import SkinproofError
from ..limits import MEANINGS, Limits, option_name, require_within
from ..load import load_model
from ..model import Float64, Model


def add_model(parser: argparse.ArgumentParser, *, several: bool) -> None:
    """The model or models to work on."""
    parser.add_argument("model", metavar="MODEL", nargs="+" if several else None, help=".glb, .gltf or .md5mesh file")
    parser.add_argument(
        "--anim", metavar="FILE", action="append", default=[], help="an .md5anim clip for an .md5mesh (may be repeated)"
    )
    parser.add_argument(
        "--limit",
        metavar="NAME=VALUE",
        type=limit,
        action="append",
        default=[],
        help=f"read files that ask for more ({', '.join(map(option_name, MEANINGS))}; may be repeated)",
    )


def limit(text: str) -> tuple[str, int]:
    """A limit's name in `Limits` and its value (an argparse type)."""
    name, _, value = text.partition("=")
    name = name.replace("-", "_")
    if name not in MEANINGS:
        raise argparse.ArgumentTypeError(f"{text!r} names no limit: there are {', '.join(map(option_name, MEANINGS))}")
    if not value.isdecimal() or int(value) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not like {option_name(name)}=100000")
    return name, int(value)


def limits_of(args: argparse.Namespace) -> Limits:
    """The limits that --limit asks for."""
    return Limits(**dict(args.limit))


def load_asked(path: str, args: argparse.Namespace) -> Model:
    """The model at ``path``."""
    return load_model(Path(path), [Path(anim) for anim in args.anim], limits=limits_of(args))


def seconds(text: str) -> Float64:
    """Times t1,t2,... in seconds, ascending, each once (an argparse type)."""
    try:
        times = np.array([float(part) for part in text.split(",")])
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of seconds such as 0,0.5,1.25") from None
    if not np.isfinite(times).all():
        raise argparse.ArgumentTypeError("times must be finite")
    return np.unique(times)


def frames(text: str) -> int | str:
    """``every-key`` or a number of times (an argparse type)."""
    if text == "every-key":
        return text
    if text.isdecimal() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is neither every-key nor a number of times")


def times_of(model: Model, clip: int | None, args: argparse.Namespace) -> SampleTimes:
    """The times that --times and --frames ask for; a bounded choice at and between keys where they are silent."""
    played, limits = model.clip(clip), limits_of(args)
    if args.times is not None:
        return SampleTimes(args.times)
    if isinstance(args.frames, int):
        require_within(limits, "times", args.frames, where="--frames")
        return spread_times(played, args.frames)
    if args.frames == "every-key":
        every = sample_times(played, most=None)
        require_within(limits, "times", len(every.times), where="--frames every-key")
        return every
    sampled = sample_times(played)
    if not sampled.note:
        return sampled
    return SampleTimes(sampled.times, f"{sampled.note} (--frames every-key takes all)")


def in_blender(names: Sequence[str]) -> bool:
    """Whether any of these engines works inside Blender only."""
    return any(facts is not None and facts.inside_blender for facts in map(facts_of, names))


def engine_named(name: str, engines: Engines) -> Engine:
    """The engine called ``name``. Raises ``SkinproofError`` where it is unknown or not at hand."""
    if name in engines:
        return engines[name]
    if in_blender([name]) and "blender" not in engines:
        raise SkinproofError(
            f"the engine {name!r} works inside Blender only",
            fix="name a Blender with --blender or $BLENDER, or install the bpy module",
        )
    known = dict.fromkeys([*engines, *ENGINES])
    raise SkinproofError(f"there is no engine {name!r}", fix=f"engines: {', '.join(known)}")


def writable(path: str | None, inputs: Sequence[str]) -> Path | None:
    """A file to be written, checked before the work begins: its folder is there and it is none of the inputs."""
    if path is None:
        return None
    target = Path(path)
    if not target.parent.is_dir():
        raise SkinproofError("the folder to write into is not there", where=str(target), fix=f"make {target.parent}")
    if target.is_dir():
        raise SkinproofError("cannot write: this is a folder", where=path, fix="give a file name")
    if any(target.resolve() == Path(given).resolve() for given in inputs):
        raise SkinproofError("this would overwrite the model", where=path, fix="give another file name")
    return target
