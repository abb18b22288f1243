"""A character of a scene, found in any saved file by the notes on its objects (`stored_names`).

Objects belong to a character by id, whatever their collection, name or parent. `copies` gives copies ids of their own.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import bpy

from ....skinning_core.error import SkinproofError
from ....skinning_core.files.source import Source
from ....skinning_core.model import Model
from ....skinning_core.skeleton.elsewhere import Elsewhere, Whereabouts
from ..ground import stored_names as stored
from ..ground.noted import our
from ..ground.scene_rate import frames_per_second
from .clip_actions import OwnedAction
from .clip_times import ClipTimes
from .record import files_of_record, new_record, read_record, write_record
from .soundness import fault_of

#: For fewer names than this, looking each up is cheaper than a table of all objects of the file.
_FEW = 10


@dataclass(frozen=True)
class CharacterMesh:
    """A mesh object of a character and its parts, as places in Model.parts; for vertices and joined parts see
    `vertex_map`."""

    object: str
    skin: int  # -1: rigid
    parts: tuple[int, ...]


@dataclass(frozen=True)
class Character:
    """What the scene holds of one file. Names are those of Blender's data-blocks when it was read."""

    id: str  # the same in every session; if linked, with its library's path
    library: str  # the .blend that it is linked from; empty: this file
    label: str  # shown in the list; unique in its scene
    name: str  # of the file
    path: Path | None
    clip_files: tuple[Path, ...]  # other files that clips came from; for MD5 one per clip
    objects: tuple[str, ...]
    frame_rate: float  # frames per second of the keys
    armatures: tuple[str, ...]
    meshes: tuple[CharacterMesh, ...]
    clips: tuple[str, ...]  # clip names, in the file's order
    imported_clips: tuple[int, ...]  # those with actions here
    actions: tuple[tuple[str, ...], ...]  # per clip, names of its actions
    sources: tuple[Source, ...]  # the files as they were when read; none in older files
    strangers: int = 0  # vertices not found in the file when it was attached
    played: tuple[int, ...] = ()  # imported clips that are whatever plays in the scene
    written_here: bool = False  # its file was written from this scene, so where it stands counts
    elsewhere: tuple[Elsewhere, ...] = ()  # what of its file is not in the scene
    times: ClipTimes | None = None  # what the exporter was told, if that is known


def characters(scene: bpy.types.Scene) -> list[Character]:
    """The characters in a scene, in the order of its objects."""
    groups = list(objects_by_character(scene).values())
    found = [_read(objects, label) for objects, label in zip(groups, labels_of(groups), strict=True)]
    rate = frames_per_second(scene)  # of an export it counts as it is now: it may be the cause
    return [replace(each, frame_rate=rate) if each.written_here else each for each in found]


def labels_of(groups: Iterable[Sequence[bpy.types.Object]]) -> list[str]:
    """A different name for each of these characters, for the list."""
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
    """The objects of each character in a scene by its id, those of instanced collections included."""
    found: dict[str, list[bpy.types.Object]] = {}
    for ob in scene.objects:
        if stored.ID in our(ob):
            if ob not in found.setdefault(id_of(ob), []):  # an instance may have had it
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
    """Note the actions of a clip on the data-blocks that they move."""
    for owned_action in owned:
        mark_action(owned_action.owner, clip, owned_action.action, owned_action.slot)


def mark_action(owner: bpy.types.ID, clip: int, action: bpy.types.Action, slot: str) -> None:
    """Note a clip's action and its slot's identifier on the data-block that it moves."""
    for name, value in ((stored.ACTIONS, action), (stored.SLOTS, slot)):
        if name not in our(owner):
            our(owner)[name] = {}
        our(owner)[name][str(clip)] = value


def character_of(collection: bpy.types.Collection) -> Character:
    """The character imported into a collection. Raises ``SkinproofError`` if it holds none."""
    objects = imported_into(collection)
    if not objects:
        raise SkinproofError(
            "the collection {collection!r} holds no character of Skinproof", collection=collection.name
        )
    return _read(objects, _label(objects))


def imported_into(collection: bpy.types.Collection) -> list[bpy.types.Object]:
    """The objects in a collection of the character that was imported into it."""
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
    """The objects of a character that are still in the file."""
    return [ob for ob in _objects_named(character, character.objects) if ob is not None]


def object_of(character: Character, name: str) -> bpy.types.Object | None:
    """The object of that name in the character's file or linked library; None if there is none."""
    return bpy.data.objects.get((name, character.library or None))


def _objects_named(character: Character, names: Sequence[str]) -> list[bpy.types.Object | None]:
    """``object_of`` of many names: Blender looks for each name through all objects of the file."""
    if len(names) < _FEW:
        return [object_of(character, name) for name in names]
    library = character.library
    there = {ob.name: ob for ob in bpy.data.objects if (ob.library.filepath if ob.library else "") == library}
    return [there.get(name) for name in names]


def mesh_objects(character: Character) -> list[bpy.types.Object]:
    """The objects of ``character.meshes``. Raises ``SkinproofError`` if one was removed since it was read."""
    objects: list[bpy.types.Object] = []
    found = _objects_named(character, [mesh.object for mesh in character.meshes])
    for mesh, ob in zip(character.meshes, found, strict=True):
        if ob is None:
            raise SkinproofError("the mesh {mesh!r} is no longer in this file", mesh=mesh.object, fix="compare again")
        objects.append(ob)
    return objects


