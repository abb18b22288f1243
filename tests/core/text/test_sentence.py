"""Sentences: their English, their data, and how they come back in another language, from disk, from another process."""

from __future__ import annotations

import copy
import json
import pickle
from dataclasses import asdict, dataclass

import numpy as np
import pytest

from skinning_core.text.count import counted
from skinning_core.text.listing import TOLD, listed
from skinning_core.text.sentence import Sentence, as_sentence, bare, data_of, from_data, joined, sentence

GERMAN = {
    "{mesh} has {vertices} at {names}": "An {names} hat {mesh} {vertices}",
    "{count} vertices": "{count} Ecken",
    "{names} and {more} more": "{names} und {more} weitere",
    "no file was given": "es wurde keine Datei genannt",
}


def german(template: str) -> str:
    return GERMAN.get(template, template)


def made() -> Sentence:
    vertices, names = counted(1234, "vertex"), listed([f"b{k}" for k in range(TOLD + 2)])
    return sentence("{mesh!r} has {vertices} at {names}", mesh="body", vertices=vertices, names=names)


SHOWN = ", ".join(f"'b{k}'" for k in range(TOLD))


@pytest.mark.parametrize(
    ("value", "form", "told"),
    [
        (4213.0, ".2g", "4,213"),
        (100.0, ".2g", "100"),
        (-99.7, ".2g", "-100"),
        (42.0, ".2g", "42"),
        (0.00002, ".2g", "2e-05"),
        (1e60, ".2g", "1e+60"),
        (4213.0, ".1e", "4.2e+03"),
    ],
)
def test_a_number_that_people_read_has_no_exponent(value: float, form: str, told: str) -> None:
    """Unless it was asked for, or the digits would tell nobody anything."""
    assert sentence(f"{{value:{form}}} %", value=value) == f"{told} %"


def test_it_is_its_english_text_wherever_text_goes() -> None:
    assert made() == f"'body' has 1,234 vertices at {SHOWN} and 2 more"
    assert {made(): 1}[str(made())] == 1
    assert f"{made()}." == str(made()) + "."
    assert sentence("{error:.2g} of {size:,}", error=np.float32(0.5), size=np.int64(7000)) == "0.5 of 7,000"


def test_all_of_it_is_said_in_another_language() -> None:
    assert made().said(german) == f"An {SHOWN} und 2 weitere hat 'body' 1,234 Ecken"
    assert counted(1, "vertex").said(german) == "1 Ecken"  # a language without a plural needs one entry
    assert sentence("{names!r}", names=("a",)).said(german) == "'a'"


def test_what_has_no_translation_stays_whole() -> None:
    strange = sentence("strange: {what}", what=counted(2, "vertex"))
    assert strange.said(german) == "strange: 2 vertices"
    assert counted(1, "bone").said(german) == "1 bone"
    assert as_sentence("no file was given").said(german) == "es wurde keine Datei genannt"
    assert as_sentence("body {x}") == as_sentence("body {x}").said(german) == "body {x}"
    assert as_sentence(strange) is strange


def test_names_of_the_users_own_are_not_words() -> None:
    assert sentence("{what!r}", what="no file was given").said(german) == "'no file was given'"
    braces = sentence("{{{mesh}}}", mesh="{x}")
    assert braces == "{{x}}"
    assert braces.said(german) == "{{x}}"
    assert bare(braces.template) == braces.template


def test_sentences_are_joined() -> None:
    both = joined([counted(1, "vertex"), "{own}"], ", ")
    assert both == "1 vertex, {own}"
    assert both.said(german) == "1 Ecken, {own}"
    assert joined(["a", "b", "c"]).said(lambda known: known.replace(";", " /")) == "a / b / c"
    assert joined(["alone"]) == "alone"
    assert joined([]) == ""


def test_one_and_many() -> None:
    assert counted(1, "vertex of {mesh!r} is", "vertices of {mesh!r} are", mesh="a{b}") == "1 vertex of 'a{b}' is"
    assert counted(np.int32(2), "axis", "axes") == "2 axes"
    assert counted(0, "matrix") == "0 matrices"


def test_a_value_is_missing() -> None:
    with pytest.raises(KeyError):
        sentence("{mesh} is gone")


@dataclass
class Noted:
    notes: tuple[str, ...]


def test_it_survives_copies_other_processes_and_json() -> None:
    original = made()
    stored = from_data(json.loads(json.dumps(data_of(original))))
    copies = [pickle.loads(pickle.dumps(original)), copy.deepcopy(original), asdict(Noted((original,)))["notes"][0]]
    for again in (stored, *copies):
        assert isinstance(again, Sentence)
        assert again == original
        assert again.said(german) == original.said(german)
        assert again.data == original.data
    assert from_data(json.loads(json.dumps(data_of("plain")))) == "plain"
    assert original.data["values"]["vertices"] == {
        "text": "1,234 vertices",
        "template": "{count:,} vertices",
        "values": {"count": 1234},
    }
