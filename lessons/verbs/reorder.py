"""``skinproof reorder``: a glTF file with parents before children, or in an order that is given."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...check.inspect import node_name
from ...cli.options import ModelArguments, limits_of, outputs, require_suffix, unread_clips
from ...cli.verb import SAME, Verb, arguments, option
from ...error import SkinproofError
from ...files.output import write_bytes
from ...load import load_model
from ...model import Int, Model
from ...report.document import write_json
from ...skeleton.node_order import IndexMap, index_map
from ...subject import Makers
from ...text.count import counted
from ..reorder import is_parents_first
from ..reordered_file import ReorderedFile, reorder_file


@arguments
class ReorderArguments(ModelArguments):
    """Arguments of ``reorder``."""

    order: str | None = option(
        "all nodes in the wanted order, a name or number per line (default: parents first)", metavar="FILE"
    )
    out: str = option("where to write", metavar="FILE.glb", required=True)
    json: str | None = option("write the maps between the two orders", metavar="FILE")


def run(args: ReorderArguments, _makers: Makers) -> int:
    """Write the file and say what has moved."""
    path = Path(args.model)
    if path.suffix.lower() == ".md5mesh" or args.anim:
        raise SkinproofError("only glTF files can be reordered", where=path.name, fix="give a .glb or .gltf alone")
    model = load_model(path, limits=limits_of(args))
    _, maps = outputs([args.out, args.json], [args.model, *([args.order] if args.order else [])], [])
    require_suffix(args.out, "a reordered file is a .glb", ".glb")
    out = Path(args.out)
    order = None if args.order is None else _order(Path(args.order), model)
    done = reorder_file(path, order, limits_of(args))
    write_bytes(out, done.data)
    print("\n".join([*_lines(model, done, out), *unread_clips(model)]))
    if maps is not None:
        write_json(maps, _document(done))
    return SAME


def _order(path: Path, model: Model) -> IndexMap:
    """The order of a text file. Raises ``SkinproofError`` if it is not one of all nodes."""
    try:
        words = [line.strip() for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, UnicodeDecodeError) as error:
        raise SkinproofError(f"the order cannot be read: {error}", where=path.name) from error
    named: dict[str, list[int]] = {}
    for node in range(len(model.nodes)):
        named.setdefault(node_name(model, node), []).append(node)
    order = []
    for number, word in enumerate(words, 1):
        nodes = named.get(word, [int(word)] if word.isdecimal() and int(word) < len(model.nodes) else [])
        if len(nodes) != 1:
            problem = f"{len(nodes)} nodes are called {word!r}" if nodes else f"no node is called {word!r}"
            raise SkinproofError(problem, where=f"{path.name}:{number}", fix="give the node's number instead")
        order += nodes
    if sorted(order) != list(range(len(model.nodes))):
        missing = [node_name(model, n) for n in range(len(model.nodes)) if n not in set(order)]
        problem = f"{missing[0]!r} is missing" if missing else "a node is named twice"
        raise SkinproofError(
            f"the order must name each of the {len(model.nodes)} nodes once: {problem}", where=path.name
        )
    return index_map(order)


def _lines(model: Model, done: ReorderedFile, out: Path) -> list[str]:
    before = "parents came" if is_parents_first(model.nodes) else "not all parents came"
    moved = _moved(done.maps.nodes.old_of_new)
    lines = [f"{out}: {counted(len(model.nodes), 'node')}, {moved} of them moved; before, {before} first"]
    for skin, joints in zip(model.skins, done.maps.joints, strict=True):
        lines.append(
            f"skin {skin.name}: {counted(len(skin.joints), 'joint')}, {_moved(joints.old_of_new)} of them moved"
        )
    return lines + [f"note: {note}" for note in done.notes]


def _moved(old_of_new: Int) -> int:
    return sum(old != new for new, old in enumerate(old_of_new.tolist()))


def _document(done: ReorderedFile) -> dict[str, Any]:
    def both(to: IndexMap) -> dict[str, list[int]]:
        return {"old_of_new": to.old_of_new.tolist(), "new_of_old": to.new_of_old.tolist()}

    return {"nodes": both(done.maps.nodes), "skins": [both(joints) for joints in done.maps.joints]}


VERB = Verb("reorder", "write a glTF file with parents before children, or in a given order", ReorderArguments, run)
