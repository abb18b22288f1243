"""Every cause that can be named: its code, its sentence, and what to do about it, in one list.

Codes are stable: reports, tables and `--show mistake:CODE` take them. A sentence may have {places}, which are filled in
where the cause is found. A remedy is for whoever writes the engine; where the file can be written so that the mistake
does not show, the tool that wrote it is told how, and no other tool.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

#: What glTF files of Blender's exporter call their generator; it has changed its name between versions.
BLENDER_FILE = ("Khronos glTF Blender I/O", "Khronos Blender glTF")

_FOUR_IN_BLENDER = "Weights > Limit Total with a limit of 4 leaves four influences a vertex; then export again"
_SUMS_IN_BLENDER = "Weights > Normalize All with Lock Active off makes the sums one; then export again"
_BAKE_IN_BLENDER = "Sampling Animations, with a rate as high as is needed, is what to switch on in the exporter"
_RATE_IN_GLTFPACK = "gltfpack -af 0 keeps the keys as they are"


@dataclass(frozen=True)
class Kind:
    """One kind of cause."""

    code: str
    sentence: str
    remedy: str
    in_file: tuple[tuple[str, str], ...] = ()  # (how the generator's name begins, what to do there)

    def remedy_for(self, generator: str) -> str:
        """What to do, one sentence or two; ``generator``: what wrote the file, as it calls itself."""
        told = next((words for tool, words in self.in_file if generator.startswith(tool)), "")
        return f"{self.remedy}. Or in the file: {told}" if told else self.remedy


def _in_blender(words: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, words) for name in BLENDER_FILE)


_POSE = (
    Kind("rest-pose", "the clip is not applied: this is the rest pose", "sample the clip before the palette is made"),
    Kind(
        "unnormalised-quaternions",
        "quaternions are not normalised before use",
        "divide a rotation by its length after it has been interpolated",
    ),
    Kind(
        "quaternion-order",
        "quaternions stored as x, y, z, w are read as w, x, y, z",
        "glTF stores x, y, z, w: hand w to the constructor where it expects it",
    ),
    Kind(
        "nlerp",
        "rotations are interpolated by component, not by slerp",
        "use slerp for LINEAR rotations (appendix C.4)",
        _in_blender(_BAKE_IN_BLENDER),
    ),
    Kind(
        "nlerp-near",
        "rotations between keys nearer than 3.6° are interpolated by component, not by slerp",
        "use slerp for angles down to rounding, if chains are long (appendix C.4)",
    ),
    Kind(
        "long-path",
        "rotations go the long way round where two keys have opposite signs",
        "negate one quaternion where the dot product of two keys is negative (appendix C.4)",
    ),
    Kind("step-as-linear", "STEP tracks are interpolated", "hold the key before where the sampler says STEP"),
    Kind(
        "linear-as-step",
        "tracks are not interpolated: the key before holds",
        "interpolate between the key before and the key after",
    ),
    Kind(
        "next-key",
        "tracks are not interpolated: the key to come is shown",
        "clamp the factor between two keys to 0 and 1 with min and max the right way round",
    ),
    Kind(
        "tangents-dropped",
        "CUBICSPLINE tangents are ignored",
        "a cubic key is in-tangent, value, out-tangent: use all three (appendix C.5)",
        _in_blender(_BAKE_IN_BLENDER),
    ),
    Kind(
        "tangents-unscaled",
        "CUBICSPLINE tangents are not multiplied by the key interval",
        "multiply both tangents by the seconds between the two keys (appendix C.5)",
    ),
    Kind(
        "resampled",
        "tracks are resampled {rate:g} times a second",
        "keep the keys of the file, or resample at a higher rate",
        (("gltfpack", _RATE_IN_GLTFPACK),),
    ),
    Kind(
        "morphs-ignored", "morph targets are not applied", "add the weighted displacements before the vertex is skinned"
    ),
    Kind("half-scale", "scales are kept in half precision", "keep scales in float32"),
    Kind("scale-ignored", "scales of nodes are not applied", "multiply T * R * S, with the scale (3.5.3)"),
    Kind(
        "mirror-lost",
        "mirrored matrices lose their mirror when they are taken apart",
        "give one scale a minus where the determinant is negative, or keep the matrix",
    ),
    Kind(
        "shear-lost",
        "world matrices are kept as translation, rotation and scale, which loses their shear",
        "multiply matrices down the hierarchy",
    ),
    Kind(
        "scale-not-inherited",
        "a node's scale is not handed down to its children",
        "a child's world matrix is the parent's whole world matrix times its own",
    ),
    Kind(
        "above-dropped",
        "nodes above the skeleton are left out",
        "begin the product at the root of the scene, not at the topmost joint",
    ),
    Kind(
        "single-precision",
        "world matrices are multiplied in float32 down the hierarchy",
        "multiply in float64 where chains have hundreds of joints",
    ),
    Kind(
        "hierarchy-reversed",
        "world matrices are local times parent (order reversed)",
        "multiply the parent's world matrix from the left",
    ),
    Kind(
        "hierarchy-flat",
        "local matrices are taken for world matrices: no parent is walked",
        "multiply by the world matrix of the parent, parents first",
    ),
)

_TIME = (
    Kind("late", "the clip is {seconds:.4g} s late", "sample at the time that is shown, after the clock has gone on"),
    Kind("early", "the clip is {seconds:.4g} s early", "sample at the time that is shown, before the clock goes on"),
    Kind(
        "speed", "the clip runs {factor:.4g} times as fast", "keys stand in seconds: do not convert them by frame rates"
    ),
    Kind(
        "held",
        "poses are held between frames, {rate:g} of which there are in a second",
        "sample at the time that is shown",
    ),
    Kind(
        "next-frame",
        "between frames, {rate:g} of which there are in a second, the pose to come is shown",
        "sample at the time that is shown",
    ),
    Kind("looped", "the clip begins again at its end", "clamp the time to the last key where the clip does not loop"),
    Kind("reversed", "the clip is played backwards", "let the time run forwards"),
    Kind(
        "first-key-at-zero",
        "time zero is taken for the first key of the clip, which stands later",
        "times of keys are seconds from the clip's beginning at zero",
    ),
)

_BIND = (
    Kind(
        "palette-reversed",
        "inverse bind times world: the product is in reversed order",
        "the joint's world matrix stands on the left, its inverse bind matrix on the right",
    ),
    Kind(
        "inverse-bind-ignored", "inverse bind matrices are not applied", "multiply world by inverse bind for each joint"
    ),
    Kind(
        "inverse-bind-transposed",
        "inverse bind matrices are transposed (rows taken for columns)",
        "glTF stores matrices column by column",
    ),
    Kind(
        "bind-not-inverted",
        "bind matrices stand where their inverses belong",
        "the accessor holds inverses already: do not invert them again",
    ),
    Kind(
        "rest-for-bind",
        "the rest pose of the nodes is taken for the bind pose",
        "use the inverse bind matrices of the file",
    ),
    Kind(
        "other-bind",
        "joints are bound by other matrices than the file's, the same at all times",
        "compare the inverse bind matrices that are used with those of the file, joint by joint",
    ),
    Kind(
        "palette-transposed",
        "skin matrices are transposed (rows taken for columns)",
        "glTF's matrices act on column vectors",
    ),
    Kind(
        "joints-as-nodes",
        "JOINTS_n are taken for nodes, not for places in skin.joints",
        "look JOINTS_n up in skin.joints",
    ),
    Kind(
        "joint-before", "joints are counted from one: each vertex follows the joint before its own", "count from zero"
    ),
    Kind("joint-after", "each vertex follows the joint after its own", "count joints from zero"),
    Kind(
        "joints-sorted",
        "joints are taken in the order of nodes, not in that of skin.joints",
        "keep the order of skin.joints, which vertices and inverse bind matrices go by",
    ),
    Kind(
        "joints-walked",
        "joints are taken in the order of the hierarchy, not in that of skin.joints",
        "keep the order of skin.joints, which vertices and inverse bind matrices go by",
    ),
    Kind(
        "joints-by-name",
        "joints are looked up by name, and several nodes have one",
        "find joints by their place in skin.joints, not by name",
    ),
    Kind(
        "joints-mixed",
        "{count} joints have the matrices of other joints, {first} that of {second}",
        "keep the order of skin.joints, and find joints by number, not by name",
    ),
    Kind(
        "bind-scale-dropped",
        "the mesh is moved into a guessed bind pose without scale",
        "keep the inverse bind matrices of the file",
    ),
    Kind(
        "parts-along-bones",
        "parts that hang on bones of a scaled armature are moved along these bones",
        "import with Temperance for the direction of bones, which makes bones as long as what is taken off",
    ),
)

_WEIGHTS = (
    Kind("half-weights", "weights are kept in half precision", "keep weights in float32, or make their sum one again"),
    Kind("16-bit-weights", "weights are kept in 16 bits", "keep weights as the file has them"),
    Kind("8-bit-weights", "weights are kept in 8 bits", "keep weights in 16 bits, or as the file has them"),
    Kind("8-bit-weights-down", "weights are kept in 8 bits, rounded down", "round to the nearest, or keep 16 bits"),
    Kind(
        "weights-unscaled",
        "weights stored as whole numbers are not divided by the largest of them",
        "divide bytes by 255 and shorts by 65535 (3.6.2.2)",
    ),
    Kind(
        "repeated-joint",
        "of a joint named twice in a vertex only the later weight counts",
        "add up the weights of a joint that a vertex names twice",
    ),
    Kind(
        "first-four",
        "only the first four influences are used",
        "read every JOINTS_n and WEIGHTS_n",
        _in_blender(_FOUR_IN_BLENDER),
    ),
    Kind(
        "strongest-four",
        "only the four strongest influences are used",
        "read every JOINTS_n and WEIGHTS_n",
        _in_blender(_FOUR_IN_BLENDER),
    ),
    Kind("first-eight", "only the first eight influences are used", "read every JOINTS_n and WEIGHTS_n"),
    Kind("strongest-eight", "only the eight strongest influences are used", "read every JOINTS_n and WEIGHTS_n"),
    Kind(
        "strongest-one",
        "only the strongest influence is used (rigid skinning)",
        "blend the matrices of all influences",
    ),
    Kind(
        "unweighted-at-rest",
        "vertices without weights stay where the mesh has them",
        "most engines let them follow the first joint; the file should give them weights",
    ),
    Kind(
        "unweighted-at-origin",
        "vertices without weights fall to the origin",
        "most engines let them follow the first joint; the file should give them weights",
    ),
    Kind(
        "raw-weights",
        "weights are not divided by their sum",
        "divide the weights that are used by their sum",
        _in_blender(_SUMS_IN_BLENDER),
    ),
)

_RESULT = (
    Kind(
        "dual-quaternions",
        "motions are blended as dual quaternions (Preserve Volume)",
        "glTF skins by the weighted sum of matrices",
    ),
    Kind(
        "other-weights",
        "vertices follow the joints of the file by other weights than the file's",
        "use the weights of the file, or bind to vertex groups instead of bone envelopes; painted ones: export anew",
    ),
    Kind(
        "bones-bend",
        "vertices follow bones that bend: other matrices along each bone, not one for each joint",
        "glTF's joints are stiff: set the segments of bendy bones to 1, or give each segment a joint of its own",
    ),
    Kind(
        "space-bent",
        "space is bent behind the skin: every place goes to another, the same at all times, as a lattice does it",
        "take off what bends the skinned mesh, such as Blender's Lattice modifier, or bend the mesh before binding",
    ),
    Kind(
        "smoothed",
        "positions are smoothed behind the skin (iterations: {steps}, factor: {factor:.3g})",
        "take off what smooths the skinned mesh, such as Blender's Smooth modifier, or smooth before binding",
    ),
    Kind("preserve-volume", "Blender's Preserve Volume is on", "switch Preserve Volume off in the Armature modifier"),
    Kind("not-skinned", "positions are those of the mesh: nothing is skinned", "apply the skin"),
    Kind(
        "mesh-node-animated",
        "what animates the skinned mesh's own node is applied on top",
        "a skinned mesh is placed by its joints alone (3.7.3.3)",
    ),
    Kind(
        "mesh-node-applied",
        "the skinned mesh's node transform is applied on top",
        "a skinned mesh is placed by its joints alone (3.7.3.3)",
    ),
    Kind(
        "mesh-node-divided",
        "the skinned mesh's node transform is divided out",
        "a skinned mesh is placed by its joints alone (3.7.3.3)",
    ),
    Kind("z-up", "the result is in a space where +Z is up", "glTF is Y up: (x, -z, y) becomes (x, y, z) again"),
    Kind("scaled", "everything is {factor:.6g} times as large", "glTF's unit is the metre"),
    Kind(
        "mirrored",
        "everything is mirrored along {axis}",
        "glTF is right-handed: a single axis must not change its sign",
    ),
    Kind(
        "turned", "everything is turned by {degrees:.4g}° about {axis}", "place the character as the file's scene does"
    ),
    Kind("moved", "everything is moved by {x:.4g}, {y:.4g}, {z:.4g} m", "place the character as the file's scene does"),
    Kind(
        "stretched",
        "everything is stretched or sheared alike",
        "place the character by rotation, scale and translation",
    ),
    Kind(
        "joint-edited",
        "the transform of {joints} is not the file's ({how})",
        "look at the local transform of that joint first: all below follow it",
    ),
    Kind(
        "values-senseless",
        "{share:.0f} % of the positions are no places near the character (one is {value:.1e} m away)",
        "look at offset, stride and type of the buffer that is read, and at what is not written before it is read",
    ),
)

#: All kinds of causes by their code.
CATALOGUE: Mapping[str, Kind] = MappingProxyType(
    {kind.code: kind for kind in (*_POSE, *_TIME, *_BIND, *_WEIGHTS, *_RESULT)}
)
