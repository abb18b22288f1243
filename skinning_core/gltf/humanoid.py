"""Which nodes are which bones of a human, by VRM 0.x (``VRM``) and 1.0 (``VRMC_vrm``)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .grammar.kinds import member


def read_humanoid(json: Mapping[str, Any], count: int) -> dict[int, str]:
    """The human bones, by node, in checked JSON of ``count`` nodes; what is not as VRM writes it is left out."""
    found: dict[int, str] = {}
    for name in ("VRM", "VRMC_vrm"):
        for bone, node in _stated(member(json, "extensions", name, "humanoid", "humanBones")):
            if isinstance(bone, str) and type(node) is int and 0 <= node < count:
                found[node] = bone.encode("utf-8", "replace").decode()
    return found


def _stated(bones: Any) -> list[tuple[Any, Any]]:
    """Pairs of bone and node: 0.x lists them, 1.0 has an object of them."""
    if isinstance(bones, dict):
        return [(bone, value.get("node")) for bone, value in bones.items() if isinstance(value, dict)]
    if isinstance(bones, list):
        return [(value.get("bone"), value.get("node")) for value in bones if isinstance(value, dict)]
    return []
