"""``skinproof grade``: what an engine's results for the corpus come to, and which mistake each failure looks like."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from ...cli.options import outputs
from ...cli.verb import Arguments, Verb, arguments, flag, option, positional
from ...error import SkinproofError, require
from ...files.output import write_text
from ...subject import Makers
from ..corpus.grade import EngineGrade, grade
from ..corpus.played import play_cases
from ..corpus.scores import grade_badge, grade_document, grade_junit, grade_lines, grade_markdown, grade_page


@arguments
class GradeArguments(Arguments):
    """Arguments of ``grade``."""

    folder: list[str] = positional("results of one engine: ID.json, .npz or .csv", metavar="FOLDER", nargs="+")
    run: str | None = option(
        "fill FOLDER first: run this for each case, with {file} {clip} {times} {out} in it", metavar="COMMAND"
    )
    limit: float = option(
        "seconds that --run has for a case (default: 20)", metavar="SECONDS", type=float, default=20.0
    )
    normals: bool = flag("the exit status counts normals, too")
    json: str | None = option("write the grades for machines", metavar="FILE")
    junit: str | None = option("write the grades as JUnit's XML", metavar="FILE")
    badge: str | None = option("write how many cases the first engine passes, as a badge", metavar="FILE.svg")
    html: str | None = option("write a page: engines beside each other, case by case", metavar="FILE")
    markdown: str | None = option("write the grades as Markdown", metavar="FILE")
    day: str = option("the day that the scoreboard names", default=date.today().isoformat())
    links: str | None = option("where the pages' links lead: a folder or URL with Skinproof's docs", metavar="PLACE")


def run(args: GradeArguments, _makers: Makers) -> int:
    """Grade every folder and write what is asked for; returns the worst exit status."""
    files = outputs([args.json, args.junit, args.badge, args.html, args.markdown], [])
    if args.run is not None:
        _play(args)
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
        lambda g: grade_markdown(g, args.day, args.links, _command(args)),
    )
    for path, text in zip(files, texts, strict=True):
        if path is not None:
            write_text(path, text(graded))
    statuses = {g.status(normals=args.normals) for g in graded}
    return 1 if 1 in statuses else max(statuses)


def _command(args: GradeArguments) -> str:
    """What writes the same scoreboard again, from the same results."""
    links = f" --links {args.links}" if args.links else ""
    return f"skinproof grade OUT/* --day {args.day} --markdown {args.markdown}{links}"


def _play(args: GradeArguments) -> None:
    """Run the command for every case, and say which have no result."""
    require(len(args.folder) == 1, "--run fills one folder", fix="name one")
    for case, told in play_cases(args.run or "", Path(args.folder[0]), args.limit):
        print(f"{case}: {told}", flush=True)


VERB = Verb("grade", "judge an engine's results for the corpus", GradeArguments, run)
