"""Which actions of a character that others brought in are which clips of its file: by their names.

Importers keep each clip on an NLA track or in an action of its name, to which Blender may have added a number or the
object's name, or cut its end. FBX puts the objects' names before it ("root|root|run"). Animators push actions down onto
"NlaTrack", or keep them unassigned. Exporters name a clip after its action, strip, slot or track; blended tracks make
one. Nameless clips are numbered. A single clip is a single action of any name, if equally long.

Of several actions, the one with the very name is taken; else none, and the user is asked.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product, zip_longest

import bpy

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Clip, Model
from ....skinning_core.pose.clip import find_clip
from ....skinning_core.text.listing import listed
from ....skinning_core.text.sentence import sentence
from ... import compat
from ...rig.names import shortened
from ..ground import stored_names as stored
from ..ground.noted import our
from ..identity.character import Character, mark_action, mark_stack, objects_of, owners
from ..identity.clip_times import ClipTimes
from ..identity.record import read_record, write_record
from ..play.playback import heard_tracks, plays_nla
from ..play.span import ON_FRAME, is_slid_by_a_fraction, written_spans
from .sampled_keys import mark_sampled_keys


@dataclass(frozen=True)
class _Candidate:
    """An action that could be a clip on a data-block."""

    action: bpy.types.Action
    slot: str  # identifier; "" if this Blender has no slots
    names: tuple[str, ...]  # what its clip may be called, likeliest first
    own: bool = True  # false: it also moves something else, another character perhaps


def find_actions(
    moved: Sequence[bpy.types.ID],
    model: Model,
    frame_rate: float,
    *,
    written_here: bool,
    times: ClipTimes | None = None,
) -> list[int]:
    """Note on each data-block the actions that are clips of a model; returns the clips that have any.

    written_here: the file was written from this scene, with tracks as they are placed. times: what the exporter was
    told, if that is known.
    """
    found: set[int] = set()
    elsewhere = _playing_elsewhere(moved)
    as_played = written_here and plays_the_only_clip(moved, model) and _is_put_together(moved, model, frame_rate)
    for owner in moved:
        for key in (stored.ACTIONS, stored.SLOTS, stored.STACKS):
            our(owner).pop(key)
        candidates = list(_candidates(owner, elsewhere))
        for clip in range(len(model.clip_names)):
            stack = _stack(owner, model, clip, frame_rate, written_here=written_here, times=times)
            if stack:
                mark_stack(owner, clip, stack)
                found.add(clip)
                continue
            chosen = _fitting(candidates, model.clip_names, clip)
            chosen = chosen or ([] if as_played else _only(candidates, model, frame_rate))
            if len(chosen) == 1 and _is_moved(owner, moved, model, clip) and _moves_keys(chosen[0], owner, model, clip):
                mark_action(owner, clip, chosen[0].action, chosen[0].slot)
                found.add(clip)
    if written_here:
        mark_sampled_keys(moved, model, sorted(found))
    return sorted(found)


def _stack(
    owner: bpy.types.ID,
    model: Model,
    clip: int,
    frame_rate: float,
    *,
    written_here: bool,
    times: ClipTimes | None,
) -> list[int]:
    """The places of the NLA tracks that an exporter writes as one clip: one track and those blended with it.

    It has the lowest one's name. None if each of their actions is a clip of the file, or a single track shows its
    action unchanged.
    """
    name = model.clip_names[clip]
    tracks = [] if owner.animation_data is None else list(owner.animation_data.nla_tracks)
    stacks: list[list[int]] = []
    for place, track in enumerate(tracks):
        if len(track.strips) and stacks and _blends(track):
            stacks[-1].append(place)
        elif len(track.strips):
            stacks.append([place])
    named_so = [stack for stack in stacks if tracks[stack[0]].name == name]
    for stack in named_so or stacks:
        actions = [strip.action for place in stack for strip in tracks[place].strips]
        apart = all(action is not None and action.name in model.clip_names for action in actions)
        lowest = tracks[stack[0]].name
        if lowest != name and (_plain(lowest) != _plain(name) or lowest in model.clip_names):
            continue  # Blender numbers the tracks that are pushed down, each a clip of its own
        if times is not None:
            arranged = times.mode == "NLA_TRACKS"
        else:
            arranged = written_here and _is_arranged(tracks[stack[0]], model.clips[clip], frame_rate)
        if arranged or (len(stack) > 1 and not apart):
            return stack
    return []


def _is_arranged(track: bpy.types.NlaTrack, clip: Clip, frame_rate: float) -> bool:
    """Whether a clip is as long as a track that shows its action elsewhere, slower, faded, or after another.

    The exporter writes it as placed or from zero on, whole or within the playback range.
    """
    begin, length = clip.start * frame_rate, (clip.end - clip.start) * frame_rate

    def fit(first: float, last: float) -> int:
        """2: the clip is placed as frames first to last; 1: as long, from zero on; 0: neither.

        3: it begins beside zero as these frames do, slid.
        """
        starts = [a for a, b in written_spans(first, last) if abs(length - (b - a)) <= 1.0]
        if starts and is_slid_by_a_fraction(first, begin):
            return 3
        return 2 if any(abs(begin - a) <= ON_FRAME for a in starts) else int(bool(starts) and abs(begin) <= ON_FRAME)

    strips = list(track.strips)
    (strip, *more), action = strips, strips[0].action
    whole = min(strip.frame_start for strip in strips), max(strip.frame_end for strip in strips)
    if more or action is None:
        return fit(*whole) > 0
    named_so, alone = action.name == track.name, (float(action.frame_range[0]), float(action.frame_range[1]))
    mixed = strip.use_reverse or strip.blend_in or strip.blend_out
    mixed = mixed or strip.use_animated_influence or strip.use_animated_time
    if mixed and not named_so:
        return fit(*whole) > 0
    of_track, of_action = fit(*whole), fit(*alone)
    # From zero on, both are as long if the playback range cuts both; the name then tells.
    return of_track > of_action or (of_track == of_action == 1 and not named_so and whole != alone)


def plays_the_only_clip(moved: Sequence[bpy.types.ID], model: Model) -> bool:
    """Whether a file's only clip must be what plays: no action fits it, and something plays.

    So exporters write a scene as a whole, merged actions, and blended strips.
    """
    clip = only_clip(model)
    if clip is None or not any(compat.assigned_action(owner)[0] or plays_nla(owner) for owner in moved):
        return False
    elsewhere = _playing_elsewhere(moved)
    return not any(_fitting(list(_candidates(owner, elsewhere)), model.clip_names, clip) for owner in moved)


def only_clip(model: Model) -> int | None:
    """A file's only clip, or the only one that moves anything; None if there are several or none."""
    if len(model.clips) == 1:
        return 0
    moving = [k for k, clip in enumerate(model.clips) if clip.tracks]
    return moving[0] if len(moving) == 1 else None


