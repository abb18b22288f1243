"""What of a scene is not in the file exported from it: objects, actions, shape keys, their motion, instances.

For the reverse see ``presence``. No place is compared: a thing is in the file if something there has its name or is
known to be it. Remedies are in the words of Blender's glTF exporter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import bpy

from ....skinning_core.model import Model
from ....skinning_core.subject import Lack
from ....skinning_core.text.listing import listed
from ....skinning_core.text.sentence import Sentence, sentence
from ... import compat
from ..build.import_notes import digest_of
from ..ground import stored_names as stored
from ..ground.noted import our
from ..ground.visible import is_visible
from ..identity.character import Character, action_of, objects_of, owners, stack_of
from ..identity.vertex_map import vertex_map
from .cut_clips import clips_in_pieces, cut_clips
from .own_actions import actions_among, actions_used, bones_of, has_motion
from .unkeyed_motion import moved_without_keys

#: What the exporter writes as meshes, beside meshes (``blender/exp/nodes.py``).
CONVERTED_KINDS = ("CURVE", "SURFACE", "FONT")

#: What it does not write, and what to do.
_UNWRITTEN = {
    "META": sentence("convert it to a mesh (Object > Convert > Mesh): the exporter writes no metaballs"),
    "CURVES": sentence("convert it to a mesh (Object > Convert > Mesh): the exporter writes no hair curves"),
}

#: What it calls the nodes of instances that geometry nodes make (``blender/exp/nodes.py``).
_OF_NODES = "GN Instance"

#: What can be seen.
_WITH_FACES = ("MESH", *CONVERTED_KINDS, *_UNWRITTEN)

#: How an object puts copies of its children onto itself.
_ONTO = ("VERTS", "FACES")

#: Constraints that hang an object on a bone.
_HANGING = ("CHILD_OF", "COPY_TRANSFORMS", "ARMATURE")

#: What brings motion without keys, and that of shape keys, into a file.
_SCENE = sentence("export with Animation Mode Scene, or bake it into keys")
_KEY_ANIMATIONS = sentence("turn on Shape Key Animations")

#: What brings actions into a file that has no animation: tracks are no active actions.
_ANIMATION = sentence("turn on Animation, or push them down as tracks")
_TRACKS = sentence("turn on Animation, with Animation Mode Actions or NLA Tracks")

#: What brings an action into a file.
_PUSHED_DOWN = sentence("push it down as a track, or turn on Export all Armature Actions")
_PUSHED_DOWN_ALONE = sentence("push it down as a track")  # the setting is of files with one armature
_BAKED = sentence(
    "export with Animation Mode Scene and Split Animation by Object off, or bake it into keys "
    "(Object > Animation > Bake Action, with Visual Keying)"
)
_DEFORMING = sentence("turn off Export Deformation Bones Only")
_MODIFIED = sentence("no file has keys of modifiers: make shape keys of what they do, and key these")


def lacks_of(scene: bpy.types.Scene, character: Character, model: Model) -> Iterator[Lack]:
    """What a file lacks of the scene that it was exported from, the largest loss first."""
    meshes = set(vertex_map(model, character).by_object)
    yield from _objects(scene, character, model, meshes)
    yield from _actions(scene, character, model)
    yield from clips_in_pieces(character, model)
    yield from cut_clips(character, model)
    yield from _shape_keys(model, meshes)
    yield from _instances(model, meshes)


def _objects(
    scene: bpy.types.Scene, character: Character, model: Model, meshes: set[bpy.types.Object]
) -> Iterator[Lack]:
    """Visible objects of the character's armatures that are no mesh of the file."""
    rigs = {ob for ob in objects_of(character) if ob.type == "ARMATURE"}
    rigs |= {m.object for ob in meshes for m in ob.modifiers if m.type == "ARMATURE" and m.object is not None}
    if not rigs:
        return
    named = {model.nodes.names[part.node] for part in (*model.parts, *model.left_out)}
    named |= {mesh.name for mesh in model.meshes} | written_by_nodes(model).keys()
    lacking = [ob for ob in seen_with(scene, rigs) if ob not in meshes and ob.name not in named]
    for ob in sorted(lacking, key=_size, reverse=True):
        yield lack_of_object(scene, ob, below=_is_left_out(ob, model))


