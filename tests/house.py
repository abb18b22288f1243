"""The source as data: modules, what they import, what they define. Read from the files, nothing is imported.

`python -m tests.house` prints how large each part is. Nothing asserts these figures.
"""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: Folders of the product's code.
TREES = ("skinning_core", "addon", "examples", "benchmarks", "lessons", "engines", "farm")
#: Folders beside the core that are imported as chapters of it.
ANNEXES = tuple(name for name in ("lessons", "engines", "farm") if (ROOT / name / "__init__.py").exists())
#: Blender's own modules.
BLENDER = {"bpy", "gpu", "mathutils", "bmesh", "blf", "gpu_extras", "bpy_extras", "addon_utils", "bl_math", "imbuf"}

_NO_CODE = {
    *(tokenize.ENCODING, tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE),
    *(tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER),
}
_CHANGING = {
    "add",
    "append",
    "clear",
    "discard",
    "extend",
    "insert",
    "pop",
    "popitem",
    "remove",
    "setdefault",
    "update",
}
_WITH_DOCSTRING = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class Module:
    """One file of the product."""

    name: str  # dotted, from the repository's root: "skinning_core.pose.clip"
    path: Path
    tree: ast.Module
    imports: frozenset[str]  # modules of the product and top-level names of others, wherever in the file they stand
    loaded: frozenset[str]  # those of them that are imported with the module itself, not by a function of it

    @property
    def room(self) -> str:
        """The folder or file at the top of its tree: "pose" for skinning_core.pose.clip."""
        return self.name.split(".")[1] if "." in self.name else ""

    def lines_of_code(self) -> int:
        """Its lines less docstrings, comments and blank lines."""
        lines = set[int]()
        with self.path.open("rb") as file:
            for token in tokenize.tokenize(file.readline):
                if token.type not in _NO_CODE:
                    lines.update(range(token.start[0], token.end[0] + 1))
        for node in ast.walk(self.tree):
            if isinstance(node, _WITH_DOCSTRING) and ast.get_docstring(node, clean=False) is not None:
                lines.difference_update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
        return len(lines)

    def tokens(self) -> int:
        """Its names, operators, numbers and strings, less docstrings."""
        with self.path.open("rb") as file:
            count = sum(token.type not in _NO_CODE for token in tokenize.tokenize(file.readline))
        return count - sum(1 for _ in self.docstrings())

    def words(self) -> int:
        """The words of its comments and docstrings."""
        with self.path.open("rb") as file:
            comments = [each.string for each in tokenize.tokenize(file.readline) if each.type == tokenize.COMMENT]
        return sum(len(text.strip("#: ").split()) for text in (*comments, *self.docstrings()))

    def docstrings(self) -> Iterator[str]:
        """Its own, and those of its functions and classes."""
        for node in ast.walk(self.tree):
            if isinstance(node, _WITH_DOCSTRING) and (text := ast.get_docstring(node)) is not None:
                yield text

    def public(self) -> Iterator[ast.FunctionDef | ast.ClassDef]:
        """What it defines at its top, less what begins with an underscore."""
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
                yield node


def modules(*trees: str) -> dict[str, Module]:
    """Every module below these folders by its dotted name; a package goes by its folder's name."""
    files = {_name(path): path for tree in TREES for path in sorted((ROOT / tree).rglob("*.py"))}
    names = set(files)
    return {name: _module(path, names) for name, path in files.items() if name.split(".")[0] in trees}


def circle(graph: dict[str, set[str]]) -> list[str]:
    """A circle of a graph, its first member once more at its end; empty where there is none."""
    state: dict[str, int] = {}

    def visit(node: str, trail: list[str]) -> list[str]:
        state[node] = 1
        for target in sorted(graph.get(node, ())):
            if state.get(target) == 1:
                return [*trail[trail.index(target) :], target]
            if target not in state and (closed := visit(target, [*trail, target])):
                return closed
        state[node] = 2
        return []

    for start in sorted(graph):
        if start not in state and (closed := visit(start, [start])):
            return closed
    return []


def longest_chain(graph: dict[str, set[str]]) -> int:
    """How many modules import one another in a row, at most, in a graph without circles."""
    known: dict[str, int] = {}

    def length(name: str) -> int:
        if name not in known:
            known[name] = 1 + max((length(target) for target in graph[name] if target in graph), default=0)
        return known[name]

    return max(map(length, graph), default=0)


