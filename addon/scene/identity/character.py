"""A character of a scene, found again in any saved file by what was stored on its objects (`stored_names`).

Objects belong to a character by the id that they carry, wherever they are: another collection, name or parent changes
nothing. `copies` gives copies ids of their own.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import bpy

from ....skinning_core.error import SkinproofError
from ....skinning_core.files.source import Source
from ....skinning_core.model import Model
from ....skinning_core.skeleton.elsewhere import Elsewhere, Whereabouts
from ..ground import stored_names as stored
from ..ground.noted import our
from .clip_actions import OwnedAction
from .record import files_of_record, new_record, read_record, write_record
from .soundness import fault_of

#: So many names are looked up one by one; a table of all objects of the file is dearer for fewer.
_FEW = 10


@dataclass(frozen=True)
class CharacterMesh:
    """A mesh object of a character, and the parts (places in Model.parts) that it was made of.

    Which vertex is which, and whether other parts have been joined to it, the mesh itself tells: see `vertex_map`.
    """

    object: str
    skin: int  # -1: rigid
    parts: tuple[int, ...]


@dataclass(frozen=True)
class Character:
    """What the scene holds of one file. Names are those that Blender's data-blocks had when it was read."""

    id: str  # the same in every session; of a linked character, with its library's path
    library: str  # the .blend that it is linked from; empty: it is of this file
    label: str  # what the list calls it; unique in its scene
    name: str  # of the file
    path: Path | None
    clip_files: tuple[Path, ...]  # the files besides its own that clips came from; of an MD5 character, one per clip
    objects: tuple[str, ...]
    frame_rate: float  # frames per second of the keys
    armatures: tuple[str, ...]
    meshes: tuple[CharacterMesh, ...]
    clips: tuple[str, ...]  # clip names, in the file's order
    imported_clips: tuple[int, ...]  # those that have actions here
    actions: tuple[tuple[str, ...], ...]  # per clip, the names of its actions
    sources: tuple[Source, ...]  # the files that it was read from, as they were then; none in files of older versions
    strangers: int = 0  # vertices that were not found in the file when it was attached
    played: tuple[int, ...] = ()  # of the imported clips, those that are whatever plays in the scene
    written_here: bool = False  # its file was written from this scene: where it stands counts
    elsewhere: tuple[Elsewhere, ...] = ()  # what of its file is not in the scene itself


def characters(scene: bpy.types.Scene) -> list[Character]:
    """The characters in a scene, in the order of its objects."""
    groups = list(objects_by_character(scene).values())
    return [_read(objects, label) for objects, label in zip(groups, labels_of(groups), strict=True)]


def labels_of(groups: Iterable[Sequence[bpy.types.Object]]) -> list[str]:
    """What the list calls the characters with these objects: a different name for each."""
    labels: list[str] = []
    for objects in groups:
        name = label = _label(objects)
        count = 1
        while label in labels:
            count += 1
            label = f"{name} ({count})"
        labels.append(label)
    return labels


def objects_by_character(scene: bpy.types.Scene) -> dict[str, list[bpy.types.Object]]:
    """The objects of each character in a scene, by the character's id; those of instanced collections included."""
    found: dict[str, list[bpy.types.Object]] = {}
    for ob in scene.objects:
        if stored.ID in our(ob):
            if ob not in found.setdefault(id_of(ob), []):  # it may have been met in an instance
                found[id_of(ob)].append(ob)
        elif ob.instance_type == "COLLECTION" and ob.instance_collection is not None:
            for instanced in ob.instance_collection.all_objects:
                if stored.ID in our(instanced) and instanced not in found.get(id_of(instanced), ()):
                    found.setdefault(id_of(instanced), []).append(instanced)
    return {key: objects for key, objects in found.items() if _is_character(key, objects)}


def _is_character(key: str, objects: Sequence[bpy.types.Object]) -> bool:
    return any(stored.RECORD in our(ob) for ob in objects) and fault_of(key, objects) is None


def mark(collection: bpy.types.Collection, model: Model, frame_rate: float, clips: Sequence[int]) -> None:
    """Make the objects of a collection a character."""
    objects, new = list(collection.all_objects), uuid.uuid4().hex
    write_record(objects, new_record(model, frame_rate, clips))
    for role, ob in enumerate(objects):
        our(ob)[stored.ID], our(ob)[stored.ROLE] = new, role
    for owner in owners_among(objects):
        for action in actions_of(owner):
            our(action)[stored.ID] = new
    our(collection)[stored.ID] = new


def mark_actions(clip: int, owned: Iterable[OwnedAction]) -> None:
    """Remember the actions of a clip with the data-blocks that they move."""
    for owned_action in owned:
        mark_action(owned_action.owner, clip, owned_action.action, owned_action.slot)


