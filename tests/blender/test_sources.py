"""What moves a character: actions, strips as Blender mixes them, a pose without keys, constraints."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from tests.blender.module import module

bpy = pytest.importorskip("bpy")
bmesh = pytest.importorskip("bmesh")

TURNED = (0.9689124, 0.0, 0.0, 0.2474040)


@pytest.fixture
def sources(extension: str) -> Any:
    return module(extension, "addon.scene.play.sources")


@pytest.fixture
def playing(sources: Any, character: Any) -> Callable[..., Any]:
    """What plays from frame 0 to 24, the pose being looked at where the scene stands."""

    def what(clip: int | None = 0, first: float = 0.0, last: float = 24.0) -> Any:
        bpy.context.view_layer.update()
        return sources.playing(character, clip, first, last, bpy.context.scene.frame_current_final)

    return what


def an_action(owner: Any, name: str, channel: str, bone: str = "tip", value: float = 0.2) -> Any:
    """An action that holds one channel of a bone; what is assigned stays."""
    animation = owner.animation_data
    before = animation.action
    slot = animation.action_slot if bpy.app.version >= (4, 4) else None
    animation.action = made = bpy.data.actions.new(name)
    posed = owner.pose.bones[bone]
    was = list(getattr(posed, channel))
    for frame in (0, 24):
        setattr(posed, channel, [value] * len(was))
        posed.keyframe_insert(channel, frame=frame)
    animation.action = before
    if slot is not None:
        animation.action_slot = slot
    setattr(posed, channel, was)
    bpy.context.scene.frame_set(bpy.context.scene.frame_current)
    return made


def a_strip(owner: Any, action: Any, start: int = 0) -> Any:
    """A strip of an action on a track of its own, above all others."""
    track = owner.animation_data.nla_tracks.new()
    strip = track.strips.new(action.name, start, action)
    if bpy.app.version >= (4, 4):
        strip.action_slot = action.slots[0]
    return strip


def test_what_plays_is_said_in_words(sources: Any) -> None:
    def words(actions: tuple[str, ...] = (), strips: tuple[str, ...] = (), **told: bool) -> str:
        return str(sources.Playing(actions, strips, **{"unkeyed": False, "own": True} | told).words)

    assert words() == "no action"
    assert words(("walk",)) == "action 'walk'"
    assert words(("walk", "nod")) == "actions 'walk', 'nod'"
    assert words((), ("kick",)) == "NLA strip 'kick'"
    assert words(("walk",), ("kick", "bow"), held=True) == "action 'walk', NLA strips 'kick', 'bow', constraints"
    assert words(unkeyed=True) == "a pose without keys"
    assert sources.Playing(("walk",), (), unkeyed=False, own=True).notes("run") == (
        "Compared: action 'walk', as it plays",
    )
    (note,) = sources.Playing(("walk",), (), unkeyed=False, own=False).notes("run")
    assert note == "Playing: action 'walk'. The file's clip is 'run'"


def test_the_clips_own_action_is_own_and_another_is_not(playing: Callable[..., Any], armature: Any) -> None:
    assert (playing().actions, playing().own) == (("bend",), True)
    assert not playing(None).own
    armature.animation_data.nla_tracks[0].mute = False
    assert not playing().own, "strips play, too"
    armature.animation_data.nla_tracks[0].mute = True
    armature.animation_data.action = armature.animation_data.action.copy()
    assert not playing().own


def test_a_pose_beside_strips_is_by_hand(playing: Callable[..., Any], armature: Any) -> None:
    """It is looked for on a copy, which strips alone move."""
    animation = armature.animation_data
    animation.action, animation.nla_tracks[0].mute = None, False
    bpy.context.scene.frame_set(7)
    assert not playing().unkeyed
    armature.pose.bones["tip"].rotation_quaternion.x += 0.1
    assert playing().unkeyed


def test_an_action_that_moves_nothing_does_not_count(playing: Callable[..., Any], armature: Any, body: Any) -> None:
    body.keyframe_insert("hide_viewport", frame=0)
    assert (playing().actions, playing().own) == (("bend",), True)
    body.keyframe_insert("location", frame=0)
    assert (len(playing().actions), playing().own) == (2, False)
    body.animation_data.action = bpy.data.actions.new("empty")
    assert set(playing().actions) == {"bend", "empty"}
    armature.animation_data.action = None
    body.animation_data_clear()
    assert playing(None).actions == ()
    assert playing(None).words == "a pose without keys", "what the action left over"


@pytest.mark.parametrize(("share", "seen"), [(0.9e-4, False), (1.1e-4, True)])
def test_a_bone_off_its_rest_counts_from_a_share_of_the_skeleton_on(
    playing: Callable[..., Any], armature: Any, share: float, seen: bool
) -> None:
    root = armature.pose.bones["root"]
    size = max(bone.tail_local.length for bone in armature.data.bones)
    root.location.x = share * size
    assert (playing().unkeyed, playing().own) == (seen, not seen)
    root.location.x = 0.0
    root.rotation_quaternion = (1.0, 0.0, 0.5 * share, 0.0)
    assert playing().unkeyed == seen
    root.rotation_quaternion = (-1.0, 0.0, 0.0, 0.0)
    assert not playing().unkeyed, "the same rotation"
    root.rotation_quaternion = (1.0, 0.0, 0.0, 0.0)
    root.scale.z = 1.0 + share
    assert playing().unkeyed == seen


def test_keys_of_a_channel_and_constraints_of_a_bone_are_no_pose_by_hand(
    playing: Callable[..., Any], armature: Any
) -> None:
    tip = armature.pose.bones["tip"]
    tip.rotation_quaternion.x += 0.1
    assert playing().unkeyed, "off its keys"
    bpy.context.scene.frame_set(7)
    tip.keyframe_insert("rotation_mode", frame=0)
    armature.animation_data.action.name = "own"
    assert not playing().unkeyed
    action = armature.animation_data.action
    curves = action.fcurves if bpy.app.version < (4, 4) else action.layers[0].strips[0].channelbags[0].fcurves
    curves[0].data_path = curves[0].data_path.replace("tip", "gone")
    assert not playing().unkeyed
    for curve in curves:
        curve.mute = True
    tip.rotation_quaternion.x += 0.1
    assert not playing().unkeyed, "muted curves are told as such"
    root = armature.pose.bones["root"]
    root.location.x = 0.5
    constraint = root.constraints.new("LIMIT_SCALE")
    assert (playing().unkeyed, playing().held) == (False, False), "its own action, whatever else"
    assert playing(None).held
    for name, value in (("mute", True), ("influence", 0.0)):
        before = getattr(constraint, name)
        setattr(constraint, name, value)
        assert (playing(None).unkeyed, playing(None).held) == (True, False)
        setattr(constraint, name, before)


def test_what_carries_nothing_may_be_posed(playing: Callable[..., Any], armature: Any, body: Any) -> None:
    """Without vertices and objects of its own a bone is not seen; nor one whose parent undoes it."""
    root, tip = (armature.pose.bones[name] for name in ("root", "tip"))
    tip.location.x = 0.5
    assert playing().unkeyed
    everything = list(range(len(body.data.vertices)))
    body.vertex_groups["tip"].remove(everything)
    assert not playing().unkeyed
    hat = bpy.data.objects.new("Hat", None)
    bpy.context.scene.collection.objects.link(hat)
    hat.parent, hat.parent_type, hat.parent_bone = armature, "BONE", "tip"
    assert not playing().unkeyed, "the hat is nobody's"
    body.vertex_groups["root"].remove(everything)
    body.vertex_groups["tip"].add(everything, 1.0, "REPLACE")
    armature.animation_data.action, bpy.context.scene.frame_current = None, 0
    for bone in (root, tip):
        bone.location, bone.rotation_quaternion = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0)
    assert not playing(None).unkeyed
    root.location.x = 0.5
    assert playing(None).unkeyed
    tip.location.x = -0.5
    assert not playing(None).unkeyed


def test_an_object_off_its_rest_is_posed_by_hand(extension: str, playing: Callable[..., Any], armature: Any) -> None:
    notes = module(extension, "addon.scene.ground.noted").our(armature)
    notes[module(extension, "addon.scene.ground.stored_names").REST] = [0.0] * 3 + [1.0] + [0.0] * 3 + [1.0] * 3
    armature.rotation_mode = "QUATERNION"
    for metres, by_hand in ((0.0, False), (0.9e-5, False), (1.1e-5, True)):
        armature.location.x = metres
        assert playing().unkeyed == by_hand
    armature.location.x = 0.0
    for share, by_hand in ((0.9e-5, False), (1.5e-5, True)):
        armature.scale.x = 1.0 + share
        assert playing().unkeyed == by_hand
    armature.scale.x = 1.0
    notes[module(extension, "addon.scene.ground.stored_names").REST] = [0.0] * 3 + [*TURNED] + [1.0] * 3
    armature.rotation_quaternion = TURNED
    assert not playing().unkeyed
    for frame in (0, 24):
        armature.location.x = 2.0
        armature.keyframe_insert("location", frame=frame)
    bpy.context.scene.frame_set(7)
    assert not playing().unkeyed, "it has keys"


@pytest.mark.parametrize(
    ("frames", "extrapolation", "mute", "heard"),
    [
        ((0, 24), "NOTHING", False, True),
        ((0, 24), "NOTHING", True, False),
        ((25, 49), "NOTHING", False, False),
        ((24, 48), "NOTHING", False, True),
        ((25, 49), "HOLD", False, True),
        ((25, 49), "HOLD_FORWARD", False, False),
        ((-30, -6), "HOLD_FORWARD", False, True),
        ((-30, -6), "NOTHING", False, False),
        ((-24, 0), "NOTHING", False, True),
    ],
)
def test_strips_count_that_move_something_in_those_frames(
    playing: Callable[..., Any], armature: Any, frames: tuple[int, int], extrapolation: str, mute: bool, heard: bool
) -> None:
    strip = a_strip(armature, an_action(armature, "nod", "location"), frames[0])
    assert (strip.frame_start, strip.frame_end) == frames
    strip.extrapolation, strip.mute = extrapolation, mute
    assert playing().strips == (("nod",) if heard else ())
    armature.animation_data.use_nla = False
    assert playing().strips == ()


def test_a_clip_is_heard_if_its_own_strips_alone_are(
    sources: Any, character: Any, armature: Any, playing: Callable[..., Any]
) -> None:
    animation = armature.animation_data
    (track,) = animation.nla_tracks
    own, strip = animation.action, track.strips[0]
    assert sources.is_heard(character, 0, 7.0), "its action, beside a muted track"
    animation.action, track.mute = None, False
    assert sources.is_heard(character, 0, 7.0)
    assert not sources.is_heard(character, 0, 30.0) or strip.extrapolation != "NOTHING"
    turn = an_action(armature, "turn", "rotation_quaternion")
    above = a_strip(armature, turn)
    assert not sources.is_heard(character, 0, 7.0), "hidden by what is above"
    above.mute = True
    assert sources.is_heard(character, 0, 7.0)
    above.mute, above.blend_type = False, "ADD"
    assert not sources.is_heard(character, 0, 7.0)
    above.blend_type = "REPLACE"
    animation.action = own
    if bpy.app.version >= (4, 4):
        animation.action_slot = own.slots[0]
    assert sources.is_heard(character, 0, 7.0), "the assigned action covers it"
    for name, value, usual in (("action_blend_type", "ADD", "REPLACE"), ("action_influence", 0.5, 1.0)):
        setattr(animation, name, value)
        assert not sources.is_heard(character, 0, 7.0)
        setattr(animation, name, usual)
    strip.use_animated_influence = above.use_animated_influence = False
    animation.action = None
    above.mute = strip.mute = True
    assert not sources.is_heard(character, 0, 7.0), "nothing plays"
    strip.mute = False
    for name, value, usual in (
        ("blend_in", 4.0, 0.0),
        ("blend_out", 4.0, 0.0),
        ("use_animated_influence", True, False),
    ):
        setattr(strip, name, value)
        assert not sources.is_heard(character, 0, 7.0)
        setattr(strip, name, usual)
    assert sources.is_heard(character, 0, 7.0)


def test_what_plays_at_once_and_is_not_seen_by_itself_is_mixed(
    extension: str, sources: Any, character: Any, armature: Any
) -> None:
    def mixed(first: float = 0.0, last: float = 60.0) -> tuple[str, ...]:
        return tuple(sources.mixed(character, first, last))

    animation = armature.animation_data
    animation.action = None
    low = a_strip(armature, an_action(armature, "low", "location"))
    assert mixed() == ()
    low.blend_type = "ADD"
    assert mixed() == ("low",)
    low.blend_type = "REPLACE"
    high = a_strip(armature, an_action(armature, "high", "scale"))
    assert mixed() == ("low", "high")
    mark_stack = module(extension, "addon.scene.identity.character").mark_stack
    mark_stack(armature, 0, [1, 2])
    assert mixed() == (), "the parts of one clip"
    low.blend_type, high.mute = "ADD", True
    assert mixed() == ()
    mark_stack(armature, 0, [2])
    assert mixed() == ("low",)
    low.blend_type, high.mute = "REPLACE", False
    assert mixed() == ("low", "high")
    mark_stack(armature, 0, [])
    high.frame_end, high.frame_start = 48, 24
    assert mixed() == (), "one after the other"
    for first, last in ((0, 24), (0, 23)):
        high.frame_start, high.frame_end, low.frame_end, low.frame_start = first, last, 48, 24
        assert mixed() == (), "the other way round"
    low.frame_start, low.frame_end, high.frame_end, high.frame_start = 0, 24, 48, 23
    assert mixed() == ("low", "high")
    high.mute = True
    same = a_strip(armature, an_action(armature, "same", "location"))
    assert mixed() == (), "it hides what is below"
    same.blend_type = "ADD"
    assert mixed() == ("low", "same")


def test_an_action_of_shape_keys_beside_another_clips_is_mixed(
    extension: str, sources: Any, character: Any, armature: Any, body: Any
) -> None:
    """The file has a clip of bones and one of shape keys, and none of both; whatever else modifies the mesh."""
    mark_action = module(extension, "addon.scene.identity.character").mark_action
    body.shape_key_add(name="Basis")
    body.shape_key_add(name="Open").keyframe_insert("value", frame=0)
    keys, two = body.data.shape_keys, dataclasses.replace(character, imported_clips=(0, 1))
    body.modifiers.new("Smooth", "SUBSURF")
    body.modifiers.new("Off", "ARMATURE")
    opened = keys.animation_data.action
    opened.name = "open"
    slot = opened.slots[0].identifier if bpy.app.version >= (4, 4) else ""
    assert sources.mixed(two, 0.0, 24.0) == (), "an action that is no clip's"
    mark_action(keys, 1, opened, slot)
    assert sources.mixed(two, 0.0, 24.0) == ("bend", "open")
    bend, armature.animation_data.action = armature.animation_data.action, None
    assert sources.mixed(two, 0.0, 24.0) == ()
    armature.animation_data.action = bend
    mark_action(keys, 0, opened, slot)
    assert sources.mixed(two, 0.0, 24.0) == (), "a clip of both"
    mark_action(keys, 1, bend, slot)
    armature.animation_data.action = None
    assert sources.mixed(two, 0.0, 24.0) == (), "one action alone is mixed with nothing"


def test_a_hand_on_bones_without_notes_or_far_away_is_none(
    extension: str, playing: Callable[..., Any], armature: Any
) -> None:
    """Places round by the skeleton's size, scales and rotations by their own."""
    root = armature.pose.bones["root"]
    bpy.ops.object.select_all(action="DESELECT")
    bpy.context.view_layer.objects.active = armature
    armature.select_set(True)
    bpy.ops.object.mode_set(mode="EDIT")
    far = armature.data.edit_bones.new("far")
    far.head, far.tail = (0.0, 0.0, 500.0), (0.0, 0.0, 500.5)
    bpy.ops.object.mode_set(mode="OBJECT")
    root, far = armature.pose.bones["root"], armature.pose.bones["far"]
    far.location.x = 50.0
    assert not playing().unkeyed, "a bone of your own"
    root.scale.z = 1.002
    assert playing().unkeyed
    root.scale.z = 1.0
    for metres in (4.9e-3, 0.04):
        root.location.x = metres
        assert not playing().unkeyed
    root.location.x = 0.1
    assert playing().unkeyed


