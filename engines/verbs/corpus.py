"""``skinproof corpus``: small files that each test one rule of skinning, with their numbers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ...cli.verb import SAME, Arguments, Verb, arguments, flag, option, positional
from ...error import SkinproofError
from ...files.output import write_text
from ...subject import Makers
from ..corpus.case_text import shown_case
from ..corpus.cases.every import CASES
from ..corpus.corpus_page import corpus_page
from ..corpus.folder import CORPUS_VERSION, case_named, write_corpus
from ..corpus.grade import grade


@arguments
class CorpusArguments(Arguments):
    """Arguments of ``corpus``."""

    out: str | None = positional("the folder to write all cases into", metavar="OUT", nargs="?")
    show: str | None = option("explain one case: its rule, its numbers, its JSON", metavar="NAME")
    list: bool = flag("name all cases and their rules")
    results: Sequence[str] = option(
        "show the grades of these folders of engines' results on the page", metavar="FOLDER", nargs="+", default=[]
    )
    links: str | None = option("where the page's links lead: a folder or URL with Skinproof's docs", metavar="PLACE")


def run(args: CorpusArguments, _makers: Makers) -> int:
    """Write the corpus, or tell of its cases."""
    if args.show is not None:
        print("\n".join(shown_case(case_named(args.show))))
    elif args.list:
        wide = max(len(case.id) for case in CASES)
        print("\n".join(f"{case.id:{wide}}  {case.section:23}  {case.rule}" for case in CASES))
    elif args.out is not None:
        folder, graded = Path(args.out), [grade(Path(results)) for results in args.results]
        entries = write_corpus(folder)
        write_text(folder / "index.html", corpus_page(folder, entries, graded, args.links))
        size = sum(path.stat().st_size for path in folder.iterdir()) / 1e6
        print(f"{args.out}: {len(entries)} cases, {size:.1f} MB, version {CORPUS_VERSION}; open index.html to see them")
    else:
        raise SkinproofError("name a folder to write to", fix="or --list, or --show CASE")
    return SAME


VERB = Verb("corpus", "write files that test an engine's skinning, rule by rule", CorpusArguments, run)