def _is_put_together(moved: Sequence[bpy.types.ID], model: Model, frame_rate: float) -> bool:
    """Whether strips play, as placed, or actions not all as long as the only clip.

    Blender's exporter names the scene as a whole after itself, and its parts after their objects.
    """
    scene = bpy.context.scene
    clip = only_clip(model)
    assert clip is not None
    if model.clip_names[clip] in (scene.name, *scene.objects.keys()):
        return True
    tracks = (track for owner in moved if plays_nla(owner) for track in heard_tracks(owner.animation_data))
    if any(len(track.strips) for track in tracks):
        return True
    actions = {action for owner in moved if (action := compat.assigned_action(owner)[0]) is not None}
    return not all(_same_length(action, model.clips[clip], frame_rate) for action in actions) and len(actions) > 1


def _is_moved(owner: bpy.types.ID, moved: Sequence[bpy.types.ID], model: Model, clip: int) -> bool:
    """Whether a clip moves a bone of an armature object, or what is above; of two rigs it may move one alone.

    moved: all data-blocks of the character. What moves a bone of another armature above is that one's action.
    """
    nodes = _bone_nodes(owner)
    if not nodes:
        return True
    others = set[int]().union(*(_bone_nodes(other) for other in moved if other != owner))
    for node in list(nodes):
        while node >= 0 and node not in others:
            nodes.add(node)
            node = int(model.nodes.parents[node])
    return any(track.node in nodes for track in model.clips[clip].tracks)


