"""Options that verbs share: models, clips, times, engines, files to write."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import numpy as np

from ..error import NotAtHand, SkinproofError
from ..files.limits import MEANINGS, Limits, option_name
from ..files.output import require_apart, require_writable
from ..load import files_of, load_model, require_parts, said_to_convert
from ..model import Float64, Model
from ..report.text import printable
from ..subject import CHOOSING, NAMED, Maker, Makers, facts_of
from ..text.listing import nearest
from .verb import Arguments, Blender, arguments, positional, repeated

_Number = TypeVar("_Number", int, float)

#: Pixels along a side.
_LARGEST_PICTURE = 8192

#: The same for every engine and every picture.
LOOP = "repeat the clip beyond its ends (default: hold its first and last pose)"


def number_type(read: Callable[[str], _Number], fits: Callable[[_Number], bool], what: str) -> Callable[[str], _Number]:
    """An argparse type: a number that fits; ``what`` it is, for complaints."""

    def parsed(text: str) -> _Number:
        with suppress(ValueError):
            value = read(text)
            if fits(value):
                return value
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}")

    return parsed


def natural(text: str) -> int:
    """A number without sign and point. Raises ``ValueError`` if it is none."""
    if not text.isdecimal():
        raise ValueError(text)
    return int(text)


def limit(text: str) -> tuple[str, int]:
    """A limit's name in `Limits` and its value (an argparse type)."""
    name, _, value = text.partition("=")
    name = name.replace("-", "_")
    if name not in MEANINGS:
        raise argparse.ArgumentTypeError(f"{text!r} names no limit: there are {', '.join(map(option_name, MEANINGS))}")
    if not value.isdecimal() or int(value) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is not like {option_name(name)}=100000")
    return name, int(value)


@arguments
class ReadArguments(Arguments):
    """How models are read."""

    anim: list[str] = repeated(
        "further clips: an .md5anim for an .md5mesh; for a glTF file another one, matched by the names of its "
        "nodes (may be repeated)",
        metavar="FILE",
    )
    limit: list[tuple[str, int]] = repeated(
        f"raise a limit of the reader ({', '.join(map(option_name, MEANINGS))}; may be repeated)",
        metavar="NAME=VALUE",
        type=limit,
    )


_KINDS = ".glb, .gltf, .vrm or .md5mesh file"


@arguments
class ModelArguments(ReadArguments):
    """The one model of a verb."""

    model: str = positional(_KINDS, metavar="MODEL")


@arguments
class ModelsArguments(ReadArguments):
    """The models of a verb."""

    model: list[str] = positional(_KINDS, metavar="MODEL", nargs="+")


@arguments
class AnyModelsArguments(ModelsArguments):
    """The models of a verb that may have none."""

    model: list[str] = positional(_KINDS, metavar="MODEL", nargs="*")


def limits_of(args: ReadArguments) -> Limits:
    """The limits that --limit asks for."""
    return Limits(**dict(args.limit))


def load_asked(path: str, args: ReadArguments) -> Model:
    """The model at ``path``, with the clips and limits of the options."""
    return load_model(Path(path), [Path(anim) for anim in args.anim], limits=limits_of(args))


def load_drawn(path: str, args: ReadArguments) -> Model:
    """The same, for verbs that place vertices. Raises ``SkinproofError`` if the file has no mesh that a node draws."""
    model = load_asked(path, args)
    require_parts(model, path)
    return model


def unread_clips(model: Model) -> list[str]:
    """A line for each clip that cannot be read, for verbs that show no other notes of a model."""
    return [f"note: {printable(told)}; nothing was done with it" for told in model.broken_clips.values()]


def seconds(text: str) -> Float64:
    """The times (T,) of a text as ``seconds_in_order``, but ascending and each once: an argparse type."""
    return np.unique(seconds_in_order(text))


def seconds_in_order(text: str) -> Float64:
    """The times (T,) in seconds of a text such as ``0,0.5,1.25``: float64, in that order, repeated as asked.

    An argparse type: raises ``ArgumentTypeError`` for anything but finite numbers.
    """
    try:
        times = np.array([float(part) for part in text.split(",")])
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of seconds such as 0,0.5,1.25") from None
    if not np.isfinite(times).all():
        raise argparse.ArgumentTypeError("times must be finite")
    return times


