"""What a saved file holds of a character: the name of every custom property and attribute, where it is, what it means.

Files of older versions are read, so a name or a meaning is never changed; something new gets a name of its own. Custom
properties survive renaming, linking and saving; attributes follow the vertices through edits of the mesh.
"""

from __future__ import annotations

#: The group of custom properties in which all notes stand on a thing, see ``noted``. Earlier versions wrote each on the
#: thing itself, under the name that it has in the group.
GROUP = "skinproof_notes"

#: On every object of a character, on the collection of its import and on its actions: which character it belongs to.
ID = "skinproof_id"

#: On every object of a character: its place among those of the import. A copy has its original's place.
ROLE = "skinproof_role"

#: On an object that is a copy of a part of a character and no character itself, instead of ID: the character's id.
COPY = "skinproof_copy_of"

#: On every object of a character: a JSON text with its name, files, frame rate, clips and structure (see `record`).
RECORD = "skinproof_record"
VERSION = 2

#: On each animated data-block, by clip (its index as text): the data-block's action.
ACTIONS = "skinproof_actions"

#: On each animated data-block, by clip: the slot of that action.
SLOTS = "skinproof_slots"

#: On an animated data-block, by clip: the places of the NLA tracks that are the clip together, if no action is.
STACKS = "skinproof_stacks"

#: On objects and bones: the node of the file. On an armature object only where a file was attached and clips move the
#: object itself.
NODE = "skinproof_node"

#: On the same objects and bones: the rest transform (location, rotation wxyz, scale).
REST = "skinproof_rest"

#: On an object that is none of a character's and moves it (one above it, a control rig): the character's id.
MOVES = "skinproof_moves"

#: On an armature object: where the import put it (location, rotation wxyz, scale).
PLACED = "skinproof_placed"

#: On an armature object: the kind of its rig (see `rig.kinds`); missing in files of older versions, which had one kind.
RIG = "skinproof_rig"

#: On a bone of a node: (3 x 3) whose transpose leads from the bone's axes to the node's (see `rig.channels`).
AFTER = "skinproof_after"

#: On a bone of a character that a file was attached to: (3 x 4) from the node's space to the bone's at rest.
BACK = "skinproof_back"

#: On a mesh object: its skin (-1: rigid).
SKIN = "skinproof_skin"

#: On a mesh object: the places of its parts in Model.parts.
PARTS = "skinproof_parts"

#: On a mesh object: its morph weights at rest. Lists are of floats: Blender's FBX exporter takes any three numbers for
#: a vector, and fails if they are whole.
WEIGHTS = "skinproof_weights"

#: On a mesh object: the vertex group of each joint.
GROUPS = "skinproof_groups"

#: On a mesh object: the point of bind space, glTF's axes, from which the mesh's positions are counted.
ORIGIN = "skinproof_origin"

#: On a mesh object: (3 x 4) from the file's positions to bind space.
FACTOR = "skinproof_factor"

#: On a mesh object, only if one is not 1: by what the file's morph weights were divided for its shape keys.
DIVISOR = "skinproof_weight_divisor"

#: Before every such name: what an imported character had there before another file was attached to it.
FORMER = "former_"

#: Attribute of a mesh's vertices: 1 + their number in the file (see `skeleton.numbering`; 0: not of the file).
VERTEX_ID = "skinproof_vertex_id"

#: Attribute of a mesh's vertices: their position in the file, by which a number that an edit of the mesh has mixed or
#: copied is recognised.
PLACE = "skinproof_place"

#: On a mesh object whose other modifiers are applied in the file it is attached to, instead of these attributes: for
#: each vertex that Blender shows, 1 + its number in the file.
BEHIND = "skinproof_behind"

#: On a mesh object whose mesh others share, or that is linked from another file, instead of these attributes: for each
#: vertex 1 + its number in the file.
NUMBERS = "skinproof_numbers"

#: On the same mesh object: a digest of the mesh's faces, by which an edit is recognised.
FACES = "skinproof_faces"

#: On a mesh object that was made anew over the file's skeleton, instead of these attributes: for each vertex of the
#: file its place over all parts and three vertices of the mesh.
SURFACE = "skinproof_surface"

#: On the same mesh object: the weights of these three at the nearest point of the surface.
SURFACE_WEIGHTS = "skinproof_surface_weights"

#: On the same mesh object: how far that point is away at most, as a share of the size.
SURFACE_AWAY = "skinproof_surface_away"

#: What the import noted of its work (see `import_notes`), attaching of the bones that it found. On a bone: a JSON
#: text of its name, parent, rotation mode and settings.
BONE_MADE = "skinproof_bone_made"

#: Noted likewise, on a bone: its rest (4 x 4) in armature space.
BONE_REST = "skinproof_bone_rest"

#: Noted likewise, on a skinned mesh object: a JSON text of its groups' names.
GROUPS_MADE = "skinproof_groups_made"

#: Noted likewise, on an action, by slot: digests of its curves.
CURVES_MADE = "skinproof_curves_made"

#: Colour attribute of a mesh that a heat map writes.
ERROR_COLORS = "Skinproof Error"

#: On a screen: what each 3D view looked like before a heat map.
SHADING = "skinproof_shading"

#: On a mesh: the colour attribute that was active before a heat map.
ACTIVE_COLOR = "skinproof_active_color"

#: Of version 1 and read only. On a character's collection: the record.
CHARACTER = "skinproof"

#: Of version 1 and read only. Integer attribute of a mesh's vertices: the place of their part in PARTS.
PART_OF_VERTEX = "skinproof_part"

#: Of version 1 and read only. Integer attribute of a mesh's vertices: their own place in that part of the file.
VERTEX_IN_FILE = "skinproof_vertex"
