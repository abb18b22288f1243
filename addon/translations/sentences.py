"""Sentences about a scene or a file, put together in English where they arise, and said in the user's language.

Results and reports keep them in English. A sentence is known by the words around what it names, at the {places} of a
template; what stands there is looked up in the same way. One that no template knows stays as it is.
"""

from __future__ import annotations

import re

from ...skinning_core.error import SkinproofError
from . import say
from .refusals import REFUSED

#: Why a comparison came out as it did: what is judged, and causes that a rule of the core names.
CAUSE, ALSO = "Cause: {cause}", "Also: {cause}"
MORE_CAUSES = "And {count} more causes, which the report has"
SPLIT = "{pose} of its size comes from the pose, {deformation} from the deformation"
FIRST_JOINT = "The first joint down the chain that differs is {joint}"
TOLERANCE = "Tolerance: {reason}"
NOT_JUDGED = "Not judged: {reason}"
NORMALS = "Normals compared at {count} of {total} times"

#: All templates, by the place at which they are tried: what is within another sentence comes after it.
SENTENCES = (
    *(CAUSE, ALSO, MORE_CAUSES, SPLIT, FIRST_JOINT, TOLERANCE, NOT_JUDGED, NORMALS),
    "Judged is what is seen: {what}",
    "Judged is the deformation alone: the file's skin on Blender's bones as they stand",
    "The character plays {what}, not just the import's own actions of {clip}",
    "The character {moved}: taken off before comparing",
    "The character {moved}: compared in place",
    "The character {moved}, which counts as error",
    "The character stands unevenly scaled, mirrored or sheared, which is not taken off",
    "Left out of what is judged: {modifiers} of {mesh}; it {first} and {second}",
    "Left out of what is judged: {modifiers} of {mesh}; it {effect}",
    "1 vertex of {mesh} is not of the file (added, copied or merged): not judged",
    "{count} vertices of {mesh} are not of the file (added, copied or merged): not judged",
    "1 vertex of the file merged into twins, which are judged instead",
    "{count} vertices of the file merged into twins, which are judged instead",
    "{mesh} is in Edit Mode: the mesh is judged as edited so far, moved by the pose",
    "{armature} is in Edit Mode: its rest position is judged",
    "The scene has {rate} frames per second, the keys were placed for {own}: it plays at {part} of the file's speed",
    # what was done to a character
    "{mesh} has no Armature modifier: it was removed or applied",
    "{modifier} has no object: the armature was deleted, or taken off",
    "{modifier} is off in viewports",
    "{modifier} does not use vertex groups",
    "{modifier} is limited to the vertex group {group}",
    "Preserve Volume is on in {modifier}",
    "the Armature modifier {modifier} of {mesh}",
    "{armature} shows its rest position (Object Data Properties, Pose Position)",
    "{armature} is in Edit Mode, where Blender shows its rest position",
    "a scale was applied to {armature}: at rest it is {factor} times as large, its keys are not",
    *("{what} (and 1 more bone)", "{what} (and {count} more bones)"),
    "bone {bone} of {armature} stands otherwise at rest",
    "bone {bone} of {armature} has another parent",
    "bone {bone} of {armature} inherits rotation otherwise",
    "bone {bone} of {armature} inherits scale otherwise",
    "bone {bone} of {armature} deforms otherwise (Deform, in its properties)",
    "bone {bone} of {armature} has another rotation mode than its keys are for",
    "the constraint {constraint} moves bone {bone} of {armature}",
    "the constraint {constraint} moves {object}",
    "group {group} of {mesh} belongs to no bone, and bone {bone} has no group",
    "group {group} of {mesh} belongs to no bone: the bone was deleted",
    "bone {bone} of {armature} has no vertex group in {mesh} any more",
    "weights of {vertices} of {mesh} differ from the file: at most {bones} a vertex, in the file {most}",
    "weights of {vertices} of {mesh} differ from the file",
    "1 vertex of {mesh} is not where the file has it",
    "{count} vertices of {mesh} are not where the file has them",
    "{mesh} is no longer the child of its armature",
    "{mesh} has been moved, turned or scaled apart from its armature",
    "shape key {key} of {mesh}, which is not of the file, is at {value}",
    "{curves} of the action {action} muted, first {bone}",
    "{curves} of the action {action} changed since the import, first {bone}",
    "{curves} of the action {action} removed since the import",
    "the action of the clip on {object} was deleted",
    "{object} plays no action, not {action}",
    "{object} plays the action {other}, not {action}",
    "the scene's time is remapped (Output Properties, Time Stretching: {old} to {new})",
    *REFUSED,
    # parts of sentences
    *("{modifiers} (before the Armature modifier)", "{modifiers} (after the Armature modifier)"),
    "{first}, an unkeyed pose",
    "{first}, NLA strip {name}",
    "{first}, NLA strips {names}",
    *("an unkeyed pose", "no action", "action {name}", "actions {names}", "NLA strip {name}", "NLA strips {names}"),
    *("{moved}, scaled by {factor}", "is scaled by {factor}", "{moved}, turned {angle} degrees"),
    *("is turned {angle} degrees", "stands {distance} away"),
    *("adds {vertices}", "takes away {vertices}", "moves nothing"),
    "moves vertices by up to {length} ({share} of the size)",
    "moves the others by up to {length} ({share} of the size)",
    "leaves none that can be told from the others",
    "{vertices} of the scene found in the file",
    "{count} of the scene are not in it and not judged",
    "{count} of the file are not in the scene",
    "joints without a bone: {joints}",
    "{change}; the comparison is with what was imported",
    *("1 curve", "{count} curves", "1 bone moves", "{count} bones move", "1 vertex", "{count} vertices"),
)


def _pattern(template: str) -> re.Pattern[str]:
    words = re.escape(template).replace(r"\{count\}", r"(?P<count>[\d,]+)")
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", words))


_PATTERNS = {each: _pattern(each) for each in SENTENCES}

#: The whole text of a `SkinproofError` that knows what to do, as a comparison keeps it of an engine that failed.
_WITH_FIX = re.compile(r"(.+) \((.+)\)")


def said(sentence: str) -> str:
    """A sentence, or a part of one, in the user's language."""
    if say(CAUSE, cause="{cause}") == CAUSE:  # English, or a language without a table
        return sentence
    for template, pattern in _PATTERNS.items():
        if match := pattern.fullmatch(sentence):
            return say(template, **{name: said(value) for name, value in match.groupdict().items()})
    return sentence if "{" in sentence else say(sentence)  # names of the user's own may have braces


def said_error(error: Exception) -> str:
    """What an exception says, in the user's language: where, what is wrong, and what to do."""
    if not isinstance(error, SkinproofError):
        return said(str(error))
    what, fix = error.what, error.fix
    if not fix and (of_an_engine := _WITH_FIX.fullmatch(what)):
        what, fix = of_an_engine.groups()
    return str(SkinproofError(said(what), where=error.where, fix=said(fix)))
