"""Codes about meshes, nodes, scenes, skins and animations."""

from __future__ import annotations

from .code import codes_of

PARTS = codes_of("""
error MESH_INVALID_WEIGHTS_COUNT
    A mesh does not have one weight per morph target.
    Write one weight per morph target.
error MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT
    The primitives of a mesh have different numbers of morph targets.
    Give all the same morph targets.
warning MESH_PRIMITIVE_NO_POSITION
    A primitive has no positions, so nothing of it is drawn.
    Add POSITION, or remove the primitive.
error MESH_PRIMITIVE_INVALID_ATTRIBUTE
    An attribute is unknown to the specification and does not begin with an underscore.
    Rename it.
error MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY
    The numbers of attribute sets have a gap.
    Number them 0, 1, 2.
error MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH
    There are not as many sets of joints as of weights.
    Store them in pairs.
warning MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL
    There are tangents without normals.
    Store normals too.
error MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT
    An attribute is stored in a format that it may not have.
    Use one of the formats that the finding names, or declare KHR_mesh_quantization.
error MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT
    An attribute of your own is stored as 32-bit integers.
    Use 16 bits or floats.
error MESH_PRIMITIVE_ACCESSOR_UNALIGNED
    Elements of an attribute do not begin at multiples of 4 bytes.
    Pad them by byteStride.
error MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE
    Several attributes share a buffer view that has no byteStride.
    Write byteStride.
error MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT
    The attributes of a primitive have different counts.
    Store one element per vertex in each.
error MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS
    Positions have no min and max.
    Compute them from the stored data.
error MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT
    Indices are stored in a format that they may not have.
    Use unsigned integers.
error MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE
    Indices have a stride.
    Store them without gaps.
warning MESH_PRIMITIVE_INCOMPATIBLE_MODE
    The number of corners does not fit the mode of drawing, such as 4 corners of triangles.
    Remove those that are left over.
error MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR
    A morph target moves an attribute that the primitive does not have.
    Add the attribute, or take it out of the target.
error MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT
    A morph target does not have as many elements as the attribute that it moves.
    Store one element per vertex.
error ACCESSOR_INDEX_OOB
    An index refers to a vertex that is not there.
    Correct the indices.
error ACCESSOR_INDEX_PRIMITIVE_RESTART
    Indices hold the greatest number of their type, which begins a new strip.
    Use a wider type.
information ACCESSOR_INDEX_TRIANGLE_DEGENERATE
    Triangles use a vertex twice, so they have no area.
    Remove them, if they are there by accident.
error ACCESSOR_VECTOR3_NON_UNIT
    Normals or tangents are not of unit length.
    Normalise them.
error ACCESSOR_INVALID_SIGN
    The fourth number of a tangent is neither 1 nor -1.
    Write the handedness there.
error ACCESSOR_NON_CLAMPED
    Vertex colours lie outside 0 to 1.
    Clamp them.
error ACCESSOR_JOINTS_INDEX_OOB
    A vertex names a joint that the skin does not have.
    Correct the joints, or the skin that the node wears.
error ACCESSOR_JOINTS_INDEX_DUPLICATE
    A vertex names a joint twice, each time with weight. Engines differ in which counts.
    Add the two weights up in one influence.
warning ACCESSOR_JOINTS_USED_ZERO_WEIGHT
    A vertex names a joint without giving it weight.
    Write joint 0 where the weight is 0.
error ACCESSOR_WEIGHTS_NEGATIVE
    Weights are negative.
    Clean the weights before the export.
error ACCESSOR_WEIGHTS_NON_NORMALIZED
    The weights of a vertex do not sum to one. Engines that divide by the sum and those that do not will differ.
    Normalise the weights before the export.
information NODE_EMPTY
    A node has no children, draws nothing and is not a joint.
    Remove it, if it is not a marker.
error NODE_LOOP
    A node is among its own ancestors.
    Remove one of the children that close the loop.
error NODE_PARENT_OVERRIDE
    A node has two parents.
    Make it the child of one.
information NODE_MATRIX_DEFAULT
    A node's matrix is the identity.
    Leave it out.
error NODE_MATRIX_TRS
    A node has a matrix, and translation, rotation or scale besides.
    Keep one of the two forms.
error NODE_MATRIX_NON_TRS
    A node's matrix is not a product of translation, rotation and scale.
    Use several nodes, one below the other, where it has to shear.
error ROTATION_NON_UNIT
    A rotation is not of unit length.
    Normalise it.
error NODE_WEIGHTS_INVALID
    A node does not have one weight per morph target of its mesh.
    Write one weight per morph target.
error NODE_SKIN_WITH_NON_SKINNED_MESH
    A node has a skin, but its mesh has no joints and weights.
    Remove the skin from the node, or store influences.
warning NODE_SKINNED_MESH_WITHOUT_SKIN
    A mesh has joints and weights, but the node that draws it has no skin.
    Give the node its skin: the mesh does not move with any joint.
warning NODE_SKINNED_MESH_NON_ROOT
    A node with a skin has a parent, whose transform does not count. Some engines apply it.
    Put the node at the root of the scene.
warning NODE_SKINNED_MESH_LOCAL_TRANSFORMS
    A node with a skin has a transform of its own, which does not count. Some engines apply it.
    Apply the transform to the mesh before the export.
error NODE_SKIN_NO_SCENE
    A mesh with a skin is drawn in a scene without the skin's joints.
    Add the root of the joints to the scene.
error SCENE_NON_ROOT_NODE
    A scene names a node that has a parent.
    Name the root instead.
error SKIN_NO_COMMON_ROOT
    The joints of a skin have no ancestor in common.
    Put them under one node.
error SKIN_SKELETON_INVALID
    skeleton is not an ancestor of all joints.
    Name their common root, or leave skeleton out.
error SKIN_IBM_INVALID_FORMAT
    Inverse bind matrices are not stored as matrices of floats.
    Store MAT4 of FLOAT.
error SKIN_IBM_ACCESSOR_WITH_BYTESTRIDE
    Inverse bind matrices have a stride.
    Store them without gaps.
error INVALID_IBM_ACCESSOR_COUNT
    There are fewer inverse bind matrices than joints.
    Store one per joint.
error ACCESSOR_INVALID_IBM
    The fourth row of an inverse bind matrix is not 0, 0, 0, 1.
    Write that row; many programs do not look at it, but some do.
error ANIMATION_CHANNEL_TARGET_NODE_MATRIX
    A track moves a node that is given as a matrix.
    Give the node translation, rotation and scale.
warning ANIMATION_CHANNEL_TARGET_NODE_SKIN
    A track moves a node with a skin, which does not move its mesh.
    Move the joints instead.
error ANIMATION_CHANNEL_TARGET_NODE_WEIGHTS_NO_MORPHS
    A track moves morph weights of a mesh that has no morph targets.
    Remove the track.
error ANIMATION_DUPLICATE_TARGETS
    Two tracks of a clip move the same property.
    Keep one of them.
error ANIMATION_SAMPLER_ACCESSOR_WITH_BYTESTRIDE
    Key times or values have a stride.
    Store them without gaps.
error ANIMATION_SAMPLER_INPUT_ACCESSOR_INVALID_FORMAT
    Key times are not stored as floats.
    Store SCALAR of FLOAT.
error ANIMATION_SAMPLER_INPUT_ACCESSOR_WITHOUT_BOUNDS
    Key times have no min and max.
    Write the first and the last time there.
error ANIMATION_SAMPLER_INPUT_ACCESSOR_TOO_FEW_ELEMENTS
    A spline has fewer than two keys.
    Use STEP for a single key.
error ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_FORMAT
    Key values are stored in a format that they may not have.
    Use one of the formats that the finding names.
error ANIMATION_SAMPLER_OUTPUT_ACCESSOR_INVALID_COUNT
    There are not as many key values as the key times need.
    Store one per key, three for splines, times the morph targets for weights.
error ACCESSOR_ANIMATION_INPUT_NEGATIVE
    Key times are negative.
    Shift the clip to begin at 0.
error ACCESSOR_ANIMATION_INPUT_NON_INCREASING
    Key times do not increase.
    Sort the keys, and remove duplicates.
error ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION
    Rotation keys are not of unit length.
    Normalise them.
""")
