"""For mistakes on purpose, a page needs the rest pose, other orders of joints, and whether matrices have inverses.

``moving/mistakes.js`` makes them; ``compare.causes.mistake`` says what each is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..compare.causes.mistake_vertex import NODES
from ..model import Float64, Model
from ..skin.posed_model import PosedModel, posed_model


def mistake_arrays(posed: PosedModel) -> dict[str, Float64]:
    """World matrices of the rest pose, (N, 3, 4), and its morph weights of each part, (1, K)."""
    rest = posed_model(posed.model, None, np.zeros(1))
    arrays = {"rest": rest.world[0]}
    for k, part in enumerate(posed.model.parts):
        moved = posed.model.primitive(part).morph_positions
        if moved is not None and len(moved):
            arrays[f"morphrest{k}"] = rest.pose.morph_weights[part.node][:, : len(moved)].astype(np.float64)
    return arrays


def mistake_head(posed: PosedModel) -> dict[str, Any]:
    """``orders``: by a mistake's code, the nodes for each skin's joints; ``regular``: all have inverses."""
    rest = posed_model(posed.model, None, np.zeros(1))
    matrices = [posed.world, rest.world, *(skin.inverse_bind for skin in posed.model.skins)]
    regular = all(bool((np.abs(np.linalg.det(of[..., :3])) > 0.0).all()) for of in matrices)
    return {"orders": _orders(posed.model), "regular": regular}


def _orders(model: Model) -> Mapping[str, list[list[int]]]:
    """Mistakes that change something and name existing nodes only."""
    found = {}
    for code, nodes_of in NODES.items():
        taken = nodes_of(model)
        changed = any(not np.array_equal(of, skin.joints) for of, skin in zip(taken, model.skins, strict=True))
        if changed and all((of < len(model.nodes)).all() for of in taken):
            found[code] = [of.tolist() for of in taken]
    return found
