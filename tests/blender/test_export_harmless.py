"""What stands in a scene beside what is wrong, and moves nothing that the file lacks, is not told as a cause."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.blender import export_scenes as scenes
from tests.blender import wrong_scenes as wrong
from tests.blender.test_export_causes import told
from tests.blender.trials.exported import in_steps, strip


def on_its_back(**more: Any) -> dict[str, Any]:
    return {"export_yup": False, **more}


#: What is there and moves nothing that the file lacks, beside what is wrong: the settings, and all that is told.
HARMLESS = {
    "inherited scale, flat": (
        (scenes.scale_inherited("NONE"), scenes.volume_kept),
        scenes.FLAT,
        {"modifier-preserve-volume"},
    ),
    "a mirrored rig": ((scenes.mirrored,), on_its_back(), {"axes-of-blender"}),
    "a mesh that is no child": ((scenes.mesh_elsewhere, scenes.bendy), {}, {"bone-bendy"}),
    "a sampled constraint": ((scenes.copied_rotation, scenes.masked), {}, {"modifier-masked"}),
    "weights that move nothing": ((scenes.hardly_any_weights, scenes.volume_kept), {}, {"modifier-preserve-volume"}),
    "a constraint in Blender's axes": ((scenes.copied_rotation,), on_its_back(), {"axes-of-blender"}),
    "other weights": ((scenes.six_influences,), on_its_back(), {"axes-of-blender"}),
    "one influence in Blender's axes": (
        (scenes.six_influences,),
        on_its_back(export_influence_nb=1),
        {"axes-of-blender", "weights-other"},
    ),
    "weights that a modifier makes in each pose alike": (
        (wrong.edited_before, scenes.volume_kept),
        {"export_apply": True},
        {"modifier-preserve-volume"},
    ),
    "what undoes a part of a second modifier": (
        (scenes.copied_rotation, in_steps, scenes.skinned_twice),
        {},
        {"modifier-several"},
    ),
    "a mesh skinned twice": ((scenes.skinned_twice,), {}, {"modifier-several"}),
    "an armature that loses shear": (
        (scenes.kept_in_place,),
        {"export_rest_position_armature": False},
        {"objects-sheared"},
    ),
    "beside Preserve Volume": (
        (scenes.kept_in_place, scenes.volume_kept),
        {},
        {"objects-sheared", "modifier-preserve-volume"},
    ),
    "uneven above a bone that loses shear": (
        (scenes.sheared, scenes.scale_inherited("NONE")),
        {},
        {"bone-inherit-scale"},
    ),
    "an action in a clip of what plays": (
        (scenes.envelopes, scenes.one_of_two_assigned),
        {"export_animation_mode": "ACTIVE_ACTIONS", "export_force_sampling": False},
        {"modifier-without-groups", "not-sampled"},  # without the envelopes the clip is 0.04 % off between its keys
    ),
    "bones that a strip keys": ((strip(use_reverse=True),), {"export_animation_mode": "ACTIVE_ACTIONS"}, set()),
}


@pytest.mark.parametrize("name", HARMLESS)
def test_what_is_only_there_is_not_told(extension: str, tmp_path: Path, name: str) -> None:
    work, options, expected = HARMLESS[name]
    report, found = told(extension, tmp_path, *work, **options)
    assert report["verdict"]["outcome"] == "differs"
    assert set(found) == expected


def test_a_setting_moves_vertices_no_farther_than_undoing_it_brings_them_nearer(extension: str, tmp_path: Path) -> None:
    """A bone that deforms nothing hides most of what another number of influences does."""
    work = (scenes.one_that_deforms_nothing,)
    report, _ = told(extension, tmp_path, *work, export_influence_nb=1)
    (comparison,) = report["comparisons"]
    moves = {change["code"]: change["values"]["moves"] for change in comparison["changes"]}
    assert moves["bone-deform"] > 0.4 * comparison["worst"]["distance_m"]
    assert moves["weights-other"] < 0.4 * comparison["worst"]["distance_m"]
