"""Sentences of the side bar in lines: none wider than there is room for, nothing lost, in English and Chinese."""

from __future__ import annotations

import unicodedata
from itertools import product
from types import SimpleNamespace
from typing import Any

import pytest

from tests.blender.module import module
from tests.blender.test_attach_undone import InSideBar
from tests.window.inside.side_bar import Rows

bpy = pytest.importorskip("bpy")
blf = pytest.importorskip("blf")

SENTENCES = (
    "Also: weights of 1,082 vertices of 'fox' differ from the file: at most 2 bones move a vertex, in the file 4",
    "原因：启用了“维持体积”，权重与文件不同；每个顶点最多由 2 根骨骼移动（文件中为 4 根）。",
    "原因：Preserve Volume is on in the Armature modifier 'Armature' of 'body.001'",
    "旋转按分量插值，而不是球面插值（slerp），“权重 > 总限值”会截断它们（见“高级”）。",
    "an_action_whose_name_is_longer_than_a_narrow_side_bar_has_room_for_at_once",
    "",
)


def width(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


def test_lines_have_room_and_nothing_is_lost(extension: str) -> None:
    wrapped = module(extension, "addon.panels.wrapping").wrapped
    for sentence, columns in product(SENTENCES, (16, 34, 200)):
        lines = wrapped(sentence, columns, width)
        assert max(map(width, lines)) <= columns, sentence
        assert "".join("".join(lines).split()) == "".join(sentence.split())
        assert not any(line[:1] in "，；：。）”" or line[-1:] in "（“" for line in lines if line), sentence
        assert len(lines) <= 1 + 1.5 * width(sentence) / columns, sentence


def test_words_stay_whole(extension: str) -> None:
    lines = module(extension, "addon.panels.wrapping").wrapped(SENTENCES[0], 34, width)
    assert " ".join(lines) == SENTENCES[0]


def test_every_line_fits_a_side_bar_of_160_pixels(extension: str) -> None:
    """70 are left there beside margins, tabs and an icon; lines for 90 were cut, the verdict among them."""
    panels, rows = module(extension, "addon.panels"), list[str]()
    system, styles = SimpleNamespace(ui_scale=1.0), bpy.context.preferences.ui_styles
    context = SimpleNamespace(
        region=SimpleNamespace(width=160), preferences=SimpleNamespace(system=system, ui_styles=styles)
    )
    panels.paragraph(Rows(rows), context, "1 of 4 clips, 60 of 60 frames, 196 of 196 vertices", icon="BLANK1")
    assert len(rows) > 4
    assert max(blf.dimensions(0, row)[0] for row in rows) <= 70.0


class Labels:
    """A layout that keeps the labels of the checkboxes that are drawn in it."""

    def __init__(self, found: list[str]) -> None:
        self.__dict__["found"] = found

    def prop(self, data: Any, name: str, *, text: str | None = None, icon: str = "", **_: Any) -> None:
        known = data.bl_rna.properties[name]
        if known.type == "BOOLEAN" and not icon:
            self.found.append(known.name if text is None else text)

    def panel(self, *_: Any, **__: Any) -> tuple[Labels, Labels]:
        return Labels(self.found), Labels(self.found)

    def __getattr__(self, _name: str) -> Any:
        return lambda *_, **__: Labels(self.found)

    def __setattr__(self, _name: str, _value: Any) -> None:
        pass


@pytest.mark.parametrize("panel", ["compare", "overlays"])
@pytest.mark.parametrize("engine", ["blender", "fast"])
def test_checkboxes_are_labelled_in_full_in_a_usual_side_bar(settings, extension: str, panel: str, engine: str) -> None:
    """292 pixels wide, as Blender opens it; 110 of them are left for the label of a box that stands in line."""
    settings.engine, found = engine, []
    drawn = getattr(bpy.types, f"SKINPROOF_PT_{panel}").draw
    drawn(SimpleNamespace(layout=Labels(found)), InSideBar())
    words = module(extension, "addon.translations").LANGUAGES["zh_HANS"]
    blf.size(0, 11)
    for label in filter(None, found):
        assert all(blf.dimensions(0, text)[0] <= 110 for text in (label, words[label])), label
    assert len(found) > 2


def test_the_file_browsers_button_is_labelled_in_full(extension: str) -> None:
    """It is 127 pixels wide, its margins 12."""
    label = bpy.ops.skinproof.attach.get_rna_type().name
    blf.size(0, 11)
    words = module(extension, "addon.translations").LANGUAGES["zh_HANS"]
    assert all(blf.dimensions(0, text)[0] <= 115 for text in (label, words[label]))
