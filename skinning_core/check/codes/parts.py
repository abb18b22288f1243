"""Codes about meshes, nodes, scenes, skins and animations."""

from __future__ import annotations

from .code import read_codes

PARTS = read_codes("""
MESH_INVALID_WEIGHTS_COUNT error
    A mesh does not have one weight per morph target. -> Write one weight per morph target.
MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT error
    The primitives of a mesh have different numbers of morph targets. -> Give all the same morph targets.
MESH_PRIMITIVE_NO_POSITION warning
    A primitive has no positions, so nothing of it is drawn. -> Add POSITION, or remove the primitive.
MESH_PRIMITIVE_INVALID_ATTRIBUTE error
    An attribute is unknown to the specification and does not begin with an underscore. -> Rename it.
MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY error
    The numbers of attribute sets have a gap. -> Number them 0, 1, 2.
MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH error
    There are not as many sets of joints as of weights. -> Store them in pairs.
MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL warning
    There are tangents without normals. -> Store normals too.
MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT error
    An attribute is stored in a format that it may not have. -> Use one of the formats that the finding names, or
    declare KHR_mesh_quantization.
MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT error
    An attribute of your own is stored as 32-bit integers. -> Use 16 bits or floats.
MESH_PRIMITIVE_ACCESSOR_UNALIGNED error
    Elements of an attribute do not begin at multiples of 4 bytes. -> Pad them by byteStride.
MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE error
    Several attributes share a buffer view that has no byteStride. -> Write byteStride.
MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT error
    The attributes of a primitive have different counts. -> Store one element per vertex in each.
MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS error
    Positions have no min and max. -> Compute them from the stored data.
MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT error
    Indices are stored in a format that they may not have. -> Use unsigned integers.
MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE error
    Indices have a stride. -> Store them without gaps.
MESH_PRIMITIVE_INCOMPATIBLE_MODE warning
    The number of corners does not fit the mode of drawing, such as 4 corners of triangles. -> Remove those that are
    left over.
MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR error
    A morph target moves an attribute that the primitive does not have. -> Add the attribute, or take it out of the
    target.
MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT error
    A morph target does not have as many elements as the attribute that it moves. -> Store one element per vertex.
ACCESSOR_INDEX_OOB error
    An index refers to a vertex that is not there. -> Correct the indices.
ACCESSOR_INDEX_PRIMITIVE_RESTART error
    Indices hold the greatest number of their type, which begins a new strip. -> Use a wider type.
ACCESSOR_INDEX_TRIANGLE_DEGENERATE information
    Triangles use a vertex twice, so they have no area. -> Remove them, if they are there by accident.
ACCESSOR_VECTOR3_NON_UNIT error
    Normals or tangents are not of unit length. -> Normalise them.
ACCESSOR_INVALID_SIGN error
    The fourth number of a tangent is neither 1 nor -1. -> Write the handedness there.
ACCESSOR_NON_CLAMPED error
    Vertex colours lie outside 0 to 1. -> Clamp them.
ACCESSOR_JOINTS_INDEX_OOB error
    A vertex names a joint that the skin does not have. -> Correct the joints, or the skin that the node wears.
ACCESSOR_JOINTS_INDEX_DUPLICATE error
    A vertex names a joint twice, each time with weight. Engines differ in which counts. -> Add the two weights up
    in one influence.
ACCESSOR_JOINTS_USED_ZERO_WEIGHT warning
    A vertex names a joint without giving it weight. -> Write joint 0 where the weight is 0.
ACCESSOR_WEIGHTS_NEGATIVE error
    Weights are negative. -> Clean the weights before the export.
ACCESSOR_WEIGHTS_NON_NORMALIZED error
    The weights of a vertex do not sum to one. Engines that divide by the sum and those that do not will differ. ->
    Normalise the weights before the export.
NODE_EMPTY information
    A node has no children, draws nothing and is not a joint. -> Remove it, if it is not a marker.
NODE_LOOP error
    A node is among its own ancestors. -> Remove one of the children that close the loop.
NODE_PARENT_OVERRIDE error
    A node has two parents. -> Make it the child of one.
NODE_MATRIX_DEFAULT information
    A node's matrix is the identity. -> Leave it out.
NODE_MATRIX_TRS error
    A node has a matrix, and translation, rotation or scale besides. -> Keep one of the two forms.
NODE_MATRIX_NON_TRS error
    A node's matrix is not a product of translation, rotation and scale. -> Use several nodes, one below the other,
    where it has to shear.
ROTATION_NON_UNIT error
    A rotation is not of unit length. -> Normalise it.
NODE_WEIGHTS_INVALID error
    A node does not have one weight per morph target of its mesh. -> Write one weight per morph target.
NODE_SKIN_WITH_NON_SKINNED_MESH error
    A node has a skin, but its mesh has no joints and weights. -> Remove the skin from the node, or store influences.
NODE_SKINNED_MESH_WITHOUT_SKIN warning
    A mesh has joints and weights, but the node that draws it has no skin. -> Give the node its skin: the mesh does
    not move with any joint.
NODE_SKINNED_MESH_NON_ROOT warning
    A node with a skin has a parent, whose transform does not count. Some engines apply it. -> Put the node at the
    root of the scene.
NODE_SKINNED_MESH_LOCAL_TRANSFORMS warning
    A node with a skin has a transform of its own, which does not count. Some engines apply it. -> Apply the
    transform to the mesh before the export.
NODE_SKIN_NO_SCENE error
    A mesh with a skin is drawn in a scene without the skin's joints. -> Add the root of the joints to the scene.
SCENE_NON_ROOT_NODE error
    A scene names a node that has a parent. -> Name the root instead.
SKIN_NO_COMMON_ROOT error
    The joints of a skin have no ancestor in common. -> Put them under one node.
SKIN_SKELETON_INVALID error
    skeleton is not an ancestor of all joints. -> Name their common root, or leave skeleton out.
SKIN_IBM_INVALID_FORMAT error
    Inverse bind matrices are not stored as matrices of floats. -> Store MAT4 of FLOAT.
SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE error
    Inverse bind matrices have a stride. -> Store them without gaps.
INVALID_IBM_ACCESSOR_COUNT error
    There are fewer inverse bind matrices than joints. -> Store one per joint.
ACCESSOR_INVALID_IBM error
    The fourth row of an inverse bind matrix is not 0, 0, 0, 1. -> Write that row; many programs do not look at it,
    but some do.
ANIMATION_CHANNEL_TARGET_NODE_MATRIX error
    A track moves a node that is given as a matrix. -> Give the node translation, rotation and scale.
ANIMATION_CHANNEL_TARGET_NODE_SKIN warning
    A track moves a node with a skin, which does not move its mesh. -> Move the joints instead.
ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS error
    A track moves morph weights of a mesh that has no morph targets. -> Remove the track.
ANIMATION_DUPLICATE_TARGETS error
    Two tracks of a clip move the same property. -> Keep one of them.
ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE error
    Key times or values have a stride. -> Store them without gaps.
ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT error
    Key times are not stored as floats. -> Store SCALAR of FLOAT.
ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS error
    Key times have no min and max. -> Write the first and the last time there.
ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS error
    A spline has fewer than two keys. -> Use STEP for a single key.
ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT error
    Key values are stored in a format that they may not have. -> Use one of the formats that the finding names.
ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT error
    There are not as many key values as the key times need. -> Store one per key, three for splines, times the morph
    targets for weights.
ACCESSOR_ANIMATION_INPUT_NEGATIVE error
    Key times are negative. -> Shift the clip to begin at 0.
ACCESSOR_ANIMATION_INPUT_NON_INCREASING error
    Key times do not increase. -> Sort the keys, and remove duplicates.
ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION error
    Rotation keys are not of unit length. -> Normalise them.
""")
