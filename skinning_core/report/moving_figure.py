"""A character that moves on a page: mesh, influences and matrices as data that a browser skins.

It is one HTML fragment, its numbers deflated; nothing is loaded. Places and matrices are float64 or as stored: the page
prints what ``explain`` prints. ``moving/figure.js`` shows it with ``three_script``'s three.js.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..check.inspect import clip_name, node_name, part_name
from ..compare.causes.guide_page import PAGES, TITLES
from ..compare.judge.verification import Verification
from ..error import SkinproofError
from ..model import Float64, Model, Part, Skin
from ..skin.forms.dual_quaternion import from_rigid, rotation_and_stretch
from ..skin.posed_model import PosedModel, posed_model
from ..spread import evenly_spread
from ..text.sentence import sentence
from .figure_mistakes import mistake_arrays, mistake_head
from .figure_size import DrawnPart, bytes_by_time, fewer_times, fewer_vertices, left_out_sentence, whole_part
from .heat_scale import STOPS
from .style import MOVING_STYLE, page_head
from .three_script import script_texts, three_script

#: In this order they are the module that runs in a page.
SCRIPTS = tuple(
    Path(__file__).resolve().parent / "moving" / name
    for name in ("character.js", "mistakes.js", "lens.js", "figure.js")
)

#: Times of a clip, at most.
MOST_TIMES = 49
#: Bytes of all joints' matrices, at most; beyond, there are fewer times.
MOST_BYTES = 6_000_000
#: Times at which errors are painted, at most: each takes a byte for each vertex.
MOST_PAINTED = 25

#: Bytes of a page with figures, at most: under 3 MB.
MOST_ON_A_PAGE = 2_990_000
#: How many times deflating shrinks a page's numbers, at best; what is larger still is not tried.
MOST_DEFLATED = 8
#: Vertices with which every part is drawn, before it is given up.
FEWEST = 200

Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class MovingFigure:
    """A character over time, and what a page shows of it."""

    model: Model
    clip: int | None
    times: Float64  # (T,) seconds
    shown: int = 0  # the time shown first
    chosen: tuple[int, int] | None = None  # part and vertex whose numbers stand beside it; None: none
    errors: tuple[Float64, ...] = field(default=())  # per part (T, V), of the size: painted instead of materials
    painted: str = ""  # the label of their scale
    links: str | None = None  # the folder or URL of Skinproof's docs; None: pages of the guide are not linked


def figure_times(model: Model, clip: int | None, also: float | None = None, frame_rate: float = 48.0) -> Float64:
    """(T,) seconds: frames of a clip, spread over a long one; ``also`` is one of them.

    There are 48 a second: most clips have 24 or 30 keys a second, and what lies between two is to be seen, too.
    """
    played = model.clip(clip)
    room = max(2, min(MOST_TIMES, MOST_BYTES // (96 * max(len(model.nodes), 1))))
    if played is None or played.end <= played.start:
        return np.array([played.start if played else 0.0])
    count = int(min(room, max(2, round((played.end - played.start) * frame_rate) + 1)))
    times = np.linspace(played.start, played.end, count)
    return times if also is None else np.unique(np.append(times, also))


def error_figure(model: Model, verification: Verification) -> MovingFigure | None:
    """The worst comparison of a model over time, painted by error; None if nothing differs, or none was kept."""
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
        spread = evenly_spread(len(indices), MOST_PAINTED - 1)
        indices = np.unique([*indices[spread].tolist(), at])
    parts = range(len(model.parts))
    painted = tuple(np.array([errors.kept[i][k].astype(np.float64) / scale[i] for i in indices]) for k in parts)
    label = f"{worst.engine}, distance from the reference"
    shown = int(np.flatnonzero(indices == at)[0])
    return MovingFigure(model, worst.clip, errors.times[indices], shown, None, painted, label)


def figure_room(page: int, count: int = 1) -> int:
    """Characters for each of ``count`` figures on a page of ``page`` characters that stays under 3 MB."""
    return (MOST_ON_A_PAGE - page - len(figure_script())) // count


def figure_elements(figure: MovingFigure, room: int) -> str:
    """The figure's own elements, for the body of a page that ends with ``figure_script``.

    room: characters, at most. What does not fit is left out and told: times or vertices, whichever take more. Raises
    ``SkinproofError`` if two times of few vertices are too many.
    """
    model, count = figure.model, len(figure.times)
    total = sum(model.primitive(part).vertex_count for part in model.parts)
    times, vertices = count, total
    drawn = [whole_part(model, part) for part in model.parts]
    shown = figure
    while room > 0:
        arrays = _arrays(shown, drawn)
        moving, still = bytes_by_time(arrays, len(shown.times))
        left_out = left_out_sentence(drawn, total, (len(shown.times), count))
        elements = _elements(shown, drawn, arrays, left_out) if moving + still <= MOST_DEFLATED * room else ""
        if elements and len(elements) <= room:
            return elements
        share = min(0.95, room / len(elements) if elements else MOST_DEFLATED * room / (moving + still))
        if times > 2 and (moving > still or vertices <= FEWEST):
            times = max(2, int(times * share))
            shown = _at_fewer_times(figure, times)
        elif vertices > FEWEST:
            vertices = max(FEWEST, int(vertices * share))
            drawn = _with_fewer_vertices(figure, vertices, total)
        else:
            break
    raise SkinproofError(
        sentence("a page on which {model} moves would be larger than 3 MB", model=model.name),
        fix="ask for the numbers alone, without --html or with --json",
    )


def _with_fewer_vertices(figure: MovingFigure, vertices: int, total: int) -> list[DrawnPart]:
    """Every part, with its share of ``vertices`` of ``total``."""
    first = _first(figure)
    drawn = []
    for k, part in enumerate(figure.model.parts):
        most = max(FEWEST, vertices * len(first[k]) // total)
        drawn.append(fewer_vertices(figure.model, part, most, first[k]))
    return drawn


def _elements(figure: MovingFigure, drawn: Sequence[DrawnPart], arrays: Arrays, left_out: str) -> str:
    data, places = _deflated(arrays)
    head = {"arrays": places, "left": left_out, **_head(figure, drawn)}
    about = json.dumps(head, separators=(",", ":")).replace("</", "<\\/")
    return (
        '<div class="moving"></div>'
        f'<script type="application/json" class="moving-head">{about}</script>'
        f'<script type="text/plain" class="moving-data">{base64.b64encode(data).decode()}</script>'
    )


def _at_fewer_times(figure: MovingFigure, most: int) -> MovingFigure:
    kept = fewer_times(len(figure.times), most, figure.shown)
    shown = int(np.flatnonzero(kept == figure.shown)[0])
    return replace(figure, times=figure.times[kept], shown=shown, errors=tuple(e[kept] for e in figure.errors))


def _first(figure: MovingFigure) -> list[Float64]:
    """Per part, (V,) which vertices stay first: the chosen one, then those with the largest errors."""
    counts = [figure.model.primitive(part).vertex_count for part in figure.model.parts]
    first = [np.nan_to_num(e, nan=np.inf).max(axis=0) for e in figure.errors] or [np.zeros(n) for n in counts]
    if figure.chosen is not None:
        part, vertex = figure.chosen
        first[part][vertex] = np.inf
    return first


def moving_head(title: str) -> str:
    """The head of a page with figures, which lets their script run."""
    return page_head(title, MOVING_STYLE, script_texts(_code()))


def figure_script() -> str:
    """What makes all figures of a page move: three.js, once, and the script."""
    return three_script(_code())


def _code() -> str:
    return "\n".join(script.read_text(encoding="utf-8") for script in SCRIPTS)


def _arrays(figure: MovingFigure, drawn: Sequence[DrawnPart]) -> Arrays:
    model = figure.model
    posed = posed_model(model, model.clip(figure.clip), figure.times)
    arrays: dict[str, NDArray[Any]] = {"times": figure.times, "world": posed.world}
    if figure.chosen is not None:
        arrays |= mistake_arrays(posed)
    for s, skin in enumerate(model.skins):
        arrays |= {f"{key}{s}": value for key, value in _skin_arrays(skin, posed.skin_palettes[s]).items()}
    for k, part in enumerate(model.parts):
        arrays |= {f"{key}{k}": value for key, value in _part_arrays(posed, part, drawn[k]).items()}
        primitive = model.primitive(part)
        if figure.chosen is not None and primitive.normals is not None and primitive.morph_normals is None:
            arrays[f"normal{k}"] = np.asarray(primitive.normals[drawn[k].vertices], np.float32)
    top = _top(figure) or 1.0
    for k, errors in enumerate(figure.errors):
        of_top = np.rint(254 * np.nan_to_num(errors) / top)
        painted = np.where(np.isnan(errors), 255, of_top).astype(np.uint8)
        arrays[f"error{k}"] = painted[:, drawn[k].vertices]
    return arrays


def _skin_arrays(skin: Skin, palette: Float64) -> Arrays:
    """What a browser needs of a skin; palette: (T, J, 3, 4), as a rigid motion after a stretch."""
    many = palette.shape[:2]
    rotation, stretch = rotation_and_stretch(palette[..., :3].reshape(-1, 3, 3))
    motion = from_rigid(rotation, palette[..., 3].reshape(-1, 3))
    return {
        "bind": skin.inverse_bind,
        "joint": skin.joints.astype(np.uint32),
        "motion": motion.reshape(*many, 8),
        "stretch": stretch.reshape(*many, 9),
    }


def _top(figure: MovingFigure) -> float:
    return max((float(np.nanmax(e, initial=0.0)) for e in figure.errors), default=0.0)


def _deflated(arrays: Arrays) -> tuple[bytes, dict[str, Any]]:
    """The arrays' bytes, deflated, and of each its type, beginning and shape."""
    places: dict[str, Any] = {}
    data, at = [], 0
    for key, array in arrays.items():
        raw = np.ascontiguousarray(array)
        places[key] = [raw.dtype.name, at, list(raw.shape)]
        padded = raw.tobytes() + b"\0" * (-raw.nbytes % 8)
        data.append(padded)
        at += len(padded)
    return zlib.compress(b"".join(data), 6), places  # 9 takes four times as long for 0.1 % less


