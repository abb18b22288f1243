"""The listings of books as an engine: right without a slip, and each slip fails what the guide's page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from examples.engines import book
from skinning_core.engines.corpus.folder import MadeCase
from tests.engines.corpus.listings import broken, told

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "guide"
ROW = re.compile(r"^\| `([a-z-]+)` \| (.+?) \| (\d+): (.+?) \| (.+?) \| (.+?) \|", re.MULTILINE)


def rows(folder: Path = GUIDE) -> list[tuple[str, ...]]:
    """By slip, the row of the page: what it does, how many cases fail, which, by how much, what ``grade`` says."""
    return ROW.findall((folder / "listings.md").read_text(encoding="utf-8"))


def test_the_page_has_every_slip_in_both_languages() -> None:
    assert [row[0] for row in rows()] == list(book.SLIPS)
    assert [row[0] for row in rows(GUIDE / "zh")] == list(book.SLIPS)
    assert [row[1] for row in rows()] == [does for _, does in book.SLIPS.values()]


def test_without_a_slip_the_engine_is_right(cases: list[MadeCase], corpus: Path) -> None:
    assert broken(cases, corpus, frozenset()) == []


@pytest.mark.parametrize("slip", book.SLIPS)
def test_a_slip_fails_what_the_page_says(slip: str, cases: list[MadeCase], corpus: Path) -> None:
    fails = broken(cases, corpus, book.of_source(slip))
    _, _, count, shown, off, cause = next(row for row in rows() if row[0] == slip)
    assert len(fails) == int(count)
    assert fails[:4] == shown.partition(" and ")[0].split(", ")
    first = next(made for made in cases if made.case.id == fails[0])
    assert told(first, corpus, book.of_source(slip)) == (off, cause)


def test_a_source_is_all_of_its_slips() -> None:
    sources = {word for sources, _ in book.SLIPS.values() for word in sources.split()}
    assert sources == {"book", "article", "shader", "pipeline", "parts", "md5"}
    assert book.of_source("shader") == {"model-before", "one-set", "short-palette", "raw-weights"}
    assert book.of_source("article") == {"all-floats", "joints-tree"}
    assert book.of_source("combine") == {"combine"}
    with pytest.raises(KeyError):
        book.of_source("combined")


def test_the_book_as_printed_fails_as_many_as_the_page_says(cases: list[MadeCase], corpus: Path) -> None:
    page = (GUIDE / "listings.md").read_text(encoding="utf-8")
    whole = book.of_source("book")
    printed, still = len(broken(cases, corpus, whole)), len(broken(cases, corpus, whole - {"looping"}))
    assert f"fails {printed} of the {len(cases)} cases; told not to loop, {still}" in page
