"""What a data path names and sets, such as ``pose.bones["hand.L"].constraints["IK"].influence``."""

from __future__ import annotations

import re

import bpy

from ....skinning_core.text.sentence import Sentence, sentence

#: A name in brackets and quotation marks, which are escaped within it.
_NAME = re.compile(r'\["((?:[^"\\]|\\.)*)"\]')
#: The end of a path: a property, or a custom one in brackets.
_PROPERTY = re.compile(r"(?:^|\.)(\w+)(?:\[\d+\])?$")
#: Ways to say a rotation.
_ROTATION = re.compile("^rotation_(?:euler|quaternion|axis_angle)$")


def names_in(path: str) -> list[str]:
    """The names in a path, the outermost first: a bone, then its constraint or property."""
    return [str(bpy.utils.unescape_identifier(name)) for name in _NAME.findall(path)]


def name_in(path: str) -> str:
    """The bone or shape key in a path; the path itself if it names none."""
    return next(iter(names_in(path)), path)


def bone_in(path: str) -> str | None:
    """The bone in a path of an object; None if it names none."""
    return name_in(path) if path.startswith('pose.bones["') else None


def channel_in(path: str) -> Sentence | str:
    """What a path sets, in few words: rotation, location, value, property 'own', influence of the constraint 'IK'."""
    found = _PROPERTY.search(path)
    names = names_in(path)
    if found is None:
        return sentence("property {name!r}", name=names[-1]) if names else path
    word = _ROTATION.sub("rotation", found[1]).replace("_", " ")
    if len(names) > 1 and ".constraints[" in path:
        return sentence("{channel} of the constraint {constraint!r}", channel=word, constraint=names[1])
    return word
