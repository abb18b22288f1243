"""``--scene``: a character that stands in a .blend, compared with a file. Blender opens it; here is what is asked."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..compare.judge.question import Judged, Question
from ..error import SkinproofError
from ..model import Model
from ..subject import Subject
from .question import QuestionArguments


@dataclass(frozen=True, kw_only=True)
class SceneArguments(QuestionArguments):
    """A character of a scene, and what is asked of it."""

    scene: str | None
    object: str | None


def add_scene_arguments(parser: argparse.ArgumentParser) -> None:
    """Options for a character in a scene."""
    parser.add_argument(
        "--scene",
        metavar="FILE.blend",
        help="compare with a character of this scene, whatever brought it in: another importer, an add-on, a hand",
    )
    parser.add_argument("--object", metavar="NAME", help="which one: the name of its armature or of one of its meshes")
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--judge",
        choices=[judged.value for judged in Judged],
        help="of the scene: plays (what plays now, whatever it is), clips (its actions of the file's clips: the "
        "default), pose (the file's skin on its bones as they stand, constraints and control rigs included)",
    )
    what.add_argument("--pose", choices=["scene"], help="scene: the same as --judge pose")
    parser.add_argument(
        "--clip-map",
        metavar="A=B",
        action="append",
        default=[],
        help="clip A of the file is action B of the scene (may be repeated)",
    )
    parser.add_argument("--strict", action="store_true", help="a character moved as a whole differs (else: taken off)")
    parser.add_argument(
        "--modifiers", choices=("in", "out"), default="in", help="whether other modifiers count (default: in)"
    )


def scene_subject(args: SceneArguments, model: Model, question: Question) -> tuple[Subject, Question]:
    """The character that the options name, and its question. Raises ``SkinproofError`` if that finds none."""
    assert args.scene is not None
    if args.host.open_scene is None:
        raise SkinproofError(
            "--scene works inside Blender only", fix="name a Blender with --blender or $BLENDER, or install the module"
        )
    return args.host.open_scene(Path(args.scene), args.object, model, question)


def require_scene_for_its_options(args: SceneArguments, models: Sequence[str], against: str | None) -> None:
    """Refuse options of ``--scene`` without it, and others that say the opposite."""
    if args.scene is None:
        given: dict[str, object] = {"--object": args.object, "--judge": args.judge, "--pose": args.pose}
        given |= {"--clip-map": args.clip_map, "--strict": args.strict, "--modifiers": args.modifiers == "out"}
        named = [option for option, value in given.items() if value]
        if named:
            are = "is" if len(named) == 1 else "are"
            raise SkinproofError(
                f"{' and '.join(named)} {are} of a character in a scene", fix="name the scene by --scene"
            )
    elif against:
        raise SkinproofError("--scene says what to compare with, and so does --against", fix="give one of them")
    elif len(models) != 1:
        raise SkinproofError("--scene compares one file with one character", fix="give one MODEL")
    if (args.pose or args.judge == Judged.POSE.value) and args.clip:
        raise SkinproofError("a pose is of no clip", fix="leave out --clip")