def _bone_nodes(owner: bpy.types.ID) -> set[int]:
    """The nodes of an armature object's bones; none of anything else."""
    pose = getattr(owner, "pose", None)
    if pose is None:
        return set()
    return {int(our(bone)[stored.NODE]) for bone in pose.bones if stored.NODE in our(bone)}


def _moves_keys(candidate: _Candidate, owner: bpy.types.ID, model: Model, clip: int) -> bool:
    """Whether a clip has weights for shape keys that know nothing of its action: another mesh's may have it."""
    if not isinstance(owner, bpy.types.Key) or candidate.action in _known_to(owner):
        return True
    meshes = [ob for ob in bpy.data.objects if ob.type == "MESH" and ob.data.shape_keys == owner]
    parts = [int(part) for ob in meshes if stored.PARTS in our(ob) for part in our(ob)[stored.PARTS].to_list()]
    weighted = {track.node for track in model.clips[clip].tracks if track.path == "weights"}
    return not parts or any(model.parts[part].node in weighted for part in parts)


def _known_to(owner: bpy.types.ID) -> set[bpy.types.Action | None]:
    """The actions that a data-block has, assigned or on its strips."""
    tracks = [] if owner.animation_data is None else owner.animation_data.nla_tracks
    return {compat.assigned_action(owner)[0], *(strip.action for track in tracks for strip in track.strips)}


def map_actions(character: Character, model: Model, names: Mapping[str, str]) -> Character:
    """The character with the actions that you name: clip of the file -> action of the scene.

    Raises ``SkinproofError`` if there is no such clip, or no such action that could move the character.
    """
    mapped = set(character.imported_clips)
    for clip_name, action_name in names.items():
        clip = find_clip(model, clip_name)
        assert clip is not None  # the rest pose has no name
        moved = False
        for owner in owners(character):
            for candidate in _candidates(owner):
                if candidate.action.name == action_name:
                    mark_action(owner, clip, candidate.action, candidate.slot)
                    moved = True
        if not moved:
            there = sorted({c.action.name for owner in owners(character) for c in _candidates(owner)})
            what, label = "no action {name!r} could move {character!r}", character.label
            others = sentence("one of {names}", names=listed(there))
            raise SkinproofError(what, name=action_name, character=label, fix=others if there else "")
        mapped.add(clip)
    objects = objects_of(character)
    write_record(objects, read_record(objects) | {"imported": sorted(mapped)})
    return replace(character, imported_clips=tuple(sorted(mapped)))


def actions_that_could_be(character: Character, model: Model, clip: int) -> list[str]:
    """Sorted names of the actions that could be a clip, if several could and so none is taken."""
    could: set[str] = set()
    elsewhere = _playing_elsewhere(list(owners(character)))
    for owner in owners(character):
        found = _fitting(list(_candidates(owner, elsewhere)), model.clip_names, clip)
        could |= {each.action.name for each in found} if len(found) > 1 else set()
    return sorted(could)


def _fitting(candidates: Iterable[_Candidate], names: Sequence[str], clip: int) -> list[_Candidate]:
    """The candidates for a clip, one per action: by its very name, else by its name less what Blender adds.

    Those that move something else come last: a second character of the file has actions of the same names. names: of
    all clips.
    """
    name = names[clip]
    others = set(names) - {name}
    unnamed = f"Anim_{clip}" if name == f"clip {clip}" else name  # as Blender's importer calls it
    for own, wanted in product((True, False), ({name, unnamed}, {_plain(name), _plain(unnamed)})):
        there = [c for c in candidates if c.own == own and (c.names[0] == name or c.action.name not in others)]
        fitting = {c.action: c for c in there if wanted & set(c.names)}
        if not fitting:
            fitting = {c.action: c for c in there if wanted & set(map(_plain, c.names))}
        if fitting:
            return list(fitting.values())
    return []


