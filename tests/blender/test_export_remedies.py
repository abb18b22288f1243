"""For each cause of a scene its remedy is applied, and another export differs no more: here, in another test, or not.

A remedy is what the report says, done to armature and mesh, or settings of the exporter. What no other test applies has
a row here; why a cause has neither is said in ``WITHOUT``.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from skinning_core.compare.causes.scene_cause import SCENE_KINDS
from tests.blender import export_scenes as scenes
from tests.blender import wrong_scenes as wrong
from tests.blender.animated_tube import animate
from tests.blender.mend_scenes import masked_key
from tests.blender.test_export_causes import NOT_IN_ALL, ONE, WHOLE, WRONG, told
from tests.blender.trials import exported as trials

bpy = pytest.importorskip("bpy")

Work = Callable[[Any, Any], Any]
#: Relative to the size: rounding of the file's float32.
ROUNDING = 2e-6
NOT_SAMPLED = {"export_force_sampling": False}


@dataclass(frozen=True)
class Row:
    """A cause, words of its remedy, and both as they are done."""

    code: str
    work: tuple[Work, ...]
    words: str
    remedy: tuple[Work, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    better: dict[str, Any] = field(default_factory=dict)  # the options with the remedy
    words_of_verify: tuple[str, ...] = ()  # what the command is asked


def modifier(**values: Any) -> Work:
    """Settings of the body's first modifier."""

    def change(armature: Any, mesh: Any) -> None:
        for name, value in values.items():
            setattr(mesh.modifiers[0], name, value)

    return change


def bones(*names: str, **values: Any) -> Work:
    def change(armature: Any, mesh: Any) -> None:
        for name in names:
            for setting, value in values.items():
                setattr(armature.data.bones[name], setting, value)

    return change


def one_modifier(armature: Any, mesh: Any) -> None:
    mesh.modifiers.remove(mesh.modifiers[1])


def baked_key(armature: Any, mesh: Any) -> None:
    """New Shape from Mix, and the masked key deleted."""
    mesh.shape_key_add(name="plain", from_mix=True).value = 1.0
    mesh.shape_key_remove(mesh.data.shape_keys.key_blocks[1])


def keyed_key(armature: Any, mesh: Any) -> None:
    """The key has what its driver gives, at every frame."""
    key, shown = mesh.data.shape_keys.key_blocks[1], []
    for frame in range(25):
        bpy.context.scene.frame_set(frame)
        shown.append(key.value)
    key.driver_remove("value")
    for frame, key.value in enumerate(shown):
        key.keyframe_insert("value", frame=frame)


def key_of_its_own(armature: Any, mesh: Any) -> None:
    """A shape key that has no keys, at half its value."""
    masked_key(armature, mesh)
    mesh.data.shape_keys.key_blocks[1].vertex_group = ""


def unlike_its_parent(armature: Any, mesh: Any) -> None:
    bones("b2", use_inherit_rotation=False)(armature, mesh)


def noisy(armature: Any, mesh: Any) -> None:
    """A curve modifier whose values hang on the frame."""
    trials.curves(armature)[5].modifiers.new("NOISE")


def noise_baked(armature: Any, mesh: Any) -> None:
    """Keys at every frame in place of the curve modifier."""
    curve = trials.curves(armature)[5]
    shown = [curve.evaluate(frame) for frame in range(25)]
    curve.modifiers.remove(curve.modifiers[0])
    for frame, value in enumerate(shown):
        curve.keyframe_points.insert(frame, value)


def pinned(armature: Any, mesh: Any) -> None:
    key_of_its_own(armature, mesh)
    mesh.data.shape_keys.key_blocks[1].value = 0.3
    mesh.show_only_shape_key, mesh.active_shape_key_index = True, 1


def unpinned(armature: Any, mesh: Any) -> None:
    mesh.show_only_shape_key = False


def nothing_left_to_see(armature: Any, mesh: Any) -> None:
    """The body is the child of a bone, and stays where it was."""
    mesh.parent_type, mesh.parent_bone = "BONE", "b2"
    bpy.context.view_layer.update()
    mesh.matrix_world.identity()


def on_the_rig(armature: Any, mesh: Any) -> None:
    mesh.parent_type = "OBJECT"
    mesh.matrix_basis.identity()


