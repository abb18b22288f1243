"""``skinproof grade``: what an engine's results for the corpus come to, and which mistake each failure looks like."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from ...cli.options import outputs
from ...cli.verb import Arguments, Verb, arguments, flag, option, positional
from ...error import SkinproofError
from ...files.output import write_text
from ...subject import Makers
from ..corpus.grade import EngineGrade, grade
from ..corpus.scores import grade_badge, grade_document, grade_junit, grade_lines, grade_markdown, grade_page


@arguments
class GradeArguments(Arguments):
    """Arguments of ``grade``."""

    folder: list[str] = positional("results of one engine: ID.json, .npz or .csv", metavar="FOLDER", nargs="+")
    normals: bool = flag("the exit status counts normals, too")
    json: str | None = option("write the grades for machines", metavar="FILE")
    junit: str | None = option("write the grades as JUnit's XML", metavar="FILE")
    badge: str | None = option("write how many cases the first engine passes, as a badge", metavar="FILE.svg")
    html: str | None = option("write a page: engines beside each other, case by case", metavar="FILE")
    markdown: str | None = option("write the scoreboard for a documentation", metavar="FILE")
    day: str = option("the day that the scoreboard names", default=date.today().isoformat())


def run(args: GradeArguments, _makers: Makers) -> int:
    """Grade every folder and write what is asked for; the exit status is that of the worst."""
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


VERB = Verb("grade", "judge an engine's results for the corpus", GradeArguments, run)
