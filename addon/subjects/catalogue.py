"""Every subject, for the panel and the command line: the core's list, where each is found, and the panel's items.

The panel offers the engines themselves, then the forms of skinning, then the GPU's transports one by one. Weights and
normals are choices of their own there (``chosen_name`` puts the name together).

Importable without ``bpy``: Blender and the GPU are asked for when one of their engines is called.
"""

from __future__ import annotations

from functools import partial

from ...skinning_core.model import Model
from ...skinning_core.subject import CHOOSING, NAMED, SUBJECTS, Choices, Makers, Subject, facts_of
from ..gpu.data.transport import TRANSPORTS

#: In the order of their numbers in files: new ones come last.
_ICONS = {
    "blender": "BLENDER",
    "fast": "SORTTIME",
    "gpu": "SHADING_RENDERED",
    "stock": "IMPORT",
    "blender-formula": "MODIFIER",
}

#: Files hold the number of an item. The first hundred are the engines'; the first form has this number.
_FIRST_FORM = 100

#: The number of the first transport.
_FIRST_TRANSPORT = 200

Item = tuple[str, str, str, str, int]

FORM_ITEMS: tuple[Item, ...] = tuple(
    (name, facts.label, facts.sentence, "MOD_ARMATURE", _FIRST_FORM + k)
    for k, (name, facts) in enumerate((n, f) for n, f in NAMED.items() if n.startswith("form:"))
)

_OF_GPU = {
    **{
        name: f"The palette goes to the shader as {t.storage}, {t.per_joint} of it per joint"
        for name, t in TRANSPORTS.items()
    },
    "compute": "Read back by the compute shader instead of the vertex shader",
    "four": "Only the four largest weights of a vertex count",
}
_TRANSPORT_ITEMS: tuple[Item, ...] = tuple(
    (f"gpu:{name}", f"GPU: {name}", sentence, "SHADING_RENDERED", _FIRST_TRANSPORT + k)
    for k, (name, sentence) in enumerate(_OF_GPU.items())
)

#: What the panel offers: all but the reference, with which everything is compared.
ITEMS: tuple[Item, ...] = (
    *((name, NAMED[name].label, NAMED[name].sentence, icon, k) for k, (name, icon) in enumerate(_ICONS.items())),
    *FORM_ITEMS,
    *_TRANSPORT_ITEMS,
)


def chosen_name(name: str, *, raw_weights: bool, directions: bool) -> str:
    """The engine with the panel's choices; the name as it is where it leaves none."""
    return name + Choices(raw_weights, directions).words * name.startswith(CHOOSING)


def _made_in_blender(name: str, model: Model) -> Subject:
    """A subject of ``addon.subjects.blender``, which is imported when the first is made."""
    from . import blender

    return blender.make(name, model)


def every_maker() -> Makers:
    """The makers of all subjects that are computed or imported for the purpose, by name."""
    from ..gpu.device.engine import MAKERS as OF_THE_GPU

    in_blender = ("blender", "blender:animation", "blender-formula", "stock")
    return {**SUBJECTS, **{name: partial(_made_in_blender, name) for name in in_blender}, **OF_THE_GPU}


def label_of(name: str) -> str:
    """What the panel and the legend call an engine."""
    facts = facts_of(name)
    if facts is None:
        return name
    return facts.label if name == facts.name else f"{facts.label} ({name.removeprefix(facts.name).strip(':')})"