def _only(candidates: Sequence[_Candidate], model: Model, frame_rate: float) -> list[_Candidate]:
    """The only action, if the file has a single clip and both are equally long."""
    played = {c.action: c for c in candidates}
    if len(model.clips) != 1 or len(played) != 1:
        return []
    return [c for c in played.values() if _same_length(c.action, model.clips[0], frame_rate)]


def _same_length(action: bpy.types.Action, clip: Clip, frame_rate: float) -> bool:
    span = action.frame_range
    return bool(abs((span[1] - span[0]) - (clip.end - clip.start) * frame_rate) <= 1.0)


def _playing_elsewhere(moved: Sequence[bpy.types.ID]) -> set[bpy.types.Action]:
    """The actions, assigned or on strips, of anything but these data-blocks."""
    others = [each for each in (*bpy.data.objects, *bpy.data.shape_keys) if each not in moved and each.animation_data]
    strips = [s for each in others for track in each.animation_data.nla_tracks for s in track.strips]
    actions = {each.animation_data.action for each in others} | {strip.action for strip in strips}
    return {action for action in actions if action is not None}


def _candidates(owner: bpy.types.ID, elsewhere: Collection[bpy.types.Action] = frozenset()) -> Iterator[_Candidate]:
    """The actions that could move a data-block: of its strips, the assigned one, others with its curves."""
    animation = owner.animation_data
    tracks = list(animation.nla_tracks) if animation is not None else []
    for track, above in zip_longest(tracks, tracks[1:]):
        for place, strip in enumerate(track.strips):
            if strip.action is not None:
                on_track = (track.name,) if place == 0 and not _blends(track) and not _blends(above) else ()
                names = (*on_track, *_names(strip.action.name, owner), strip.name)
                yield _Candidate(strip.action, compat.slot_of(strip), names)
    assigned, slot_name = compat.assigned_action(owner)
    if assigned is not None:
        yield _Candidate(assigned, slot_name, _names(assigned.name, owner))
    known = _known_to(owner)
    for action in bpy.data.actions:
        if action not in known:
            suited = compat.slot_for(action, owner)
            if suited is not None and _fits(owner, action, suited):
                yield _Candidate(action, suited, _names(action.name, owner), own=action not in elsewhere)


def _blends(track: bpy.types.NlaTrack | None) -> bool:
    """Whether a track adds to those below it: an exporter then writes them as one clip."""
    return track is not None and any(strip.blend_type != "REPLACE" for strip in track.strips)


def _fits(owner: bpy.types.ID, action: bpy.types.Action, slot: str) -> bool:
    """Whether most curves move something that the data-block has.

    Every object has location, rotation and scale: such curves are its own only if its name says so.
    """
    curves = compat.curves_of_slot(action, slot)
    named = slot[2:] == owner.name or owner.name in re.split(r"[|_]", _plain(action.name).removesuffix("Action"))
    found = 0
    for curve in curves:
        if curve.data_path in _OF_ANY_OBJECT and not named:
            continue
        try:
            owner.path_resolve(curve.data_path)
        except ValueError:
            continue
        found += 1
    return 2 * found > len(curves) > 0


_OF_ANY_OBJECT = {"location", "rotation_quaternion", "rotation_euler", "rotation_axis_angle", "scale"}


def _names(action: str, owner: bpy.types.ID) -> tuple[str, ...]:
    plain, cut = _plain(action), f"_{owner.name}"
    alone = plain.rpartition("|")[2]
    return action, plain.removesuffix(cut), alone, alone.removesuffix(cut)  # FBX keeps what glTF's importer appended


def _plain(name: str) -> str:
    """The name without Blender's number, cut where Blender cuts names."""
    return re.sub(r"\.\d{3}$", "", shortened(name))
