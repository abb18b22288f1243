"""A character that moves on a page: its mesh, influences and matrices, as data that a browser skins by itself.

One HTML fragment with its numbers in it, deflated; nothing is loaded from anywhere. Places and matrices are float64 or
as the file stores them, so that what the page prints is what ``explain`` prints. ``moving/figure.js`` shows it, with
the three.js of ``three_script``.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..check.inspect import clip_name, node_name, part_name
from ..compare.judge.verification import Verification
from ..model import Float64, Model, Part
from ..skeleton.faces import triangles_of
from ..skin.forms.dual_quaternion import from_rigid, rotation_and_stretch
from ..skin.posed_model import PosedModel, posed_model
from .heat_scale import STOPS
from .three_script import three_script

SCRIPT = Path(__file__).resolve().parent / "moving" / "figure.js"

#: At most so many times of a clip are on a page, and fewer where the matrices of all joints would take more bytes.
MOST_TIMES, MOST_BYTES = 49, 6_000_000
#: And so many of those at which errors are painted, a byte for each vertex.
MOST_PAINTED = 25


@dataclass(frozen=True, eq=False)
class MovingFigure:
    """A character over time, and what the page is asked to show of it."""

    model: Model
    clip: int | None
    times: Float64  # (T,) seconds
    shown: int = 0  # which of the times is shown first
    chosen: tuple[int, int] | None = None  # part and vertex whose numbers stand beside it; None: no numbers
    errors: tuple[Float64, ...] = field(default=())  # per part (T, V), of the size: painted, instead of materials
    painted: str = ""  # what the errors are of, as the label of their scale


def figure_times(model: Model, clip: int | None, also: float | None = None, frame_rate: float = 24.0) -> Float64:
    """(T,) seconds: frames of a clip, spread over it where it is long; ``also`` is one of them."""
    played = model.clip(clip)
    room = max(2, min(MOST_TIMES, MOST_BYTES // (96 * max(len(model.nodes), 1))))
    if played is None or played.end <= played.start:
        return np.array([played.start if played else 0.0])
    count = int(min(room, max(2, round((played.end - played.start) * frame_rate) + 1)))
    times = np.linspace(played.start, played.end, count)
    return times if also is None else np.unique(np.append(times, also))


def error_figure(model: Model, verification: Verification) -> MovingFigure | None:
    """The worst comparison of a model over time, painted by error; None where nothing differs, or none was kept."""
    kept = [c for c in verification.comparisons if c.decides and c.frame is not None and c.vertex_errors is not None]
    if not kept:
        return None
    worst = max(kept, key=lambda c: c.difference.max_relative)
    errors, scale = worst.vertex_errors, worst.difference.scale
    assert errors is not None
    assert worst.frame is not None
    indices = np.array(sorted(errors.kept))
    at = errors.nearest(worst.frame.time)
    if len(indices) > MOST_PAINTED:
        spread = np.linspace(0, len(indices) - 1, MOST_PAINTED - 1).astype(int)
        indices = np.unique([*indices[spread].tolist(), at])
    parts = range(len(model.parts))
    painted = tuple(np.array([errors.kept[i][k].astype(np.float64) / scale[i] for i in indices]) for k in parts)
    label = f"{worst.engine}, distance from the reference"
    shown = int(np.flatnonzero(indices == at)[0])
    return MovingFigure(model, worst.clip, errors.times[indices], shown, None, painted, label)


def figure_elements(figure: MovingFigure, name: str = "figure") -> str:
    """The figure's own elements, for the body of a page that ends with ``figure_script``. ``name``: their id."""
    data, head = _packed(figure)
    head["name"] = name
    told = json.dumps(head, separators=(",", ":")).replace("</", "<\\/")
    return (
        f'<div class="moving" id="{name}"></div>'
        f'<script type="application/json" class="moving-head">{told}</script>'
        f'<script type="text/plain" class="moving-data">{base64.b64encode(data).decode()}</script>'
    )


def figure_script() -> str:
    """What makes all figures of a page move: three.js, once, and the script."""
    return three_script(SCRIPT.read_text(encoding="utf-8"))


