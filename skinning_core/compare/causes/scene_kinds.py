"""What a scene can hold that moves a character otherwise than its file: every kind once. Read by ``scene_cause``.

Three lines for each kind: its code, what it changes (the pose, the deformation, both) and, where the add-on has an
operator for the remedy, "button"; its sentence, as a template; what to do.
"""

from __future__ import annotations

MODIFIER = """
modifier-missing deformation button
    {mesh!r} has no Armature modifier: it was removed or applied
    add an Armature modifier whose object is the armature
modifier-several deformation
    {mesh!r} has {modifiers}
    keep one: every one of them moves the mesh once more
modifier-without-object deformation button
    {modifier} has no object: the armature was deleted, or taken off
    choose the armature in the modifier
modifier-other-armature deformation button
    {modifier} follows {object!r}, which is not of this character
    choose the character's own armature in the modifier
modifier-off deformation button
    {modifier} is off in viewports
    switch the modifier on in viewports (the screen in its header)
modifier-without-groups deformation button
    {modifier} does not use vertex groups
    tick Bind To: Vertex Groups in the modifier
modifier-masked deformation button
    {modifier} is limited to the vertex group {group!r}
    empty the field Vertex Group of the modifier
modifier-preserve-volume deformation button
    Preserve Volume is on in {modifier}
    untick Preserve Volume: glTF blends matrices, not dual quaternions
modifier-envelopes deformation button
    {modifier} uses bone envelopes
    untick Bind To: Bone Envelopes: glTF knows vertex groups only
armature-edited both
    {armature!r} is in Edit Mode, where Blender shows its rest position
    leave Edit Mode
armature-at-rest both button
    {armature!r} shows its rest position (Object Data Properties, Pose Position)
    choose Pose Position in the armature's properties
"""

MESH = """
group-and-bone-apart deformation button
    group {group} of {mesh!r} belongs to no bone, and bone {bone} has no group
    give the group the bone's name
group-without-bone deformation
    group {group} of {mesh!r} belongs to no bone: the bone was deleted
    give the bone back, or its weights to another bone
bone-without-group deformation button
    bone {bone} of {armature!r} has no vertex group in {mesh!r} any more
    restore the group and its weights from the file
weights-other deformation button
    weights of {vertices} of {mesh!r} differ from the file
    restore the weights from the file, or export the character anew
weights-fewer deformation button
    weights of {vertices} of {mesh!r} differ from the file: at most {bones} a vertex, in the file {most}
    restore the weights from the file; Weights > Limit Total cuts them
vertex-moved deformation
    {count} vertices of {mesh!r} are not where the file has them
    undo the edit, or export the character anew
key-foreign deformation button
    shape key {key!r} of {mesh!r}, which is not of the file, is at {value:.3g}
    set its value to 0, or remove it
key-muted deformation button
    shape key {key!r} of {mesh!r} is muted
    tick the key in its list
key-masked deformation button
    shape key {key!r} of {mesh!r} is limited to the vertex group {group!r}
    empty the key's field Vertex Group
key-relative deformation button
    shape key {key!r} of {mesh!r} is relative to {other!r}, not to {basis!r}
    choose the first key as the one it is relative to
key-pinned deformation button
    one shape key of {mesh!r} is pinned
    unpin it (Shape Key Lock below the list)
"""

BONE = """
rig-limit both
    this rig (For Animation) cannot hold this file, it is {share:.2g} % off: import it on the rig Exact
    import the file on the rig Exact
bone-rest both button
    bone {bone!r} of {armature!r} has another rest pose than in the file
    restore the bone's rest: keys and weights are made for it
rest-scaled both button
    a scale was applied to {armature!r}: at rest it is {factor:.4g} times as large, its keys are not
    restore the rest, and scale the object instead
rest-mirrored both button
    a mirror was applied to {armature!r}: at rest its {axis} is turned round, in its keys it is not
    restore the rest, and mirror the object instead
bone-parent pose
    bone {bone!r} of {armature!r} has another parent
    give the bone its parent back: its keys are relative to it
bone-inherit-scale pose button
    bone {bone!r} of {armature!r} inherits scale otherwise
    choose Inherit Scale: Full, as glTF has it
bone-inherit-rotation pose button
    bone {bone!r} of {armature!r} inherits rotation otherwise
    tick Inherit Rotation, as glTF has it
bone-location-axes pose button
    bone {bone!r} of {armature!r} moves along other axes
    tick Local Location
bone-deform deformation button
    bone {bone!r} of {armature!r} deforms otherwise (Deform, in its properties)
    tick Deform: vertices follow this bone in the file
bone-bendy deformation button
    bone {bone!r} of {armature!r} bends (Bendy Bones)
    set its segments to 1: glTF's joints are stiff
bone-envelope-multiplied deformation button
    bone {bone!r} of {armature!r} multiplies its weights by its envelope
    untick Envelope Multiply
bone-rotation-mode pose button
    bone {bone!r} of {armature!r} has another rotation mode than its keys are for
    choose the rotation mode of its keys (Quaternion)
bone-constraint pose button
    the constraint {constraint!r} moves bone {bone!r} of {armature!r}
    mute the constraint, or export with sampled animations
bone-driver pose button
    a driver sets the {channel} of bone {bone!r} of {armature!r}
    mute the driver, or export with sampled animations
"""