def seen_with(scene: bpy.types.Scene, rigs: set[bpy.types.Object]) -> list[bpy.types.Object]:
    """The visible objects with faces that belong to some armatures."""
    shapes, layer = {bone.custom_shape for rig in rigs for bone in rig.pose.bones}, _layer(scene)
    # What stands on the vertices or faces of its parent is seen there, and not itself.
    found = (
        ob
        for ob in scene.objects
        if ob.type in _WITH_FACES and ob not in shapes and (ob.parent is None or ob.parent.instance_type not in _ONTO)
    )
    return [ob for ob in found if is_visible(ob, layer) and _belongs(ob, rigs) and _has_faces(ob)]


def lack_of_object(scene: bpy.types.Scene, ob: bpy.types.Object, *, below: bool = False) -> Lack:
    """That a visible object is not in the file, and which setting leaves it out; below: its parent bone is not."""
    told = "{object!r} is seen here and not in the file ({count:,} vertices): {fix}"
    fix = _DEFORMING if below else _fix_of_object(ob, _layer(scene))
    return Lack("SCENE_OBJECT", sentence(told, object=ob.name, count=_size(ob), fix=fix), _size(ob))


def _layer(scene: bpy.types.Scene) -> bpy.types.ViewLayer:
    return bpy.context.view_layer if bpy.context.scene == scene else scene.view_layers[0]


def _fix_of_object(ob: bpy.types.Object, layer: bpy.types.ViewLayer) -> Sentence:
    if ob.type in _UNWRITTEN:
        return _UNWRITTEN[ob.type]
    if ob.type == "MESH" and not len(ob.data.polygons):
        return sentence("turn on Apply Modifiers")
    if ob.hide_render:
        return sentence("export without Renderable Objects")
    if not ob.select_get(view_layer=layer) and any(each.select_get(view_layer=layer) for each in layer.objects):
        return sentence("select it, or export without Selected Objects")
    return sentence("put it into the collection that is exported, or export without Active Collection")


def _is_left_out(ob: bpy.types.Object, model: Model) -> bool:
    """Whether an object hangs on a bone that the file has in no scene, as one that deforms nothing."""
    bone = ob.parent.pose.bones.get(ob.parent_bone) if ob.parent_type == "BONE" and ob.parent is not None else None
    if bone is None or bone.bone.use_deform or ob.parent.name not in model.nodes.names:
        return False
    node, shown = our(bone).get(stored.NODE), {root for _, roots in model.scenes for root in roots}
    return node is None or model.nodes.path_to(int(node))[0] not in shown


def _size(ob: bpy.types.Object) -> int:
    if ob.type == "CURVES" or (ob.type == "MESH" and len(ob.data.polygons)):
        return len(ob.data.vertices if ob.type == "MESH" else ob.data.points)
    with _as_mesh(ob) as mesh:
        return 0 if mesh is None else len(mesh.vertices)


def _has_faces(ob: bpy.types.Object) -> bool:
    if ob.type == "CURVES":
        return _size(ob) > 0
    if ob.type == "MESH":
        return len(ob.data.polygons) > 0 or any(m.type == "NODES" for m in ob.modifiers)
    with _as_mesh(ob) as mesh:  # a path has none
        return mesh is not None and len(mesh.polygons) > 0


@contextmanager
def _as_mesh(ob: bpy.types.Object) -> Iterator[bpy.types.Mesh | None]:
    """What Blender shows of a curve, text, surface or metaball, for the moment."""
    evaluated = ob.evaluated_get(bpy.context.evaluated_depsgraph_get())
    try:
        yield evaluated.to_mesh()
    finally:
        evaluated.to_mesh_clear()


def _belongs(ob: bpy.types.Object, rigs: set[bpy.types.Object]) -> bool:
    """Whether an object is deformed by, parented to, or hung on one of these armatures."""
    if any(m.type == "ARMATURE" and m.object in rigs and m.show_viewport for m in ob.modifiers):
        return True
    if any(c.type in _HANGING and not c.mute and _targets(c) & rigs for c in ob.constraints):
        return True
    above = ob.parent
    while above is not None and above not in rigs:
        above = above.parent
    return above is not None


