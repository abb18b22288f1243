"""The scene's list of characters, kept equal to those that are in the scene, and ways from it to their objects."""

from __future__ import annotations

from bpy.types import Context, Object, Scene

from ..skinning_core.error import SkinproofError
from ..skinning_core.model import Int
from . import memory
from .properties import REST, SKINPROOF_PG_character
from .scene.character import Character, characters
from .scene.evaluate import frame_of_time, set_time, time_of_frame

__all__ = [
    "character_named",
    "frame_of_time",
    "list_characters",
    "part_vertices",
    "pose_for_clip",
    "select",
    "time_of_frame",
]


def list_characters(scene: Scene) -> None:
    """Bring ``scene.skinproof.characters`` up to date; a chosen clip stays chosen. Writes only what has changed."""
    settings = scene.skinproof
    found = characters(scene)
    if [c.name for c in found] == [item.name for item in settings.characters]:
        return
    chosen = {item.name: item.clip for item in settings.characters}
    active = settings.character.name if settings.character else ""
    memory.listing = True
    try:
        settings.characters.clear()
        for character in found:
            _add(scene, character, chosen.get(character.name))
    finally:
        memory.listing = False
    new = [name for name in (c.name for c in found) if name not in chosen]
    settings.active = max(settings.characters.find(new[-1] if new else active), 0)


def _add(scene: Scene, character: Character, chosen: str | None) -> None:
    item = scene.skinproof.characters.add()
    item.name = character.name
    item.path = str(character.path)
    item.bones = character.bones
    item.vertices = sum(len(vertices) for _, vertices in character.parts)
    for name, start, end in character.clips:
        clip = item.clips.add()
        clip.name, clip.start, clip.end = name, start, end
    item.clip = chosen or ("0" if character.clips else REST)


def character_named(scene: Scene, name: str) -> Character:
    """The scene's character of that name. Raises ``SkinproofError`` where it is gone."""
    for character in characters(scene):
        if character.name == name:
            return character
    raise SkinproofError(f"{name} is no longer in this scene", fix="import it anew")


def part_vertices(character: Character) -> tuple[tuple[Object, Int], ...]:
    """Per part of the model: its mesh object, and the Blender vertex of each vertex of the file."""
    return character.parts


def select(context: Context, name: str, *, active: Object | None = None) -> None:
    """Select a character's objects and nothing else; ``active`` becomes the active one, else its first."""
    for selected in context.selected_objects:
        selected.select_set(False)
    objects = character_named(context.scene, name).objects
    for each in objects:
        each.select_set(True)
    context.view_layer.objects.active = active or objects[0]


def pose_for_clip(context: Context, item: SKINPROOF_PG_character) -> None:
    """Give the listed character the actions of its chosen clip, at the current frame."""
    scene = context.scene
    time = time_of_frame(scene, scene.frame_current_final)
    set_time(context, character_named(scene, item.name), item.clip_index, time)
