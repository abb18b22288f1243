"""Every subject, for panel and command line: the core's list, where each is found, and the panel's items.

The panel offers engines, then forms of skinning, then the GPU's transports. Weights and normals are choices of their
own (``chosen_name`` puts the name together).

Importable without ``bpy``: only a call of an engine needs Blender or the GPU.
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

#: Number of the first form in files; smaller numbers are engines'.
_FIRST_FORM = 100

#: Number of the first transport.
_FIRST_TRANSPORT = 200

Item = tuple[str, str, str, str, int]

FORM_ITEMS: tuple[Item, ...] = tuple(
    (name, facts.label, facts.sentence, "MOD_ARMATURE", _FIRST_FORM + k)
    for k, (name, facts) in enumerate((n, f) for n, f in NAMED.items() if n.startswith("form:"))
)

#: What a kind of storage is counted in.
_COUNTED = {"constants": "numbers", "buffer": "bytes", "texture": "texels"}

_OF_GPU = {
    **{
        name: f"The palette goes to the shader as {t.storage}: {t.per_joint} {_COUNTED[t.storage]} for each joint"
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
    """The engine's name with the panel's choices, if it leaves any."""
    return name + Choices(raw_weights, directions).words * name.startswith(CHOOSING)


def _made_in_blender(name: str, model: Model) -> Subject:
    """A subject of ``addon.subjects.blender``, imported when the first is made."""
    from . import blender

    return blender.make(name, model)


def every_maker() -> Makers:
    """Makers of all subjects that are computed or imported on purpose, by name."""
    from ..gpu.device.engine import MAKERS as OF_THE_GPU

    in_blender = ("blender", "blender:animation", "blender-formula", "stock")
    return {**SUBJECTS, **{name: partial(_made_in_blender, name) for name in in_blender}, **OF_THE_GPU}


def label_of(name: str) -> str:
    """An engine's name in panel and legend."""
    facts = facts_of(name)
    if facts is None:
        return name
    return facts.label if name == facts.name else f"{facts.label} ({name.removeprefix(facts.name).strip(':')})"
