"""``--scene``: a character that stands in a .blend, compared with a file; or two of its objects with each other.

Blender opens the scene; here is what is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..compare.judge.question import Judged, Question
from ..error import SkinproofError
from ..model import Model
from ..subject import Subject
from .question import SceneArguments
from .verb import given


def scene_subject(args: SceneArguments, model: Model, question: Question) -> tuple[Subject, Question]:
    """The character that the options name, and its question. Raises ``SkinproofError`` if that finds none."""
    assert args.scene is not None
    if args.host.open_scene is None:
        raise _needs_blender()
    return args.host.open_scene(Path(args.scene), next(iter(args.object), None), model, question)


def pair_subject(args: SceneArguments, question: Question) -> tuple[Subject, Question]:
    """The second of two objects, beside the first, and their question. Raises ``SkinproofError`` as that does."""
    assert args.scene is not None
    if args.host.open_pair is None:
        raise _needs_blender()
    return args.host.open_pair(Path(args.scene), args.object, question)


def _needs_blender() -> SkinproofError:
    return SkinproofError(
        "--scene works inside Blender only", fix="name a Blender with --blender or $BLENDER, or install the module"
    )


def require_scene_for_its_options(args: SceneArguments, models: Sequence[str], against: str | None) -> None:
    """Refuse options of ``--scene`` without it, others that say the opposite, and no model where one is needed."""
    is_pair = args.scene is not None and len(args.object) == 2 and not models
    if not models and not is_pair:
        raise SkinproofError("nothing to verify is named", fix="give a MODEL, or --scene and two --object")
    if args.scene is None:
        named = given(args, "object", "judge", "source", "pose", "clip_map", "bone_map", "strict", "modifiers")
        if named:
            are = "is" if len(named) == 1 else "are"
            raise SkinproofError(
                f"{' and '.join(named)} {are} of a character in a scene", fix="name the scene by --scene"
            )
    elif against:
        raise SkinproofError("--scene says what to compare with, and so does --against", fix="give one of them")
    elif is_pair:
        named = given(args, "clip", "judge", "source", "pose", "clip_map", "bone_map", "loop", "modifiers")
        if named:
            raise SkinproofError(f"{named[0]} is of a file, and two objects have none", fix="leave it out")
    elif len(models) != 1 or len(args.object) > 1:
        raise SkinproofError(
            "--scene compares one file with one character, or two objects with each other",
            fix="give one MODEL and at most one --object, or two --object and no MODEL",
        )
    if (args.pose or args.judge == Judged.POSE.value) and args.clip:
        raise SkinproofError("a pose is of no clip", fix="leave out --clip")
