"""Sentences of the side bar in lines: none wider than there is room for, nothing lost, in English and Chinese."""

from __future__ import annotations

import unicodedata

import pytest

from tests.blender.module import module

SENTENCES = (
    "Also: weights of 1,082 vertices of 'fox' differ from the file: at most 2 bones move a vertex, in the file 4",
    "原因：启用了“保持体积”，权重与文件不同；每个顶点最多由 2 根骨骼移动（文件中为 4 根）。",
    "原因：Preserve Volume is on in the Armature modifier 'Armature' of 'body.001'",
    "an_action_whose_name_is_longer_than_a_narrow_side_bar_has_room_for_at_once",
    "",
)


def width(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


@pytest.mark.parametrize("sentence", SENTENCES)
@pytest.mark.parametrize("columns", [16, 34, 200])
def test_lines_have_room_and_nothing_is_lost(extension: str, sentence: str, columns: int) -> None:
    lines = module(extension, "addon.panels.wrapping").wrapped(sentence, columns, width)
    assert max(map(width, lines)) <= columns
    assert "".join("".join(lines).split()) == "".join(sentence.split())
    assert not any(line[:1] in "，；：。）”" for line in lines if line)
    assert len(lines) <= 1 + 1.5 * width(sentence) / columns


def test_words_stay_whole(extension: str) -> None:
    lines = module(extension, "addon.panels.wrapping").wrapped(SENTENCES[0], 34, width)
    assert " ".join(lines) == SENTENCES[0]
