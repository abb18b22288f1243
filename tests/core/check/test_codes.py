"""The codes: fit for scripts, explained, and on the page."""

from __future__ import annotations

import re
from pathlib import Path
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


def test_disagreements_are_about_codes_there_are() -> None:
    assert all(code in ALL for case in DISAGREEMENTS for code in case.codes)
