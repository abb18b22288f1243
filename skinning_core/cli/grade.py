"""``skinproof grade``: what an engine's results for the corpus come to, and which mistake each failure looks like."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from ..corpus.grade import EngineGrade, grade
from ..corpus.scores import grade_badge, grade_document, grade_junit, grade_lines, grade_markdown, grade_page
from ..error import SkinproofError
from ..files.output import write_text
from ..subject import Makers
from .options import outputs
from .verb import Arguments, Verb


@dataclass(frozen=True, kw_only=True)
class GradeArguments(Arguments):
    """Arguments of ``grade``."""

    folder: list[str]
    normals: bool
    json: str | None
    junit: str | None
    badge: str | None
    html: str | None
    markdown: str | None
    day: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of ``grade``."""
    parser.add_argument("folder", metavar="FOLDER", nargs="+", help="results of one engine: ID.json, .npz or .csv")
    parser.add_argument("--normals", action="store_true", help="the exit status counts normals, too")
    parser.add_argument("--json", metavar="FILE", help="write the grades for machines")
    parser.add_argument("--junit", metavar="FILE", help="write the grades as JUnit's XML")
    parser.add_argument("--badge", metavar="FILE.svg", help="write how many cases the first engine passes, as a badge")
    parser.add_argument("--html", metavar="FILE", help="write a page: engines beside each other, case by case")
    parser.add_argument("--markdown", metavar="FILE", help="write the scoreboard for a documentation")
    parser.add_argument("--day", default=date.today().isoformat(), help="the day that the scoreboard names")


def run(args: GradeArguments, makers: Makers) -> int:
    """Grade every folder and write what is asked for; the exit status is that of the worst."""
    del makers  # the results are there
    files = outputs([args.json, args.junit, args.badge, args.html, args.markdown], [])
    graded = []
    for folder in args.folder:
        graded.append(grade(Path(folder)))
        print("\n".join(grade_lines(graded[-1])), flush=True)
    if not graded:
        raise SkinproofError("name a folder with results")
    texts: tuple[Callable[[list[EngineGrade]], str], ...] = (
        grade_document,
        grade_junit,
        lambda g: grade_badge(g[0]),
        grade_page,
        lambda g: grade_markdown(g, args.day),
    )
    for path, text in zip(files, texts, strict=True):
        if path is not None:
            write_text(path, text(graded))
    statuses = {g.status(normals=args.normals) for g in graded}
    return 1 if 1 in statuses else max(statuses)


VERB = Verb("grade", "judge an engine's results for the corpus", GradeArguments, add_arguments, run)
