"""The list of causes: unique codes, remedies, a page that is generated; and a cause that survives being stored."""

from __future__ import annotations

import pickle
from pathlib import Path

from skinning_core.compare.causes.causes_page import causes_page
from skinning_core.compare.causes.mistake import MISTAKES
from skinning_core.compare.causes.scene_cause import AREAS, SCENE_KINDS, remedy_of, scene_cause
from skinning_core.text.sentence import data_of, from_data, sentence

ROOT = Path(__file__).parents[4]


def test_there_are_sixty_causes_and_each_code_once() -> None:
    codes = [code for area in AREAS.values() for code in area]
    assert len(codes) == len(set(codes)) == len(SCENE_KINDS) >= 60
    assert not set(codes) & {mistake.code for mistake in MISTAKES}


def test_every_cause_has_a_sentence_and_a_remedy() -> None:
    for kind in SCENE_KINDS.values():
        assert kind.stage in ("pose", "deformation", "both"), kind.code
        assert len(kind.sentence) > 15, kind.code
        assert kind.remedy, kind.code
        assert not kind.remedy.endswith("."), kind.code


def test_the_page_is_that_of_the_code() -> None:
    assert (ROOT / "docs" / "causes.md").read_text(encoding="utf-8") == causes_page()


def test_a_cause_keeps_its_code_where_it_is_stored() -> None:
    cause = scene_cause("key-muted", key="smile", mesh="head", at="head")
    assert cause == "shape key 'smile' of 'head' is muted"
    for stored in (from_data(data_of(cause)), pickle.loads(pickle.dumps(cause))):
        assert (stored, stored.code, stored.values) == (cause, "key-muted", cause.values)
    assert remedy_of(cause) == "tick the key in its list"
    assert remedy_of(sentence("nothing")) == ""
    assert "code" not in sentence("nothing").data
