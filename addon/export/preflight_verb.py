"""``skinproof preflight``: which settings export a scene as it is seen, by exporting it and judging every file."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...skinning_core.cli.verb import Arguments, Blender, Verb, arguments, flag, option, positional, repeated
from ...skinning_core.compare.judge.question import Judged, Origin, Question
from ...skinning_core.compare.limits.target import TARGETS, target_named
from ...skinning_core.error import SkinproofError
from ...skinning_core.files.output import require_apart, require_writable, write_file, write_text
from ...skinning_core.report.document import write_json
from ...skinning_core.report.junit import junit_document
from ...skinning_core.report.page import verify_page
from ...skinning_core.report.preflight import (
    ExportFix,
    ExportRow,
    Preflight,
    preflight_case,
    preflight_document,
    preflight_lines,
)
from ...skinning_core.report.provenance import made_now
from ...skinning_core.report.readable import Reading
from ...skinning_core.subject import Makers
from ...skinning_core.text.sentence import Sentence, sentence
from ..interruption import EndedAtOnce, RaisedAsWell

if TYPE_CHECKING:
    from .mend_search import MendFound
    from .preflight import WeightFix
    from .trial import Trial


@arguments
class PreflightArguments(Arguments):
    """Arguments of ``preflight``."""

    scene: str = positional("the scene that is to be exported", metavar="SCENE.blend")
    object: list[str] = repeated("which character of it", metavar="NAME")
    judge: str = option(
        "clips: as each action plays (default); plays: as the scene plays now",
        choices=[Judged.CLIPS.value, Judged.PLAYS.value],
        default=Judged.CLIPS.value,
    )
    target: str | None = option("where the file is to be used: " + ", ".join(TARGETS), metavar="NAME")
    format: str = option(
        "the files: glb (default); fbx or usd: judged as what Blender's own importer makes of them",
        choices=["glb", "fbx", "usd"],
        default="glb",
    )
    settings: str | None = option(
        "properties of the exporter's operator to begin with (default: those that the scene remembers, else its own)",
        metavar="FILE.json",
    )
    all: bool = flag("try every setting, however long it takes")
    as_it_stands: bool = flag("exit with the status of the scene's own settings, not of the best")
    weights: str | None = option("write the weights that were re-fitted for the target, as arrays", metavar="FILE.npz")
    json: str | None = option("write the rows for machines (docs/schema/preflight.json)", metavar="FILE")
    html: str | None = option("write a page with every row's report", metavar="FILE")
    junit: str | None = option(
        "write a test case: it fails if the settings as they stand lose something", metavar="FILE"
    )


def run(args: PreflightArguments, makers: Makers) -> int:
    """Try, print the rows, the best first, and write what is asked for.

    Returns the status of the best row; with ``as_it_stands``, of the settings as they stand.
    """
    del makers
    from ..state.properties import make_known

    make_known()
    read = [args.scene, *([args.settings] if args.settings else [])]
    asked = [Path(path) for path in (args.json, args.html, args.junit, args.weights) if path is not None]
    for path in asked:
        require_writable(path)
    require_apart(asked, [Path(path) for path in read])
    found, fix = _found(args)
    with RaisedAsWell():
        _tell(found, fix, args)
    return found.status_as_it_stands if args.as_it_stands else found.status


def _tell(found: Preflight, fix: WeightFix | None, args: PreflightArguments) -> None:
    """Print the rows, and write what is asked for. Raises ``SkinproofError`` if it cannot be written."""
    reading = Reading()
    print("\n".join(preflight_lines(found, reading)), flush=True)
    if args.json is not None:
        write_json(Path(args.json), preflight_document(found, reading))
    if args.weights is not None and fix is not None:
        from ..scene.ground.group_weights import arrays_of

        arrays: dict[str, Any] = arrays_of(fix.weights)
        write_file(Path(args.weights), lambda file: np.savez(file, **arrays))
    if args.junit is not None:
        write_text(Path(args.junit), junit_document([preflight_case(found)]))
    if args.html is not None:
        answers = [(row.title, row.answer) for row in found.rows if row.answer is not None]
        refused = {row.title: row.refusal for row in found.rows if row.answer is None}
        write_text(Path(args.html), verify_page(answers, refused, reading, made_now(args.words, *args.host.involved)))


def _found(args: PreflightArguments) -> tuple[Preflight, WeightFix | None]:
    """All trials, ranked, and weights that leave less. Raises ``SkinproofError`` if the scene cannot be exported."""
    import bpy

    from .file_format import format_named
    from .mend_search import mends_found
    from .preflight import further, own_settings, require_armature, require_linked, trials, weight_fix
    from .progress import Meter
    from .trial import Task, open_copy

    began, blend = time.monotonic(), Path(args.scene)
    target = None if args.target is None else target_named(args.target)
    kind = format_named(args.format)
    if not kind.is_read and (target is not None or args.judge != Judged.CLIPS.value):
        told = "{format} is judged take by take, and for no target: --judge and --target are for glTF"
        raise SkinproofError(told, format=kind.label)
    if not blend.is_file():
        raise SkinproofError("there is no such file", where=args.scene)
    open_copy(blend)
    require_linked(args.scene)
    require_armature(args.scene)
    remembered = own_settings(bpy.context.scene) if kind.is_read else {}
    properties = kind.own_properties(remembered if args.settings is None else _read_settings(args.settings))
    question = Question(judged=Judged(args.judge), source=Origin.SCENE)
    try:
        with _own_folder() as folder:
            task = Task(blend, args.object, question, properties, Meter(folder), target, kind)
            made = list(trials(task, every=args.all))
            mends = mends_found(task, made)
            best = _best(made)
            if not (args.all or any(each.after.is_near for each in mends)):
                made += further(task, made)
                mends = mends if _best(made) is best else mends_found(task, made)
            fix = weight_fix(task, made)
            made.sort(key=lambda trial: trial.rank)
    except OSError as error:
        raise SkinproofError("no export can be tried: {why}", where=args.scene, why=error.strerror) from error
    rows = tuple(map(_row, made))
    fixes = (*map(_mend_row, mends), *(() if fix is None else (_fix_row(fix),)))
    seconds = time.monotonic() - began
    return Preflight(
        args.scene, tuple(args.object), args.judge, properties, rows, seconds, target, fixes, kind.name
    ), fix


@contextmanager
def _own_folder() -> Iterator[Path]:
    """A folder for the exports. If the process is interrupted, both end at once."""
    folder = Path(tempfile.gettempdir()) / f"skinproof-{os.urandom(8).hex()}"
    with EndedAtOnce(str(folder)):
        folder.mkdir(mode=0o700)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _best(made: Sequence[Trial]) -> Trial:
    return min(made, key=lambda trial: trial.rank)


def _fix_row(fix: WeightFix) -> ExportFix:
    before, after, reading = _row(fix.before), _row(fix.after), Reading()
    words = "weights re-fitted to {count} influences leave {after} of {before}"
    shares = {"after": reading.share(after.share), "before": reading.share(before.share)}
    return ExportFix("REFIT", sentence(words, count=fix.count, **shares), before, after)


def _mend_row(found: MendFound) -> ExportFix:
    from .mends.mend_kinds import title

    before, after = _row(found.before), _row(found.after)
    words = "{mend}: {after} (before that: {before})" if found.follows else "{mend}: {after} (now: {before})"
    told = sentence(words, mend=title(found.mend), after=_left(after), before=_left(before))
    if found.there is not None:
        then, now = map(Reading().length, found.there)
        words = "{mend}: {after} off there ({before} before that; elsewhere as before)"
        told = sentence(words, mend=title(found.mend), after=now, before=then)
    return ExportFix(found.mend.code, told, before, after, found.mend.object, found.mend.items, found.follows)


def _left(row: ExportRow) -> Sentence:
    """What an export lacks, and how far it is off."""
    share = Reading().share(row.share)
    if row.missing:
        return sentence("{count} missing, {share} off", count=len(row.missing), share=share)
    return (
        sentence("the same")
        if row.answer is not None and row.answer.verdict.same
        else sentence("{share} off", share=share)
    )


def _row(trial: Trial) -> ExportRow:
    return ExportRow(
        words=trial.words,
        settings=trial.changed,
        answer=trial.answer,
        refusal=trial.refusal,
        there=trial.there,
        exceeded=trial.exceeded,
        lost=trial.lost,
        size=trial.size,
        seconds=trial.seconds,
    )


def _read_settings(path: str) -> dict[str, Any]:
    try:
        told = json.loads(Path(path).read_text(encoding="utf-8"))
        return dict(told)
    except (OSError, ValueError, TypeError) as error:
        raise SkinproofError("these are no settings: a JSON object of properties is expected", where=path) from error


VERB = Verb(
    "preflight", "which settings export a scene as it is seen, found by exporting it", PreflightArguments,
    run, lambda _: Blender.NEEDED,  # a scene is opened
)  # fmt: skip