def _reading(links: str | None) -> dict[str, Any]:
    """The guide's page and title by what is shown, and where the guide is."""
    return {"read": {key: (page, TITLES[page]) for key, page in PAGES.items()}, "links": links and f"{links}/guide"}


def _head(figure: MovingFigure, drawn: Sequence[DrawnPart]) -> dict[str, Any]:
    model, clip = figure.model, figure.model.clip(figure.clip)
    at_first = np.concatenate([positions[0] for positions in posed_model(model, clip, figure.times[:1]).positions()])
    head: dict[str, Any] = {}
    chosen = None
    if figure.chosen is not None:
        part, vertex = figure.chosen
        chosen = part, int(np.flatnonzero(drawn[part].vertices == vertex)[0])
        head = {**mistake_head(posed_model(model, clip, figure.times)), **_reading(figure.links)}
    return {
        **head,
        "model": model.name,
        "clip": clip_name(model, figure.clip),
        "number": figure.clip,
        "shown": figure.shown,
        "chosen": chosen,
        "errors": _top(figure),
        "painted": figure.painted,
        "heat": STOPS["CLAY"],
        "nodes": [node_name(model, node) for node in range(len(model.nodes))],
        "parents": model.nodes.parents.tolist(),
        "parts": [_part_head(model, part) for part in model.parts],
        "size": float(np.linalg.norm(np.ptp(at_first, axis=0))),
    }


