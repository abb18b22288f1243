"""What of a file that Blender wrote is no mesh of this scene: in another scene, instanced, or made of a curve.

Blender's exporter writes all scenes unless *Active Scene* is chosen, and an instanced collection's objects below its
empty's node. Both are known by names: of scenes, of objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import bpy
import numpy as np

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Model
from ....skinning_core.skeleton.elsewhere import Elsewhere, Whereabouts, without
from ....skinning_core.text.listing import listed
from ..ground.modifiers import is_edited, modifiers_behind
from ..play.playback import frame_restored, set_frame
from ..read.lacking import CONVERTED_KINDS, written_by_nodes
from .mesh_forms import chosen_forms


def left_in_scene(model: Model, scene: bpy.types.Scene, *, export: bool) -> tuple[Model, tuple[Elsewhere, ...]]:
    """A file without what is elsewhere, and what that is.

    export: the file was written from here, with all its scenes; else these have to be there. Raises ``SkinproofError``
    if all is in other scenes; if nothing else is left, the model has no parts.
    """
    if "Blender" not in model.generator:
        return model, ()
    apart = [*_split_by_object(model, scene), *_in_other_scenes(model, scene, export=export)]
    apart += [*_in_instances(model, scene), *_by_nodes(model, scene)]
    here = without(model, apart)
    no_meshes = [*_copies(here, scene), *_converted(here, scene), *_made_anew(here, scene)]
    left, found = without(here, no_meshes), (*apart, *no_meshes)
    if not left.parts and found and {each.kind for each in found} <= {Whereabouts.SCENE, Whereabouts.TOGETHER}:
        raise _nothing_of(scene, found)
    return left, found


def require_some_left(model: Model, scene: bpy.types.Scene, elsewhere: Sequence[Elsewhere]) -> None:
    """Raise ``SkinproofError`` if nothing is left of a file, by the reason."""
    anew = [each.name for each in elsewhere if each.kind is Whereabouts.MADE_ANEW]
    if not model.parts and anew:
        raise SkinproofError(
            "modifiers of {names} make other vertices at each frame, and none can be told from another",
            names=listed(anew),
            fix="put them before the Armature modifier, and export again",
        )
    if not model.parts and elsewhere:
        raise _nothing_of(scene, elsewhere)


def _nothing_of(scene: bpy.types.Scene, found: Sequence[Elsewhere]) -> SkinproofError:
    return SkinproofError(
        "nothing in the file is of the scene {scene!r} itself, but of {names}",
        scene=scene.name,
        names=listed([each.name for each in found]),
        fix="open the scene or the file in which the meshes are, and verify an export of it",
    )


def _split_by_object(model: Model, scene: bpy.types.Scene) -> Iterator[Elsewhere]:
    """Clips that are the scene's motion by object (*Split Animation by Object*): equally long, with objects' names."""
    names = model.clip_names
    if len(names) < 2 or len(set(names)) < len(names) or any(name in bpy.data.actions for name in names):
        return
    if model.broken_clips or not set(names) <= set(scene.objects.keys()):
        return
    spans = {(round(clip.start, 3), round(clip.end, 3)) for clip in model.clips}
    if len(spans) == 1:
        yield Elsewhere(scene.name, Whereabouts.TOGETHER, tuple(range(len(names))))


def _in_other_scenes(model: Model, scene: bpy.types.Scene, *, export: bool) -> Iterator[Elsewhere]:
    if scene.name not in (name for name, _ in model.scenes):
        return
    for name, roots in model.scenes:
        if name != scene.name and (export or name in bpy.data.scenes):
            yield Elsewhere(name, Whereabouts.SCENE, roots)


def _in_instances(model: Model, scene: bpy.types.Scene) -> Iterator[Elsewhere]:
    children: dict[int, list[int]] = {}
    for node, above in enumerate(model.nodes.parents.tolist()):
        children.setdefault(above, []).append(node)
    for node, name in enumerate(model.nodes.names):
        maker = scene.objects.get(name)
        if maker is None or maker.instance_type != "COLLECTION" or maker.instance_collection is None:
            continue
        own = {ob.name for ob in maker.children}
        instanced = tuple(each for each in children.get(node, ()) if model.nodes.names[each] not in own)
        if instanced:
            yield Elsewhere(name, Whereabouts.INSTANCE, instanced)


def _by_nodes(model: Model, scene: bpy.types.Scene) -> Iterator[Elsewhere]:
    """What the exporter writes by *Geometry Nodes Instances*, of objects that make instances now.

    A curve, a text and a metaball are instances, too: their surfaces are evaluated as meshes of their own.
    """
    written = written_by_nodes(model)
    if not written:
        return
    instances = bpy.context.evaluated_depsgraph_get().object_instances
    makers = {each.parent.original.name for each in instances if each.is_instance and each.parent is not None}
    for name, nodes in written.items():
        if name in makers and name in scene.objects:
            yield Elsewhere(name, Whereabouts.NODES, tuple(nodes))


def _copies(model: Model, scene: bpy.types.Scene) -> Iterator[Elsewhere]:
    """Objects that several nodes are: objects' names are unique, so something carries copies of them."""
    for name, nodes in _with_parts(model).items():
        if len(nodes) > 1 and name in scene.objects:
            yield Elsewhere(name, Whereabouts.COPIES, tuple(nodes))


