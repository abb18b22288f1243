"""What the exporter was told: its own names of settings, the names of its operator's properties, and other choices.

The exporter hands over a dictionary whose names are those of its code. With the names of its operator, the same export
can be made once more, with one choice made otherwise.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ...skinning_core.text.immutable import immutable
from ...skinning_core.text.sentence import Sentence, sentence

#: What can move a vertex, by the exporter's name: the name of the operator's property.
_PROPERTIES: dict[str, str] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))


@immutable
class OtherChoice:
    """One setting that may be at fault, and the other choice."""

    was: Sentence  # as it stands
    better: str  # what the exporter's panel calls the other choice
    changed: dict[str, Any]  # properties of the operator


#: Switches by the exporter's name: how one may be at fault, what that is in words, and what turns it round.
_SWITCHES = (
    ("gltf_all_vertex_influences", False, "influences limited to {count}", "All Bone Influences"),
    ("gltf_skins", False, "no skins", "Skinning"),
    ("gltf_animations", False, "no animation", "Animation"),
    ("gltf_force_sampling", False, "animation not sampled", "Sampling"),
    ("gltf_def_bones", True, "deformation bones only", "All Bones"),
    ("gltf_flatten_bones_hierarchy", False, "the bones' hierarchy", "Flatten Bone Hierarchy"),
    ("gltf_apply", False, "modifiers not applied", "Apply Modifiers"),
    ("gltf_morph", False, "no shape keys", "Shape Keys"),
    ("gltf_optimize_animation", True, "optimised animation size", "Optimize Animation Size off"),
    ("gltf_draco_mesh_compression", True, "compressed meshes", "Compression off"),
    ("gltf_rest_position_armature", False, "no rest position", "Use Rest Position"),
    ("gltf_frame_range", True, "frames limited to the range", "Limit to Playback Range off"),
)


def plain_settings(told: Mapping[str, Any]) -> dict[str, Any]:
    """The exporter's settings that can move a vertex, if their value is a number, a word or yes or no."""
    return {name: told[name] for name in _PROPERTIES if isinstance(told.get(name), bool | int | float | str)}


def words_of_operator(settings: Mapping[str, Any], known: frozenset[str]) -> dict[str, Any]:
    """The properties of the operator that say the same; known: those that this Blender's operator has."""
    words = {_PROPERTIES[name]: value for name, value in settings.items() if name in _PROPERTIES}
    return {name: value for name, value in words.items() if name in known}


def other_choices(settings: Mapping[str, Any], known: frozenset[str]) -> Iterator[OtherChoice]:
    """The settings that may be at fault, each with the other choice; those that lose most often come first."""
    for name, fault, was, better in _SWITCHES:
        if settings.get(name) == fault and _PROPERTIES[name] in known:
            told = sentence(was, count=settings.get("gltf_vertex_influences_nb", 4))
            yield OtherChoice(told, better, {_PROPERTIES[name]: not fault})
    if settings.get("gltf_frame_step", 1) > 1 and "export_frame_step" in known:
        was = sentence("one frame in {count} sampled", count=settings["gltf_frame_step"])
        yield OtherChoice(was, "Sampling Rate 1", {"export_frame_step": 1})
