"""Random exports: a rig, none to three things done to it, random settings of the exporter; the truth worked out apart.

What plays in the scene is held beside the file at every frame, vertex by vertex, by the numbers that the exporter has
written (``export_truth``); what is seen and not written is counted by objects and vertices. By day a small share;
``SKINPROOF_EXPORTS=0:300`` tries these seeds and prints the table.
"""

from __future__ import annotations

import json
import os
import struct
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

bpy = pytest.importorskip("bpy")

from tests.blender import export_scenes as scenes  # noqa: E402 -- it needs bpy
from tests.blender import test_lacking as lacking  # noqa: E402
from tests.blender.animated_tube import judged, made, written  # noqa: E402
from tests.blender.export_truth import numbered, numbered_behind_modifiers, numbers_in, truth  # noqa: E402
from tests.blender.test_exports import compared  # noqa: E402

#: Relative to the size: surely rounding, and surely a difference, as in test_exports.
ROUNDING, SURE = 2e-6, 1e-4
#: What is done to the rig and its mesh: at most one of each row, whose entries are ways of one thing.
WORK: tuple[tuple[Any, ...], ...] = (
    (scenes.small, scenes.in_centimetres, scenes.mirrored, scenes.moved, scenes.sheared, scenes.under_an_empty),
    (scenes.mesh_elsewhere, scenes.moving_armature),
    (scenes.inverse_kinematics, scenes.copied_rotation, scenes.spline),
    tuple(scenes.scale_inherited(kind) for kind in ("NONE", "ALIGNED", "AVERAGE", "FIX_SHEAR")),
    (scenes.driven_shape_key,),
    (scenes.without_weights, scenes.hardly_any_weights, scenes.little_weights, scenes.six_influences),
    (scenes.one_that_deforms_nothing, scenes.bendy, scenes.volume_kept, scenes.envelopes, scenes.masked),
    (scenes.materials, scenes.seams, scenes.skinned_twice),
    (scenes.subdivided, scenes.subdivided_before, scenes.mirrored_before, scenes.caged, scenes.smoothed),
    (lacking.clothes, lacking.sword_on_a_bone, lacking.hat_hung_on, lacking.a_hidden_coat, lacking.a_room),
)
#: Settings of the exporter: at most three of them are chosen.
SETTINGS: tuple[dict[str, Any], ...] = (
    {"export_apply": True},
    {"export_all_influences": True},
    {"export_influence_nb": 1},
    {"export_influence_nb": 8},
    scenes.FLAT,
    {"export_hierarchy_flatten_objs": True},
    scenes.DEFORMING,
    {"export_force_sampling": False},
    {"export_frame_step": 3},
    {"export_rest_position_armature": False},
    {"export_yup": False},
    {"export_optimize_animation_size": False},
    {"export_animation_mode": "ACTIVE_ACTIONS"},
    {"export_animation_mode": "SCENE"},
    {"export_morph": False},
    {"export_skins": False},
    {"export_animations": False},
    {"export_current_frame": True},
    {"use_selection": True},
    {"use_renderable": True},
    {"export_armature_object_remove": True},
)
#: A mirrored armature with three materials: the tube was taken for itself, turned.
MIRRORED = 174
BY_DAY, BY_NIGHT = (*range(40, 45), MIRRORED), range(45, 120)


def seeds() -> list[Any]:
    if "SKINPROOF_EXPORTS" in os.environ:
        return list(range(*map(int, os.environ["SKINPROOF_EXPORTS"].split(":"))))
    return [*BY_DAY, *(pytest.param(k, marks=pytest.mark.nightly) for k in BY_NIGHT)]


@pytest.fixture(scope="module")
def table(request: pytest.FixtureRequest) -> Iterator[Counter[str]]:
    counts: Counter[str] = Counter()
    yield counts
    if "SKINPROOF_EXPORTS" in os.environ:
        with request.config.pluginmanager.getplugin("capturemanager").global_and_fixture_disabled():
            print("\n" + "\n".join(f"{count:6}  {what}" for what, count in sorted(counts.items())))


