"""An imported character, found again in any saved file by what was stored there (`stored_names`)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bpy

from ...skinning_core.error import SkinproofError
from ...skinning_core.files.source import Source
from ...skinning_core.model import Model
from . import stored_names as stored
from .clip_actions import OwnedAction
from .fit import misfit, structure_of
from .rollback import data_blocks


@dataclass(frozen=True)
class CharacterMesh:
    """A mesh object of a character and the parts (places in Model.parts) that its vertices stand for.

    The mesh itself tells which vertex is which, by the integer attributes ``skinproof_part`` (place in ``parts``) and
    ``skinproof_vertex`` (place in that part's data in the file).
    """

    object: str
    skin: int  # -1: rigid
    parts: tuple[int, ...]


@dataclass(frozen=True)
class Character:
    """What the scene holds of one imported file. Names are those that Blender's data-blocks had when it was read."""

    name: str
    path: Path | None
    clip_files: tuple[Path, ...]  # of an MD5 character, one per clip; empty where the clips are in the file itself
    collection: str
    frame_rate: float  # frames per second of the keys
    armatures: tuple[str, ...]
    meshes: tuple[CharacterMesh, ...]
    clips: tuple[str, ...]  # clip names, in the file's order
    imported_clips: tuple[int, ...]  # those that have actions here
    actions: tuple[tuple[str, ...], ...]  # per clip, the names of its actions
    sources: tuple[Source, ...]  # the files that it was read from, as they were then; none in files of older versions


def characters(scene: bpy.types.Scene) -> list[Character]:
    """The characters in a scene, in the order of its collections."""
    return [_read(collection) for collection in character_collections(scene)]


def character_collections(scene: bpy.types.Scene) -> list[bpy.types.Collection]:
    """The collections of a scene that are characters, in its order."""
    return [c for c in scene.collection.children_recursive if stored.CHARACTER in c]


def mark(collection: bpy.types.Collection, model: Model, frame_rate: float, clips: Sequence[int]) -> None:
    """Make a collection a character."""
    record = {
        "version": stored.VERSION,
        "name": model.name,
        "path": str(model.path.resolve()) if model.path else "",
        "clip_files": [str(file.resolve()) for file in model.clip_files],
        "frame_rate": frame_rate,
        "imported": list(clips),
        "sources": _stored(model.sources),
        **structure_of(model),
    }
    collection[stored.CHARACTER] = json.dumps(record)


@contextmanager
def marked_as_read_again(collection: bpy.types.Collection, model: Model) -> Iterator[None]:
    """Make a model, read again from the character's file, the one that the character is compared with.

    Raises ``SkinproofError`` where it no longer fits what is in the scene. Where the block fails, all is undone.
    """
    former = collection[stored.CHARACTER]
    record = json.loads(former)
    if changed := misfit(record, model):
        raise SkinproofError(
            f"its {changed} have changed since the import", where=str(model.path), fix="import it again"
        )
    record["sources"] = _stored(model.sources)
    try:
        collection[stored.CHARACTER] = json.dumps(record)
        yield
    except BaseException:
        collection[stored.CHARACTER] = former
        raise


def sources_of(collection: bpy.types.Collection) -> tuple[Source, ...]:
    """The files that a character was read from, as they were then."""
    return _sources(json.loads(collection[stored.CHARACTER]))


def _stored(sources: Sequence[Source]) -> list[list[object]]:
    return [[str(source.path), source.stamp, source.with_digest().digest] for source in sources]


def _sources(record: Mapping[str, Any]) -> tuple[Source, ...]:
    return tuple(Source(Path(path), tuple(stamp), digest) for path, stamp, digest in record.get("sources", ()))


def mark_actions(clip: int, owned: Iterable[OwnedAction]) -> None:
    """Remember the actions of a clip with the data-blocks that they move."""
    for owned_action in owned:
        for name, value in ((stored.ACTIONS, owned_action.action), (stored.SLOTS, owned_action.slot)):
            if name not in owned_action.owner:
                owned_action.owner[name] = {}
            owned_action.owner[name][str(clip)] = value


def character_of(collection: bpy.types.Collection) -> Character:
    """The character that a collection holds. Raises ``SkinproofError`` where it holds none."""
    if stored.CHARACTER not in collection:
        raise SkinproofError(f"the collection {collection.name!r} is not a character that Skinproof imported")
    return _read(collection)


def collection_of(character: Character) -> bpy.types.Collection:
    """The collection of a character. Raises ``SkinproofError`` where it has been deleted or renamed."""
    collection = bpy.data.collections.get(character.collection)
    if collection is None or stored.CHARACTER not in collection:
        raise SkinproofError(f"the character {character.name!r} is no longer in this file", fix="import the file again")
    return collection


def owners(collection: bpy.types.Collection) -> Iterator[bpy.types.ID]:
    """The data-blocks of a character that actions can move: its objects and the shape keys of its meshes."""
    for ob in collection.all_objects:
        yield ob
        if ob.type == "MESH" and ob.data.shape_keys is not None:
            yield ob.data.shape_keys


def action_of(owner: bpy.types.ID, clip: int) -> tuple[bpy.types.Action | None, str]:
    """The action of a clip on a data-block, and its slot; (None, "") where the clip leaves it alone."""
    actions = owner.get(stored.ACTIONS)
    action = actions.get(str(clip)) if actions is not None else None
    return (action, owner[stored.SLOTS][str(clip)]) if action is not None else (None, "")


def remove(character: Character) -> None:
    """Remove a character from the file: objects, meshes, armatures, actions, its collection, unused materials."""
    collection = collection_of(character)
    doomed: dict[int, bpy.types.ID] = {collection.session_uid: collection}
    materials: dict[int, bpy.types.Material] = {}
    for owner in owners(collection):
        for clip in range(len(character.clips)):
            action, _ = action_of(owner, clip)
            if action is not None:
                doomed[action.session_uid] = action
        if isinstance(owner, bpy.types.Object):
            doomed[owner.session_uid] = owner
            if owner.data is not None:
                doomed[owner.data.session_uid] = owner.data
            materials |= {s.material.session_uid: s.material for s in owner.material_slots if s.material}
    bpy.data.batch_remove(list(doomed.values()))
    left = data_blocks()
    bpy.data.batch_remove([left[uid] for uid in materials if uid in left and left[uid].users == 0])


def _read(collection: bpy.types.Collection) -> Character:
    record = json.loads(collection[stored.CHARACTER])
    objects = sorted(collection.all_objects, key=lambda ob: ob.name)
    meshes = [
        CharacterMesh(ob.name, int(ob[stored.SKIN]), tuple(ob[stored.PARTS]))
        for ob in objects
        if ob.type == "MESH" and stored.PARTS in ob
    ]
    actions = []
    for clip in range(len(record["clips"])):
        assigned = (action_of(owner, clip)[0] for owner in owners(collection))
        actions.append(tuple(dict.fromkeys(action.name for action in assigned if action is not None)))
    return Character(
        name=record["name"],
        path=Path(record["path"]) if record["path"] else None,
        clip_files=tuple(Path(file) for file in record["clip_files"]),
        collection=collection.name,
        frame_rate=record["frame_rate"],
        armatures=tuple(ob.name for ob in objects if ob.type == "ARMATURE"),
        meshes=tuple(sorted(meshes, key=lambda mesh: mesh.parts)),
        clips=tuple(record["clips"]),
        imported_clips=tuple(record["imported"]),
        actions=tuple(actions),
        sources=_sources(record),
    )
