"""What an export loses of the motion hides what else is wrong with the skin, and that hides it: both are told."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

bpy = pytest.importorskip("bpy")

from tests.blender import export_scenes as scenes  # noqa: E402 -- it needs bpy
from tests.blender import wrong_scenes as wrong  # noqa: E402
from tests.blender.animated_tube import judged, made, written  # noqa: E402

Build = Callable[[Any, Any], None]

#: What is done to a tube of six bones, the exporter's settings, what is told, and what is left if the hierarchy is
#: written in the other way.
SHEARED: dict[str, tuple[tuple[Build, ...], dict[str, Any], set[str], set[str]]] = {
    "bendy": ((wrong.stretched, scenes.bendy), {}, {"bones-sheared", "bone-bendy"}, {"bone-bendy"}),
    "too many influences": (
        *((wrong.stretched, scenes.six_influences), {}),
        *({"bones-sheared", "weights-other"}, {"weights-other"}),
    ),
    "both": (
        *((wrong.stretched, scenes.bendy, scenes.six_influences), {}),
        *({"bones-sheared", "bone-bendy", "weights-other"}, {"bone-bendy", "weights-other"}),
    ),
    "Preserve Volume": (
        *((wrong.stretched, scenes.volume_kept), {}),
        *({"bones-sheared", "modifier-preserve-volume"}, {"modifier-preserve-volume"}),
    ),
    "flattened, and bendy": (
        *((wrong.squashed, scenes.bendy), scenes.FLAT),
        *({"bones-flattened", "bone-bendy"}, {"bone-bendy"}),
    ),
    "inherited scale, and bendy": (
        *((scenes.scale_inherited("NONE"), scenes.bendy), {}),
        *({"bone-inherit-scale", "bone-bendy"}, {"bone-bendy"}),
    ),
}


def told(report: dict[str, Any]) -> set[str]:
    return {cause["code"] for each in report["comparisons"] for cause in each["changes"]}


def tube(*builds: Build) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, mesh = made(bones=6)
    for build in builds:
        build(armature, mesh)
    bpy.context.scene.frame_set(0)


@pytest.mark.parametrize("name", SHEARED)
def test_a_shear_and_what_it_hides_are_told(name: str, extension: str, tmp_path: Path) -> None:
    builds, settings, codes, left = SHEARED[name]
    if settings == scenes.FLAT and bpy.app.version < (4, 3):
        pytest.skip("4.2 leaves flattened bones out of the scene")
    tube(*builds)
    _, report = judged(extension, written(tmp_path, **settings))
    assert told(report) == codes
    _, report = judged(extension, written(tmp_path, **({} if settings else scenes.FLAT)))
    assert told(report) == left


SKIPPED: tuple[tuple[Build, ...], dict[str, Any], str] = ((), {"export_frame_step": 4}, "frames-skipped")
STRAIGHT: tuple[tuple[Build, ...], dict[str, Any], str] = (
    *((wrong.straight,), {"export_force_sampling": False}),
    "not-sampled",
)


@pytest.mark.parametrize(
    ("lost", "build", "code"),
    [
        (SKIPPED, scenes.bendy, "bone-bendy"),
        (SKIPPED, scenes.six_influences, "weights-other"),
        (SKIPPED, scenes.masked, "modifier-masked"),  # farthest off at a key
        (STRAIGHT, scenes.volume_kept, "modifier-preserve-volume"),
        (STRAIGHT, scenes.six_influences, "weights-other"),
        (STRAIGHT, scenes.envelopes, "modifier-without-groups"),
    ],
)
def test_too_few_keys_and_what_they_hide_are_told(
    lost: Any, build: Build, code: str, extension: str, tmp_path: Path
) -> None:
    builds, settings, of_keys = lost
    tube(*builds, build)
    _, report = judged(extension, written(tmp_path, **settings))
    assert told(report) == {of_keys, code}
    _, report = judged(extension, written(tmp_path))  # each frame has a key
    assert told(report) == {code}
