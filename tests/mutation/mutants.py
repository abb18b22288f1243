"""Mutants of a module: the same text with one condition, comparison, constant or operator of logic changed.

What is changed stands in a function's body, or is a number that a module names. Words, annotations, decorators,
defaults and fields of classes are left alone.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

Function = ast.FunctionDef | ast.AsyncFunctionDef

#: The other side of a threshold, then the opposite.
COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}


Step = tuple[str, int | None]  # a field of a node, and which of its list
Change = Callable[[ast.expr], ast.expr]


@dataclass(frozen=True)
class Mutant:
    """A module with one mistake; ``told`` names it, also after lines have moved."""

    file: str  # from the repository's root
    function: str  # its qualified name; that of a number if the module itself has it
    told: str
    path: tuple[Step, ...]  # from the module to what is changed
    change: Change
    of_number: bool  # the module's own

    def tree(self, root: Path) -> ast.Module:
        """The module's text, changed."""
        tree = _parsed(root / self.file)
        *_, parent, node = _nodes_on(tree, self.path)
        _put(parent, self.path[-1], self.change(node))
        return ast.fix_missing_locations(tree)

    def number(self, root: Path) -> float:
        """The module's number, changed."""
        statement = _nodes_on(self.tree(root), self.path[:1])[-1]
        return float(eval(compile(ast.Expression(statement.value), self.file, "eval"), {}))


def mutants_of(root: Path, file: str) -> list[Mutant]:
    """All mutants of a module, in the order of its text."""
    found, met, tree = [], Counter[tuple[str, str]](), _parsed(root / file)
    for function, path, change in _places(tree):
        *_, parent, node = _nodes_on(tree, path)
        new = change(copy.deepcopy(node))
        was, becomes = node, new
        if isinstance(parent, ast.expr):
            was, becomes = parent, copy.deepcopy(parent)
            _put(becomes, path[-1], new)
        told = f"{ast.unparse(was)} -> {ast.unparse(becomes)}"
        met[function, told] += 1
        count = met[function, told]
        told += f" ({count})" if count > 1 else ""
        found.append(Mutant(file, function, told, path, change, path[1] == ("value", None)))
    return found


def _parsed(path: Path) -> ast.Module:
    return ast.parse(_text(path))


@cache
def _text(path: Path) -> str:
    """Read once: a search goes on for hours, and what it has loaded stays as it was."""
    return path.read_text(encoding="utf-8")


def _places(tree: ast.Module) -> Iterator[tuple[str, tuple[Step, ...], Change]]:
    """What is changed: the name of its function, the way to it from the module, and what becomes of it."""
    for k, statement in enumerate(tree.body):
        if isinstance(statement, ast.ClassDef):
            for j, method in enumerate(statement.body):
                if isinstance(method, Function):
                    yield from _in_function(f"{statement.name}.{method.name}", method, (("body", k), ("body", j)))
        elif isinstance(statement, Function):
            yield from _in_function(statement.name, statement, (("body", k),))
        elif (
            isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None and _is_number(statement)
        ):
            target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
            yield from _within(ast.unparse(target), statement.value, (("body", k), ("value", None)), logic=False)


def _is_number(statement: ast.Assign | ast.AnnAssign) -> bool:
    arithmetic = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop)
    nodes = list(ast.walk(statement.value)) if statement.value else []
    return all(isinstance(n, arithmetic) and not isinstance(getattr(n, "value", 0), str | None) for n in nodes)


def _in_function(
    name: str, function: Function, path: tuple[Step, ...]
) -> Iterator[tuple[str, tuple[Step, ...], Change]]:
    for k, statement in enumerate(function.body):
        yield from _within(name, statement, (*path, ("body", k)))


def _within(
    name: str, node: ast.AST, path: tuple[Step, ...], *, logic: bool = True
) -> Iterator[tuple[str, tuple[Step, ...], Change]]:
    """The changes of a node and of all that it holds."""
    if logic:
        yield from ((name, path, change) for change in _changes(node))
    if isinstance(node, ast.If | ast.While | ast.IfExp) and isinstance(node.test, ast.Name | ast.Attribute | ast.Call):
        yield name, (*path, ("test", None)), lambda test: ast.UnaryOp(ast.Not(), test)
    if isinstance(node, ast.comprehension):
        yield from ((name, (*path, ("ifs", k)), partial(_in_vain, True)) for k in range(len(node.ifs)))
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        yield name, path, _another_constant
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "args") and not isinstance(node, ast.Call):
            continue
        if isinstance(node, ast.FormattedValue) and field == "format_spec":
            continue
        for k, child in enumerate(value) if isinstance(value, list) else ((None, value),):
            if isinstance(child, ast.AST):
                yield from _within(name, child, (*path, (field, k)), logic=logic)


def _changes(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, ast.Compare):
        for k, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                yield lambda n, k=k, other=other: ast.Compare(
                    n.left, [other() if i == k else op for i, op in enumerate(n.ops)], n.comparators
                )
    elif isinstance(node, ast.BoolOp):  # each of what is joined, as if it had not been asked
        for k in range(len(node.values)):
            yield lambda n, k=k: ast.BoolOp(
                n.op, [_in_vain(isinstance(n.op, ast.And), v) if i == k else v for i, v in enumerate(n.values)]
            )
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield lambda n: n.operand


def _in_vain(neutral: bool, value: ast.expr) -> ast.expr:
    """Evaluated still, so that a function has the same names, and without consequence."""
    return ast.Subscript(ast.Tuple([value, ast.Constant(neutral)], ast.Load()), ast.Constant(1), ast.Load())


def _another_constant(node: ast.expr) -> ast.expr:
    assert isinstance(node, ast.Constant)
    value = node.value
    if isinstance(value, bool):
        return ast.Constant(not value)
    return ast.Constant(value + 1 if isinstance(value, int) else 2.0 * value or 1.0)


def _nodes_on(tree: ast.Module, path: tuple[Step, ...]) -> list[ast.AST]:
    nodes: list[ast.AST] = [tree]
    for field, k in path:
        value = getattr(nodes[-1], field)
        nodes.append(value if k is None else value[k])
    return nodes


def _put(parent: ast.AST, step: Step, new: ast.AST) -> None:
    field, k = step
    if k is None:
        setattr(parent, field, new)
    else:
        getattr(parent, field)[k] = new