def mark_action(owner: bpy.types.ID, clip: int, action: bpy.types.Action, slot: str) -> None:
    """Remember the action of a clip, and its slot's identifier, with the data-block that it moves."""
    for name, value in ((stored.ACTIONS, action), (stored.SLOTS, slot)):
        if name not in our(owner):
            our(owner)[name] = {}
        our(owner)[name][str(clip)] = value


def character_of(collection: bpy.types.Collection) -> Character:
    """The character that was imported into a collection. Raises ``SkinproofError`` if there is none in it."""
    objects = imported_into(collection)
    if not objects:
        raise SkinproofError(
            "the collection {collection!r} holds no character of Skinproof", collection=collection.name
        )
    return _read(objects, _label(objects))


def imported_into(collection: bpy.types.Collection) -> list[bpy.types.Object]:
    """The objects in a collection that belong to the character that was imported into it."""
    return [ob for ob in collection.all_objects if our(ob).get(stored.ID, "") == our(collection).get(stored.ID)]


def objects_of(character: Character) -> list[bpy.types.Object]:
    """The objects of a character. Raises ``SkinproofError`` if none is left in the file."""
    objects = objects_left(character)
    if not objects:
        raise SkinproofError(
            "the character {character!r} is no longer in this file", character=character.label, fix="import it again"
        )
    return objects


def objects_left(character: Character) -> list[bpy.types.Object]:
    """The objects of a character that nobody has removed from the file."""
    return [ob for ob in _objects_named(character, character.objects) if ob is not None]


def object_of(character: Character, name: str) -> bpy.types.Object | None:
    """The object of that name in the file, or the linked library, that a character is in; None: there is none."""
    return bpy.data.objects.get((name, character.library or None))


def _objects_named(character: Character, names: Sequence[str]) -> list[bpy.types.Object | None]:
    """``object_of`` of many names: by name Blender looks through all objects of the file, each time from the first."""
    if len(names) < _FEW:
        return [object_of(character, name) for name in names]
    library = character.library
    there = {ob.name: ob for ob in bpy.data.objects if (ob.library.filepath if ob.library else "") == library}
    return [there.get(name) for name in names]


def mesh_objects(character: Character) -> list[bpy.types.Object]:
    """The objects of ``character.meshes``. Raises ``SkinproofError`` if one has been removed since it was read."""
    objects: list[bpy.types.Object] = []
    found = _objects_named(character, [mesh.object for mesh in character.meshes])
    for mesh, ob in zip(character.meshes, found, strict=True):
        if ob is None:
            raise SkinproofError("the mesh {mesh!r} is no longer in this file", mesh=mesh.object, fix="compare again")
        objects.append(ob)
    return objects


def node_bones(objects: Iterable[bpy.types.Object]) -> list[bpy.types.PoseBone]:
    """The bones of objects that stand for nodes of a file."""
    posed = (ob.pose.bones for ob in objects if ob.pose is not None)
    return [bone for bones in posed for bone in bones if stored.NODE in our(bone)]


def owners(character: Character) -> Iterator[bpy.types.ID]:
    """The data-blocks of a character that actions can move: its objects, the shape keys of its meshes, its movers."""
    yield from owners_among(objects_of(character))
    yield from movers_of(character)


def movers_of(character: Character) -> list[bpy.types.Object]:
    """The objects that are none of an attached character's, and by whose actions it moves."""
    return [ob for ob in bpy.data.objects if our(ob).get(stored.MOVES) == character.id]


def movers_among(objects: Sequence[bpy.types.Object]) -> list[bpy.types.Object]:
    """Those of any objects: what is above them, and the armatures that their bones follow by constraints."""
    found: list[bpy.types.Object] = []
    waiting = list(objects)
    while waiting:
        ob = waiting.pop()
        posed = () if ob.pose is None else ob.pose.bones
        constraints = [c for each in (ob, *posed) for c in each.constraints]
        targets = [getattr(c, "target", None) for c in constraints]
        targets += [each.target for c in constraints if c.type == "ARMATURE" for each in c.targets]
        rigs = [target for target in targets if target is not None and target.type == "ARMATURE"]
        for mover in (*rigs, *([] if ob.parent is None else [ob.parent])):
            if mover not in objects and mover not in found and mover.library is None:
                found.append(mover)
                waiting.append(mover)
    return found


def owners_among(objects: Iterable[bpy.types.Object]) -> Iterator[bpy.types.ID]:
    """The same for any objects."""
    for ob in objects:
        yield ob
        if ob.type == "MESH" and ob.data.shape_keys is not None:
            yield ob.data.shape_keys


