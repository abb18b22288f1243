"""``skinproof engines``: how far each engine is from the specification on each model, and why, in one table."""

from __future__ import annotations

from ..compare.judge.engine_table import engine_table
from ..files.output import write_text
from ..report.document import write_json
from ..report.engine_cells import engines_document, engines_lines, engines_markdown, engines_page
from ..subject import Makers
from .options import AnyModelsArguments, load_drawn, outputs
from .progress import progress_on_stderr
from .several import each_model
from .verb import BAD, SAME, Verb, arguments, comma_list, flag, option


@arguments
class EnginesArguments(AnyModelsArguments):
    """Arguments of ``engines``."""

    engines: str | None = comma_list(
        "only these, by the name of their profile (default: all; docs/engines.md)", metavar="A,B"
    )
    list: bool = flag("say which engines are known and which are at hand")
    markdown: str | None = option("write the table as Markdown", metavar="FILE")
    json: str | None = option("write the figures for machines", metavar="FILE")
    html: str | None = option("write the table as a page", metavar="FILE")


def run(args: EnginesArguments, _makers: Makers) -> int:
    """Make the table; a model that cannot be read does not stop the others."""
    markdown, json_path, html = outputs([args.markdown, args.json, args.html], args.model, args.anim)
    if args.list or not args.model:
        print("\n".join(engines_lines()))
        return SAME

    models, errors = each_model(args, lambda path: load_drawn(path, args))
    names = [] if args.engines is None else args.engines.split(",")
    cells = engine_table([model for _, model in models], names, progress_on_stderr("engines"))
    table = engines_markdown(cells)
    print(table, end="")
    if markdown is not None:
        write_text(markdown, table)
    if json_path is not None:
        write_json(json_path, engines_document(cells))
    if html is not None:
        write_text(html, engines_page(cells))
    return BAD if errors else SAME


VERB = Verb("engines", "how far each engine is off on your models, and why", EnginesArguments, run)
