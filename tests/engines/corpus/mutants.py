"""Mutants of the reader: what programmers get wrong, and every number, sign, comparison and call of its text changed.

``python3 -m tests.engines.corpus.mutants`` prints which case catches which. A mutant that no case catches stands in
``IMPOSSIBLE`` with the reason why none can.
"""

from __future__ import annotations

import ast
import copy
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np

from skinning_core.engines.corpus.folder import MadeCase
from tests.engines.corpus import reader
from tests.engines.corpus.matrix import TURNED, farthest, limit, most_turned, size, truth, written
from tests.engines.corpus.slips import slips

SOURCE = Path(reader.__file__).read_text(encoding="utf-8")
BY_RULE = "the text"

#: By what a mutant is told as, the beginning of it, why no case can catch it.
IMPOSSIBLE = {
    "if dot < 0.0: [": "at half a turn both ways are as short",
    "if angle < 1e-9: [": "no angle is exactly that",
    "dot = float(a @ b) [": "the product is the same in either order",
    "return (1.0 - share) * a + share * b [16": "two equal rotations are given, and their sum is divided by its length",
    "return (np.sin((1.0 - share) * angle) * a + np.sin(share * angle) * b) / np.sin(angle) [11": (
        "the rotation is divided by its length"
    ),
    "return (np.sin((1.0 - share) * angle) * a + np.sin(share * angle) * b) / np.sin(angle) [77": (
        "the rotation is divided by its length"
    ),
    "u = (t - times[before]) / span if span > 0.0 else 0.0 [54": "without a span both keys are the same one",
    "return out / np.where(length > 0.0, length, 1.0) [": "a normal without length has no direction",
    "sets = [s for s in range(8) if": "no case has more than three sets",
    'data = file.buffers[view["buffer"]][view.get("byteOffset", 0) :] [67': "a stream of Draco has an offset",
    'turn = rotation(np.array(node.get("rotation", (0.0, 0.0, 0.0, 1.0))))': "the rotation is divided by its length",
    'waiting = [(root, np.eye(4)) for root in file.json["scenes"][file.json.get("scene", 0)]["nodes"]] [88': (
        "without the property scene nothing need be shown (3.5.1)"
    ),
}


@dataclass(frozen=True)
class Mutant:
    """A reader with one mistake."""

    about: str
    told: str  # one sentence, or the line and what becomes of it
    text: str  # the whole reader

    @property
    def reason(self) -> str:
        """Why no case can catch it; empty if one must."""
        return next((why for start, why in IMPOSSIBLE.items() if self.told.startswith(start)), "")


def mutants() -> Iterator[Mutant]:
    """All of them, the written ones first."""
    for slip in slips("slips.txt"):
        yield Mutant(slip.about, slip.told, slip.made_to(SOURCE))
    yield from by_rule()


# by rule

_OTHER = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Div: ast.Mult, ast.Pow: ast.Mult}
_BESIDE = {ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq}
_BESIDE |= {ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is}
#: A name that the text calls, and what might stand there.
_CALLS = {"min": "max", "max": "min", "sin": "cos", "arccos": "arcsin", "zeros": "ones", "cross": "multiply"}
_CALLS |= {"maximum": "minimum", "sorted": "reversed"}


def by_rule() -> Iterator[Mutant]:
    """One mutant for each number, operator, comparison and call of the text that can be another."""
    tree = ast.parse(SOURCE)
    lines = SOURCE.splitlines()
    counted_back = {id(node.operand) for node in ast.walk(tree) if isinstance(node, ast.UnaryOp)}
    for place, node in enumerate(ast.walk(tree)):
        for number in range(0 if id(node) in counted_back else len(list(_changed(node)))):
            other = copy.deepcopy(tree)
            at = next(n for k, n in enumerate(ast.walk(other)) if k == place)
            new = list(_changed(at))[number]
            line, column = lines[node.lineno - 1], node.col_offset
            told = f"{line.strip()} [{column}: {ast.unparse(node)} becomes {ast.unparse(new)}]"
            yield Mutant(BY_RULE, told, ast.unparse(_Put(at, new).visit(other)))


class _Put(ast.NodeTransformer):
    """One node of a tree in place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self._old, self._new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        """The tree below a node with the other one."""
        return self._new if node is self._old else self.generic_visit(node)


def _changed(node: ast.AST) -> Iterator[ast.AST]:
    """What a node could be by mistake."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield ast.Constant(node.value + 1)
        if node.value > 0:
            yield ast.Constant(node.value - 1)
    if isinstance(node, ast.BinOp) and type(node.op) in _OTHER:
        yield ast.BinOp(node.left, _OTHER[type(node.op)](), node.right)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        yield ast.BinOp(node.right, ast.MatMult(), node.left)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        yield node.operand
    if isinstance(node, ast.Compare) and type(node.ops[0]) in _BESIDE:
        yield ast.Compare(node.left, [_BESIDE[type(node.ops[0])]()], node.comparators)
    if isinstance(node, ast.Attribute) and node.attr in _CALLS:
        yield ast.Attribute(node.value, _CALLS[node.attr], ast.Load())
    if isinstance(node, ast.Name) and node.id in _CALLS:
        yield ast.Name(_CALLS[node.id], ast.Load())


# catching


def running(mutant: Mutant) -> ModuleType | None:
    """The mutant as code; None if it does not even begin."""
    made = ModuleType("reader_with_a_mistake")
    try:
        exec(compile(mutant.text, mutant.told, "exec"), made.__dict__)
    except Exception:  # noqa: BLE001  whatever a mistake breaks is caught
        return None
    return made


_truth = cache(truth)


def catches(made: MadeCase, folder: Path, code: ModuleType) -> bool:
    """Whether a case tells a reader from the right one: by a vertex, by a normal, or because it breaks."""
    entry, (positions, upright) = made.entry, _truth(made, folder)
    try:
        with np.errstate(all="ignore"):
            found, turned = code.skin(folder / entry["file"], entry["clip"], entry["times"])
        off = farthest(found, positions) / size(positions)
        return bool(off > limit(made) or most_turned(turned, upright) > TURNED)
    except Exception:  # noqa: BLE001  whatever a mistake breaks is caught
        return True


def catching(cases: list[MadeCase], folder: Path, mutant: Mutant) -> Iterator[MadeCase]:
    """The cases that catch a mutant, in their order."""
    code = running(mutant)
    return (made for made in cases if code is None or catches(made, folder, code))


def alive(cases: list[MadeCase], folder: Path, asked: Iterator[Mutant]) -> Iterator[Mutant]:
    """The mutants that no case catches. Cases that have caught others are tried first, for they are many."""
    order = sorted(cases, key=lambda made: made.entry["vertices"])
    for mutant in asked:
        caught = next(catching(order, folder, mutant), None)
        if caught is None:
            yield mutant
        else:
            order.remove(caught)
            order.insert(0, caught)


def table(cases: list[MadeCase], folder: Path) -> Iterator[str]:
    """The matrix in Markdown, a row for each mutant."""
    yield from ("| of | mistake | caught by | cases |", "|---|---|---|---|")
    for mutant in mutants():
        found = [made.case.id for made in catching(cases, folder, mutant)]
        shown = ", ".join(found[:4]) + (f" and {len(found) - 4} more" if len(found) > 4 else "")
        told = mutant.told.replace("|", "\\|")
        yield f"| {mutant.about} | {told} | {len(found)} | {shown or f'none can: {mutant.reason}'} |"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        for row in table(list(written(Path(made))), Path(made)):
            print(row)
        sys.exit()
