"""What a saved file holds of a character: the name of every custom property and attribute, where it is, what it means.

Files of older versions are read, so a name or a meaning is never changed; something new gets a name of its own. Custom
properties survive renaming, linking and saving; attributes follow the vertices through edits of the mesh.
"""

from __future__ import annotations

#: On a character's collection: a JSON text with its name, files, frame rate, clips and structure (see `character`).
CHARACTER = "skinproof"
VERSION = 1

#: On each animated data-block, by clip (its index as text): the data-block's action, and the action's slot.
ACTIONS, SLOTS = "skinproof_actions", "skinproof_slots"

#: On objects and bones: the node of the file; the rest transform (location, rotation wxyz, scale).
NODE, REST = "skinproof_node", "skinproof_rest"

#: On an armature object: where the import put it (location, rotation wxyz, scale).
PLACED = "skinproof_placed"

#: On a bone of a node: (3 x 3) from the node's axes to the bone's (see `rig.channels`).
AFTER = "skinproof_after"

#: On a mesh object: its skin (-1: rigid); places of its parts in Model.parts; morph weights at rest; vertex group of
#: each joint; the point of bind space, glTF's axes, from which the mesh's positions are counted; (3 x 4) from the
#: file's positions to bind space.
SKIN, PARTS, WEIGHTS = "skinproof_skin", "skinproof_parts", "skinproof_weights"
GROUPS, ORIGIN, FACTOR = "skinproof_groups", "skinproof_origin", "skinproof_factor"

#: Integer attributes of a mesh's vertices: the place of their part in PARTS; their own place in that part of the file.
PART_OF_VERTEX, VERTEX_IN_FILE = "skinproof_part", "skinproof_vertex"

#: Colour attribute of a mesh that a heat map writes.
ERROR_COLORS = "Skinproof Error"

#: On a screen: what each 3D view looked like before a heat map. On a mesh: the colour attribute that was active before.
SHADING, ACTIVE_COLOR = "skinproof_shading", "skinproof_active_color"
