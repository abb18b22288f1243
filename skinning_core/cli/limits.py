"""``skinproof limits``: what fewer influences, coarser weights and palettes, and resampled clips cost a model."""

from __future__ import annotations

from ..compare.limits.cost import LimitStudy, study_limits
from ..files.output import write_text
from ..pose.clip import find_clip
from ..report.document import write_json
from ..report.limit_study import limits_document, limits_lines, limits_page
from ..subject import Makers
from .options import ModelsArguments, load_drawn, outputs
from .progress import progress_on_stderr
from .several import each_model
from .verb import BAD, NOT_JUDGED, SAME, Verb, arguments, option


@arguments
class LimitsArguments(ModelsArguments):
    """Arguments of ``limits``."""

    clip: str | None = option("only this clip, a name or an index, or rest (default: all clips)", metavar="C")
    json: str | None = option("write the figures for machines", metavar="FILE")
    html: str | None = option("write a page with charts", metavar="FILE")


def run(args: LimitsArguments, _makers: Makers) -> int:
    """Print the table of every model; one that cannot be read does not stop the others.

    The status tells if something could move a vertex and was left aside, such as a clip that cannot be read.
    """
    json_path, html = outputs([args.json, args.html], args.model, args.anim)

    def studied(path: str) -> LimitStudy:
        """Study one model and print its table."""
        model = load_drawn(path, args)
        clips = None if args.clip is None else [find_clip(model, args.clip)]
        study = study_limits(model, clips, progress_on_stderr(model.name))
        print("\n".join(limits_lines(study)))
        return study

    results, errors = each_model(args, studied)
    if json_path is not None:
        write_json(json_path, limits_document(results, errors))
    if html is not None:
        write_text(html, limits_page(results))
    unjudged = any(study.unjudged for _, study in results)
    return BAD if errors else NOT_JUDGED if unjudged else SAME


_SUMMARY = "what 1 to 8 influences, 8-bit weights, half-float palettes and resampled clips would cost, and where"
VERB = Verb("limits", _SUMMARY, LimitsArguments, run)