def _part_head(model: Model, part: Part) -> dict[str, Any]:
    return {
        "name": part_name(model, part),
        "node": part.node,
        "skin": part.skin if model.is_skinned(part) else -1,
        "color": _color(model, part),
    }


def _part_arrays(posed: PosedModel, part: Part, drawn: DrawnPart) -> Arrays:
    """What a browser needs of one part; of morph targets, the displacements other than zero."""
    model, primitive, kept = posed.model, posed.model.primitive(part), drawn.vertices
    positions = primitive.positions[kept]
    arrays: dict[str, NDArray[Any]] = {
        "position": positions if positions.dtype == np.float32 else positions.astype(np.float64),
        "face": drawn.faces.astype(np.uint32),
    }
    if len(kept) < primitive.vertex_count:
        arrays["vertex"] = kept.astype(np.uint32)
    influences = model.influences(part)
    if influences is not None:
        weights = influences.weights[kept]
        arrays["joints"] = influences.joints[kept].astype(np.uint16)
        arrays["weights"] = weights if weights.dtype == np.float32 else weights.astype(np.float64)
    moved = primitive.morph_positions
    if moved is not None and len(moved):
        moved = moved[:, kept]
        target, vertex = np.nonzero(np.any(moved != 0.0, axis=2))
        arrays["morphtarget"], arrays["morphvertex"] = target.astype(np.uint16), vertex.astype(np.uint32)
        arrays["morphby"] = moved[target, vertex].astype(np.float64)
        arrays["morphweight"] = posed.pose.morph_weights[part.node][:, : len(moved)].astype(np.float64)
    if len(primitive.colors):
        linear = np.clip(primitive.colors[0][kept, :3], 0.0, 1.0)
        arrays["color"] = np.rint(255 * linear ** (1 / 2.2)).astype(np.uint8)
    return arrays


def _color(model: Model, part: Part) -> list[float]:
    """The part's material, sRGB from 0 to 1."""
    material = model.primitive(part).material
    linear = model.materials[material].base_color[:3] if 0 <= material < len(model.materials) else (0.55, 0.5, 0.46)
    return [round(max(c, 0.0) ** (1 / 2.2), 4) for c in linear]
