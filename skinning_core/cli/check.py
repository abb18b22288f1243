"""``skinproof check``: findings about files, with stable codes. The exit status is 1 if one is an error."""

from __future__ import annotations

import json
from pathlib import Path

from ..check.check import check_file
from ..files.output import write_text
from ..report.findings import RULES, findings_lines, junit_cases, sarif_results
from ..subject import Makers
from .options import ModelsArguments, limits_of, outputs
from .several import each_model
from .verb import BAD, DIFFERENT, SAME, Verb, arguments, option


@arguments
class CheckArguments(ModelsArguments):
    """Arguments of ``check``."""

    json: str | None = option("write the findings for machines", metavar="FILE")
    sarif: str | None = option("write SARIF 2.1.0, which code hosts show beside the file", metavar="FILE")
    junit: str | None = option("write JUnit's XML, one test case per file", metavar="FILE")


def run(args: CheckArguments, _makers: Makers) -> int:
    """Check every file. An unreadable one is a finding; a missing one does not stop the others."""
    json_path, sarif, junit = outputs([args.json, args.sarif, args.junit], args.model, args.anim)
    anims, limits = [Path(anim) for anim in args.anim], limits_of(args)
    results, errors = each_model(args, lambda path: check_file(Path(path), anims, limits=limits))
    for path, findings in results:
        print("\n".join(findings_lines(path, findings)))
    if json_path is not None:
        from ..report.document import check_document, write_json  # each only if asked for

        write_json(json_path, check_document(results, errors))
    if sarif is not None:
        from ..report.sarif import sarif_document

        document = sarif_document(sarif_results(results, errors), RULES)
        write_text(sarif, json.dumps(document, indent=1, ensure_ascii=False) + "\n")
    if junit is not None:
        from ..report.junit import junit_document

        write_text(junit, junit_document(junit_cases(results, errors)))
    if errors:
        return BAD
    return DIFFERENT if any(f.severity == "error" for _, findings in results for f in findings) else SAME


VERB = Verb("check", "findings about a file, with stable codes", CheckArguments, run)
