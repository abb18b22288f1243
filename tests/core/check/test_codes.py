"""The codes: fit for scripts, explained, and on the page."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter
from typing import get_args

import pytest

from skinning_core.check.codes import ALL, Severity
from tools.pages.codes import codes_page
from tools.pages.disagreements import DISAGREEMENTS


def test_the_page_is_what_the_code_says(root: Path) -> None:
    assert (root / "docs" / "codes.md").read_text(encoding="utf-8") == codes_page()


@pytest.mark.parametrize("name", ALL)
def test_every_code_is_explained_in_whole_sentences(name: str) -> None:
    code = ALL[name]
    assert re.fullmatch(r"[A-Z0-9_]+", name)
    assert code.severity in get_args(Severity)
    assert re.fullmatch(r"[A-Za-z].*\.", code.meaning)
    assert re.fullmatch(r"[A-Z].*\.", code.advice)
    assert "|" not in code.meaning + code.advice  # the page is a table


def test_the_words_of_a_finding_have_the_values_that_its_rule_gives(root: Path) -> None:
    """A rule that names a code for ``found`` gives a value for every place of its words, and no other."""
    told = set()
    for path in (root / "skinning_core" / "check").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "found":
                code, values = node.args[0], {keyword.arg for keyword in node.keywords}
                if isinstance(code, ast.Constant):
                    words = ALL[code.value].words
                    assert words, code.value
                    assert {name for _, name, _, _ in Formatter().parse(words) if name} == values, code.value
                    told.add(code.value)
    assert len(told) > 60


def test_disagreements_are_about_codes_there_are() -> None:
    assert all(code in ALL for case in DISAGREEMENTS for code in case.codes)
