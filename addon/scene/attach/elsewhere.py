"""What of a file that Blender wrote is not in the scene itself: in another scene of the .blend, or instanced there.

Blender's exporter writes all scenes unless *Active Scene* is chosen, and the objects of an instanced collection below
the node of the empty that makes the instance. Both are known by name: a scene of the file has the name of the scene,
a node that of its object.
"""

from __future__ import annotations

import bpy

from ....skinning_core.error import SkinproofError
from ....skinning_core.model import Model
from ....skinning_core.skeleton.elsewhere import Elsewhere, without
from ....skinning_core.text.listing import listed


def left_in_scene(model: Model, scene: bpy.types.Scene, *, export: bool) -> tuple[Model, tuple[Elsewhere, ...]]:
    """A file without what of it is elsewhere, and that.

    export: the file is known to be written from here, with all its scenes; else they have to be there.

    Raises ``SkinproofError`` if nothing is left.
    """
    found = _elsewhere(model, scene, export=export)
    left = without(model, found)
    if not left.parts and found:
        raise SkinproofError(
            "nothing in the file is of the scene {scene!r} itself, but of {names}",
            scene=scene.name,
            names=listed([each.name for each in found]),
            fix="open the scene or the file in which the meshes are, and verify an export of it",
        )
    return left, found


def _elsewhere(model: Model, scene: bpy.types.Scene, *, export: bool) -> tuple[Elsewhere, ...]:
    if "Blender" not in model.generator:
        return ()
    found = []
    if scene.name in (name for name, _ in model.scenes):
        found = [
            Elsewhere(name, False, roots)
            for name, roots in model.scenes
            if name != scene.name and (export or name in bpy.data.scenes)
        ]
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
            found.append(Elsewhere(name, True, instanced))
    return tuple(found)
