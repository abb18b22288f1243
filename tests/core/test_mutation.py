"""Mutants that survive: the list names what is there, and only shrinks. The search itself is nightly."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.mutation.mutants import mutants_of
from tests.mutation.survivors import ROOMS, all_mutants, known

#: How many survivors there may be that a test could find: one of the room "price".
MOST = 1

CODE = """
LIMIT = 2.0

def inside(x, y=3):
    if x < LIMIT and not y:
        return 1
    return [k for k in x if k]
"""


def test_the_list_names_mutants_that_are_there_and_only_shrinks() -> None:
    listed = known()
    assert list(listed) == sorted(listed)
    assert sorted(set(listed) - all_mutants(tuple(file for files, _ in ROOMS.values() for file in files))) == []
    assert sum(not reason for reason in listed.values()) <= MOST


def test_each_condition_comparison_and_number_is_changed_in_turn(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text(CODE)
    mutants = mutants_of(tmp_path, "code.py")
    assert [(mutant.function, mutant.told) for mutant in mutants] == [
        ("LIMIT", "2.0 -> 4.0"),
        ("inside", "x < LIMIT and (not y) -> (x < LIMIT, True)[1] and (not y)"),
        ("inside", "x < LIMIT and (not y) -> x < LIMIT and (not y, True)[1]"),
        ("inside", "x < LIMIT and (not y) -> x <= LIMIT and (not y)"),
        ("inside", "x < LIMIT and (not y) -> x >= LIMIT and (not y)"),
        ("inside", "x < LIMIT and (not y) -> x < LIMIT and y"),
        ("inside", "1 -> 2"),
        ("inside", "k -> (k, True)[1]"),
    ]
    assert mutants[0].number(tmp_path) == 4.0
    texts = [ast.unparse(mutant.tree(tmp_path)) for mutant in mutants]
    assert len({ast.unparse(ast.parse(CODE)), *texts}) == 1 + len(mutants)
    for text in texts:
        compile(text, "code.py", "exec")