def swelling_by_a_property(armature: Any, mesh: Any) -> None:
    """A driver of a shape key, by a property of the armature with keys: the exporter samples shape keys without it."""
    mesh.shape_key_add(name="Basis")
    key = mesh.shape_key_add(name="swell")
    for point in key.data:
        point.co.x *= 1.4
    for frame, armature["size"] in ((0, 0.0), (24, 1.0)):
        armature.keyframe_insert('["size"]', frame=frame)
    driver = key.driver_add("value").driver
    driver.expression, variable = "size", driver.variables.new()
    variable.name, variable.targets[0].id, variable.targets[0].data_path = "size", armature, '["size"]'


def strip(**values: Any) -> tuple[Work, ...]:
    return (trials.strip(**values),)


def of_strip(name: str, *values: float) -> tuple[Work, ...]:
    """A strip with keys of its own, at the first and the last frame."""

    def change(armature: Any, mesh: Any) -> None:
        (added,) = armature.animation_data.nla_tracks[0].strips
        setattr(added, {"influence": "use_animated_influence", "strip_time": "use_animated_time"}[name], True)
        for frame, value in zip((0, 24), values, strict=True):
            setattr(added, name, value)
            added.keyframe_insert(name, frame=frame)

    return (trials.strip(), change)


def over_a_track(**values: Any) -> tuple[Work, ...]:
    """A second action over the first, which is on a track."""

    def change(armature: Any, mesh: Any) -> None:
        animate(armature, "kick", turn=0.4)
        for name, value in values.items():
            setattr(armature.animation_data, name, value)

    return (trials.strip(), change)


def alone(armature: Any, mesh: Any) -> None:
    """The first of two tracks has a star."""
    for action in ("", "kick"):
        if action:
            animate(armature, action, turn=0.4)
        trials.strip()(armature, mesh)
    armature.animation_data.nla_tracks[0].is_solo = True


def below(**values: Any) -> tuple[Work, ...]:
    """The armature stands apart, below something that does, too."""

    def change(armature: Any, mesh: Any) -> None:
        armature.parent = scenes.an_empty(**values)

    return (scenes.moved, change)


#: What plays is asked for: of a file of actions it is something else.
PLAYS = ("--judge", "plays")
TRACKS = {"export_animation_mode": "NLA_TRACKS"}
REMOVED = {"export_armature_object_remove": True}

ROWS = [
    Row("modifier-several", (scenes.skinned_twice,), "keep one modifier", (one_modifier,)),
    Row("modifier-off", (modifier(show_viewport=False),), "switch the modifier on", (modifier(show_viewport=True),)),
    Row(
        *("modifier-without-groups", (modifier(use_vertex_groups=False),), "use them"),
        (modifier(use_vertex_groups=True),),
    ),
    Row("modifier-masked", (scenes.masked,), "their weights without it", (modifier(vertex_group=""),)),
    Row(
        *("modifier-preserve-volume", (scenes.volume_kept,), "look without it"),
        (modifier(use_deform_preserve_volume=False),),
    ),
    Row("skin-on-bone", (nothing_left_to_see,), "to the armature itself", (on_the_rig,)),
    Row("key-foreign", (key_of_its_own,), "Shape Keys on", options={"export_morph": False}),
    Row("key-masked", (masked_key,), "New Shape from Mix", (baked_key,)),
    Row("key-pinned", (pinned,), "unpin it", (unpinned,)),
    Row("key-driver", (scenes.driven_shape_key,), "Sampling on", options=NOT_SAMPLED),
    Row("key-driver", (swelling_by_a_property,), "key the shape key itself", (keyed_key,), better=ONE),
    Row("bone-deform", (bones("b2", use_deform=False),), "tick Deform", (bones("b2", use_deform=True),)),
    Row("bone-bendy", (bones("b2", bbone_segments=8),), "live without", (bones("b2", bbone_segments=1),)),
    Row(
        *("bone-envelope-multiplied", (bones("b2", use_envelope_multiply=True),), "untick"),
        (bones("b2", use_envelope_multiply=False),),
    ),
    Row("bone-inherit-rotation", (unlike_its_parent,), "Sampling on", options=NOT_SAMPLED),
    Row("curve-modifier", (noisy,), "bake the curve modifier", (noise_baked,)),
    *(
        Row("exporter-armature-removed", below(**values), "Remove Armature Object off", options=REMOVED)
        for values in (
            {"location": (1.0, 2.0, 3.0), "rotation_euler": (0.2, 0.4, 0.1)},
            {"rotation_euler": (1.5708, 0.0, 0.0)},
            {"location": (0.0, 1.0, 0.0), "scale": (2.0, 2.0, 2.0)},
        )
    ),
    Row("action-foreign", (), "Animation on", options={"export_animations": False}),
    *(
        Row(code, work, "NLA Tracks, or Scene", better=better, words_of_verify=PLAYS)
        for code, work in {
            "strip-shifted": strip(frame_start_ui=10),
            "strip-scaled": strip(scale=1.5),
            "strip-repeated": strip(repeat=2.0),
            "strip-reversed": strip(use_reverse=True),
            "strip-faded": strip(blend_in=6.0),
            "strip-trimmed": strip(action_frame_start=4.0, action_frame_end=16.0),
            "strip-blended": strip(blend_type="ADD"),
            "strip-influence": of_strip("influence", 0.4, 0.4),
            "strip-timed": of_strip("strip_time", 0.0, 12.0),
        }.items()
        for better in (TRACKS, WHOLE)
    ),
    *(
        Row(code, work, "Scene and Split", better=WHOLE, words_of_verify=PLAYS)
        for code, work in {
            "action-influence": over_a_track(action_influence=0.5),
            "action-blended": over_a_track(action_influence=0.5, action_blend_type="COMBINE"),
            "strip-other": over_a_track(action_blend_type="COMBINE"),
            "track-solo": (alone,),
        }.items()
    ),
]

