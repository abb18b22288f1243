"""Shared by all verbs that judge: answers are found one by one, printed, and written as reports."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from ..compare.judge.question import Question, When
from ..compare.judge.verdict import worst_status
from ..compare.judge.verification import Verification, verify
from ..compare.measure.times import sample_times
from ..error import SkinproofError, out_of_memory
from ..files.limits import require_within
from ..files.output import write_text
from ..load import require_parts
from ..model import Model
from ..report.document import verify_document, write_json
from ..report.readable import Reading
from ..report.table import summary_lines, verification_lines
from ..report.text import printable, shown
from ..subject import Maker
from .against import Results
from .options import ReadArguments, limits_of, load_asked, outputs
from .progress import progress_on_stderr
from .question import QuestionArguments, question_of
from .several import placed
from .verb import BAD, arguments, comma_list, option

#: What --table adds.
_TABLE = ("clips", "exponents")


def table(text: str) -> frozenset[str]:
    """``--table`` (an argparse type)."""
    words = frozenset(text.split(","))
    if not words <= set(_TABLE):
        raise argparse.ArgumentTypeError(f"{text!r} is not of {', '.join(_TABLE)}")
    return words


@arguments
class JudgingArguments(QuestionArguments, ReadArguments):
    """A question, how files are read, and what becomes of the answer."""

    table: frozenset[str] = comma_list(
        "clips: a row and its causes for each clip, even where all are alike; exponents: errors such as 2.3e-07 of "
        "the size",
        metavar="clips,exponents",
        type=table,
        default=frozenset(),
    )
    json: str | None = option("write the numbers for machines", metavar="FILE")
    html: str | None = option("write a report for people: one file, no network", metavar="FILE")


#: Judges what a name stands for. Raises ``SkinproofError`` if that cannot be read or judged.
Judge = Callable[[str], tuple[Verification, Model]]


def answered(
    args: JudgingArguments, names: Sequence[str], judge: Judge, read: Sequence[str], *, scene: str = ""
) -> int:
    """Judge every name, go on past broken ones, print and write the answers; returns the worst exit status.

    read: files that must not be written. scene: a .blend that a mistake may be in instead.
    """
    json_path, html_path = outputs([args.json, args.html], read, args.anim)
    reading = Reading(screen=args.screen, exponents="exponents" in args.table)
    results: list[tuple[str, Verification]] = []
    errors: dict[str, str] = {}
    models: dict[str, Model] = {}
    for name in names:
        try:
            verification, models[name] = judge(name)
        except (SkinproofError, MemoryError) as error:
            if args.debug:
                raise
            reason = error if isinstance(error, SkinproofError) else out_of_memory()
            in_scene = bool(scene) and reason.where == scene
            errors[name] = str(reason) if in_scene else placed(name, str(reason))
            print("skinproof: " + printable(" ".join(errors[name].split())), file=sys.stderr)
            continue
        results.append((name, verification))
        print("\n".join(verification_lines(verification, reading, every="clips" in args.table)), flush=True)
    if len(results) > 1:
        heading = "summary: largest error of any vertex, relative to the size"
        print("\n".join([heading, *summary_lines([found for _, found in results], reading)]))
    if json_path is not None:
        write_json(json_path, verify_document(results, errors))
    _write_page(html_path, results, errors, models, reading, args)
    return BAD if errors else worst_status(found.verdict for _, found in results)


def asked_of(path: str, args: JudgingArguments) -> tuple[Model, Question]:
    """The model at a path, and the question of the options. Raises ``SkinproofError`` as both do."""
    model = load_asked(path, args)
    require_parts(model, path)
    question = question_of(args, model)
    _require_few_times(question, model, args)
    return model, question


def judged_by(path: str, args: JudgingArguments, chosen: Mapping[str, Maker]) -> tuple[Verification, Model]:
    """A model judged under engines, other files and results; a ``Judge`` of a path."""
    model, question = asked_of(path, args)
    if any(isinstance(make, Results) for make in chosen.values()):
        if len(question.clips or (None, *model.clip_names)) != 1:
            raise SkinproofError("results in a file are of one clip", fix="name it by --clip, or --clip rest")
        if args.loop:
            raise SkinproofError(
                "--loop is of engines that play a clip", fix="write the file's own times inside the clip"
            )
    subjects = {label: make(model) for label, make in chosen.items()}
    progress = progress_on_stderr(shown(model.name))
    return verify(model, subjects, question, picture=args.html is not None, progress=progress), model


def _require_few_times(question: Question, model: Model, args: JudgingArguments) -> None:
    """Raise ``SkinproofError`` if a clip is asked at more times than the limits allow."""
    times, limits = question.times, limits_of(args)
    if times.when is When.COUNT:
        require_within(limits, "times", times.count, where="--times")
    elif times.when is When.EVERY_KEY:
        for clip in model.readable_clips if question.clips is None else question.clips:
            count = len(sample_times(model.clip(clip), most=None).times)
            require_within(limits, "times", count, where="--times every-key")


def _write_page(
    target: Path | None,
    results: Sequence[tuple[str, Verification]],
    errors: Mapping[str, str],
    models: Mapping[str, Model],
    reading: Reading,
    args: JudgingArguments,
) -> None:
    if target is None:
        return
    from ..report.moving_figure import error_figure
    from ..report.page import verify_page
    from ..report.provenance import made_now  # all three only for those who ask for a page

    figures = {path: error_figure(models[path], found) for path, found in results if path in models}
    moving = {path: figure for path, figure in figures.items() if figure is not None}
    write_text(target, verify_page(results, errors, reading, made_now(args.words, *args.host.involved), moving))
