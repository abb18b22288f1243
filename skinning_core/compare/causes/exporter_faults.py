"""Known faults of exporters: what a file has wrong though scene and settings are right.

Each is a cause of ``scene_kinds.json``, told only of a file that shows it. ``tools/pages/exporters.py`` writes
docs/exporters.md, with steps to see each fault without us.
"""

from __future__ import annotations

from dataclasses import dataclass

#: Blender's exporter in ``asset.generator``.
BLENDER = "Khronos glTF Blender I/O"


@dataclass(frozen=True)
class ExporterFault:
    """One fault of one exporter."""

    code: str  # of ``SCENE_KINDS``
    generator: str  # the exporter's name for itself
    seen_in: tuple[str, ...]  # versions in which we have seen it
    reports: tuple[str, ...]  # by others, if known
    effect: str
    proof: str  # the test that makes such a file
    steps: str  # to see it without Skinproof, in Markdown


FPS_BASE = ExporterFault(
    code="exporter-fps-base",
    generator=BLENDER,
    seen_in=("4.3.47", "5.2.40", "5.3.43"),
    reports=("KhronosGroup/glTF-Blender-IO issue 2024", "pull request 2080"),
    effect="Blender shows fps / fps_base frames a second, and a file has fps * fps_base: times are wrong by the base's "
    "square. 23.976 and 29.97 frames a second (base 1.001) play 0.2 % too fast, 600 with base 10 a hundred times.",
    proof="tests/blender/test_exporter_faults.py",
    steps="""1. A new file. Output Properties, *Frame Rate: Custom*, *FPS* 600, *Base* 10: 60 frames are 1 s.
2. Key the cube's location at frames 0 and 60: one second. Play it: it takes one second.
3. Export as glTF with default settings, and look at the file's times: the last key is at 0.01 s, not at 1 s.

As a script (`blender -b --python`):

```python
import bpy

scene = bpy.context.scene
scene.render.fps, scene.render.fps_base, scene.frame_start, scene.frame_end = 600, 10.0, 0, 60
cube = bpy.data.objects["Cube"]
for frame in (0, 60):
    cube.location.x = frame / 60
    cube.keyframe_insert("location", frame=frame)
bpy.ops.export_scene.gltf(filepath="cube.gltf", export_format="GLTF_SEPARATE")
# cube.gltf: the accessor of the sampler's input has "max": [0.01]
```

In the exporter the product is at six places, `blender/exp/animation/keyframes.py` among them
(`frame / (render.fps * render.fps_base)`), and at two in its importer, so that a round trip through Blender hides it.
Blender itself divides (`FPS` in `DNA_scene_types.h` is `frs_sec / frs_sec_base`).""",
)

UNEVEN_NORMALS = ExporterFault(
    code="exporter-uneven-normals",
    generator=BLENDER,
    seen_in=("4.3.47", "5.2.40", "5.3.43"),
    reports=(),
    effect="Normals of a skinned mesh are carried by the armature's matrix, where its inverse transpose has to be. For "
    "an armature that is scaled unevenly the two differ: with a scale of 1, 2, 1 normals are 37 degrees off.",
    proof="tests/blender/test_exporter_faults.py",
    steps="""1. A new file. Add an armature, select a mesh, then the armature, *Parent, With Automatic Weights*.
2. Scale the armature by 2 along Y. Export as glTF, and import the file into a new scene.
3. The shading has changed: the normals of the file are stretched along Y, where they have to be flattened.

As a script (`blender -b --python`):

```python
import bpy

bpy.ops.object.select_all(action="SELECT")
bpy.ops.object.delete()
bpy.ops.mesh.primitive_plane_add()
plane = bpy.context.object
plane.data.vertices[2].co.z = plane.data.vertices[3].co.z = 2.0  # it rises by 45 degrees along Y
bpy.ops.object.armature_add()
rig = bpy.context.object
plane.vertex_groups.new(name="Bone").add([0, 1, 2, 3], 1.0, "REPLACE")
plane.modifiers.new("Armature", "ARMATURE").object = rig
plane.parent = rig
rig.scale.y = 2.0
bpy.ops.export_scene.gltf(filepath="plane.glb")
# plane.glb: all four normals are (0, 0.447, 0.894), not (0, 0.894, 0.447)
```

In the exporter it is `__get_normals` of `blender/exp/primitive_extract.py`: `armature.matrix_world.to_3x3()` stands
where its inverse transpose has to be.""",
)

