"""``skinproof inspect``: what is in a file, without posing anything."""

from __future__ import annotations

from ..check.inspect import Facts, inspect
from ..model import Model
from ..report.facts import facts_lines, tree_lines, vertex_lines
from ..subject import Makers
from .options import ModelsArguments, load_asked, natural, number_type, outputs
from .several import each_model
from .verb import BAD, SAME, Verb, arguments, flag, option

_vertex_number = number_type(natural, lambda _: True, "a vertex: they are counted from 0")


@arguments
class InspectArguments(ModelsArguments):
    """Arguments of ``inspect``."""

    tree: bool = flag("show the joints as a tree, with lengths and vertices moved (the nodes, if there are no joints)")
    vertex: int | None = option("show the joints that move vertex N", metavar="N", type=_vertex_number)
    json: str | None = option("write the facts for machines", metavar="FILE")


def run(args: InspectArguments, _makers: Makers) -> int:
    """Print the facts of every model; one that cannot be read does not stop the others."""
    (target,) = outputs([args.json], args.model, args.anim)
    results, errors = each_model(args, lambda path: _inspected(load_asked(path, args), args))
    for _, (_, lines) in results:
        print("\n".join(lines))
    if target is not None:
        from ..report.document import inspect_document, write_json  # only if asked for

        write_json(target, inspect_document([(path, facts) for path, (facts, _) in results], errors))
    return BAD if errors else SAME


def _inspected(model: Model, args: InspectArguments) -> tuple[Facts, list[str]]:
    """The facts, and the lines that show them."""
    facts = inspect(model)
    lines = facts_lines(facts)
    if args.tree or args.vertex is not None:
        from ..check.joints import joint_tree, vertex_influences  # and poses, which facts do without
    if args.tree:
        lines += tree_lines(joint_tree(model))
    if args.vertex is not None:
        lines += vertex_lines(args.vertex, vertex_influences(model, args.vertex))
    return facts, lines


VERB = Verb("inspect", "say what is in a file: parts, skins, influences, clips", InspectArguments, run)