def node_bones(objects: Iterable[bpy.types.Object]) -> list[bpy.types.PoseBone]:
    """The bones that stand for nodes of a file."""
    posed = (ob.pose.bones for ob in objects if ob.pose is not None)
    return [bone for bones in posed for bone in bones if stored.NODE in our(bone)]


def owners(character: Character) -> Iterator[bpy.types.ID]:
    """The data-blocks of a character that actions can move: objects, shape keys, movers."""
    yield from owners_among(objects_of(character))
    yield from movers_of(character)


def movers_of(character: Character) -> list[bpy.types.Object]:
    """Objects that are not an attached character's but move it by their actions."""
    return [ob for ob in bpy.data.objects if our(ob).get(stored.MOVES) == character.id]


def movers_among(objects: Sequence[bpy.types.Object]) -> list[bpy.types.Object]:
    """Parents of these objects, and armatures that their bones follow by constraints."""
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
    """The objects and their meshes' shape keys."""
    for ob in objects:
        yield ob
        if ob.type == "MESH" and ob.data.shape_keys is not None:
            yield ob.data.shape_keys


def action_of(owner: bpy.types.ID, clip: int) -> tuple[bpy.types.Action | None, str]:
    """A clip's action on a data-block, and its slot; (None, "") if the clip leaves it alone."""
    actions = our(owner).get(stored.ACTIONS)
    action = actions.get(str(clip)) if actions is not None else None
    return (action, our(owner)[stored.SLOTS][str(clip)]) if action is not None else (None, "")


def mark_stack(owner: bpy.types.ID, clip: int, tracks: Sequence[int]) -> None:
    """Note the places of the NLA tracks that make up a clip."""
    if stored.STACKS not in our(owner):
        our(owner)[stored.STACKS] = {}
    our(owner)[stored.STACKS][str(clip)] = list(tracks)


def stack_of(owner: bpy.types.ID, clip: int | None) -> list[bpy.types.NlaTrack]:
    """The NLA tracks of a data-block that make up a clip, as far as they are there."""
    stacks, animation = our(owner).get(stored.STACKS), owner.animation_data
    places = () if stacks is None or animation is None else stacks.get(str(clip), ())
    return [animation.nla_tracks[place] for place in places if place < len(animation.nla_tracks)]


def has_lost_action(owner: bpy.types.ID, clip: int) -> bool:
    """Whether the action by which a clip moved a data-block was deleted."""
    slots = our(owner).get(stored.SLOTS)
    return slots is not None and str(clip) in slots and action_of(owner, clip)[0] is None


def actions_of(owner: bpy.types.ID) -> list[bpy.types.Action]:
    """A data-block's actions of all clips."""
    actions = our(owner).get(stored.ACTIONS)
    return [] if actions is None else [action for action in actions.values() if action is not None]


def file_of_character(character: Character) -> Path:
    """The character's file. Raises ``SkinproofError`` if it has none."""
    if character.path is None:
        raise SkinproofError(
            "{character} was not imported from a file", character=character.label, fix="import it from a file"
        )
    return character.path


def require_local(character: Character) -> None:
    """Raise ``SkinproofError`` if a character is linked from another file and so cannot be changed here."""
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
    elsewhere = [Elsewhere(name, Whereabouts(kind), tuple(nodes)) for name, kind, nodes in record.get("elsewhere", ())]
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
        meshes=_meshes(objects),
        clips=tuple(record["clips"]),
        imported_clips=tuple(record["imported"]),
        actions=tuple(_names_of_actions(objects, clip) for clip in range(len(record["clips"]))),
        sources=sources,
        strangers=int(record.get("strangers", 0)),
        played=tuple(record.get("played", ())),
        written_here=bool(record.get("written_here", False)),
        elsewhere=tuple(elsewhere),
        times=ClipTimes(*record["times"]) if record.get("times") else None,
    )


def _meshes(objects: Sequence[bpy.types.Object]) -> tuple[CharacterMesh, ...]:
    """Those with parts of the file, in the parts' order."""
    meshes = []
    for ob in objects:
        if ob.type == "MESH" and stored.PARTS in our(ob):
            parts = tuple(map(int, our(ob)[stored.PARTS]))
            meshes.append(CharacterMesh(ob.name, int(our(ob)[stored.SKIN]), parts))
    return tuple(sorted(meshes, key=lambda mesh: mesh.parts))


def _names_of_actions(objects: Sequence[bpy.types.Object], clip: int) -> tuple[str, ...]:
    """Those that play a clip, each once."""
    assigned = (action_of(owner, clip)[0] for owner in owners_among(objects))
    return tuple(dict.fromkeys(action.name for action in assigned if action is not None))


def _label(objects: Sequence[bpy.types.Object]) -> str:
    """The name of the import's collection if the character is still in it, else of its topmost object."""
    own = set(objects)
    root = min(objects, key=lambda ob: (ob.parent in own, ob.type != "ARMATURE"))
    for collection in bpy.data.collections:
        if our(collection).get(stored.ID) == our(root)[stored.ID] and collection.objects.get(root.name) == root:
            return str(collection.name)
    return str(root.name)
