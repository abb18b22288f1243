"""Nodes that a viewer does not show: those of other scenes than the file's own, and hidden ones."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ..model import Int
from .grammar.kinds import member

_VISIBILITY = "KHR_node_visibility"


def hidden_nodes(json: Mapping[str, Any], parents: Int, order: Int) -> frozenset[int]:
    """Nodes, in checked JSON, outside the scene that ``scene`` names, or below an invisible one.

    Without ``scene`` a viewer may show any; what clips make visible is seen at some time. parents, order: (N,).
    """
    scenes, chosen = json.get("scenes", ()), json.get("scene")
    roots = set(scenes[chosen].get("nodes", ())) if chosen in range(len(scenes)) else None
    off = {k for k, node in enumerate(json.get("nodes", ())) if _is_off(node)}
    off -= _shown_by_clips(json) if off else set()
    hidden: set[int] = set()
    inside: set[int] = set()
    for node in order.tolist():
        above = int(parents[node])
        if roots is None or node in roots or above in inside:
            inside.add(node)
        if node not in inside or node in off or above in hidden & inside:
            hidden.add(node)
    return frozenset(hidden)


def _is_off(node: Mapping[str, Any]) -> bool:
    return member(node, "extensions", _VISIBILITY, "visible") is False


def _shown_by_clips(json: Mapping[str, Any]) -> set[int]:
    """Nodes whose visibility a channel changes."""
    pointers = (
        member(channel, "target", "extensions", "KHR_animation_pointer", "pointer")
        for animation in json.get("animations", ())
        for channel in animation.get("channels", ())
    )
    found = (re.fullmatch(rf"/nodes/(\d+)/extensions/{_VISIBILITY}/visible", str(each)) for each in pointers)
    return {int(each[1]) for each in found if each}
