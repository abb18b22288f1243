"""Removing a character from the file, with everything that nobody else uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import bpy

from ..ground import stored_names as stored
from ..ground.noted import our
from ..ground.rollback import data_blocks
from .character import Character, actions_of, objects_of, owners_among, require_local


def remove(character: Character) -> None:
    """Remove a character's objects, and meshes, armatures, actions, materials and images that nobody else uses.

    Raises ``SkinproofError`` for a linked one.
    """
    require_local(character)
    objects = objects_of(character)
    materials = {slot.material for ob in objects for slot in ob.material_slots if slot.material}
    meshes = [ob.data.session_uid for ob in objects if ob.data is not None]
    images = [image.session_uid for material in materials for image in _images_of(material)]
    removed = [*objects, *_emptied(character, objects), *_own_actions(character, objects)]
    users_first = (meshes, [material.session_uid for material in materials], images)
    bpy.data.batch_remove(removed)
    for uids in users_first:
        left = data_blocks()
        bpy.data.batch_remove([left[uid] for uid in dict.fromkeys(uids) if uid in left and left[uid].users == 0])


def _emptied(character: Character, objects: Sequence[bpy.types.Object]) -> list[bpy.types.Collection]:
    """The character's collections with nothing else in them."""
    own = {ob.session_uid for ob in objects}
    collections = [each for each in bpy.data.collections if our(each).get(stored.ID) == character.id]
    return [each for each in collections if own >= {ob.session_uid for ob in each.all_objects}]


def _own_actions(character: Character, objects: Sequence[bpy.types.Object]) -> set[bpy.types.Action]:
    """The character's actions that no other object has."""
    own = {ob.session_uid for ob in objects}
    others = [ob for ob in bpy.data.objects if ob.session_uid not in own]
    shared = {action for owner in owners_among(others) for action in actions_of(owner)}
    actions = {action for owner in owners_among(objects) for action in actions_of(owner)}
    actions |= {action for action in bpy.data.actions if our(action).get(stored.ID) == character.id}
    return actions - shared


def remove_pages() -> None:
    """Remove the text of a vertex's numbers and the teaching picture, unless something beside an editor uses them."""
    text, picture = bpy.data.texts.get(stored.NUMBERS_TEXT), bpy.data.images.get(stored.PICTURE)
    pages: set[bpy.types.ID] = {page for page in (text, picture) if page is not None and page.library is None}
    users = bpy.data.user_map(subset=pages) if pages else {}
    shown = [page for page in pages if all(user.id_type == "SCREEN" for user in users[page])]
    bpy.data.batch_remove([page for page in shown if page.id_type == "TEXT" or not page.use_fake_user])


def leftover_actions() -> list[bpy.types.Action]:
    """Unused actions of imported characters that were deleted in Blender's own way.

    Their fake user would keep them for ever.
    """
    marked = {a for a in bpy.data.actions if a.library is None and stored.ID in our(a)}
    if not marked:
        return []
    kept = _kept_objects()
    known = {our(ob).get(stored.ID, our(ob).get(stored.COPY)) for ob in kept}
    alone = {action for action in marked if our(action)[stored.ID] not in known}
    users = bpy.data.user_map(subset=alone) if alone else {}
    keeping = {*kept, *(ob.data for ob in kept)}
    return [action for action in alone if not any(_keeps(user, keeping) for user in users[action])]


def _kept_objects() -> set[bpy.types.Object]:
    """The objects of all scenes and of collections in use. A deleted scene's objects stay in the file."""
    in_scenes = {ob for scene in bpy.data.scenes for ob in scene.objects}
    return in_scenes | {ob for collection in bpy.data.collections if collection.users for ob in collection.objects}


def _keeps(user: bpy.types.ID, keeping: set[bpy.types.ID]) -> bool:
    """Whether a data-block that uses an action is in use; ``keeping``: objects in use, and their data."""
    if isinstance(user, (bpy.types.Object, bpy.types.Key)):
        return (user.user if isinstance(user, bpy.types.Key) else user) in keeping
    return bool(user.users)


def remove_leftovers() -> int:
    """Remove those actions and their characters' empty collections; returns how many actions."""
    actions = leftover_actions()
    ids = {our(action)[stored.ID] for action in actions}
    emptied = [c for c in bpy.data.collections if our(c).get(stored.ID) in ids and not c.all_objects and not c.children]
    bpy.data.batch_remove([*actions, *emptied])
    return len(actions)


def _images_of(material: bpy.types.Material) -> Iterator[bpy.types.Image]:
    for node in material.node_tree.nodes if material.node_tree else ():
        if node.type == "TEX_IMAGE" and node.image is not None:
            yield node.image
