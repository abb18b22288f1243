"""Who opens files: each place of the product stands in a table with its reason, so that a new one is thought about."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.house import ROOT, modules

#: Calls by which a path is opened, asked for, or followed.
READING = {
    *("open", "FileIO", "read_bytes", "read_text", "stat", "lstat", "is_file", "is_dir", "exists", "iterdir"),
    *("glob", "rglob", "scandir", "walk", "listdir", "isfile", "isdir", "getsize", "resolve", "realpath"),
}
TABLE = ROOT / "tests" / "core" / "reads.txt"


def calls(node: ast.AST, function: str = "-") -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        inside = child.name if isinstance(child, ast.FunctionDef) else function
        if isinstance(child, ast.Call):
            name = getattr(child.func, "attr", getattr(child.func, "id", ""))
            if name in READING and ast.unparse(child.func) != "ast.walk":
                yield inside, name
        yield from calls(child, inside)


def test_every_place_that_opens_a_file_is_in_the_table() -> None:
    rows = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    reasons = {tuple(row[11:].split(" ")): row[:11].strip() for row in rows}
    assert set(reasons.values()) <= {"ours", "given", "own folder", "resolver", "notes", "system"}
    trees = ("skinning_core", "addon", "lessons", "engines", "farm")
    found = {
        (module.path.relative_to(ROOT).as_posix(), function, name)
        for module in modules(*trees).values()
        for function, name in calls(module.tree)
    }
    there = {path.relative_to(ROOT).parts[0] for path in ROOT.iterdir() if path.is_dir()}
    known = {row for row in reasons if row[0].split("/")[0] in there}
    assert found - known == set(), "say in tests/core/reads.txt why these may open a file"
    assert known - found == set(), "these open none any more"