LAST_FRACTION = ExporterFault(
    code="exporter-last-fraction",
    generator=BLENDER,
    seen_in=("4.3.47", "5.2.40", "5.3.43"),
    reports=(),
    effect="If an action, or a strip of mode NLA Tracks, ends between two frames, the file leaves its last part "
    "out: the last whole frame is its last key. An action with its last key at frame 27.8 ends at 27 in the file, in "
    "another pose. Clips that Blender has imported end so, if they were made at another frame rate, and strips that "
    "were scaled.",
    proof="tests/blender/test_exporter_faults.py",
    steps="""1. A new file. Key the cube's location at frame 0, move it, key it at 9; drag that key to 9.8.
2. Export as glTF with default settings, and look at the file's times: the last key is at frame 9, not at 9.8 or 10.

As a script (`blender -b --python`):

```python
import bpy

cube = bpy.data.objects["Cube"]
for frame, place in ((0, 0.0), (9.8, 9.8)):
    cube.location.x = place
    cube.keyframe_insert("location", frame=frame)
bpy.ops.export_scene.gltf(filepath="cube.gltf", export_format="GLTF_SEPARATE")
# cube.gltf: the accessor of the sampler's input has "max": [0.375], which is frame 9 of 24 a second
```

In the exporter it is `end_frame = int(blender_action.frame_range[1])` in `blender/exp/animation/action.py`, and the
same in `tracks.py`: the next whole frame would keep the pose.""",
)

ARMATURE_REMOVED = ExporterFault(
    code="exporter-armature-removed",
    generator=BLENDER,
    seen_in=("4.3.47", "5.2.40", "5.3.43"),
    reports=(),
    effect="With *Remove Armature Object*, the topmost bones take over where the armature stands. At rest they do. In "
    "animations its matrix is multiplied from the wrong side, in Blender's axes: an armature that stands at 1, 2, 0.5 "
    "jumps to another place as soon as a clip plays.",
    proof="tests/blender/test_export_causes.py",
    steps="""1. A new file. Add an armature and a mesh, select both, *Parent, With Automatic Weights*.
2. Move the armature to 0, 2, 0. Key a rotation of its bone at frames 0 and 10.
3. Export as glTF with *Remove Armature Object*, and import the file: in the clip it is 2 m higher than at rest.

As a script (`blender -b --python`):

```python
import bpy

bpy.ops.object.select_all(action="SELECT")
bpy.ops.object.delete()
bpy.ops.object.armature_add(location=(0.0, 2.0, 0.0))
rig = bpy.context.object
for frame, turn in ((0, 0.0), (10, 1.0)):
    rig.pose.bones[0].rotation_quaternion.y = turn
    rig.pose.bones[0].keyframe_insert("rotation_quaternion", frame=frame)
bpy.ops.export_scene.gltf(filepath="rig.glb", export_armature_object_remove=True)
# rig.glb: the node "Bone" has the translation 0, 0, -2, and its animation has 0, 2, 0
```

In the exporter it is `matrix = matrix @ blender_obj.matrix_world` in
`blender/exp/animation/sampled/sampling_cache.py`: the armature has to stand before the bone's rest, in glTF's axes.""",
)

RIG_ON_BONE = ExporterFault(
    code="exporter-rig-on-bone",
    generator=BLENDER,
    seen_in=("5.3.43",),
    reports=(),
    effect="One armature is parented to a bone of another, as a rider is to a horse. The file has that bone at rest, "
    "but the rider's topmost bones as if it were still posed as it was at the export. In a clip without keys of these "
    "bones, such as the horse's own clips, the rider is beside the horse.",
    proof="tests/blender/test_export_causes.py",
    steps="""1. A new file. Add two armatures, parent the second to the first's bone (*Parent, Bone*).
2. Turn the first's bone by 90 degrees in an action, and key it.
3. Export as glTF with default settings: the second's bone has a rotation of its own in the file, which it has not in
   Blender.

As a script (`blender -b --python`):

```python
import bpy

bpy.ops.object.select_all(action="SELECT")
bpy.ops.object.delete()
bpy.ops.object.armature_add()
horse = bpy.context.object
bpy.ops.object.armature_add()
rider = bpy.context.object
rider.parent, rider.parent_type, rider.parent_bone = horse, "BONE", "Bone"
horse.pose.bones["Bone"].rotation_quaternion = (0.7071, 0.7071, 0.0, 0.0)
for frame in (0, 10):
    horse.pose.bones["Bone"].keyframe_insert("rotation_quaternion", frame=frame)
bpy.ops.export_scene.gltf(filepath="rider.glb")
# rider.glb: the node of the rider's bone has a rotation; without the keys it has none
```""",
)

MIRROR_KEYS = ExporterFault(
    code="exporter-mirror-keys",
    generator=BLENDER,
    seen_in=("5.2.40", "5.3.43"),
    reports=(),
    effect="An armature that its keys mirror, with a scale of -1 along one axis, has a scale of -1 along all three in "
    "the file, to which half a turn belongs. If its rotation has no keys, the file lacks that turn: the character "
    "stands on its head.",
    proof="tests/blender/test_export_causes.py",
    steps="""1. A new file. Add an armature. Key its scale: 1, 1, 1 at frame 0, and -1, 1, 1 at frame 10.
2. Export as glTF with default settings, and look at the file: the animated scale ends at -1, -1, -1, and there is no
   rotation.

As a script (`blender -b --python`):

```python
import bpy

bpy.ops.object.select_all(action="SELECT")
bpy.ops.object.delete()
bpy.ops.object.armature_add()
rig = bpy.context.object
for frame, scale in ((0, 1.0), (10, -1.0)):
    rig.scale.x = scale
    rig.keyframe_insert("scale", frame=frame)
bpy.ops.export_scene.gltf(filepath="rig.glb")
# rig.glb: the last scale is -1, -1, -1, which with half a turn about X would be right
```""",
)

