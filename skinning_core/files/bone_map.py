"""Bone maps as files: JSON, ``{"bones": {"joint": "bone", ...}}``; an empty name means no bone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from ..error import SkinproofError
from ..text.sentence import sentence
from .output import write_text

#: By joint, the name of its bone, with its armature's before it ("Rig/hips") if there are several.
BoneMap = Mapping[str, str]


def read_bone_map(path: Path) -> dict[str, str]:
    """A map from a file. Raises ``SkinproofError`` if it is none."""
    try:
        bones = json.loads(path.read_text(encoding="utf-8"))["bones"]
        return {str(joint): str(bone) for joint, bone in bones.items()}
    except OSError as error:
        raise SkinproofError(sentence("cannot be read: {why}", why=str(error.strerror)), where=str(path)) from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise SkinproofError("this is no bone map", where=str(path), fix='{"bones": {"joint": "bone"}}') from error


def write_bone_map(path: Path, bones: BoneMap) -> None:
    """Write a map to a file. Raises ``SkinproofError`` if that fails."""
    write_text(path, json.dumps({"bones": dict(bones)}, indent=2, ensure_ascii=False) + "\n")
