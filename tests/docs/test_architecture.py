"""The plan: its picture has the rooms that there are, and its walks are walked as they are written."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

from skinning_core import SUBJECTS, Model, Question, Times, load_model, verify
from skinning_core.skin.reference import reference_at
from tests.core.test_house import ADDON_STORIES, ANNEXES, STORIES, storey

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
ARM = ROOT / "examples/arm.glb"

sys.path.insert(0, str(ROOT / "docs/pictures"))
import house  # noqa: E402 -- a script in a folder of pictures


def judged(model: Model) -> object:
    asked = Question(clips=(0,), times=Times.at([0.0, 0.5]))
    return verify(model, {"fast": SUBJECTS["fast"](model)}, asked)


WALKS: dict[str, Callable[[], object]] = {
    "A file": lambda: load_model(ARM),
    "A vertex": lambda: reference_at(load_model(ARM), 0, 0.5),
    "A verdict": lambda: judged(load_model(ARM)),
}


def called(job: Callable[[], object]) -> list[tuple[str, str]]:
    """Files of the core with their functions, in the order of their first calls."""
    core, seen = str(ROOT / "skinning_core") + "/", dict[tuple[str, str], None]()

    def look(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(core):
            seen[frame.f_code.co_filename.removeprefix(core), frame.f_code.co_qualname] = None

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        job()
    finally:
        sys.setprofile(before)
    return list(seen)


@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_is_walked_as_it_is_written(walk: str) -> None:
    section = PAGE.split(f"### {walk}\n")[1].split("\n### ")[0]
    rows = re.findall(r"^\| `([\w/.]+)` \| `([\w.]+)` \|", section, re.MULTILINE)
    assert len(rows) >= 9
    seen = called(WALKS[walk])
    assert [row for row in rows if row not in seen] == []
    assert sorted(rows, key=seen.index) == rows


def test_the_picture_has_the_rooms_that_there_are() -> None:
    assert set(house.CORE) == set(STORIES) - set(ANNEXES)
    rooms = {name.split(".")[0] for name in ADDON_STORIES}
    assert set(house.ADDON) == {room for room in rooms if (ROOT / "addon" / room).is_dir()} - {"translations"}
    assert set(house.ANNEXES) >= set(ANNEXES)
    assert storey("addon.scene.read.evaluate") == "scene.read"


def test_the_picture_is_committed_as_it_is_drawn() -> None:
    assert (ROOT / "docs/pictures/house.svg").read_text(encoding="utf-8") == house.drawn()


def test_every_link_of_the_page_leads_somewhere() -> None:
    for link in re.findall(r"\]\(([\w./]+\.\w+)\)", PAGE):
        assert (ROOT / "docs" / link).exists(), link


def test_the_recipes_name_files_that_there_are() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    paths = set(re.findall(r"`((?:skinning_core|addon|engines|tests|docs)/[\w./*]+)`", text))
    assert len(paths) > 10
    assert not [path for path in sorted(paths) if not list(ROOT.glob(path))]
    assert len(text.splitlines()) <= 75, "one page"
