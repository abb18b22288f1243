"""Templates of sentences in the source, and what is put together otherwise where one is needed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path

from skinning_core.text.count import counted
from skinning_core.text.sentence import bare

#: Calls that may raise an error, with the places of its words among their arguments.
_ERRORS = {"SkinproofError": [0], "require": [1]}
#: Calls that make a sentence, with the places of templates among their arguments; of a tuple's the first that is given.
MAKING = {"sentence": [0], **_ERRORS, "Availability": [1], "Unjudged": [2], "counted": [(2, 1)], "_Switch": [2, 3]}


class Templates(ast.NodeVisitor):
    """All templates of one module: ``found`` by their line, and lines that put text together ``loose``ly."""

    def __init__(self, path: Path, errors: bool) -> None:
        self._making = {name: places for name, places in MAKING.items() if errors or name not in _ERRORS}
        self.found: list[tuple[int, str]] = []
        self.loose: list[str] = []
        self._path, self._words = path, dict[str, list[str]]()
        self.visit(ast.parse(path.read_text(encoding="utf-8")))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        outer, self._words = self._words, dict(self._words)
        for inner in ast.walk(node):
            if isinstance(inner, ast.Assign):
                self._take_in(inner)
        self.generic_visit(node)
        self._words = outer

    def _take_in(self, node: ast.Assign) -> None:
        """Names that stand for words, in ``a, b = "...", "..."`` too."""
        target, value = node.targets[0], node.value
        pairs = zip(target.elts, value.elts, strict=False) if _both_tuples(target, value) else [(target, value)]
        for name, words in pairs:
            if isinstance(name, ast.Name) and (told := list(self._texts(words))):
                self._words[name.id] = [*self._words.get(name.id, []), *told]

    def visit_Assign(self, node: ast.Assign) -> None:
        if not list(self._texts(node.value)):  # else it is found where its name is used
            self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and re.search(r"[a-z:,] {\w+[!:}]|}[:,]? [a-z]{2}", node.value):
            self.found.append((node.lineno, node.value))  # a template wherever it stands, as in a table

    def visit_JoinedStr(self, _node: ast.JoinedStr) -> None:
        return

    def visit_Call(self, node: ast.Call) -> None:
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        for place in self._places(node, name):
            self._add(node.args[place], ["{count} ", ""][name != "counted"], alone=name == "counted" and place == 1)
        if name == "joined":
            self._add(
                node.args[1] if len(node.args) > 1 else ast.Constant("; ", lineno=node.lineno), "{first}", "{second}"
            )
        for keyword in node.keywords:
            if keyword.arg == "fix" and "SkinproofError" in self._making:
                self._add(keyword.value)
            self.visit(keyword.value)
        for value in node.args:
            if name not in self._making or not isinstance(value, ast.Constant | ast.IfExp):
                self.visit(value)

    def _places(self, node: ast.Call, name: str) -> Iterator[int]:
        """The places of a call's templates."""
        for place in self._making.get(name, ()):
            yield from [k for k in (place if isinstance(place, tuple) else (place,)) if k < len(node.args)][:1]

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.generic_visit(node)

    def _add(self, value: ast.expr, before: str = "", after: str = "", *, alone: bool = False) -> None:
        if isinstance(value, ast.JoinedStr) and not list(self._texts(value)) and _has_words(value):
            self.loose.append(f"{self._path.name}:{value.lineno}: {ast.unparse(value)}")
        for text in self._texts(value):
            self.found.append((value.lineno, counted(2, text).template if alone else before + text + after))

    def _texts(self, value: ast.expr) -> Iterator[str]:
        if isinstance(value, ast.IfExp):
            yield from (*self._texts(value.body), *self._texts(value.orelse))
        elif isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value
        elif isinstance(value, ast.Name):
            yield from self._words.get(value.id, ())
        elif isinstance(value, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.FormattedValue) else part for part in value.values]
            yield from map("".join, product(*(list(self._texts(part)) for part in parts)))


def _both_tuples(target: ast.expr, value: ast.expr) -> bool:
    return isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)


def _has_words(value: ast.JoinedStr) -> bool:
    return any(isinstance(part, ast.Constant) and re.search("[A-Za-z]{2}", str(part.value)) for part in value.values)


def templates_in(paths: Iterable[Path], *, errors: bool = True) -> tuple[dict[str, str], list[str]]:
    """By template, as other languages know it: where it stands; and the places that nobody can translate.

    errors: those of ``SkinproofError`` too.
    """
    found: dict[str, str] = {}
    loose: list[str] = []
    for path in paths:
        read = Templates(path, errors)
        loose += read.loose
        for line, template in read.found:
            found.setdefault(bare(template), f"{path.name}:{line}")
    return found, loose


def has_words(template: str) -> bool:
    """Whether there is anything to translate beside the places."""
    return bool(re.search("[A-Za-z]", re.sub("{[^}]*}", "", template)))
