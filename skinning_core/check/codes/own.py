"""Codes that the Khronos validator does not have: they say whether engines will agree about the file."""

from __future__ import annotations

from .code import codes_of

OWN = codes_of("""
error UNREADABLE
    Skinproof cannot read the file, so nothing else could be asked of it.
    Do what the sentence says.
error ACCESSOR_WEIGHTS_ZERO_SUM
    Vertices have no weight at all. Engines differ in where they put them.
    Bind them to a joint before the export.
information ACCESSOR_WITHOUT_DATA
    Weights or inverse bind matrices have no data in the file, so all are zero.
    Store them, or check that an extension brings them.
information INFLUENCES_ABOVE_FOUR
    Vertices have more than four influences. Many engines keep the four strongest.
    Ask `skinproof limits` what that costs; limit them before the export, if your engine does.
information NODE_SCALE_ZERO
    A node has a scale of zero, so normals under it are undefined.
    Nothing, if it hides something on purpose.
warning NODE_SKINNED_MESH_PARENT_TRANSFORMS
    A node with a skin hangs below a transform that is not the identity, and that does not count.
    Put the node at the root of the scene.
warning SKIN_JOINT_IN_NO_SCENE
    Joints are in no scene.
    Add their root to the scene.
warning SKIN_JOINT_REPEATED
    A joint is listed more than once in a skin.
    List it once.
information SKIN_JOINTS_UNUSED
    Joints carry no weight.
    Nothing; removing them makes the file smaller.
warning SKIN_IBM_SINGULAR
    Inverse bind matrices cannot be inverted: they squash the mesh.
    Bind again in a pose in which no bone has a scale of zero.
information SKIN_IBM_SCALED
    Inverse bind matrices scale the mesh. Importers that keep rotation and translation lose it.
    Apply the scale before binding.
warning SKIN_IBM_SHEARED
    Inverse bind matrices shear, which no bone of rotation and scale can hold.
    Apply scales before binding.
warning SKIN_IBM_MIRRORED
    Inverse bind matrices mirror the mesh.
    Apply negative scales before binding.
warning SKIN_IBM_DISAGREES
    Two skins bind a joint by different matrices. Importers that keep one per joint get one skin wrong.
    Bind all meshes in the same pose.
information SKIN_REST_IS_NOT_BIND
    The rest pose is not the pose in which the mesh was bound.
    Nothing; it matters to importers that take one for the other.
information ANIMATION_WIDE_ROTATION_STEP
    A rotation turns far between two keys, where engines that interpolate by component are off.
    Add keys between those two.
""")
