"""All mends: what each is in words, which of them there is a reason to try, and how one is made or found made."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from types import MappingProxyType

import bpy

from ....skinning_core.compare.judge.verdict import Verdict
from ....skinning_core.error import SkinproofError
from ....skinning_core.text.listing import listed
from ....skinning_core.text.sentence import Sentence, sentence
from ...state.results import MendRow
from . import constraints, correctives, left_out, modifiers, pushed_down, shape_keys
from .mend import Mend


@dataclass(frozen=True)
class Kind:
    """One kind of mend."""

    words: str  # a template
    text: str  # of its button
    make: Callable[[bpy.types.Scene, Mend], None]  # raises ``SkinproofError``
    is_needed: Callable[[bpy.types.Scene, Mend], bool]


#: By code; docs/agents.md has them too.
KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "SELECT": Kind(
            "Select {items}",
            text="Select Them",
            make=left_out.select_objects,
            is_needed=left_out.lacks_selection,
        ),
        "PUSH_DOWN": Kind(
            "Push down {items} of {object!r}",
            text="Push Down",
            make=pushed_down.push_down,
            is_needed=pushed_down.lacks_track,
        ),
        "BAKE_CONSTRAINTS": Kind(
            "Bake the constraints of {object!r} into keys",
            text="Bake Constraints",
            make=constraints.bake_constraints,
            is_needed=constraints.has_constraints,
        ),
        "PLAIN_KEYS": Kind(
            "Bake the shape keys {items} of {object!r} plain",
            text="Bake Shape Keys",
            make=shape_keys.bake_keys,
            is_needed=shape_keys.has_uneven_keys,
        ),
        "APPLY_MODIFIERS": Kind(
            "Apply {items} of {object!r}, to its shape keys too",
            text="Apply to Keys",
            make=modifiers.apply_modifiers,
            is_needed=modifiers.has_modifiers,
        ),
        "CORRECTIVE_KEYS": Kind(
            "Bake what {items} of {object!r} does beyond linear skinning into shape keys",
            text="Bake Correctives",
            make=correctives.bake_correctives,
            is_needed=correctives.lacks_correctives,
        ),
    }
)


def mend_of(row: MendRow) -> Mend:
    """The change that a row tells of."""
    return Mend(row.code, row.object, row.items)


def title(mend: Mend) -> Sentence:
    """What is done, as a button says it."""
    items = listed(list(mend.items))
    return sentence(KINDS[mend.code].words, object=mend.object, items=items).with_code(mend.code)


def mends_of_scene(scene: bpy.types.Scene, verdict: Verdict, codes: Set[str]) -> Iterator[Mend]:
    """What may help an export with these findings, in the order of trials.

    codes: of the verdict's grounds and of the causes.
    """
    yield from pushed_down.mends_by_tracks(scene, verdict)
    yield from shape_keys.mends_of_keys(scene)
    yield from modifiers.mends_of_modifiers(scene)
    yield from correctives.mends_of_correctives(scene, codes)
    if codes & constraints.TOLD:
        yield from constraints.mends_of_constraints(scene)


def make_mend(scene: bpy.types.Scene, mend: Mend) -> None:
    """Change the scene so. Raises ``SkinproofError`` if this version of Skinproof cannot, or something is gone."""
    if mend.code not in KINDS:
        raise SkinproofError("there is no mend {code!r}", code=mend.code)
    KINDS[mend.code].make(scene, mend)


def is_needed(scene: bpy.types.Scene, mend: Mend) -> bool:
    """Whether the scene is not so yet."""
    return mend.code in KINDS and KINDS[mend.code].is_needed(scene, mend)
