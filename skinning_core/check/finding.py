"""A finding, and the list of all codes there are.

Codes are stable: a script may rely on them. Where the Khronos glTF validator has a code of the same meaning it is used;
the others are our own. One finding gathers all places of one kind under one pointer, and says how many there are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..limits import MEANINGS, code_of
from ..model import UNJUDGED

Severity = Literal["error", "warning", "information"]

#: Every code, with its severity: error (the file breaks the specification), warning (engines will disagree about it, or
#: numbers are lost), information (worth knowing when results differ).
CODES: dict[str, Severity] = {
    "UNREADABLE": "error",
    **{code_of(name): "error" for name in MEANINGS},  # the file asks for more than a limit of the reader
    **dict.fromkeys(UNJUDGED, "warning"),  # it could move a vertex and was not read
    "ROTATION_NON_UNIT": "error",
    "NODE_SCALE_ZERO": "information",
    "NODE_SKINNED_MESH_LOCAL_TRANSFORMS": "warning",
    "NODE_SKINNED_MESH_PARENT_TRANSFORMS": "warning",
    "NODE_SKINNED_MESH_WITHOUT_SKIN": "warning",
    "NODE_SKIN_WITH_NON_SKINNED_MESH": "error",
    "SKIN_JOINT_IN_NO_SCENE": "error",
    "SKIN_JOINT_REPEATED": "warning",
    "SKIN_IBM_SINGULAR": "error",
    "SKIN_IBM_SCALED": "information",
    "SKIN_IBM_SHEARED": "warning",
    "SKIN_IBM_MIRRORED": "warning",
    "SKIN_IBM_DISAGREES": "warning",
    "SKIN_REST_IS_NOT_BIND": "information",
    "SKIN_JOINTS_UNUSED": "information",
    "ACCESSOR_WEIGHTS_NEGATIVE": "error",
    "ACCESSOR_WEIGHTS_NON_NORMALIZED": "error",
    "ACCESSOR_WEIGHTS_ZERO_SUM": "error",
    "ACCESSOR_JOINTS_INDEX_DUPLICATE": "error",
    "ACCESSOR_JOINTS_USED_ZERO_WEIGHT": "information",
    "INFLUENCES_ABOVE_FOUR": "information",
    "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION": "error",
    "ANIMATION_WIDE_ROTATION_STEP": "information",
    "ANIMATION_CHANNEL_TARGET_NODE_MATRIX": "error",
}


@dataclass(frozen=True)
class Finding:
    """One thing found."""

    code: str  # one of CODES
    pointer: str  # JSON pointer into a glTF document ("/skins/0"); empty: the file as a whole
    sentence: str  # with the numbers

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return CODES[self.code]
