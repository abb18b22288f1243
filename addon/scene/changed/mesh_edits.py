"""How meshes differ from the import: groups, weights, vertices, shape keys; in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import bpy
import numpy as np

from ....skinning_core.compare.causes.scene_cause import scene_cause
from ....skinning_core.model import Bool, Float, Float64, Int, Model
from ....skinning_core.skin.influence import normalised_weights
from ....skinning_core.text.count import counted
from ....skinning_core.text.listing import listed
from ....skinning_core.text.sentence import Sentence, sentence
from ....skinning_core.transform import apply_to_points
from ...rig.space import points_to_blender
from ..build.import_notes import made_groups
from ..ground import stored_names as stored
from ..ground.data_path import name_in
from ..ground.modifiers import modifiers_behind, own_mesh, places_at_rest, positions_of, without_skin
from ..ground.noted import our
from ..identity.bone_notes import made_bone
from ..identity.vertex_map import PartVertices
from ..play.playback import curves_that_play

#: Smaller changes of position, as a share of the mesh's size, are rounding.
_MOVED = 1e-5

#: Smaller changes of weight are rounding.
_WEIGHED = 1e-4

#: Blender's exporter leaves out smaller weights, whatever else a vertex has.
TINY = 1e-4

#: Most entries of the table of vertices and groups, 4 bytes each, for weights to be compared.
_LARGEST_TABLE = 50_000_000


def changed_groups(objects: list[bpy.types.Object], model: Model) -> Iterator[Sentence]:
    """Vertex groups that lost their bone, and bones that lost their group."""
    for ob in objects:
        if ob.type == "MESH" and our(ob).get(stored.SKIN, -1) >= 0:
            yield from _groups(ob, model)


def changed_meshes(
    model: Model, present: dict[bpy.types.Object, list[PartVertices]], applied: Float64 | None
) -> Iterator[Sentence]:
    """Changes of every mesh's weights, vertices and shape keys; present: which vertex is which, by mesh.

    applied: (4, 4) what was applied to all bones and meshes since the import, armature space; None: nothing.
    """
    for ob, vertices in present.items():
        skinned = our(ob).get(stored.SKIN, -1) >= 0
        with own_mesh(ob) as mesh:
            if skinned and not makers_of_weights(ob):
                yield from _weights(ob, mesh, model, vertices)
            # Of an attached character only the file knows the mesh's space.
            if not skinned or stored.GROUPS_MADE in our(ob):
                yield from _positions(ob, mesh, model, vertices, applied if skinned else None)
        yield from _shape_keys(ob)


def _groups(ob: bpy.types.Object, model: Model) -> Iterator[Sentence]:
    """Vertex groups without a bone, and bones without their group."""
    made, armature = made_groups(ob), armature_of(ob)
    if armature is None:
        return
    bones = _bones_now(armature)
    skin = our(ob)[stored.SKIN]
    expected = _weighted_bones(armature, model, skin) if made is None else [bones.get(n, n) for n in made]
    groups = {group.name for group in ob.vertex_groups}
    lonely = sorted(name for name in expected if name not in groups)
    orphans = sorted(group for group in groups if group not in armature.pose.bones)
    if made is None and not lonely:
        return  # other groups are the character's own, and the file knows nothing of them
    if orphans and lonely:
        renamed = _renamed(ob, bones, made or ())
        orphans, lonely = (list(renamed), list(renamed.values())) if renamed else (orphans, lonely)
        yield _apart(ob, orphans, lonely)
    elif orphans:
        yield scene_cause("group-without-bone", group=listed(orphans), mesh=ob.name, at=ob.name, items=tuple(orphans))
    elif lonely:
        about = {"bone": listed(lonely), "armature": armature.name, "mesh": ob.name}
        yield scene_cause("bone-without-group", **about, at=ob.name, items=tuple(lonely))


def _renamed(ob: bpy.types.Object, bones: Mapping[str, str], made: Sequence[str]) -> dict[str, str]:
    """Groups that were only renamed, and their bones: groups stand in the order of the import. {}: in another."""
    there = [group.name for group in ob.vertex_groups]
    wanted = [bones.get(name, name) for name in made]
    others = {name: bone for name, bone in zip(there, wanted, strict=False) if name != bone}
    return {} if len(there) < len(wanted) or set(others).intersection(wanted) else others


def _apart(ob: bpy.types.Object, groups: Sequence[str], bones: Sequence[str]) -> Sentence:
    """Groups without bones and bones without groups; each group's bone in its place, as far as that is known."""
    items = {"at": ob.name, "items": (*groups, *bones)}
    about = {"mesh": ob.name, "group": listed(groups), "bone": listed(bones)}
    if len(groups) == len(bones) == 1:
        return scene_cause("group-and-bone-apart", **about, **items)
    told = sentence("groups {group} of {mesh!r} belong to no bone, and bones {bone} have no group", **about)
    return told.with_code("group-and-bone-apart", **items)