def picture_size(text: str) -> tuple[int, int]:
    """``960x720`` as pixels (an argparse type)."""
    sides = re.fullmatch(r"(\d+)x(\d+)", text.lower())
    if not sides or not all(0 < int(side) <= _LARGEST_PICTURE for side in sides.groups()):
        message = f"{text!r} is not a size such as 960x720 (at most {_LARGEST_PICTURE} per side)"
        raise argparse.ArgumentTypeError(message)
    return int(sides[1]), int(sides[2])


def in_blender(names: Sequence[str]) -> bool:
    """Whether any of these engines needs Blender."""
    return any(facts is not None and facts.inside_blender for facts in map(facts_of, names))


def blender_for(names: Sequence[str]) -> Blender:
    """What engines need of Blender: if others are named beside those inside it, these may be missing."""
    if not in_blender(names):
        return Blender.NOT_NEEDED
    return Blender.NEEDED if all(in_blender([name]) for name in names) else Blender.WELCOME


def maker_named(name: str, makers: Makers) -> Maker:
    """The maker of the subject ``name``. Raises ``SkinproofError`` if it is unknown, and ``NotAtHand``."""
    if name in makers:
        return makers[name]
    if name.startswith("profile:"):
        from ..compare.causes.engine_profile import profile_maker

        return profile_maker(name.removeprefix("profile:"))
    if name.startswith("engine:"):
        from ..compare.between.real_engine import engine_maker

        return engine_maker(name.removeprefix("engine:"))
    base = name.removesuffix(":directions").removesuffix(":raw")
    if base != name and (base in makers or base in NAMED) and not base.startswith(CHOOSING):
        raise SkinproofError(
            f"{base} leaves no choice of {'weights' if ':raw' in name else 'the rule for normals'}",
            fix=f"engines with a choice: {', '.join(CHOOSING)}",
        )
    if in_blender([name]) and "blender" not in makers:
        raise NotAtHand(
            f"the engine {name!r} works inside Blender only",
            fix="name a Blender with --blender or $BLENDER, or install the bpy module",
        )
    if Path(name).suffix:
        told = "neither a character (.glb, .gltf, .vrm, .md5mesh) nor results (.npz, .json, .csv, a folder)"
        raise SkinproofError(told, where=name, fix=said_to_convert(name))
    known = [name for name in dict.fromkeys([*makers, *NAMED]) if not name.endswith((":raw", ":directions"))]
    meant = nearest(name, known)
    meant = f"did you mean {meant}? " if meant else ""
    raise SkinproofError(f"there is no engine {name!r}", fix=f"{meant}engines: {', '.join(known)}")


def outputs(paths: Sequence[str | None], inputs: Sequence[str], anims: Sequence[str] = ()) -> tuple[Path | None, ...]:
    """The files to be written, None if none is asked for.

    Before the work begins: each can be written, none twice, and none is an input or belongs to an input model.
    """
    targets = tuple(None if path is None else Path(path) for path in paths)
    asked = [target for target in targets if target is not None]
    for target in asked:
        require_writable(target)
    read: list[Path] = []
    if any(target.exists() for target in asked):  # a file that does not exist yet belongs to no model
        read = [file for path in inputs for file in files_of(Path(path), [Path(anim) for anim in anims])]
    require_apart(asked, read)
    return targets


def require_suffix(path: str, told: str, *suffixes: str) -> None:
    """Raise ``SkinproofError`` with what is told unless a file to be written has one of these suffixes."""
    if not path.lower().endswith(suffixes):
        raise SkinproofError(told, where=path, fix=f"let --out end in {' or '.join(suffixes)}")


def output(path: str, inputs: Sequence[str], anims: Sequence[str] = ()) -> Path:
    """One file to be written, checked as by ``outputs``."""
    outputs([path], inputs, anims)
    return Path(path)
