"""``skinproof scene``: a character of a .blend beside a file, or two of its objects. Blender opens the scene."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from ..compare.judge.question import Judged
from ..compare.judge.verification import Verification, verify
from ..error import SkinproofError
from ..model import Model
from ..report.text import shown
from ..subject import Makers
from .judging import JudgingArguments, answered, asked_of
from .options import ReadArguments
from .progress import progress_on_stderr
from .question import QuestionArguments, SceneArguments, question_of
from .verb import Blender, Verb, add_options, arguments, as_in_verify, given, positional

#: A scene's suffix.
BLEND = ".blend"


@arguments
class SceneVerbArguments(JudgingArguments, SceneArguments):
    """Arguments of ``scene``."""

    files: list[str] = positional(
        "the .blend, then the file that its character was made from, by whichever importer; with two --object only "
        "the .blend",
        metavar="FILE",
        nargs="+",
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options in the order of the help."""
    add_options(parser, SceneVerbArguments, SceneArguments)
    as_in_verify(parser, ReadArguments, QuestionArguments, JudgingArguments)


def run(args: SceneVerbArguments, makers: Makers) -> int:
    """Compare, print and write the answer; returns the exit status."""
    del makers
    scenes = [name for name in args.files if name.lower().endswith(BLEND)]
    models = [name for name in args.files if name not in scenes]
    _require_sound_choice(args, scenes, models)
    blend = Path(scenes[0])

    def judge(name: str) -> tuple[Verification, Model]:
        return _of_file(name, blend, args) if models else _of_pair(blend, args)

    return answered(args, models or scenes, judge, models, scene=str(blend))


def _of_file(path: str, blend: Path, args: SceneVerbArguments) -> tuple[Verification, Model]:
    """A character of the scene beside a file."""
    model, question = asked_of(path, args)
    if args.host.open_scene is None:
        raise _needs_blender()
    subject, question = args.host.open_scene(blend, next(iter(args.object), None), model, question)
    progress, picture = progress_on_stderr(shown(model.name)), args.html is not None
    found = verify(subject.model, {subject.name: subject}, question, picture=picture, progress=progress)
    return found, subject.model


def _of_pair(blend: Path, args: SceneVerbArguments) -> tuple[Verification, Model]:
    """The second of two objects beside the first."""
    if args.host.open_pair is None:
        raise _needs_blender()
    subject, question = args.host.open_pair(blend, args.object, question_of(args, None))
    progress, picture = progress_on_stderr(shown(subject.name)), args.html is not None
    found = verify(subject.model, {subject.name: subject}, question, picture=picture, progress=progress)
    return found, subject.model


def _needs_blender() -> SkinproofError:
    return SkinproofError(
        "a scene is opened inside Blender only", fix="name a Blender with --blender or $BLENDER, or install the module"
    )


def _require_sound_choice(args: SceneVerbArguments, scenes: Sequence[str], models: Sequence[str]) -> None:
    """Refuse what names no scene, nothing to compare, or options that contradict each other."""
    if len(scenes) != 1:
        told = "several scenes are named" if scenes else "no scene (.blend) is named"
        raise SkinproofError(told, fix="skinproof scene FILE.blend MODEL")
    is_pair = len(args.object) == 2 and not models
    if not is_pair and (len(models) != 1 or len(args.object) > 1):
        raise SkinproofError(
            "a scene's character is compared with one file, or two of its objects with each other",
            where=scenes[0],
            fix="give one MODEL and at most one --object, or two --object and no MODEL",
        )
    if is_pair:
        named = given(args, "clip", "judge", "source", "clip_map", "bone_map", "loop", "modifiers")
        if named:
            raise SkinproofError(f"{named[0]} is of a file, and two objects have none", fix="leave it out")
    if args.judge == Judged.POSE.value and args.clip:
        raise SkinproofError("a pose is of no clip", fix="leave out --clip")


VERB = Verb(
    "scene",
    "a character of a scene beside its file, or two objects of a scene",
    SceneVerbArguments,
    run,
    lambda _: Blender.NEEDED,
    add_arguments=add_arguments,
)