#: The tests that apply the remedies of causes which have no row, here or in ``WRONG``.
ELSEWHERE: dict[str, str] = {
    "modifier-behind": "test_applied_modifiers.py::test_what_stands_behind_the_armature_acts_before_it_in_the_file",
    "modifier-moves": "test_applied_modifiers.py::test_what_modifiers_alone_move_stands_still_in_the_file",
    "skin-by-modifier": "test_applied_modifiers.py::test_a_modifier_that_leaves_no_groups_takes_the_skin",
    "normals-modifier": "test_rest_normals.py::test_the_remedy_of_a_cause_works",
    "normals-missing": "test_rest_normals.py::test_the_remedy_of_a_cause_works",
    "exporter-uneven-normals": "test_exporter_faults.py::test_uneven_normals_are_told_and_the_remedy_works",
    "exporter-fps-base": "test_exporter_faults.py::test_the_frame_rates_base_is_told_and_its_remedy_works",
    "exporter-last-fraction": "test_exporter_faults.py::test_an_end_between_frames_is_told_and_its_remedy_works",
    "bones-sheared-by-object": "test_export_places.py::test_bones_turned_in_the_world_below_an_uneven_scale",
    "object-on-vertices": "test_export_places.py::test_a_button_on_vertices",
    "bone-unkeyed": "test_export_causes.py::test_a_pose_left_over_from_another_action",
    "clock-rate": "test_export_causes.py::test_a_file_of_another_frame_rate_is_told",
    "tangents-lost": "test_export_causes.py::test_what_was_not_sampled_is_to_be_sampled",
}

#: Why an export has no remedy to apply.
NO_SKIN = "then the mesh follows no bones in the scene, nor does it in the file"
RIGHT = "the exporter writes it as the scene shows it: test_present_and_harmless, test_exports"
NOTED = "an export is held to the scene as it stands: what it was before is not known"
OTHERS = "of what plays beside clips of a file that came in, or of another format: test_attached_routes"
WITHOUT: dict[str, str] = {
    **dict.fromkeys(("modifier-missing", "modifier-without-object", "modifier-other-armature"), NO_SKIN),
    "armature-edited": "Blender exports in Object Mode",
    **dict.fromkeys(("armature-at-rest", "mesh-moved", "mesh-unparented", "object-mirrored", "curve-muted"), RIGHT),
    "object-scaled-unevenly": "what it does to an export is a shear, which has causes of its own",
    "mesh-on-bone": "then the exporter writes no skin, which is told as skin-on-bone",
    **dict.fromkeys(("group-and-bone-apart", "group-without-bone", "bone-without-group"), NOTED),
    "weights-fewer": "an exporter writes no more influences than there are",
    "key-muted": "a muted key is seen neither in the scene nor in the file",
    "bone-driver": "sampled it is in the file, and else tangents-lost explains it first, with the same remedy",
    "clock-remapped": "the file has another span then, which is told as a clip that is cut",
    "rig-limit": "of an imported character",
    **dict.fromkeys(("vertex-moved", "bone-rest", "rest-scaled", "rest-mirrored", "bone-parent"), NOTED),
    **dict.fromkeys(("bone-location-axes", "bone-rotation-mode"), NOTED),
    **dict.fromkeys(("action-deleted", "curve-changed", "curve-removed"), NOTED),
    **dict.fromkeys(("action-none", "track-muted", "action-other", "slot-none", "slot-other"), OTHERS),
    **dict.fromkeys(("action-shifted", "action-short", "action-more", "scale-zero"), OTHERS),
}


