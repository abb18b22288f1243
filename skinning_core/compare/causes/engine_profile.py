"""How engines are known to depart from the specification: sets of mistakes as data, with their source.

A profile predicts: its mistakes are made on purpose, in the order of the engine's steps. A test holds *proven* profiles
to the real engine on every shared model it loads; *documented* ones say what its makers write. Shaders that carry the
weights' sum in w and divide by it (PlayCanvas, Khronos, Babylon) normalise, so their profiles have no raw weights.
UsdSkel's has: it uses weights as given.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

import numpy as np

from ...error import require
from ...model import Float64, Model
from ...skin.posed_model import posed_model
from ...skinned import Progress, Skinned, no_progress
from ...subject import Computed, Maker
from ...text.sentence import sentence
from .engine_panda3d import as_panda3d
from .engine_raylib import as_raylib
from .engine_state import EngineState
from .mistake import BY_CODE, followed, made_of


@dataclass(frozen=True)
class EngineProfile:
    """How one engine departs."""

    name: str  # for --against profile:NAME and engine:NAME
    label: str
    codes: tuple[str, ...]  # of the catalogue of causes
    source: str  # how it is known
    proven: bool = False  # a test compares it with the engine itself
    own: Callable[[EngineState], EngineState] | None = None  # further rules of this engine alone


#: Engines with rules of their own.
_OWN = {"raylib": as_raylib, "panda3d": as_panda3d}


def _profiles() -> Mapping[str, EngineProfile]:
    rows = json.loads(Path(__file__).with_name("profiles.json").read_text(encoding="utf-8"))
    for row in rows.values():
        row["codes"] = tuple(row["codes"])
    return MappingProxyType({name: EngineProfile(name, own=_OWN.get(name), **row) for name, row in rows.items()})


#: The profiles by name, in the order of ``profiles.json``.
PROFILES = _profiles()


def profile_named(name: str) -> EngineProfile:
    """The profile of that name. Raises ``SkinproofError`` if there is none."""
    known = sentence("profiles: {names}", names=list(PROFILES))
    require(name in PROFILES, sentence("there is no profile {name!r}", name=name), fix=known)
    return PROFILES[name]


@np.errstate(all="ignore")
def profile_positions(profile: EngineProfile, model: Model, clip: int | None, times: Float64) -> tuple[Float64, ...]:
    """Per part (T, V, 3) predicted world positions, metres, at times (T,), seconds."""
    state = EngineState(posed_model(model, model.clip(clip), times))
    state = state if profile.own is None else profile.own(state)
    mistakes = [BY_CODE[code] for code in profile.codes]  # those that a model cannot show are left out
    return made_of(state, [mistake for mistake in mistakes if followed(state, [mistake]) is not None]).positions()


def profile_maker(name: str) -> Maker:
    """The maker of the subject ``profile:NAME``, which gives positions only. Raises as ``profile_named``."""
    profile = profile_named(name)

    def skin(
        model: Model, clip: int | None, times: Float64, *, normals: bool = True, progress: Progress = no_progress
    ) -> Skinned:
        del normals, progress
        times = np.atleast_1d(np.asarray(times, np.float64))
        positions = profile_positions(profile, model, clip, times)
        return Skinned(f"profile:{name}", times, model.parts, positions, (None,) * len(model.parts))

    class Predicted(Computed):
        gives_normals = False

    return lambda model: Predicted(model, f"profile:{name}", skin)
