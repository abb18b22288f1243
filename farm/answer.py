"""One model becomes one row: the only place of a batch that reads and judges. It never raises for a bad model."""

from __future__ import annotations

import dataclasses
import platform
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from ..compare.judge.comparison import Comparison
from ..compare.judge.question import Question
from ..compare.judge.verdict import combined
from ..compare.judge.verification import Verification, verify
from ..error import NothingToJudge, SkinproofError
from ..load import load_model, require_parts
from ..report.version import VERSION
from ..subject import SUBJECTS, Makers
from .files import digest, stamps
from .row import DIFFERENT, NOT_DONE, NOTHING, UNREADABLE, Key, Row, RowFinding

#: Said of a model whose bytes may not be those that were judged.
_CHANGED = "the file changed, or could be read only now and then, while it was judged (try again once it is written)"


def judge(
    path: Path | str, question: Question | None = None, *, against: Sequence[str] = ("fast",), makers: Makers = SUBJECTS
) -> Row:
    """The row of one model: engines compared with the specification, all that a question asks for.

    For programs that share out work themselves (Dask, Ray, a queue): a row is plain data, can be pickled, and
    ``row.line()`` is what ``skinproof summary`` reads. ``against``: names of ``makers``. An unreadable model has a row
    that says so; raises ``KeyError`` for an engine that ``makers`` lacks.
    """
    chosen = {name: makers[name] for name in against}
    asked = question or Question()

    def verified(file: str) -> Verification:
        model = load_model(file)
        require_parts(model, file)
        return verify(model, {name: make(model) for name, make in chosen.items()}, asked)

    options = f"against={','.join(against)} question={asked}"
    return row_by(verified, Key(Path(path).as_posix(), "", options, VERSION), str(path))


def row_by(verified: Callable[[str], Verification], key: Key, file: str) -> Row:
    """The row of the model in ``file``, judged by ``verified``; its key's digest is of the bytes there now.

    Whatever goes wrong with this model is in its row, and does not stop the next; only ``MemoryError`` is raised. If
    the file could not be read, or changed meanwhile, the row has no digest and no stamps: a resumed job judges it
    again.
    """
    began = time.monotonic()
    found, key = stamps(file), dataclasses.replace(key, digest=digest(file))
    of_bytes = key.digest != ""
    try:
        row = row_of(key, verified(file), blender=_blender_version())
    except NothingToJudge as error:
        row = Row(key, NOTHING, _nameless(str(error), file))
    except SkinproofError as error:
        row = Row(key, UNREADABLE, _nameless(str(error), file))
        of_bytes = of_bytes and not _of_the_system(error)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 -- a fault of ours on one model of thousands must not stop the others
        traceback.print_exc()
        row = Row(key, UNREADABLE, f"this is a fault of Skinproof itself: {type(error).__name__}: {error}")
    seconds = round(time.monotonic() - began, 3)
    host, python = platform.node(), platform.python_version()
    if not of_bytes or stamps(file) != found:
        found, key = (), dataclasses.replace(key, digest="")
        row = dataclasses.replace(row, key=key) if row.verdict == UNREADABLE else Row(key, UNREADABLE, _CHANGED)
    return dataclasses.replace(row, files=found, seconds=seconds, host=host, python=python, numpy=np.__version__)


def _of_the_system(error: BaseException | None) -> bool:
    """Whether an error is the operating system's, which may let the same file be read another time."""
    while error is not None and not isinstance(error, OSError):
        error = error.__cause__
    return error is not None


def _nameless(sentence: str, file: str) -> str:
    """A sentence without the file's place, which differs between machines; the row says its name."""
    return sentence.removeprefix(f"{file}: ").removeprefix(f"{Path(file).name}: ")


def _blender_version() -> str:
    """The version of the Blender used by this process; empty if none."""
    bpy = sys.modules.get("bpy")
    return "" if bpy is None else ".".join(map(str, bpy.app.version))


def row_of(key: Key, verification: Verification, blender: str) -> Row:
    """The row of a model that was judged, or that some engine could not skin."""
    verdict = verification.verdict
    sentence = "" if verdict.same or verdict.differs else str(verdict.grounds[0].sentence)
    return Row(
        key=key,
        verdict=NOT_DONE if verdict.refused else DIFFERENT if verdict.differs else verdict.outcome.value,
        sentence=verification.failures[0].sentence if verification.failures else sentence,
        vertices=verification.facts.vertices,
        clips=len(verification.facts.clips),
        times=sum(len(comparison.difference.times) for comparison in verification.comparisons),
        findings=_findings(verification),
        blender=blender,
    )


def _findings(verification: Verification) -> tuple[RowFinding, ...]:
    by_engine: dict[str, list[Comparison]] = {}
    for comparison in verification.comparisons:
        if not comparison.decides:
            continue
        by_engine.setdefault(comparison.engine, []).append(comparison)
    findings = []
    for engine, comparisons in by_engine.items():
        largest = max(comparisons, key=lambda comparison: comparison.difference.max_relative)
        worst, verdict = largest.difference.worst, combined(comparison.verdict for comparison in comparisons)
        causes = sorted({cause.code for comparison in comparisons for cause in comparison.causes})
        findings.append(
            RowFinding(
                engine=engine,
                clip=largest.clip_name,
                relative=largest.difference.max_relative,
                time=0.0 if worst is None else worst.time,
                passed=not verdict.differs,
                causes=tuple(causes),
                beside=tuple(str(g.sentence) for g in verdict.grounds if g.differs and g.code != "POSITIONS"),
                tolerance=largest.tolerance.limit,
                reason=str(largest.tolerance.reason),
            )
        )
    return tuple(findings)
