"""What engines are known to do otherwise than the specification: sets of mistakes as data, and where it is known from.

A profile predicts: its mistakes are made on purpose, in the order of an engine's own steps. *Proven* profiles are held
by a test to what the real engine computes on every shared model that it loads; *documented* ones say what the makers
write. Shaders that carry the weights' sum in w and divide by it (PlayCanvas, Khronos, Babylon) normalise: their
profiles do not say that weights are raw. UsdSkel's does, since it skins with the weights that it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from ...error import SkinproofError
from ...model import Float64, Model
from ...skin.posed_model import posed_model
from ...skinned import Progress, Skinned, no_progress
from ...subject import Computed, Maker
from ...text.sentence import sentence
from .course import Course
from .engine_panda3d import as_panda3d
from .engine_raylib import as_raylib
from .mistake import BY_CODE, followed


@dataclass(frozen=True)
class EngineProfile:
    """What one engine does otherwise."""

    name: str  # for --against profile:NAME and engine:NAME
    label: str
    codes: tuple[str, ...]  # of the catalogue of causes
    source: str  # where it is known from
    proven: bool = False  # a test compares it with the engine itself
    own: Callable[[Course], Course] | None = None  # rules besides, that only this engine has


_READ = "its source and its own results, compared vertex by vertex"

#: The profiles by name.
PROFILES: Mapping[str, EngineProfile] = MappingProxyType(
    {
        profile.name: profile
        for profile in (
            EngineProfile(
                "three", "three.js 0.187", ("first-four", "nlerp-near", "unnormalised-quaternions"), _READ, True
            ),
            EngineProfile(
                "babylon",
                "Babylon.js 9",
                ("first-eight", "single-precision", "mesh-node-animated", "unnormalised-quaternions"),
                _READ,
                True,
            ),
            EngineProfile(
                "playcanvas",
                "PlayCanvas 2.23",
                ("nlerp", "first-four", "single-precision", "joints-by-name"),
                _READ,
                True,
            ),
            EngineProfile("vtk", "VTK 9.7", ("first-four", "unweighted-at-origin"), _READ, True),
            EngineProfile("usd", "UsdSkel 26.11", ("half-scale", "raw-weights"), _READ, True),
            EngineProfile("raylib", "raylib 6.2", ("morphs-ignored", "raw-weights"), _READ, True, own=as_raylib),
            EngineProfile("panda3d", "Panda3D 1.10", ("morphs-ignored",), _READ, True, own=as_panda3d),
            EngineProfile(
                "khronos", "Khronos sample viewer 1.1", ("first-eight", "mirror-lost"), "its shaders and its node code"
            ),
            EngineProfile(
                "stock",
                "Blender's own importer",
                ("nlerp", "bind-scale-dropped", "parts-along-bones"),
                "io_scene_gltf2; --against stock",
            ),
            EngineProfile(
                "unity",
                "Unity 6",
                ("strongest-four",),
                "docs.unity3d.com: ModelImporter.maxBonesPerVertex (lowest weights are discarded), standard is 4",
            ),
            EngineProfile(
                "unreal",
                "Unreal Engine 5",
                ("strongest-eight", "8-bit-weights"),
                "dev.epicgames.com: skeletal mesh rendering paths; render meshes have 8-bit weights by default",
            ),
            EngineProfile("bevy", "Bevy", ("first-four",), "github.com/bevyengine/bevy/issues/22236"),
            EngineProfile("godot", "Godot 4.0", ("first-four",), "github.com/godotengine/godot/pull/61912"),
            EngineProfile("filament", "Filament", (), "github.com/google/filament/pull/6772 (all influences)"),
        )
    }
)


def profile_named(name: str) -> EngineProfile:
    """The profile of that name. Raises ``SkinproofError`` if there is none."""
    if name not in PROFILES:
        known = sentence("profiles: {names}", names=list(PROFILES))
        raise SkinproofError(sentence("there is no profile {name!r}", name=name), fix=known)
    return PROFILES[name]


def profile_positions(profile: EngineProfile, model: Model, clip: int | None, times: Float64) -> tuple[Float64, ...]:
    """Per part (T, V, 3) world positions, metres, that the profile predicts at times (T,), seconds."""
    course = Course(posed_model(model, model.clip(clip), times))
    course = course if profile.own is None else profile.own(course)
    mistakes = [BY_CODE[code] for code in profile.codes]  # what a model cannot show is left out
    made = followed(course, [mistake for mistake in mistakes if followed(course, [mistake]) is not None])
    assert made is not None
    return made.positions()


def profile_maker(name: str) -> Maker:
    """The maker of the subject ``profile:NAME``, which gives positions only. Raises as ``profile_named`` does."""
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