def built(random: Random) -> tuple[list[str], dict[str, Any]]:
    """Make a random scene; what was done to it, and the settings."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    armature, mesh = made(bones=random.randint(4, 6))
    bpy.ops.object.select_all(action="DESELECT")
    for ob in (armature, mesh):
        ob.select_set(True)
    done = []
    for row in sorted(random.sample(range(len(WORK)), random.choice([0, 1, 1, 2, 2, 3]))):
        work = random.choice(WORK[row])
        work(armature, mesh)
        done.append(work.__qualname__)
    chosen: dict[str, Any] = {}
    for setting in random.sample(SETTINGS, random.choice([0, 0, 1, 1, 2, 3])):
        chosen |= setting
    bpy.context.scene.frame_set(0)
    return done, chosen


def lacks(path: Path, applied: bool) -> list[str]:
    """What is seen of the character and not in the file: objects, vertices, the motion."""
    data = path.read_bytes()
    document = json.loads(data[20 : 20 + struct.unpack_from("<I", data, 12)[0]])
    names = {node.get("name") for node in document.get("nodes", []) if "mesh" in node}
    found = [] if document.get("animations") else ["motion"]
    known, counts = numbers_in(path) if document.get("meshes") else [], Counter[str]()
    meshes = [mesh["name"] for mesh in document.get("meshes", []) for _ in mesh["primitives"]]
    for name, numbers in zip(meshes, known, strict=True):
        counts[name] = max(counts[name], int(max(numbers, default=-1)) + 1)
    for ob in bpy.context.scene.objects:
        belongs = ob.parent or ob.constraints or any(m.type == "ARMATURE" for m in ob.modifiers)
        if ob.type != "MESH" or not ob.visible_get() or not belongs:
            continue
        shown = len(ob.evaluated_get(bpy.context.evaluated_depsgraph_get()).data.vertices)
        if ob.name not in names and not (applied and ob.data.name in counts):
            found.append(ob.name)
        elif counts[ob.data.name] < shown:
            found.append(f"vertices of {ob.name}")
    return found


@pytest.mark.parametrize("seed", seeds())
def test_a_random_export_is_answered_truly(extension: str, tmp_path: Path, table: Counter[str], seed: int) -> None:
    done, options = built(Random(seed))
    applied = options.get("export_apply", False)
    meshes = [ob for ob in bpy.data.objects if ob.type == "MESH"]
    for ob in meshes:
        (numbered_behind_modifiers if applied else numbered)(ob)
    try:
        path = written(tmp_path, export_attributes=True, **options)
    except (RuntimeError, TypeError) as error:  # the exporter refuses, or is older than the setting
        table[f"not exported: {str(error)[-60:]}"] += 1
        return
    for ob in meshes if applied else ():
        ob.modifiers.remove(ob.modifiers["Number"])
    bpy.context.scene.frame_set(0)
    missing = lacks(path, applied)
    panel = compared(path)
    status, report = judged(extension, path, "--judge", "plays")  # which opens the scene again
    command = report.get("verdict", {}).get("outcome", "refused")
    away = missing and "motion" not in missing and not all(name.startswith("vertices") for name in missing)
    error = max(truth(path, plays=True).values(), default=0.0) if not away else 0.0
    word = "differs" if missing or error > SURE else "same" if error < ROUNDING else "between"
    told = [ground["sentence"] for ground in report.get("verdict", {}).get("grounds", [])]
    table[f"plays: {command} ({status}), truth {word}"] += 1
    table[f"panel: {panel}, truth {word}"] += 1
    wrong = [
        f"false {said} by {door}"
        for door, said in (("command", command), ("panel", panel.lower()))
        if (said == "same" and word == "differs") or (said == "differs" and word == "same")
    ]
    for line in wrong:
        table[f"! {line}: {seed} {done} {options}: {error:.1e} {missing} {told}"[:600]] += 1
    assert not wrong, (done, options, error, missing, told)