def test_a_mesh_with_keys_and_a_quarter_turn_are_looked_at(
    extension: str, playing: Callable[..., Any], armature: Any, body: Any
) -> None:
    """Shape keys have no rest of their own; the other half of all rotations is not the same one."""
    body.shape_key_add(name="Basis")
    body.shape_key_add(name="Open").value = 0.5
    assert not playing().unkeyed
    body.parent_bone = "root"  # left over from another parent
    root = armature.pose.bones["root"]
    root.rotation_quaternion = (0.0, 1.0, 0.0, 0.0)
    assert playing().unkeyed
    root.rotation_quaternion = (0.5, 0.5, 0.5, 0.5)
    assert playing().unkeyed
    root.rotation_quaternion = (1.0, 0.0, 0.0, 0.0)
    root.scale = (-1.0, -1.0, -1.0)
    assert playing().unkeyed, "mirrored is not the same"
    root.scale = (1.0, 1.0, 1.0)
    for name in ("root", "tip"):
        body.vertex_groups.remove(body.vertex_groups[name])
    root.location.x = 0.5
    assert not playing().unkeyed, "nothing follows it, though the mesh has a parent's bone"
    body.parent_type = "BONE"
    assert playing().unkeyed


def test_a_group_without_a_name_is_no_bones(playing: Callable[..., Any], armature: Any, body: Any) -> None:
    """As other programs leave them in a mesh."""
    changed = bmesh.new()
    changed.from_mesh(body.data)
    layer = changed.verts.layers.deform.verify()
    for vertex in changed.verts:
        vertex[layer][2] = vertex[layer][7] = 1.0
    changed.to_mesh(body.data)
    changed.free()
    armature.pose.bones["root"].location.x = 0.5
    assert playing().unkeyed


def test_the_animation_of_nothing_is_nobodys(extension: str) -> None:
    pose = module(extension, "addon.scene.play.animation_pose")
    assert not pose.off_its_animation([], 7.0)


def test_a_shape_key_off_its_strip_is_by_hand(extension: str, body: Any) -> None:
    """Also beside another mesh without any."""
    bpy.context.scene.collection.objects.link(bpy.data.objects.new("Aaa", bpy.data.meshes.new("Aaa")))
    body.shape_key_add(name="Basis")
    key = body.shape_key_add(name="Open")
    for frame in (0, 24):
        key.value = 0.5
        key.keyframe_insert("value", frame=frame)
    keys = body.data.shape_keys
    action = keys.animation_data.action
    a_strip(keys, action)
    keys.animation_data.action = None
    bpy.context.scene.frame_set(7)
    off_its_animation = module(extension, "addon.scene.play.animation_pose").off_its_animation
    assert not off_its_animation([keys], 7.0)
    key.value = 0.75
    assert off_its_animation([keys], 7.0)
