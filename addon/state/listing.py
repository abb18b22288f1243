"""The scene's list of characters, kept up to date, and functions that find their objects.

A character has the name of its import's collection, unique in Blender: importing Fox.glb twice lists "Fox" and
"Fox.001". A copy in the same collection has the name of its topmost object. Choices stay with the character's id.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from math import ceil, floor

import bpy
from bpy.types import Context, Object, Scene

from ...skinning_core.error import SkinproofError
from ..compat import assigned_action
from ..scene.attach.notes import is_attached
from ..scene.ground import stored_names as stored
from ..scene.ground.noted import our
from ..scene.ground.visible import is_visible, join_local_view
from ..scene.identity.character import Character, characters, labels_of, objects_by_character, objects_of, owners
from ..scene.identity.copies import tell_copies_apart
from ..scene.identity.removal import leftover_actions
from ..scene.identity.round_trips import forget_round_trips
from ..scene.identity.version_1 import adopt_older
from ..scene.play.playback import set_time
from .preferences import preference
from .properties import REST, SKINPROOF_PG_character, SKINPROOF_PG_scene
from .session import session
from .staleness import note_change
from .views import in_first_window, redraw, start_timer

#: Tolerance of a key on a frame, in frames.
_ON_FRAME = 1e-3


def list_characters(scene: Scene, active: str = "") -> None:
    """Bring ``scene.skinproof.characters`` and the session's records up to date; a chosen clip stays chosen.

    The scene is written to only if another character is there, or to make ``active``, an id, the active one.
    """
    settings = scene.skinproof
    adopt_older()
    forget_round_trips()
    tell_copies_apart()
    records = {character.id: character for character in characters(scene)}
    session.characters.update(records)
    session.leftovers = tuple(action.name for action in leftover_actions())
    now = [(c.id, c.label, str(c.path or ""), list(c.imported_clips)) for c in records.values()]
    if now != [(item.key, item.name, item.path, [c.index for c in item.clips]) for item in settings.characters]:
        _list_anew(settings, records)
        _forget_removed()
    if active:
        settings.active = list(records).index(active)


def _forget_removed() -> None:
    """Keep records of listed characters only. Their results stay: one undo brings a removed character back."""
    listed = {item.key for scene in bpy.data.scenes for item in scene.skinproof.characters}
    for key in session.characters.keys() - listed:
        del session.characters[key]
    session.to_check = {(number, key) for number, key in session.to_check if key in listed}


def _list_anew(settings: SKINPROOF_PG_scene, records: Mapping[str, Character]) -> None:
    """List these characters; a new one becomes active, else the active one stays."""
    chosen = _chosen(settings)
    active = settings.character.key if settings.character else ""
    _fill(settings, records, chosen)
    keys = list(records)
    new = [key for key in keys if key not in chosen]
    active = new[-1] if new else active
    settings.active = keys.index(active) if active in keys else 0


def _chosen(settings: SKINPROOF_PG_scene) -> dict[str, str]:
    """The chosen clip of each listed character, by id."""
    return {item.key: item.clip for item in settings.characters}


def _fill(settings: SKINPROOF_PG_scene, records: Mapping[str, Character], chosen: Mapping[str, str]) -> None:
    """List these characters anew, each with its chosen clip."""
    session.listing = True
    try:
        settings.characters.clear()
        for character in records.values():
            _add(settings.characters.add(), character, chosen.get(character.id))
    finally:
        session.listing = False


@contextmanager
def listed_as_before_on_error(scene: Scene) -> Iterator[None]:
    """If the block raises, the list and its choices are as before."""
    settings = scene.skinproof
    active, chosen = settings.active, _chosen(settings)
    try:
        yield
    except BaseException:
        _fill(settings, {character.id: character for character in characters(scene)}, chosen)
        settings.active = active
        raise


def look_at_new_scene(scene: Scene) -> None:
    """Have the list of an unknown scene read anew soon: a copy may hold another scene's list.

    Called while panels are drawn, when nothing may be written; no handler hears of a new scene.
    """
    if scene.session_uid not in session.scenes:
        start_timer(_list_new_scene, after=0.0)


def _list_new_scene() -> None:
    with in_first_window() as context:
        session.scenes.add(context.scene.session_uid)
        if not is_listed(context.scene):
            list_characters(context.scene)
            redraw(context)


def is_listed(scene: Scene) -> bool:
    """Whether the list still names what is in the scene. It is cheap, since every change of an object asks."""
    found = objects_by_character(scene)
    listed = [(item.key, item.name) for item in scene.skinproof.characters]
    return listed == list(zip(found, labels_of(found.values()), strict=True)) and all(
        key in session.characters and tuple(sorted(ob.name for ob in objects)) == session.characters[key].objects
        for key, objects in found.items()
    )


def _add(item: SKINPROOF_PG_character, character: Character, chosen: str | None) -> None:
    item.key, item.name = character.id, character.label
    item.path = str(character.path or "")
    data = [ob.data for ob in objects_of(character)]
    item.bones = sum(len(each.bones) for each in data if isinstance(each, bpy.types.Armature))
    item.joints = len({name for ob in objects_of(character) for name in _joint_groups(ob)})
    item.vertices = sum(len(each.vertices) for each in data if isinstance(each, bpy.types.Mesh))
    item.strangers = character.strangers
    item.attached = is_attached(objects_of(character))
    for index in character.imported_clips:
        clip = item.clips.add()
        clip.name, clip.index = character.clips[index], index
    item.clip = chosen or _clip_that_plays(character)


def _clip_that_plays(character: Character) -> str:
    """The clip whose action is assigned, as the list stores it; else the first."""
    assigned = {action.name for owner in owners(character) if (action := assigned_action(owner)[0]) is not None}
    clips = sorted(character.imported_clips, key=lambda clip: assigned.isdisjoint(character.actions[clip]))
    return str(clips[0]) if clips else REST


def _joint_groups(ob: Object) -> list[str]:
    """A mesh's vertex groups that stand for joints."""
    groups = [] if stored.GROUPS not in our(ob) else map(int, our(ob)[stored.GROUPS])
    names = [group.name for group in ob.vertex_groups]  # Blender looks for each number from the first on
    return [names[group] for group in groups if 0 <= group < len(names)]