def reached(graph: dict[str, set[str]], starts: set[str]) -> set[str]:
    """What can be come to from these, themselves included."""
    seen, waiting = set(), list(starts)
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            waiting += graph.get(node, ())
    return seen


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    core = ("skinning_core",) if parts[0] in ANNEXES else ()
    return ".".join((*core, *parts)).removesuffix(".__init__")


def _module(path: Path, names: set[str]) -> Module:
    name, tree = _name(path), ast.parse(path.read_text(encoding="utf-8"))
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    imports = {target for node in _running(tree) for target in _targets(node, package, names)}
    loaded = {target for node in tree.body for target in _targets(node, package, names)}
    return Module(name, path, tree, frozenset(imports - {name}), frozenset(loaded))


def _running(tree: ast.AST) -> Iterator[ast.AST]:
    """Every statement but those that only a type checker sees; an expression, of which most are, imports nothing."""
    waiting = [tree]
    while waiting:
        for node in ast.iter_child_nodes(waiting.pop()):
            only_types = (
                isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
            )
            if not only_types and not isinstance(node, ast.expr | ast.expr_context):
                yield node
                waiting.append(node)


def _targets(node: ast.AST, package: str, names: set[str]) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name.split(".")[0] for alias in node.names)
    elif isinstance(node, ast.ImportFrom) and not node.level:
        yield from _of_the_product(node.module or "", node, names)
    elif isinstance(node, ast.ImportFrom):
        parts = package.split(".")
        parents = parts[: len(parts) - node.level + 1]
        yield from _of_the_product(".".join([*parents, *([node.module] if node.module else [])]), node, names)


def _of_the_product(base: str, node: ast.ImportFrom, names: set[str]) -> Iterator[str]:
    for alias in node.names:
        module = f"{base}.{alias.name}"
        yield module if module in names else base if base in names else base.split(".")[0]


def changeable(tree: ast.Module) -> set[str]:
    """Variables of a module that hold state: a function binds them anew, or changes what they hold."""
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    inside = [node for each in functions for node in ast.walk(each)]
    bound = {name for node in inside if isinstance(node, ast.Global) for name in node.names}
    top = {name.id for node in tree.body for name in _bound_by(node) if isinstance(name, ast.Name)}
    changed = {name for node in inside for name in _changed_by(node)}
    return bound | (top & changed)


def _bound_by(node: ast.stmt) -> list[ast.expr]:
    return node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []


def _changed_by(node: ast.AST) -> Iterator[str]:
    """Names whose container or attribute a statement sets, or whose method changes them."""
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign | ast.Delete):
        targets = list(node.targets)
    elif isinstance(node, ast.AugAssign):
        targets = [node.target]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CHANGING:
        targets = [node.func]
    for target in targets:
        for part in target.elts if isinstance(target, ast.Tuple) else [target]:
            if isinstance(part, ast.Attribute | ast.Subscript) and isinstance(part.value, ast.Name):
                yield part.value.id


def size_line(name: str, some: dict[str, Module]) -> str:
    """Files, lines of code, tokens a line, words, definitions and the longest chain of imports of some modules."""
    lines = sum(module.lines_of_code() for module in some.values())
    tokens, words = (sum(count(module) for module in some.values()) for count in (Module.tokens, Module.words))
    nodes = [node for module in some.values() for node in ast.walk(module.tree)]
    definitions = sum(isinstance(node, ast.FunctionDef | ast.ClassDef) for node in nodes)
    chain = longest_chain({each: set(module.imports) for each, module in some.items()})
    return f"{name:14}{len(some):7,}{lines:13,}{tokens / lines:14.1f}{words:10,}{definitions:13,}{chain:7}"


if __name__ == "__main__":
    print(f"{'':14}{'files':>7}{'code lines':>13}{'tokens a line':>14}{'words':>10}{'definitions':>13}{'chain':>7}")
    main = modules("skinning_core") | modules("addon")
    in_annex = {name for name, module in main.items() if module.path.relative_to(ROOT).parts[0] in ANNEXES}
    print(size_line("main", {name: module for name, module in main.items() if name not in in_annex}))
    for part in ("skinning_core", "addon", *ANNEXES):
        print(size_line(part, {n: m for n, m in main.items() if m.path.relative_to(ROOT).parts[0] == part}))