def _converted(model: Model, scene: bpy.types.Scene) -> Iterator[Elsewhere]:
    for name, nodes in _with_parts(model).items():
        ob = scene.objects.get(name)
        if len(nodes) == 1 and ob is not None and ob.type in CONVERTED_KINDS:
            yield Elsewhere(name, Whereabouts.CONVERTED, tuple(nodes))


#: Kinds of modifiers that may make other vertices in another pose.
_BY_POSE = {
    *("WELD", "DECIMATE", "REMESH", "BOOLEAN", "BUILD", "EXPLODE", "BEVEL", "EDGE_SPLIT", "MIRROR", "ARRAY", "SCREW"),
    *("SKIN", "NODES"),
}
#: Frames at which they are counted.
_LOOKS = 5


def _made_anew(model: Model, scene: bpy.types.Scene) -> Iterator[Elsewhere]:
    """Meshes that the file has with modifiers applied, which behind the bones make other vertices at some frame."""
    names = _with_parts(model)
    meshes = [ob for ob in scene.objects if ob.type == "MESH"]
    changing = [ob for ob in meshes if ob.name in names and not is_edited(ob) and _changes_vertices(ob)]
    if not changing:
        return
    forms, _ = chosen_forms(model, meshes)
    applied = [form.object for form in forms if form.applied and form.object in changing]
    for ob, several in zip(applied, _counts(applied, scene), strict=True):
        if len(several) > 1:
            yield Elsewhere(ob.name, Whereabouts.MADE_ANEW, tuple(names[ob.name]))


def _changes_vertices(ob: bpy.types.Object) -> bool:
    return any(modifier.type in _BY_POSE for modifier in modifiers_behind(ob))


def _counts(objects: Sequence[bpy.types.Object], scene: bpy.types.Scene) -> list[set[int]]:
    """The numbers of vertices that each object has at some frames, evaluated."""
    counts: list[set[int]] = [set() for _ in objects]
    with frame_restored(scene):
        for frame in np.linspace(scene.frame_start, scene.frame_end, _LOOKS).round().tolist():
            set_frame(scene, frame)
            depsgraph = bpy.context.evaluated_depsgraph_get()
            for ob, found in zip(objects, counts, strict=True):
                found.add(len(ob.evaluated_get(depsgraph).data.vertices))
    return counts


def _with_parts(model: Model) -> dict[str, list[int]]:
    """The nodes that carry a part, by name."""
    found: dict[str, list[int]] = {}
    for node in sorted({part.node for part in model.parts}):
        found.setdefault(model.nodes.names[node], []).append(node)
    return found
