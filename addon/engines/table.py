"""Every engine, for the panel and the command line: the core's list, where each engine is found, and the panel's items.

Importable without ``bpy``: Blender and the GPU are asked for when one of their engines is called.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import dataclass

from ...skinning_core.engine import CORE_ENGINES, ENGINES, Engine, Engines, Opening, facts_of
from ...skinning_core.model import Float64, Model
from ...skinning_core.skinned import Progress, Skinned, no_progress

_ICONS = {"blender": "BLENDER", "fast": "SORTTIME", "gpu": "SHADING_RENDERED", "stock": "IMPORT"}

#: The engines that the panel offers: all but the reference, with which they are compared.
ITEMS = tuple(
    (name, ENGINES[name].label, ENGINES[name].sentence, icon, k) for k, (name, icon) in enumerate(_ICONS.items())
)


@dataclass(frozen=True)
class _InBlender:
    """An engine of `addon.engines.blender`, imported when it is first used."""

    name: str

    def __call__(self, model: Model, clip: int | None, times: Float64, *, progress: Progress = no_progress) -> Skinned:
        """Positions at times (T,) as Blender makes them."""
        return self._engine()(model, clip, times, progress=progress)

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

    return {**CORE_ENGINES, "blender": _InBlender("skin_blender"), "stock": _InBlender("skin_stock"), **GPU_ENGINES}


def label_of(name: str) -> str:
    """What the panel and the legend call an engine."""
    facts = facts_of(name)
    return name if facts is None else facts.label