def weights_made(objects: list[bpy.types.Object]) -> Iterator[Sentence]:
    """Modifiers that make weights in each pose, of which a file has those of one."""
    for ob in objects:
        if ob.type == "MESH" and our(ob).get(stored.SKIN, -1) >= 0 and (makers := makers_of_weights(ob)):
            names = listed([modifier.name for modifier in makers])
            yield scene_cause("weights-by-pose", modifiers=names, mesh=ob.name, at=ob.name)


def makers_of_weights(ob: bpy.types.Object) -> list[bpy.types.Modifier]:
    """The modifiers before the armature's that make weights in each pose: the mesh's own then tell nothing."""
    shown = [modifier for modifier in ob.modifiers if modifier.show_viewport]
    kinds = [modifier.type for modifier in shown]
    if "ARMATURE" not in kinds:
        return []
    return [modifier for modifier in shown[: kinds.index("ARMATURE")] if _is_of_weights(modifier)]


def _is_of_weights(modifier: bpy.types.Modifier) -> bool:
    kind: str = modifier.type
    return kind == "DATA_TRANSFER" or kind.startswith("VERTEX_WEIGHT_")


def _made_behind(ob: bpy.types.Object, count: int) -> Float | None:
    """The weights (V, G + 1) that modifiers behind the armature's make now, as an exporter applies them.

    None if none does, or they make other vertices.
    """
    if not any(map(_is_of_weights, modifiers_behind(ob))):
        return None
    depsgraph = bpy.context.evaluated_depsgraph_get()
    with without_skin(ob.evaluated_get(depsgraph), depsgraph) as mesh:
        made = weights_now(mesh, count) if len(mesh.vertices) == len(ob.data.vertices) else None
    depsgraph.update()
    return made


def _weighted_bones(armature: bpy.types.Object, model: Model, skin: int) -> list[str]:
    """Bones of joints that move a vertex of a skin's only mesh; none if several wear it."""
    parts = [part for part in model.parts if part.skin == skin]
    if len({part.node for part in parts}) != 1:
        return []
    nodes = set[int]()
    for influences in map(model.influences, parts):
        if influences is not None:
            joints = np.unique(influences.joints[influences.weights > 0.0])
            nodes.update(model.skins[skin].joints[joints].tolist())
    noted = [bone for bone in armature.pose.bones if stored.NODE in our(bone)]
    return [bone.name for bone in noted if int(our(bone)[stored.NODE]) in nodes]


