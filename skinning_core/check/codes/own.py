"""Codes that the Khronos validator does not have: they say whether engines will agree about the file."""

from __future__ import annotations

from .code import read_codes

OWN = read_codes("""
UNREADABLE error
    Skinproof cannot read the file, so nothing else could be asked of it. -> Do what the sentence says.
ACCESSOR_WEIGHTS_ZERO_SUM error
    Vertices have no weight at all. Engines differ in where they put them. -> Bind them to a joint before the export.
ACCESSOR_WITHOUT_DATA information
    Weights or inverse bind matrices have no data in the file, so all are zero. -> Store them, or check that an
    extension brings them.
INFLUENCES_ABOVE_FOUR information
    Vertices have more than four influences. Many engines keep the four strongest. -> Limit them before the export,
    if your engine does.
NODE_SCALE_ZERO information
    A node has a scale of zero, so normals under it are undefined. -> Nothing, if it hides something on purpose.
NODE_SKINNED_MESH_PARENT_TRANSFORMS warning
    A node with a skin hangs below a transform that is not the identity, and that does not count. -> Put the node at
    the root of the scene.
SKIN_JOINT_IN_NO_SCENE warning
    Joints are in no scene. -> Add their root to the scene.
SKIN_JOINT_REPEATED warning
    A joint is listed more than once in a skin. -> List it once.
SKIN_JOINTS_UNUSED information
    Joints carry no weight. -> Nothing; removing them makes the file smaller.
SKIN_IBM_SINGULAR warning
    Inverse bind matrices cannot be inverted: they squash the mesh. -> Bind again in a pose in which no bone has a
    scale of zero.
SKIN_IBM_SCALED information
    Inverse bind matrices scale the mesh. Importers that keep rotation and translation lose it. -> Apply the scale
    before binding.
SKIN_IBM_SHEARED warning
    Inverse bind matrices shear, which no bone of rotation and scale can hold. -> Apply scales before binding.
SKIN_IBM_MIRRORED warning
    Inverse bind matrices mirror the mesh. -> Apply negative scales before binding.
SKIN_IBM_DISAGREES warning
    Two skins bind a joint by different matrices. Importers that keep one per joint get one skin wrong. -> Bind all
    meshes in the same pose.
SKIN_REST_IS_NOT_BIND information
    The rest pose is not the pose in which the mesh was bound. -> Nothing; it matters to importers that take one for
    the other.
ANIMATION_WIDE_ROTATION_STEP information
    A rotation turns far between two keys, where engines that interpolate by component are off. -> Add keys between
    those two.
""")