def _targets(constraint: bpy.types.Constraint) -> set[bpy.types.Object]:
    if constraint.type == "ARMATURE":
        return {each.target for each in constraint.targets}
    return {constraint.target}


def _actions(scene: bpy.types.Scene, character: Character, model: Model) -> Iterator[Lack]:
    """Actions that move the character and are no clip of the file.

    If a clip is whatever plays, the export mode merges, and what does not play was not meant.
    """
    if character.played:
        return
    known = _in_file(character, model)
    actions = {action.name: action for action in actions_among(scene, list(owners(character)))}
    there = [_keys_of(action) for action in bpy.data.actions if action.name in known]
    lacking = sorted(name for name in actions.keys() - known if _keys_of(actions[name]) not in there)
    lacking = sorted({*lacking, *_of_still_rigs(character, model)})
    if not lacking:
        yield from _unkeyed(scene, character, model)
        return
    if not model.clips:
        tracks = [t for o in owners(character) if o.animation_data is not None for t in o.animation_data.nla_tracks]
        on_tracks = {strip.action.name for t in tracks for strip in t.strips if strip.action is not None}
        fix = _TRACKS if on_tracks.issuperset(lacking) else _ANIMATION
        told = "the file has no animation, and this scene has {actions}: {fix}"
        yield Lack("SCENE_ANIMATION", sentence(told, actions=listed(lacking), fix=fix), len(lacking))
        return
    rigs = [ob for ob in scene.objects if ob.type == "ARMATURE" and ob.name in model.nodes.names]
    pushed = _PUSHED_DOWN if len(rigs) < 2 else _PUSHED_DOWN_ALONE
    for name in lacking:
        fix = _BAKED if _keys_only("constraints[", actions[name]) else pushed
        fix = _MODIFIED if _keys_only("modifiers[", actions[name]) else fix
        yield Lack("SCENE_ACTION", sentence("the action {action!r} is not in the file: {fix}", action=name, fix=fix), 1)


def _of_still_rigs(character: Character, model: Model) -> Iterator[str]:
    """Actions that move bones of an armature here of which no clip moves any: another may have them under this name."""
    moved = {track.node for clip in model.clips for track in clip.tracks}
    for ob in objects_of(character) if model.clips else ():
        bones = {} if ob.pose is None else {b.name: our(b).get(stored.NODE) for b in ob.pose.bones}
        nodes = {node for node in bones.values() if node is not None}
        if nodes and moved.isdisjoint(nodes):
            known = {name for name, node in bones.items() if node is not None}
            yield from (a.name for a in actions_used(ob) if bones_of(a) & known and has_motion(compat.all_curves(a)))


def _keys_only(what: str, action: bpy.types.Action) -> bool:
    """Whether an action has curves of constraints, or of modifiers, alone: what they make is no key of its own."""
    return all(what in curve.data_path for curve in compat.all_curves(action))


def _unkeyed(scene: bpy.types.Scene, character: Character, model: Model) -> Iterator[Lack]:
    """What moves without an action: the exporter writes it only with the scene as a whole."""
    mover = None if model.clips else moved_without_keys(scene, character)
    if mover is not None:
        told = "the file has no animation, and {object!r} moves here, by drivers or constraints: {fix}"
        yield Lack("SCENE_ANIMATION", sentence(told, object=mover.name, fix=_SCENE), 1)


def _keys_of(action: bpy.types.Action) -> set[int]:
    """Digests of an action's curves: a copy under another name is no other clip."""
    return {digest_of(curve) for curve in compat.all_curves(action)}


def _in_file(character: Character, model: Model) -> set[str]:
    """Names of the actions that the file's clips are, by names or keys."""
    found = set(model.clip_names) | {name for names in character.actions for name in names}
    for owner in owners(character):
        mapped = [action_of(owner, clip)[0] for clip in character.imported_clips]
        found |= {action.name for action in mapped if action is not None}
        animation = owner.animation_data
        if animation is None:
            continue
        stacked = [track for clip in character.imported_clips for track in stack_of(owner, clip)]
        for track in animation.nla_tracks:
            if track.name in model.clip_names or track in stacked:
                found |= {strip.action.name for strip in track.strips if strip.action is not None}
    return found


