"""The scene's list of characters, kept equal to those that are in the scene, and functions that find their objects.

A character is listed under the name of its collection, which Blender keeps unique: importing Fox.glb twice lists
"Fox" and "Fox.001".
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import bpy
from bpy.types import Context, Object, Scene

from ..skinning_core.error import SkinproofError
from . import session
from .properties import REST, SKINPROOF_PG_character
from .scene.character import Character, character_collections, characters, collection_of
from .scene.playback import set_time


def list_characters(scene: Scene) -> None:
    """Bring ``scene.skinproof.characters`` and the session's records up to date; a chosen clip stays chosen.

    The scene is written to only where another character is there than before.
    """
    settings = scene.skinproof
    records = {character.collection: character for character in characters(scene)}
    session.characters.update(records)
    names = list(records)
    if names == [item.name for item in settings.characters]:
        return
    chosen = {item.name: item.clip for item in settings.characters}
    active = settings.character.name if settings.character else ""
    session.listing = True
    try:
        settings.characters.clear()
        for character in records.values():
            _add(settings.characters.add(), character, chosen.get(character.collection))
    finally:
        session.listing = False
    new = [name for name in names if name not in chosen]
    settings.active = max(settings.characters.find(new[-1] if new else active), 0)


@contextmanager
def listed_as_before_on_error(scene: Scene) -> Iterator[None]:
    """Where the block is left by an exception, the list is brought up to date and its active character is as before."""
    active = scene.skinproof.active
    try:
        yield
    except BaseException:
        list_characters(scene)
        scene.skinproof.active = active
        raise


def is_listed(scene: Scene) -> bool:
    """Whether the list still names what is in the scene. It is cheap, since every change of an object asks for it."""
    names = [collection.name for collection in character_collections(scene)]
    return names == [item.name for item in scene.skinproof.characters] and all(
        name in session.characters and _is_there(session.characters[name]) for name in names
    )


def _is_there(character: Character) -> bool:
    names = (*character.armatures, *(mesh.object for mesh in character.meshes))
    return all(name in bpy.data.objects for name in names)


def _add(item: SKINPROOF_PG_character, character: Character, chosen: str | None) -> None:
    item.name = character.collection
    item.path = str(character.path or "")
    item.bones = sum(len(bpy.data.objects[name].data.bones) for name in character.armatures)
    item.vertices = sum(len(bpy.data.objects[mesh.object].data.vertices) for mesh in character.meshes)
    for index in character.imported_clips:
        clip = item.clips.add()
        clip.name, clip.index = character.clips[index], index
    item.clip = chosen or (str(character.imported_clips[0]) if character.imported_clips else REST)


def character_named(scene: Scene, name: str) -> Character:
    """The scene's character in the collection of that name. Raises ``SkinproofError`` where it is gone."""
    for character in characters(scene):
        if character.collection == name:
            return character
    raise SkinproofError(f"{name} is no longer in this scene", fix="import it again")


def select(context: Context, character: Character, *, active: Object | None = None) -> None:
    """Select a character's objects and nothing else; ``active`` becomes the active one, else its armature."""
    for selected in context.selected_objects:
        selected.select_set(False)
    objects = [o for o in collection_of(character).all_objects if o.visible_get(view_layer=context.view_layer)]
    for each in objects:
        each.select_set(True)
    first = next((o for o in objects if o.type == "ARMATURE"), objects[0] if objects else None)
    context.view_layer.objects.active = active or first


def pose_for_clip(context: Context, item: SKINPROOF_PG_character) -> None:
    """Give the listed character the actions of its chosen clip, at the current frame."""
    character = session.characters.get(item.name)
    if character is not None:
        set_time(context, character, item.clip_index, context.scene.frame_current_final / character.frame_rate)