OBJECT = """
object-driver both button
    a driver sets {channel} of {object!r}
    mute the driver, or export with sampled animations
key-driver deformation button
    a driver sets shape key {key!r} of {mesh!r}
    mute the driver, or export with sampled animations
object-constraint pose button
    the constraint {constraint!r} moves {object!r}
    mute the constraint
mesh-unparented pose
    {mesh!r} is no longer the child of its armature
    parent the mesh to its armature
mesh-moved pose button
    {mesh!r} has been moved, turned or scaled apart from its armature
    clear the mesh object's transform
object-mirrored pose
    {object!r} is mirrored: its scale along {axis} is {value:.3g}
    make that scale positive
object-scaled-unevenly pose
    {object!r} is scaled unevenly: {x:.3g}, {y:.3g}, {z:.3g}
    give all three axes one scale
parent-moves pose button
    {object!r} has the parent {parent!r}, which moves
    clear the parent and keep the transform
"""

PLAY = """
clock-remapped pose button
    the scene's time is remapped (Output Properties, Time Stretching: {old} to {new})
    set both to the same number
action-deleted pose
    the action of the clip on {object!r} was deleted
    reload the character from its file
action-none pose button
    {object!r} plays no action, not {action!r}
    assign the clip's action
action-foreign pose button
    {object!r} plays the action {other!r}
    take the action off: the file has none
action-other pose button
    {object!r} plays the action {other!r}, not {action!r}
    assign the clip's action
slot-none pose button
    {object!r} has no slot in the action {action!r}, which moves nothing then
    choose the slot of the clip
slot-other pose button
    {object!r} uses the slot {other!r} of the action {action!r}, not {slot!r}
    choose the slot of the clip
action-influence pose button
    the action of {object!r} has an influence of {value:.3g}
    set the action's influence to 1
action-blended pose button
    the action of {object!r} is blended by {blend}
    choose Replace as the action's blending
action-shifted pose
    what plays {clip!r} begins at frame {begin:.4g}, the clip itself at frame {start:.4g}: it is {which}
    move the keys in the Dope Sheet (Blender's importers of FBX put every clip's first key at frame 1)
action-short pose
    what plays {clip!r} has keys from frame {begin:.4g} to {end:.4g} only, the clip from {start:.4g} to {stop:.4g}
    give the keys the whole clip (Blender writes USD and Alembic from the scene's first frame to its last)
action-more pose
    what plays {clip!r} moves {bones} that the clip leaves at rest, first {bone!r}
    delete these keys; put all at rest before an export to FBX (all bones get keys, and each object every action)
scale-zero pose
    {bone!r} has a scale of 0 in {clip!r}: nothing tells where what it carries stands
    scale to 0.001 instead of 0 (other formats have a place relative to the joint, or none)
tangents-lost pose
    what plays {clip!r} is the clip at the keys of the file, and another curve between them
    keep the tangents: import the file by Skinproof (Blender's glTF importer reads the values of cubic keys alone)
curve-muted pose button
    {curves} of the action {action!r} muted, first {bone!r}
    unmute the curves
curve-changed pose
    {curves} of the action {action!r} changed since the import, first {bone!r}
    reload the character, or export it anew
curve-removed pose
    {curves} of the action {action!r} removed since the import
    reload the character, or export it anew
curve-modifier pose button
    the curve modifier {modifier} changes {channel} of {bone!r} in the action {action!r}
    mute the curve modifier, or bake it into keys
strip-shifted pose button
    the strip {strip!r} of {object!r} starts {frames:.4g} frames {which}
    move the strip to where its action begins
strip-scaled pose button
    the strip {strip!r} of {object!r} is stretched {factor:.4g} times
    set its Playback Scale to 1
strip-repeated pose button
    the strip {strip!r} of {object!r} repeats its action {factor:.4g} times
    set its Repeat to 1
strip-reversed pose button
    the strip {strip!r} of {object!r} plays backwards
    untick Reversed
strip-influence pose button
    the strip {strip!r} of {object!r} has an influence of {value:.3g}
    set its influence to 1
strip-faded pose button
    the strip {strip!r} of {object!r} fades in over {before:.4g} frames and out over {after:.4g}
    set its Blend In and Blend Out to 0
strip-blended pose button
    the strip {strip!r} of {object!r} is blended by {blend}
    choose Replace as its blending
strip-other pose button
    the strip {strip!r} of {object!r} plays the action {other!r}, not {action!r}
    mute the strip's track
"""
