"""The list of causes: unique codes, remedies, a page that is generated; and a cause that survives being stored."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np

from skinning_core import load_model
from skinning_core.compare.causes.catalogue import CATALOGUE
from skinning_core.compare.causes.mistake import MISTAKES
from skinning_core.compare.causes.scene_cause import AREAS, SCENE_KINDS, once_for_clips, remedy_of, scene_cause
from skinning_core.skin.posed_model import posed_model
from skinning_core.text.sentence import data_of, from_data, sentence
from tools.pages.causes import PICTURES, UNDRAWN, causes_page

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


def test_every_mistake_has_a_picture_or_a_reason_for_none() -> None:
    """Drawn by a command of ``docs/pictures/make.py``, in the gallery of the example character, or told."""
    commands = (ROOT / "docs" / "pictures" / "make.py").read_text(encoding="utf-8")
    by_command = {code for code in CATALOGUE if f'"{code}"' in commands or f"'{code}'" in commands}
    model = load_model(ROOT / "examples" / "character.glb")
    posed = posed_model(model, next(clip for clip in model.clips if clip.name == "wave"), np.array([1.2]))
    right = posed.positions()
    with np.errstate(all="ignore"):
        made = {mistake.code: mistake.positions(posed) for mistake in MISTAKES}
    size = np.linalg.norm(np.ptp(np.concatenate([p[0] for p in right]), axis=0))
    gallery = {
        code
        for code, wrong in made.items()
        if wrong is not None and max(np.abs(a - b).max() for a, b in zip(right, wrong, strict=True)) > 2e-3 * size
    }
    undrawn = {code for codes in UNDRAWN.values() for code in codes}
    assert undrawn | by_command | gallery == set(CATALOGUE)
    assert not undrawn & (by_command | gallery)
    assert all((ROOT / "docs" / "pictures" / f"mistakes-{name}.png").is_file() for name in PICTURES)


def test_a_cause_keeps_its_code_where_it_is_stored() -> None:
    cause = scene_cause("key-muted", key="smile", mesh="head", at="head")
    assert cause == "shape key 'smile' of 'head' is muted"
    for stored in (from_data(data_of(cause)), pickle.loads(pickle.dumps(cause))):
        assert (stored, stored.code, stored.values) == (cause, "key-muted", cause.values)
    assert remedy_of(cause) == "tick the key in its list"
    assert remedy_of(sentence("nothing")) == ""
    assert "code" not in sentence("nothing").data


def test_what_several_clips_have_for_one_reason_is_told_once() -> None:
    ends = [scene_cause("exporter-last-fraction", clip=name, frame=27, key=27.8) for name in ("Run", "Walk", "Survey")]
    mask = scene_cause("modifier-masked", modifier="Armature", group="half", at="body", items=())
    told = once_for_clips([ends[0], mask, *ends])
    assert [str(cause) for cause in told] == [f"{ends[0]} (and 2 more clips)", str(mask)]
    assert remedy_of(told[0]) == remedy_of(ends[0])
    assert once_for_clips([ends[1], "no sentence", "no sentence"]) == [ends[1], "no sentence"]
    template = CATALOGUE["moved"].sentence
    moved = [sentence(template, x=0.0, y=0.001, z=z).with_code("moved") for z in (-0.1966, -0.1972)]
    assert once_for_clips(moved) == ["everything is moved by 0, 0.001, -0.1966 m (and 1 more clip)"]