def action_of(owner: bpy.types.ID, clip: int) -> tuple[bpy.types.Action | None, str]:
    """The action of a clip on a data-block, and its slot; (None, "") where the clip leaves it alone."""
    actions = our(owner).get(stored.ACTIONS)
    action = actions.get(str(clip)) if actions is not None else None
    return (action, our(owner)[stored.SLOTS][str(clip)]) if action is not None else (None, "")


def mark_stack(owner: bpy.types.ID, clip: int, tracks: Sequence[int]) -> None:
    """Remember the places of the NLA tracks that are a clip together."""
    if stored.STACKS not in our(owner):
        our(owner)[stored.STACKS] = {}
    our(owner)[stored.STACKS][str(clip)] = list(tracks)


def stack_of(owner: bpy.types.ID, clip: int | None) -> list[bpy.types.NlaTrack]:
    """The NLA tracks of a data-block that are a clip together, as far as they are there; else none."""
    stacks, animation = our(owner).get(stored.STACKS), owner.animation_data
    places = () if stacks is None or animation is None else stacks.get(str(clip), ())
    return [animation.nla_tracks[place] for place in places if place < len(animation.nla_tracks)]


def has_lost_action(owner: bpy.types.ID, clip: int) -> bool:
    """Whether a clip moved a data-block by an action that was deleted since."""
    slots = our(owner).get(stored.SLOTS)
    return slots is not None and str(clip) in slots and action_of(owner, clip)[0] is None


def actions_of(owner: bpy.types.ID) -> list[bpy.types.Action]:
    """The actions of all clips on a data-block."""
    actions = our(owner).get(stored.ACTIONS)
    return [] if actions is None else [action for action in actions.values() if action is not None]


def file_of_character(character: Character) -> Path:
    """Where a character's file is. Raises ``SkinproofError`` if it has none."""
    if character.path is None:
        raise SkinproofError(
            "{character} was not imported from a file", character=character.label, fix="import it from a file"
        )
    return character.path


def require_local(character: Character) -> None:
    """Raise ``SkinproofError`` for a character that is linked from another file, where it has to be changed."""
    if character.library:
        about = {"character": character.label, "file": character.library}
        raise SkinproofError("{character} is linked from {file}", **about, fix="change it there")


def id_of(ob: bpy.types.Object) -> str:
    return f"{our(ob)[stored.ID]}@{ob.library.filepath}" if ob.library is not None else str(our(ob)[stored.ID])


def _read(objects: Sequence[bpy.types.Object], label: str) -> Character:
    record = read_record(objects)
    library = objects[0].library.filepath if objects[0].library is not None else ""
    path, clip_files, sources = files_of_record(record, library)
    objects = sorted(objects, key=lambda ob: ob.name)
    meshes = [
        CharacterMesh(ob.name, int(our(ob)[stored.SKIN]), tuple(map(int, our(ob)[stored.PARTS])))
        for ob in objects
        if ob.type == "MESH" and stored.PARTS in our(ob)
    ]
    actions = []
    for clip in range(len(record["clips"])):
        assigned = (action_of(owner, clip)[0] for owner in owners_among(objects))
        actions.append(tuple(dict.fromkeys(action.name for action in assigned if action is not None)))
    return Character(
        id=id_of(objects[0]),
        library=library,
        label=label,
        name=record["name"],
        path=path,
        clip_files=clip_files,
        objects=tuple(ob.name for ob in objects),
        frame_rate=record["frame_rate"],
        armatures=tuple(ob.name for ob in objects if ob.type == "ARMATURE"),
        meshes=tuple(sorted(meshes, key=lambda mesh: mesh.parts)),
        clips=tuple(record["clips"]),
        imported_clips=tuple(record["imported"]),
        actions=tuple(actions),
        sources=sources,
        strangers=int(record.get("strangers", 0)),
        played=tuple(record.get("played", ())),
        written_here=bool(record.get("written_here", False)),
        elsewhere=tuple(
            Elsewhere(name, Whereabouts(kind), tuple(nodes)) for name, kind, nodes in record.get("elsewhere", ())
        ),
    )


def _label(objects: Sequence[bpy.types.Object]) -> str:
    """The name of the import's collection where the character is still in it, else that of its topmost object."""
    own = set(objects)
    root = min(objects, key=lambda ob: (ob.parent in own, ob.type != "ARMATURE"))
    for collection in bpy.data.collections:
        if our(collection).get(stored.ID) == our(root)[stored.ID] and collection.objects.get(root.name) == root:
            return str(collection.name)
    return str(root.name)
