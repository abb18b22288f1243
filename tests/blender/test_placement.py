"""Where a character was put since the import: told from the smallest move on, and taken off unless it is asked for."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from math import radians
from typing import Any

import numpy as np
import pytest

from tests.blender.module import module

bpy = pytest.importorskip("bpy")

EVEN = (1.0, 1.0, 1.0)


@pytest.fixture
def model(extension: str, character: Any) -> Any:
    return module(extension, "addon.state.session").session.models.of(character)


@pytest.fixture
def placed(extension: str, character: Any, model: Any) -> Callable[..., Any]:
    """Where the character stands now."""
    found = module(extension, "addon.scene.play.placement")

    def placement(known: Any = character, clip: int | None = None, *, strict: bool = False, **asked: Any) -> Any:
        bpy.context.view_layer.update()
        depsgraph = bpy.context.evaluated_depsgraph_get()
        return found.placement_of(depsgraph, known, asked.pop("of", model), clip, strict=strict, **asked)

    return placement


@pytest.mark.parametrize(
    "case",
    [
        (0.0, 0.0, EVEN, ""),
        (0.9e-6, 0.0, EVEN, ""),
        (1.1e-6, 0.0, EVEN, "stands 1.1e-06 m away"),
        (2.5, 0.0, EVEN, "stands 2.5 m away"),
        (0.0, 0.0009, EVEN, ""),
        (0.0, 0.0011, EVEN, "is turned 0.0011 degrees"),
        (0.0, 0.0, (1.0 + 5e-7,) * 3, ""),
        (0.0, 0.0, (1.0 + 4e-6,) * 3, "is scaled by 1.00000405"),
        (0.0, 0.0, (1.0 + 1e-5,) * 3, "is scaled by 1.00001"),
        (0.0, 0.0, (1.0, 1.0, 1.0 + 6e-7), ""),
        (2.5, 0.0, (1.0 + 4e-6,) * 3, "stands 2.5 m away"),
        (2.5, 0.0, (1.0 + 7e-6,) * 3, "stands 2.5 m away, scaled by 1.00001"),
        (0.0, 30.0, (0.5,) * 3, "is turned 30 degrees, scaled by 0.5"),
        (2.5, 30.0, (0.5,) * 3, "stands 2.5 m away, turned 30 degrees, scaled by 0.5"),
    ],
)
def test_a_move_is_told_and_taken_off_unless_strict(
    extension: str, armature: Any, character: Any, model: Any, placed: Callable[..., Any], case: Any
) -> None:
    metres, degrees, scale, words = case
    armature.rotation_mode = "XYZ"
    armature.location.x, armature.rotation_euler.y, armature.scale = metres, radians(degrees), scale
    found, kept = placed(), placed(strict=True)
    assert (found.moved, kept.moved) == (words, words)
    assert found.notes == ((f"The character {words}: taken off before comparing",) if words else ())
    assert kept.notes == ((f"The character {words}, which counts as error",) if words else ())
    assert kept.off is None
    if words:
        np.testing.assert_allclose(found.off @ np.array(armature.matrix_world), np.eye(4), atol=1e-6)
        moved_to = module(extension, "addon.scene.play.placement").moved_to
        there = moved_to(bpy.context.evaluated_depsgraph_get(), character, model, None)
        np.testing.assert_allclose(there, np.array(armature.matrix_world), atol=1e-6)
    else:
        assert found.off is None


def test_half_a_turn_is_told_about_any_axis(armature: Any, placed: Callable[..., Any]) -> None:
    """Rounding brings its cosine below -1."""
    armature.rotation_mode = "QUATERNION"
    for x in range(1, 8):
        for y in range(1, 8):
            armature.rotation_quaternion = np.array([0.0, x, y, 3.0]) / np.sqrt(x * x + y * y + 9.0)
            assert placed().moved == "is turned 180 degrees"


@pytest.mark.parametrize("scale", [(1.0, 1.0, 1.0 + 1.1e-6), (-1.0, -1.0, -1.0), (1.0, 1.0, 0.0), (-2.0, 2.0, 2.0)])
def test_an_uneven_or_mirrored_one_is_not_taken_off(
    armature: Any, placed: Callable[..., Any], scale: tuple[float, ...]
) -> None:
    armature.scale = scale
    found = placed()
    assert found.off is None
    assert found.notes == ("The character stands unevenly scaled, mirrored or sheared, which is not taken off",)


@pytest.mark.parametrize("mode", ["QUATERNION", "AXIS_ANGLE", "XYZ"])
@pytest.mark.parametrize("case", [(None, "stands 2 m away"), (0, "")])
def test_an_object_that_the_clip_moves_is_placed_by_what_is_above_it(
    extension: str, armature: Any, character: Any, model: Any, placed: Callable[..., Any], case: Any, mode: str
) -> None:
    """The armature stands for a node that a clip moves, in whatever rotation mode; then an empty carries it."""
    clip, expected = case
    our, stored = (module(extension, f"addon.scene.ground.{name}") for name in ("noted", "stored_names"))
    notes = our.our(armature)
    notes[stored.NODE], notes[stored.REST] = 1, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0]
    notes.pop(stored.PLACED)
    armature.rotation_mode = mode
    armature.location.x = 2.0
    if mode == "AXIS_ANGLE":
        armature.rotation_axis_angle = (0.5, 0.0, 0.0, 1.0)
    elif mode == "XYZ":
        armature.rotation_euler = (0.0, 0.0, 0.5)
    else:
        armature.rotation_quaternion = (0.9689124, 0.0, 0.0, 0.2474040)
    (bend,) = model.clips
    weights = dataclasses.replace(bend.tracks[0], node=1, path="weights")
    unmoved = dataclasses.replace(model, clips=(dataclasses.replace(bend, tracks=(weights,)),))
    assert placed(clip=0, of=unmoved).moved == "stands 2 m away, turned 28.6 degrees"
    found = placed(clip=clip)
    assert found.moved == (f"{expected}, turned 28.6 degrees" if expected else "")
    above = bpy.data.objects.new("Above", None)
    bpy.context.scene.collection.objects.link(above)
    above.location.y, armature.parent = 3.0, above
    found = placed(clip=0)
    assert found.moved == "stands 3 m away"
    notes[stored.PLACED] = [0.0, 3.0, 0.0, 0.9689124, 0.0, 0.0, 0.2474040, 1.0, 1.0, 1.0]
    assert placed(clip=0).moved == "is turned 28.6 degrees", "what it was placed by at the import is not its own"
    here = dataclasses.replace(character, written_here=True)
    assert placed(here, 0) is module(extension, "addon.scene.play.placement").IN_PLACE


def test_of_an_export_what_the_file_has_is_in_place(
    extension: str, armature: Any, character: Any, model: Any, placed: Callable[..., Any]
) -> None:
    """Strictly, an object stands where its file puts the node of its name; no clip may move that node."""
    here = dataclasses.replace(character, written_here=True)
    armature.location.x = 2.0
    named = dataclasses.replace(model.nodes, names=(armature.name, *model.nodes.names[1:]))
    off = dataclasses.replace(model, nodes=named)
    assert placed(here, strict=True, of=off).moved == "stands 2 m away"
    there = np.array(named.translation)
    there[0, 0] = 2.0
    right = dataclasses.replace(model, nodes=dataclasses.replace(named, translation=there))
    assert placed(here, strict=True, of=right).moved == ""
    assert placed(character, strict=True, of=right).moved == "stands 2 m away", "only an export is where its file is"
    assert placed(here, strict=False, of=right).moved == "stands 2 m away"
    armature.location.x = 2.0 + 1.5e-5
    assert placed(here, strict=True, of=right).moved == ""
    armature.location.x = 2.0 + 2.5e-5
    assert placed(here, strict=True, of=right).moved == "stands 2.5e-05 m away"
    armature.location.x = 0.5
    there[0, 0] = 0.5 - 1.5e-5
    near = dataclasses.replace(model, nodes=dataclasses.replace(named, translation=there.copy()))
    assert placed(here, strict=True, of=near).moved == "stands 1.5e-05 m away"
    armature.location.x = 0.0
    assert placed(here, strict=True, of=right).moved == "", "it was not moved since it was exported"
    armature.location.x = 2.0
    twice = dataclasses.replace(
        right, nodes=dataclasses.replace(right.nodes, names=(armature.name,) * len(named.names))
    )
    assert placed(here, strict=True, of=twice).moved == "", "nobody knows which"
    (clip,) = model.clips
    track = dataclasses.replace(clip.tracks[0], node=0)
    moving = dataclasses.replace(off, clips=(dataclasses.replace(clip, tracks=(track,)),))
    assert placed(here, 0, strict=True, of=moving).moved == ""
    assert placed(here, None, strict=True, of=moving).moved == "stands 2 m away"


def test_what_was_applied_counts(armature: Any, placed: Callable[..., Any]) -> None:
    applied = np.eye(4)
    applied[0, 3] = 2.0
    assert placed(applied=applied).moved == "stands 2 m away"
    armature.location.x = -2.0
    assert placed(applied=applied).moved == ""


def test_without_a_root_it_is_in_place(
    extension: str, armature: Any, body: Any, character: Any, model: Any, placed: Callable[..., Any]
) -> None:
    """Its armature is one, then its mesh, if it is a node and nothing of its own is above; what is gone has none."""
    placement, our = (module(extension, f"addon.scene.{name}") for name in ("play.placement", "ground.noted"))
    assert placement.root_of(character) == armature
    body.parent = None
    assert placement.root_of(character) == armature
    armature.parent = body
    assert placement.root_of(character) == body
    armature.parent = None
    bpy.data.objects.remove(armature)
    assert placement.root_of(character) == body, "it is a node's object"
    our.our(body).pop(module(extension, "addon.scene.ground.stored_names").NODE)
    assert placement.root_of(character) is None
    left = dataclasses.replace(character, objects=())
    assert placement.root_of(left) is None
    assert placed(left) is placement.IN_PLACE
    depsgraph = bpy.context.evaluated_depsgraph_get()
    np.testing.assert_array_equal(placement.moved_to(depsgraph, left, model, None), np.eye(4))
