"""What a saved file holds of a character: the name, place and meaning of every custom property and attribute.

Older files are read, so a name or a meaning never changes. Custom properties survive renaming, linking and saving;
attributes follow the vertices through edits.
"""

from __future__ import annotations

#: The group with all notes on a thing, see ``noted``. Earlier versions wrote them on the thing itself.
GROUP = "skinproof_notes"

#: On every object of a character, the collection of its import and its actions: the character's id.
ID = "skinproof_id"

#: On every object of a character: its number in the import. A copy has its original's.
ROLE = "skinproof_role"

#: On a copy of a part of a character that is no character itself, instead of ID: the character's id.
COPY = "skinproof_copy_of"

#: On every object of a character: JSON of its name, files, frame rate, clips and structure (see `record`).
RECORD = "skinproof_record"
VERSION = 2

#: On each animated data-block, by clip (index as text): its action.
ACTIONS = "skinproof_actions"

#: On each animated data-block, by clip: the slot of that action.
SLOTS = "skinproof_slots"

#: On an animated data-block, by clip: the places of the NLA tracks that make up the clip, if no action does.
STACKS = "skinproof_stacks"

#: On objects and bones: the node of the file. On an armature object only if a file was attached and clips move it.
NODE = "skinproof_node"

#: On the same: the rest transform (location, rotation wxyz, scale).
REST = "skinproof_rest"

#: On an object that is not of a character but moves it (a parent, a control rig): the character's id.
MOVES = "skinproof_moves"

#: On an armature object: its transform at import (location, rotation wxyz, scale).
PLACED = "skinproof_placed"

#: On an armature object: the kind of its rig (see `rig.kinds`). Older files lack it and have one kind.
RIG = "skinproof_rig"

#: On a bone of a node: (3 x 3), its transpose leads from the bone's axes to the node's (see `rig.channels`).
AFTER = "skinproof_after"

#: On a bone of a character with an attached file: (3 x 4) from the node's space to the bone's at rest.
BACK = "skinproof_back"

# On a mesh object:

#: Its skin (-1: rigid).
SKIN = "skinproof_skin"

#: The places of its parts in Model.parts.
PARTS = "skinproof_parts"

#: Its morph weights at rest. Always floats: Blender's FBX exporter takes three numbers for a vector,
#: and fails if they are whole.
WEIGHTS = "skinproof_weights"

#: The vertex group of each joint.
GROUPS = "skinproof_groups"

#: The origin of its positions in bind space, glTF's axes.
ORIGIN = "skinproof_origin"

#: (3 x 4) from the file's positions to bind space.
FACTOR = "skinproof_factor"

#: Divisors of the file's morph weights for its shape keys, if one is not 1.
DIVISOR = "skinproof_weight_divisor"

# Elsewhere:

#: Prefix of every name: what an imported character had there before another file was attached.
FORMER = "former_"

#: Attribute of a mesh's vertices: 1 + their number in the file (see `skeleton.numbering`; 0: not of the file).
VERTEX_ID = "skinproof_vertex_id"

#: Attribute of a mesh's vertices: their position in the file. It tells a number that an edit has mixed or copied.
PLACE = "skinproof_place"

#: Instead, on a mesh object whose other modifiers are applied in the attached file: 1 + the number there of each vertex
#: that Blender shows.
BEHIND = "skinproof_behind"

#: Instead, on a mesh object with a shared or linked mesh: 1 + each vertex's number in the file.
NUMBERS = "skinproof_numbers"

#: On the same: a digest of the mesh's faces, which tells an edit.
FACES = "skinproof_faces"

#: Instead, on a mesh object made anew over the file's skeleton: each vertex of the file (its place over all parts) and
#: three vertices of the mesh.
SURFACE = "skinproof_surface"

#: On the same: weights of these three at the nearest point of the surface.
SURFACE_WEIGHTS = "skinproof_surface_weights"

#: On the same: the largest distance to that point, as a share of the size.
SURFACE_AWAY = "skinproof_surface_away"

#: Noted by an import (see `import_notes`) or attachment. On a bone: JSON of its name, parent, rotation mode and
#: settings.
BONE_MADE = "skinproof_bone_made"

#: Likewise, on a bone: its rest (4 x 4) in armature space.
BONE_REST = "skinproof_bone_rest"

#: Likewise, on a skinned mesh object: JSON of its groups' names.
GROUPS_MADE = "skinproof_groups_made"

#: Likewise, on an action, by slot: digests of its curves.
CURVES_MADE = "skinproof_curves_made"

#: A heat map's colour attribute.
ERROR_COLORS = "Skinproof Error"

#: On a screen: the look of each 3D view before a heat map.
SHADING = "skinproof_shading"

#: On a mesh: the active colour attribute before a heat map.
ACTIVE_COLOR = "skinproof_active_color"

#: Version 1, read only. On a character's collection: the record.
CHARACTER = "skinproof"

#: Version 1, read only. Integer attribute of a mesh's vertices: the place of their part in PARTS.
PART_OF_VERTEX = "skinproof_part"

#: Version 1, read only. Integer attribute of a mesh's vertices: their place in that part of the file.
VERTEX_IN_FILE = "skinproof_vertex"

#: On the scene's text that has all numbers of a vertex, and the image of a teaching picture: their names.
NUMBERS_TEXT = "Skinproof Vertex"
PICTURE = "Skinproof Picture"