def _weights(
    ob: bpy.types.Object, mesh: bpy.types.Mesh, model: Model, vertices: list[PartVertices]
) -> Iterator[Sentence]:
    armature, count = armature_of(ob), len(ob.vertex_groups)
    if armature is None or len(mesh.vertices) * count > _LARGEST_TABLE:
        return
    deforms = np.array([_deforms(armature, group.name) for group in ob.vertex_groups] + [False], bool)
    painted, made = weights_now(mesh, count), _made_behind(ob, count)
    changed = tiny = most = most_in_file = of_made = 0
    for piece in vertices:
        in_file = weights_of_file(ob, armature, model, piece)
        if in_file is None:
            continue
        now = painted[piece.rows] * deforms
        # What Deform switches off is no other weight: it differs with those bones and without.
        differs = _differ(painted[piece.rows], in_file) & _differ(now, in_file)
        largest = now.max(axis=1)
        left_out = differs & (largest < TINY) & (largest > 0.0)
        tiny += int(left_out.sum())
        changed += int((differs & ~left_out).sum())
        of_made += 0 if made is None else int((differs & ~_differ(made[piece.rows] * deforms, in_file)).sum())
        most = max(most, _most_bones(now))
        most_in_file = max(most_in_file, _most_bones(in_file))
    if tiny:
        yield scene_cause("weights-tiny", vertices=counted(tiny, "vertex"), mesh=ob.name, least=TINY, at=ob.name)
    about = {"vertices": counted(changed, "vertex"), "mesh": ob.name, "at": ob.name}
    if 2 * of_made > changed:
        names = [modifier.name for modifier in modifiers_behind(ob) if _is_of_weights(modifier)]
        yield scene_cause("weights-behind", **about, modifiers=listed(names))
    elif changed and most >= most_in_file:
        yield scene_cause("weights-other", **about)
    elif changed:
        bones = counted(most, "bone moves", "bones move")
        yield scene_cause("weights-fewer", **about, bones=bones, most=most_in_file)


def weights_now(mesh: bpy.types.Mesh, count: int) -> Float:
    """(V, G + 1) float32 painted weights of a mesh's vertices in ``count`` groups; the last column is 0."""
    now = np.zeros((len(mesh.vertices), count + 1), np.float32)
    for v, vertex in enumerate(mesh.vertices):
        for group in vertex.groups:
            if group.group < count:
                now[v, group.group] = group.weight
    return now


def weights_of_file(
    ob: bpy.types.Object, armature: bpy.types.Object, model: Model, piece: PartVertices
) -> Float64 | None:
    """(n, G + 1) the file's shares of a mesh's groups, for a piece's vertices; None if the part has no weights.

    The last column belongs to no group that is there.
    """
    part = model.parts[piece.part]
    influences = model.influences(part)
    if influences is None:
        return None
    count = len(ob.vertex_groups)
    of_joint = _groups_of_joints(ob, armature, model.skins[part.skin].joints, count)
    then = np.zeros((len(piece.vertices), count + 1))
    rows = np.arange(len(then))[:, None]
    groups, shares = of_joint[influences.joints[piece.vertices]], influences.weights[piece.vertices]
    np.add.at(then, (rows, groups), normalised_weights(shares))
    return then


def _groups_of_joints(ob: bpy.types.Object, armature: bpy.types.Object, joints: Int, missing: int) -> Int:
    """(J,) each joint's vertex group: as the import noted, else the group of its node's bone."""
    made, bones = made_groups(ob), _bones_now(armature)
    index = {group.name: group.index for group in ob.vertex_groups}
    if made is not None:
        place = np.array([index.get(bones.get(name, name), missing) for name in made], np.intp)
        return place[np.asarray(our(ob)[stored.GROUPS].to_list(), np.intp)]
    of_node = {int(our(bone)[stored.NODE]): bone.name for bone in armature.pose.bones if stored.NODE in our(bone)}
    return np.array([index.get(of_node.get(int(node), ""), missing) for node in joints], np.intp)


def _differ(weights: Float, shares: Float64) -> Bool:
    """(n,) whether a vertex's weights (n, G) have other shares."""
    return np.asarray(np.abs(_shares(weights) - shares).max(axis=1) > _WEIGHED)


def _most_bones(weights: Float | Float64) -> int:
    """The largest number of weights above zero in a row of (n, G)."""
    return int((weights > 0.0).sum(axis=1).max(initial=0))


def _shares(weights: Float) -> Float64:
    """(n, G) float64 weights divided by their sum; rows without weights stay 0."""
    total = weights.sum(axis=1, keepdims=True, dtype=np.float64)
    return weights / np.where(total > 0.0, total, 1.0)


