"""Every engine, for the panel and the command line: the core's list, where each engine is found, and the panel's items.

The panel offers the engines themselves, then the forms of skinning, then the GPU's transports one by one. Weights and
normals are choices of their own there (``chosen_name`` puts the name together).

Importable without ``bpy``: Blender and the GPU are asked for when one of their engines is called.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass

from ...skinning_core.engine import CHOOSING, CORE_ENGINES, ENGINES, Choices, Engine, Engines, Opening, facts_of
from ...skinning_core.model import Float64, Model
from ...skinning_core.skinned import Progress, Skinned, no_progress
from ..gpu.data.transport import TRANSPORTS

_ICONS = {"blender": "BLENDER", "fast": "SORTTIME", "gpu": "SHADING_RENDERED", "stock": "IMPORT"}

#: Files hold the number of an item. The first hundred are the engines', then come the forms, then the transports.
_FIRST_FORM, _FIRST_TRANSPORT = 100, 200

Item = tuple[str, str, str, str, int]

FORM_ITEMS: tuple[Item, ...] = tuple(
    (name, facts.label, facts.sentence, "MOD_ARMATURE", _FIRST_FORM + k)
    for k, (name, facts) in enumerate((n, f) for n, f in ENGINES.items() if n.startswith("form:"))
)

_TRANSPORT_ITEMS: tuple[Item, ...] = tuple(
    (f"gpu:{name}", f"GPU: {name}", sentence, "SHADING_RENDERED", _FIRST_TRANSPORT + k)
    for k, (name, sentence) in enumerate(
        (
            *(
                (t.name, f"The palette goes to the shader as {t.storage}, {t.per_joint} of it per joint")
                for t in TRANSPORTS.values()
            ),
            ("compute", "Read back by the compute shader instead of the vertex shader"),
            ("four", "Only the four largest weights of a vertex count"),
        )
    )
)

#: What the panel offers: all but the reference, with which everything is compared.
ITEMS: tuple[Item, ...] = (
    *((name, ENGINES[name].label, ENGINES[name].sentence, icon, k) for k, (name, icon) in enumerate(_ICONS.items())),
    *FORM_ITEMS,
    *_TRANSPORT_ITEMS,
)


def chosen_name(name: str, *, raw_weights: bool, directions: bool) -> str:
    """The engine with the panel's choices; the name as it is where it leaves none."""
    return name + Choices(raw_weights, directions).words * name.startswith(CHOOSING)


@dataclass(frozen=True)
class _InBlender:
    """An engine of `addon.subjects.blender`, imported when it is first used."""

    name: str

    def __call__(
        self, model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        """Positions at times (T,) as Blender makes them."""
        return self._engine()(model, clip, times, normals=normals, progress=progress)

    def opened(self, model: Model) -> AbstractContextManager[Engine]:
        """The engine on one import that serves many calls."""
        return self._engine().opened(model)

    def _engine(self) -> Opening:
        from . import blender

        engine: Opening = getattr(blender, self.name)
        return engine


def every_engine() -> Engines:
    """Every engine and its variants, by name."""
    from ..gpu.device.engine import ENGINES as GPU_ENGINES

    in_blender = {
        "blender": _InBlender("skin_blender"),
        "blender:animation": _InBlender("skin_for_animation"),
        "stock": _InBlender("skin_stock"),
    }
    return {**CORE_ENGINES, **in_blender, **GPU_ENGINES}


def label_of(name: str) -> str:
    """What the panel and the legend call an engine."""
    facts = facts_of(name)
    if facts is None:
        return name
    return facts.label if name == facts.name else f"{facts.label} ({name.removeprefix(facts.name).strip(':')})"