def _packed(figure: MovingFigure) -> tuple[bytes, dict[str, Any]]:
    model = figure.model
    posed = posed_model(model, model.clip(figure.clip), figure.times)
    arrays: dict[str, NDArray[Any]] = {"times": figure.times, "world": posed.world}
    for s, skin in enumerate(model.skins):
        rotation, stretch = rotation_and_stretch(posed.skin_palettes[s][..., :3].reshape(-1, 3, 3))
        motion = from_rigid(rotation, posed.skin_palettes[s][..., 3].reshape(-1, 3))
        many = len(figure.times), len(skin.joints)
        arrays |= {f"bind{s}": skin.inverse_bind, f"joint{s}": skin.joints.astype(np.uint32)}
        arrays |= {f"motion{s}": motion.reshape(*many, 8), f"stretch{s}": stretch.reshape(*many, 9)}
    for k, part in enumerate(model.parts):
        arrays |= {f"{key}{k}": value for key, value in _part_arrays(posed, part).items()}
    for k, errors in enumerate(figure.errors):
        top = max((float(np.nanmax(e, initial=0.0)) for e in figure.errors), default=0.0) or 1.0
        arrays[f"error{k}"] = np.where(np.isnan(errors), 255, np.rint(254 * np.nan_to_num(errors) / top)).astype(
            np.uint8
        )
    head = _head(figure, posed)
    data, at = [], 0
    for key, array in arrays.items():
        raw = np.ascontiguousarray(array)
        head["arrays"][key] = [raw.dtype.name, at, list(raw.shape)]
        padded = raw.tobytes() + b"\0" * (-raw.nbytes % 8)
        data.append(padded)
        at += len(padded)
    return zlib.compress(b"".join(data), 9), head


def _head(figure: MovingFigure, posed: PosedModel) -> dict[str, Any]:
    model = figure.model
    tops = [float(np.nanmax(e, initial=0.0)) for e in figure.errors]
    return {
        "arrays": {},
        "model": model.name,
        "clip": clip_name(model, figure.clip),
        "shown": figure.shown,
        "chosen": figure.chosen,
        "errors": max(tops, default=0.0),
        "painted": figure.painted,
        "heat": STOPS["CLAY"],
        "nodes": [node_name(model, node) for node in range(len(model.nodes))],
        "parents": model.nodes.parents.tolist(),
        "parts": [
            {
                "name": part_name(model, part),
                "node": part.node,
                "skin": part.skin if model.is_skinned(part) else -1,
                "color": _color(model, part),
            }
            for part in model.parts
        ],
        "size": float(
            np.linalg.norm(np.ptp(np.concatenate([p[0] for p in posed.at_first_time().positions()]), axis=0))
        ),
    }


def _part_arrays(posed: PosedModel, part: Part) -> Mapping[str, NDArray[Any]]:
    """What a browser needs of one part; of morph targets, the displacements that are not zero."""
    model, primitive = posed.model, posed.model.primitive(part)
    positions = primitive.positions
    arrays: dict[str, NDArray[Any]] = {
        "position": positions if positions.dtype == np.float32 else positions.astype(np.float64),
        "face": triangles_of(primitive).astype(np.uint32),
    }
    influences = model.influences(part)
    if influences is not None:
        weights = influences.weights
        arrays["joints"] = influences.joints.astype(np.uint16)
        arrays["weights"] = weights if weights.dtype == np.float32 else weights.astype(np.float64)
    moved = primitive.morph_positions
    if moved is not None and len(moved):
        target, vertex = np.nonzero(np.any(moved != 0.0, axis=2))
        arrays["morphtarget"], arrays["morphvertex"] = target.astype(np.uint16), vertex.astype(np.uint32)
        arrays["morphby"] = moved[target, vertex].astype(np.float64)
        arrays["morphweight"] = posed.pose.morph_weights[part.node][:, : len(moved)].astype(np.float64)
    if len(primitive.colors):
        linear = np.clip(primitive.colors[0][:, :3], 0.0, 1.0)
        arrays["color"] = np.rint(255 * linear ** (1 / 2.2)).astype(np.uint8)
    return arrays


def _color(model: Model, part: Part) -> list[float]:
    """Red, green and blue of the part's material, sRGB from 0 to 1."""
    material = model.primitive(part).material
    linear = model.materials[material].base_color[:3] if 0 <= material < len(model.materials) else (0.55, 0.5, 0.46)
    return [round(max(c, 0.0) ** (1 / 2.2), 4) for c in linear]