def _positions(
    ob: bpy.types.Object,
    mesh: bpy.types.Mesh,
    model: Model,
    vertices: list[PartVertices],
    applied: Float64 | None,
) -> Iterator[Sentence]:
    now = places_at_rest(mesh) if mesh == ob.data else positions_of(mesh)
    carried = np.eye(4) if applied is None else np.linalg.inv(np.array(ob.matrix_local, np.float64)) @ applied
    size = float(np.linalg.norm(np.ptp(now, axis=0))) if len(now) else 0.0
    moved = 0
    for piece in vertices:
        expected = _as_made(ob, model.primitive(model.parts[piece.part]).positions[piece.vertices])
        off = np.linalg.norm(now[piece.rows] - apply_to_points(carried[:3], expected), axis=1)
        moved += int((off > _MOVED * size).sum())
    if moved:
        one = "vertex of {mesh!r} is not where the file has it"
        told = counted(moved, one, "vertices of {mesh!r} are not where the file has them", mesh=ob.name)
        yield told.with_code("vertex-moved", at=ob.name)


def _as_made(ob: bpy.types.Object, positions: Float) -> Float:
    """(n, 3) positions of the file in the mesh's own space, as imported."""
    places = np.asarray(positions, np.float64)
    if stored.FACTOR in our(ob):
        places = apply_to_points(np.reshape(our(ob)[stored.FACTOR].to_list(), (3, 4)), places)
    if stored.ORIGIN in our(ob):
        places = places - np.asarray(our(ob)[stored.ORIGIN].to_list())
    return points_to_blender(places)


def _moving(keys: bpy.types.Key) -> set[str]:
    """Names of shape keys that curves or drivers move."""
    drivers = [] if keys.animation_data is None else [each for each in keys.animation_data.drivers if not each.mute]
    return {name_in(curve.data_path) for curve in (*curves_that_play(keys), *drivers)}


def _shape_keys(ob: bpy.types.Object) -> Iterator[Sentence]:
    keys = ob.data.shape_keys
    if keys is None:
        return
    own, moving = len(our(ob)[stored.WEIGHTS].to_list()) + 1 if stored.WEIGHTS in our(ob) else 0, _moving(keys)
    for k, key in enumerate(keys.key_blocks):
        about = {"key": key.name, "mesh": ob.name, "at": ob.name, "items": (key.name,)}
        if k >= max(own, 1) and key.name in moving and not key.mute:
            told = sentence("shape key {key!r} of {mesh!r}, which is not of the file, moves", **about)
            yield told.with_code("key-foreign", **about)
        elif k >= max(own, 1) and key.value and not key.mute:
            yield scene_cause("key-foreign", value=key.value, **about)
        elif k < own and key.mute:
            yield scene_cause("key-muted", **about)
        elif k < own and key.vertex_group:
            yield scene_cause("key-masked", group=key.vertex_group, **about)
        if 0 < k < own and key.relative_key != keys.reference_key:
            yield scene_cause("key-relative", other=key.relative_key.name, basis=keys.reference_key.name, **about)
    if ob.show_only_shape_key:
        yield scene_cause("key-pinned", mesh=ob.name, at=ob.name)


def armature_of(ob: bpy.types.Object) -> bpy.types.Object | None:
    """The armature that moves a mesh object or is its parent; None if neither."""
    found = (m.object for m in ob.modifiers if m.type == "ARMATURE" and m.object is not None)
    armature = next(found, ob.parent)
    return armature if armature is not None and armature.type == "ARMATURE" else None


def _bones_now(armature: bpy.types.Object) -> dict[str, str]:
    """Names of bones today, by those that the import gave them."""
    return {made.name: bone.name for bone in armature.pose.bones if (made := made_bone(bone)) is not None}


def _deforms(armature: bpy.types.Object, name: str) -> bool:
    bone = armature.data.bones.get(name)
    return bone is not None and bone.use_deform