def _shape_keys(model: Model, meshes: Iterable[bpy.types.Object]) -> Iterator[Lack]:
    """Shape keys without targets in the file, and those whose motion it lacks."""
    nodes = {name: node for node, name in enumerate(model.nodes.names) if model.nodes.mesh[node] >= 0}  # not a bone's
    moved = {track.node for clip in model.clips for track in clip.tracks if track.path == "weights"}
    for ob in sorted(meshes, key=lambda each: each.name):
        keys, node = ob.data.shape_keys, nodes.get(ob.name)
        if keys is not None and not keys.use_relative and has_motion(compat.curves_of(keys)):
            told = (
                "the shape keys of {object!r} are absolute, as no file has them: make them relative, key their values"
            )
            yield Lack("SCENE_KEY_MOTION", sentence(told, object=ob.name), _heard_keys(keys))
        if keys is None or node is None or not keys.use_relative:
            continue
        gone = lack_of_keys(ob, len(model.nodes.morph_weights[node]))
        if gone is not None:
            yield gone
        elif model.clips and node not in moved and _is_moved(keys):
            told = "the shape keys of {object!r} move here and stand still in the file: {fix}"
            fix = _SCENE if _is_driven_beside_no_action(ob, keys) else _KEY_ANIMATIONS
            yield Lack("SCENE_KEY_MOTION", sentence(told, object=ob.name, fix=fix), _heard_keys(keys))


def lack_of_keys(ob: bpy.types.Object, count: int) -> Lack | None:
    """That an object has more shape keys than the ``count`` in the file, if so."""
    keys = ob.data.shape_keys
    total = 0 if keys is None or not keys.use_relative else _heard_keys(keys)
    if total <= count:
        return None
    told = "{count} of {total} shape keys of {object!r} are not in the file: Shape Keys on, Apply Modifiers off"
    return Lack("SCENE_KEYS", sentence(told, count=total - count, total=total, object=ob.name), total - count)


def _heard_keys(keys: bpy.types.Key) -> int:
    return sum(not key.mute for key in keys.key_blocks[1:])


def _is_moved(keys: bpy.types.Key) -> bool:
    values = [curve for curve in compat.curves_of(keys) if curve.data_path.startswith("key_blocks[")]
    driven = keys.animation_data.drivers if keys.animation_data is not None else ()
    return has_motion(values) or any(curve.data_path.endswith(".value") and not curve.mute for curve in driven)


def _is_driven_beside_no_action(ob: bpy.types.Object, keys: bpy.types.Key) -> bool:
    """Whether drivers alone move shape keys, and no action their armature: beside one the exporter samples them."""
    rigs = {m.object for m in ob.modifiers if m.type == "ARMATURE"} | {ob.parent}
    actions = [action for rig in rigs if rig is not None for action in actions_used(rig)]
    return not actions and not has_motion(compat.curves_of(keys))


def written_by_nodes(model: Model) -> dict[str, list[int]]:
    """The nodes that *Geometry Nodes Instances* writes, by the name of the object that makes them."""
    found: dict[str, list[int]] = {}
    for node, name in enumerate(model.nodes.names):
        if name == _OF_NODES and (above := int(model.nodes.parents[node])) >= 0:
            found.setdefault(model.nodes.names[above], []).append(node)
    return found


def _instances(model: Model, meshes: set[bpy.types.Object]) -> Iterator[Lack]:
    """What a mesh makes many of, by geometry nodes or on its vertices or faces."""
    counts: dict[str, int] = {}
    written = written_by_nodes(model)
    for each in bpy.context.evaluated_depsgraph_get().object_instances:
        made = each.is_instance and each.parent is not None and each.parent.original in meshes
        if not made or each.object.type != "MESH" or each.parent.original.name in written:
            continue
        instanced, maker = each.object.original, each.parent.original
        # What is instanced is a node itself, but for a child that is shown on its parent's vertices alone.
        itself = 0 if instanced.parent == maker and maker.instance_type in _ONTO else 1
        if model.nodes.names.count(instanced.name) <= itself:
            counts[maker.name] = counts.get(maker.name, 0) + 1
    for name, count in sorted(counts.items()):
        told = "{count:,} instances that {object!r} makes are not in the file: realize them (Realize Instances)"
        yield Lack("SCENE_INSTANCES", sentence(told, count=count, object=name), count)