BELOW_LIGHT = ExporterFault(
    code="exporter-below-light",
    generator=BLENDER,
    seen_in=("4.3.47", "5.2.40", "5.3.43"),
    reports=(),
    effect="Cameras and lights look along another axis in glTF, so the exporter turns them by a quarter. What is "
    "parented to one has to be turned back. If it moves, or the camera or light is on a bone, it is not: the shade of "
    "a lamp lies on its side.",
    proof="tests/blender/test_export_causes.py",
    steps="""1. A new file. Add a light, parent the cube to it, and key the cube's location at frames 0 and 10.
2. Export as glTF with *Punctual Lights*, and look at the file: the cube's node is turned by a quarter against its
   light, as it has to be. Its animation is not.

As a script (`blender -b --python`):

```python
import bpy

cube, light = bpy.data.objects["Cube"], bpy.data.objects["Light"]
light.matrix_world.identity()
cube.parent = light
for frame in (0, 10):
    cube.location = (0.0, frame, 2.0)
    cube.keyframe_insert("location", frame=frame)
bpy.ops.export_scene.gltf(filepath="lamp.glb", export_lights=True)
# lamp.glb: the cube's node has the translation 0, 0, 2, and its animation begins at 0, 2, 0
```

In the exporter it is `get_cache_data` in `blender/exp/animation/sampled/sampling_cache.py`, which takes the light's own
matrix for the parent's, and `recursive_node_traverse` in `blender/exp/tree.py`, where `original_matrix_world` is noted
before the light is turned.""",
)

AXIS_ANGLE = ExporterFault(
    code="exporter-axis-angle",
    generator=BLENDER,
    seen_in=("5.2.40", "5.3.43"),
    reports=(),
    effect="The rotation of an armature object that is keyed in the rotation mode Axis Angle is not in the file, in "
    "the modes Actions and Active Actions: the character does not turn. Bones and other objects are right.",
    proof="tests/blender/test_export_causes.py",
    steps="""1. A new file. Add an armature, and choose the rotation mode *Axis Angle* for the object.
2. Key its rotation at frames 0 and 10, with another angle.
3. Export as glTF with default settings: the animation has the bone's channels, and none of the armature.

As a script (`blender -b --python`):

```python
import bpy

bpy.ops.object.select_all(action="SELECT")
bpy.ops.object.delete()
bpy.ops.object.armature_add()
rig = bpy.context.object
rig.rotation_mode = "AXIS_ANGLE"
for frame, turn in ((0, 0.0), (10, 2.0)):
    rig.rotation_axis_angle = (turn, 0.0, 0.0, 1.0)
    rig.keyframe_insert("rotation_axis_angle", frame=frame)
bpy.ops.export_scene.gltf(filepath="rig.glb")
# rig.glb: no channel of its animation has the node "Armature"; in rotation mode XYZ one has
```

In the exporter it is `blender/exp/animation/sampled/armature/channels.py`: its two tables of an armature's own channels
lack `rotation_axis_angle`.""",
)

DEGREES = ExporterFault(
    code="exporter-degrees",
    generator=BLENDER,
    seen_in=("4.2.83", "4.3.47", "5.2.40", "5.2.41", "5.3.43"),
    reports=(),
    effect="If *Sampling* is off, angles of keys in the rotation mode Axis Angle are taken for degrees. Blender has "
    "them in radians. What they turn hardly turns in the file: a bone that turns by 115 degrees turns by 2.",
    proof="tests/blender/test_export_causes.py",
    steps="""1. A new file. Choose the rotation mode *Axis Angle* for the cube, and key its rotation at frames 0 and 10,
   with an angle of 115 degrees at the second.
2. Export as glTF with *Sampling* off, and import the file: the cube turns by 2 degrees.

As a script (`blender -b --python`):

```python
import bpy

cube = bpy.data.objects["Cube"]
cube.rotation_mode = "AXIS_ANGLE"
for frame, turn in ((0, 0.0), (10, 2.0)):
    cube.rotation_axis_angle = (turn, 0.0, 0.0, 1.0)
    cube.keyframe_insert("rotation_axis_angle", frame=frame)
bpy.ops.export_scene.gltf(filepath="cube.glb", export_force_sampling=False)
# cube.glb: the last key of the rotation is 0, 0.017, 0, 1: half of 2 degrees, not half of 2 radians
```""",
)

#: All that are known.
EXPORTER_FAULTS = (
    *(FPS_BASE, UNEVEN_NORMALS, LAST_FRACTION, ARMATURE_REMOVED, RIG_ON_BONE, MIRROR_KEYS, BELOW_LIGHT, AXIS_ANGLE),
    DEGREES,
)