def active_character(scene: Scene) -> Character:
    """The active character, with the list read anew. Raises ``SkinproofError`` if there is none."""
    list_characters(scene)
    item = scene.skinproof.character
    if item is None:
        raise SkinproofError("there is no character in this scene any more", fix="import it again")
    return session.characters[item.key]


def character_with_id(scene: Scene, key: str, label: str) -> Character:
    """The scene's character with that id, read anew. Raises ``SkinproofError``, with its name, if it is gone."""
    list_characters(scene)
    if not is_in_list(scene, key):
        raise SkinproofError("{character} is no longer in this scene", character=label, fix="import it again")
    return session.characters[key]


def is_in_list(scene: Scene, key: str) -> bool:
    """Whether the list has a character with that id."""
    return any(item.key == key for item in scene.skinproof.characters)


def select(context: Context, character: Character, *, active: Object | None = None) -> None:
    """Select a character's objects alone, in a Local View too; ``active`` becomes the active one, else its armature."""
    for selected in context.selected_objects:
        selected.select_set(False)
    objects = [o for o in objects_of(character) if is_visible(o, context.view_layer)]
    join_local_view(context, objects)
    for each in objects:
        each.select_set(True)
    first = next((o for o in objects if o.type == "ARMATURE"), objects[0] if objects else None)
    context.view_layer.objects.active = active or first


def answer_choice(context: Context, item: SKINPROOF_PG_character) -> None:
    """What the preferences want when you have chosen a clip."""
    if preference(context, "play_on_choice"):
        pose_for_clip(context, item)
    if preference(context, "range_on_choice"):
        show_range(context.scene, item)


def show_range(scene: Scene, item: SKINPROOF_PG_character) -> None:
    """Set the timeline's preview range to the character's chosen clip; none for the rest pose."""
    character = session.characters.get(item.key)
    names = () if character is None or item.clip_index is None else character.actions[item.clip_index]
    ranges = [bpy.data.actions[name].curve_frame_range for name in names if name in bpy.data.actions]
    scene.use_preview_range = bool(ranges)
    if ranges:
        first, last = min(r[0] for r in ranges), max(r[1] for r in ranges)
        scene.frame_preview_start, scene.frame_preview_end = floor(first + _ON_FRAME), ceil(last - _ON_FRAME)


def pose_for_clip(context: Context, item: SKINPROOF_PG_character) -> None:
    """Give the character the actions of its chosen clip, at the current frame."""
    character = session.characters.get(item.key)
    if character is not None:
        set_time(context, character, item.clip_index, context.scene.frame_current_final / character.frame_rate)
        if context.scene.skinproof.result_of(item.key).seen:
            note_change(context, context.scene, item.key)
