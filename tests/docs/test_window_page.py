"""The page of the window is whole in both languages, and calls what is in the window by its words there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.docs.test_guide import BLOCK, PICTURE

DOCS = Path(__file__).resolve().parents[2] / "docs"
ENGLISH, CHINESE = ((DOCS / name).read_text(encoding="utf-8") for name in ("window.md", "window.zh.md"))
#: What only the English page has: who walks the tour, in which look, and what each screen must show.
FOR_TESTERS = "How it is tested"
SET_OFF = re.compile(r"(?<!\*)\*{1,2}([^*\n|]+?)\*{1,2}(?!\*)")


def without_testers(page: str) -> str:
    """The page but for its last part."""
    assert page.rindex("\n## ") > 0
    return page[: page.rindex("\n## ")]


def test_both_languages_show_the_same() -> None:
    assert f"## {FOR_TESTERS}" in ENGLISH
    english, chinese = map(without_testers, (ENGLISH, CHINESE))
    shown = [picture.replace(".zh.png", ".png") for picture in PICTURE.findall(chinese)]
    assert shown == PICTURE.findall(english)
    assert BLOCK.findall(chinese) == BLOCK.findall(english)
    for part in (r"^#+ ", r"^\|", r"^\d+\. "):  # headings, rows of tables, steps
        assert len(re.findall(part, chinese, re.MULTILINE)) == len(re.findall(part, english, re.MULTILINE)), part
    numbers = [sorted(re.findall(r"\d[\d,.]*\d", re.sub(r"\]\([^)]*\)", "", page))) for page in (english, chinese)]
    assert numbers[0] == numbers[1]


@pytest.mark.parametrize("page", [ENGLISH, CHINESE], ids=["en", "zh"])
def test_links_lead_somewhere(page: str) -> None:
    headings = [heading.lower() for heading in re.findall("^#+ (.+)$", page, re.MULTILINE)]
    anchors = {re.sub(r"[^\w -]", "", heading).replace(" ", "-") for heading in headings}
    for link, anchor in re.findall(r"\]\(([^)#\s]*)#?([^)\s]*)\)", page):
        assert (DOCS / link).exists(), link
        assert link or anchor in anchors, anchor


def test_what_is_set_off_in_one_language_is_its_word_in_the_other() -> None:
    """*Whole Clip* is *整个片段*, as the button is called where Blender is Chinese."""
    tables = json.loads((DOCS.parent / "addon/translations/zh_HANS.json").read_text(encoding="utf-8"))
    words = {english: chinese for part in tables.values() for english, chinese in part.items()}
    set_off = {name for names in SET_OFF.findall(without_testers(ENGLISH)) for name in names.split(", ")} & words.keys()
    assert len(set_off) > 60
    assert {name: words[name] for name in set_off if words[name] not in CHINESE} == {}
