"""Every failing must of the scoreboard is followed back by hand on docs/musts.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[3] / "docs"
FAILED = re.compile(r"^\| ([a-z0-9-]+): .+? \| must, ", re.MULTILINE)


def sections(name: str) -> dict[str, str]:
    """The parts of a page by their engine, named up to its version."""
    parts = re.split(r"^## ", (DOCS / name).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    return {part.split()[0]: part for part in parts}


ENGINES = [engine for engine in sections("scoreboard.md") if engine != "Panda3D"]


def test_all_engines_are_there() -> None:
    assert len(ENGINES) == 6
    assert "Panda3D" in sections("musts.md")


@pytest.mark.parametrize("engine", ENGINES)
def test_each_failing_must_is_followed_back(engine: str) -> None:
    told = sections("musts.md")[engine]
    failed = FAILED.findall(sections("scoreboard.md")[engine])
    assert failed
    assert [case for case in failed if not re.search(rf"\b{case}\b(?!-)", told)] == []