def test_every_cause_of_a_scene_has_a_remedy_that_is_applied_or_a_reason() -> None:
    applied = {row.code for row in ROWS} | {code for _, _, code, *_ in WRONG.values()}
    assert not applied & {*ELSEWHERE, *WITHOUT}
    assert sorted([*applied, *ELSEWHERE, *WITHOUT]) == sorted(SCENE_KINDS)


def test_the_other_tests_are_there() -> None:
    for place in ELSEWHERE.values():
        path, name = place.split("::")
        tree = ast.parse(Path(__file__).with_name(path).read_text(encoding="utf-8"))
        assert name in {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}, place


@pytest.mark.parametrize("row", ROWS, ids=[f"{row.code}: {row.words} {len(row.better)}" for row in ROWS])
def test_a_remedy_makes_the_export_right(extension: str, tmp_path: Path, row: Row) -> None:
    report, found = told(extension, tmp_path, *row.work, words=row.words_of_verify, **row.options)
    if row.code in NOT_IN_ALL and report["verdict"]["outcome"] == "same":
        pytest.skip("this exporter does it right")
    if row.code == "track-solo" and bpy.app.version < (4, 3):
        pytest.skip("this exporter writes no clip beside a track with a star")
    assert report["verdict"]["outcome"] == "differs"
    assert row.code in found
    assert row.words in {each["code"]: each["remedy"] for c in report["comparisons"] for each in c["changes"]}[row.code]
    report, found = told(extension, tmp_path, *row.work, *row.remedy, words=row.words_of_verify, **row.better)
    assert max(each["max"] for each in report["comparisons"]) < ROUNDING
    assert (report["verdict"]["outcome"], found) == ("same", [])


@pytest.mark.parametrize(
    ("bones_too", "settings", "code", "better"),
    [
        (wrong.stretched, {}, "bones-sheared", scenes.FLAT),
        (wrong.squashed, scenes.FLAT, "bones-flattened", {}),
        (scenes.plain_rig, {}, "", {}),
    ],
    ids=["stretched", "squashed", "alone"],
)
def test_shapes_and_sheared_bones_that_hide_each_other(
    extension: str, tmp_path: Path, bones_too: Work, settings: dict[str, Any], code: str, better: dict[str, Any]
) -> None:
    """Either alone leaves most of the difference; both remedies leave none, and each leaves the other's cause."""
    if code == "bones-flattened" and bpy.app.version < (4, 3):
        pytest.skip("this exporter leaves flattened bones out of the scene: where they stand is another matter")
    work = (bones_too, wrong.first_key_on_another)
    expected = {"key-relative", code} - {""}
    assert set(told(extension, tmp_path, *work, **settings)[1]) == expected
    assert set(told(extension, tmp_path, *work, **better)[1]) == {"key-relative"}
    assert set(told(extension, tmp_path, *work, wrong.baked_from_mix, **settings)[1]) == expected - {"key-relative"}
    report, found = told(extension, tmp_path, *work, wrong.baked_from_mix, **better)
    assert (report["verdict"]["outcome"], found) == ("same", [])


def tilted(armature: Any, mesh: Any) -> None:
    armature.location, armature.rotation_euler = (0.3, 0.0, 0.0), (0.1, 0.1, 0.0)


driven_by_a_bone = trials.driven(lambda armature, mesh: (armature, "location", 2), "armature")


@pytest.mark.parametrize(
    ("placed", "kind"),
    [(tilted, "NONE"), (driven_by_a_bone, "ALIGNED"), (driven_by_a_bone, "AVERAGE")],
    ids=["tilted", "driven", "driven, average"],
)
def test_an_armature_that_was_removed_is_told_beside_scale_that_bones_inherit(
    extension: str, tmp_path: Path, placed: Work, kind: str
) -> None:
    """What the scale does below hides it: without the fault alone some vertices are as far off, or farther."""
    work = (placed, scenes.scale_inherited(kind))
    assert set(told(extension, tmp_path, *work, **REMOVED)[1]) == {"exporter-armature-removed", "bone-inherit-scale"}
    even = bones("b2", inherit_scale="FULL")
    assert told(extension, tmp_path, *work, even, **REMOVED)[1] == ["exporter-armature-removed"]
    found = told(extension, tmp_path, *work)[1]
    assert "bone-inherit-scale" in found
    assert "exporter-armature-removed" not in found
