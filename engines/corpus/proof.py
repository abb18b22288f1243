"""``NAME.check.glb``: a file that proves itself in any viewer. Whatever is red is wrong.

Left, the case's character in red inside a slightly larger shell of truth in green; right, the truth in red inside the
character as a green shell. Truth is plain meshes, with morph targets for a clip. Both sides are needed: a character
that collapses hides inside a shell, and shows only as one.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from ...fast.exact_engine import skin_model
from ...model import Float64, Int, Model
from ...skin.influence import normalised_weights
from ...skin.posed_model import PosedModel, posed_model
from .figure import Figure, Keys, Node, Surface, with_children

#: A shell's distance, of the size. A right engine in Chromium then shows at most 0.7 % red.
SHELL = 0.0005

#: Truth between samples may be off so far, of the size: a fifth of it would cost 19 MB more and show as much red.
SAMPLED = 0.0005

_MOST_SAMPLES = 64
#: Seconds before a STEP key: the sample with the value before it.
_JUST_BEFORE = 2.0**-10
#: A shell's longest step at a sharp corner, of its distance.
_FARTHEST = 3.0
#: Material of what a wrong engine shows.
_RED = 0
#: Material of what a right one shows.
_GREEN = 1


def materials() -> tuple[dict[str, Any], ...]:
    """Red and green, without light if a viewer can."""

    def plain(name: str, colour: list[float]) -> dict[str, Any]:
        surface = {"baseColorFactor": [*colour, 1.0], "metallicFactor": 0.0, "roughnessFactor": 1.0}
        return {"name": name, "pbrMetallicRoughness": surface, "extensions": {"KHR_materials_unlit": {}}}

    return plain("wrong", [1.0, 0.0, 0.0]), plain("right", [0.0, 0.6, 0.2])


@dataclass(frozen=True, eq=False)
class _Truth:
    """Every part at S times, and which way is out."""

    times: Float64  # (S,) seconds
    positions: tuple[Float64, ...]  # per part (S, V, 3)
    outward: tuple[Float64, ...]  # per part (S, V, 3) the step to a shell one unit off
    size: float


def proof_figure(figure: Figure, model: Model, clip: int | None) -> Figure:
    """The figure of ``NAME.check.glb``; model: the figure's own file, read."""
    truth = _truth(figure, model, clip)
    posed = posed_model(model, model.clip(clip), truth.times[:1])
    shells = _shells(figure, posed, truth)
    everything = np.concatenate([positions.reshape(-1, 3) for positions in truth.positions])
    aside = 1.25 * float(np.ptp(everything[:, 0])) + 0.1
    red = figure.with_surfaces(lambda s: dataclasses.replace(s, material=_RED))
    both = _beside(red, dataclasses.replace(figure, meshes=shells), aside)
    plain = _truth_as_targets(figure, model, truth, aside)
    first = len(both.nodes)
    nodes = [{"name": "truth", "mesh": len(both.meshes) + k} for k in range(len(plain))]
    clips = both.clips
    if clip is not None:
        shown = np.eye(len(truth.times))[:, 1:]
        tracks = [Keys(first + k, "weights", truth.times.tolist(), shown) for k in range(len(plain))]
        clips = (*clips[:clip], (*clips[clip], *tracks), *clips[clip + 1 :])
    return dataclasses.replace(
        both,
        nodes=(*both.nodes, *nodes),
        meshes=(*both.meshes, *plain),
        clips=clips,
        container="glb",
        materials=materials(),
    )


def _truth_as_targets(figure: Figure, model: Model, truth: _Truth, aside: float) -> list[tuple[Surface, ...]]:
    """Meshes without a skin whose morph targets are the truth: a green shell around it, and a red core aside."""
    green, red = [], []
    for k, (positions, outward) in enumerate(zip(truth.positions, truth.outward)):
        surface = _surface(figure, model, k)
        shell = positions + SHELL * truth.size * outward
        core = positions + np.array([aside, 0.0, 0.0])  # no node is moved: that may be what goes wrong
        green.append(_plain(surface, shell, outward[0], _GREEN))
        red.append(_plain(surface, core, outward[0], _RED))
    return [tuple(green), tuple(red)]


def _truth(figure: Figure, model: Model, clip: int | None) -> _Truth:
    """The specification's positions at as many times as straight lines between need."""
    keys, count = _key_times(figure, clip), 1
    while True:
        times = np.unique(np.concatenate([keys, *(np.linspace(a, b, count + 1) for a, b in _steps(keys))]))
        between = np.array([(a + b) / 2.0 for a, b in _steps(times)])
        every = np.sort(np.concatenate([times, between]))
        whole = skin_model(model, clip, every, variants=False, normals=False)
        size, middle = float(whole.diagonal.max()), np.searchsorted(every, between)
        off = [np.abs(p[middle] - (p[middle - 1] + p[middle + 1]) / 2.0).max(initial=0.0) for p in whole.positions]
        if count >= _MOST_SAMPLES or max(off) <= SAMPLED * size:
            break
        count *= 2
    positions = tuple(p[np.searchsorted(every, times)].astype(np.float64) for p in whole.positions)
    return _Truth(times, positions, _outward(figure, model, positions), size)


def _steps(times: Float64) -> list[tuple[float, float]]:
    """Neighbouring times (S,), without those around a jump."""
    return [(a, b) for a, b in pairwise(times.tolist()) if b - a > 2.0 * _JUST_BEFORE]


def _key_times(figure: Figure, clip: int | None) -> Float64:
    """All tracks' key times, and 0: an engine that begins each track at its first key must not move truth, too."""
    if clip is None:
        return np.zeros(1)
    times = [np.asarray(k.times, np.float64) for k in figure.clips[clip]]
    times += [t[1:] - _JUST_BEFORE for t, k in zip(times, figure.clips[clip]) if k.interpolation == "STEP"]
    return np.unique(np.concatenate([np.zeros(1), *times]))


def _outward(figure: Figure, model: Model, positions: tuple[Float64, ...]) -> tuple[Float64, ...]:
    """Per part (S, V, 3): the step that takes a vertex one unit off each plane around it; twins step alike."""
    starts = model.part_starts
    faces, places = [], []
    for k, part in enumerate(model.parts):
        surface = _surface(figure, model, k)
        faces.append(surface.triangles + starts[k])
        places.append(np.c_[np.round(surface.points, 6), np.full(len(positions[k][0]), part.skin)])
    triangles = np.concatenate(faces)
    twin = np.unique(np.concatenate(places), axis=0, return_inverse=True)[1].ravel()
    samples = [np.concatenate(of_parts) for of_parts in zip(*positions)]
    steps = np.stack([_step_off(points, triangles, twin)[twin] for points in samples])
    return tuple(steps[:, starts[k] : starts[k + 1]] for k in range(len(positions)))


def _step_off(points: Float64, triangles: Int, twin: Int) -> Float64:
    """(n, 3) of each place, by number in ``twin`` (V,): one unit off each plane (F, 3) of points (V, 3) around it.

    Least squares of n . x = 1 over the planes: a mean of normals would leave a sharp corner's faces behind.
    """
    corners = points[triangles]
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(cross, axis=1, keepdims=True)
    plane = np.where(area > 1e-12, cross / np.where(area > 1e-12, area, 1.0), 0.0)
    count = twin.max() + 1
    squares, sums = np.tile(1e-3 * np.eye(3), (count, 1, 1)), np.zeros((count, 3))
    for corner in range(3):
        at = twin[triangles[:, corner]]
        np.add.at(squares, at, plane[:, :, None] * plane[:, None])
        np.add.at(sums, at, plane)
    step = np.linalg.solve(squares, sums[..., None])[..., 0]
    length = np.linalg.norm(step, axis=1, keepdims=True)
    return np.asarray(step * np.minimum(1.0, _FARTHEST / np.where(length > 0.0, length, 1.0)), np.float64)


def _surface(figure: Figure, model: Model, k: int) -> Surface:
    part = model.parts[k]
    return figure.meshes[part.mesh][part.primitive]


def _shells(figure: Figure, posed: PosedModel, truth: _Truth) -> tuple[tuple[Surface, ...], ...]:
    """The figure's meshes in green, moved outward in mesh space: skinning makes a shell of them."""
    moved: dict[tuple[int, int], Surface] = {}
    model = posed.model
    for k, part in enumerate(model.parts):
        if (part.mesh, part.primitive) in moved:
            continue
        surface = _surface(figure, model, k)
        away = np.linalg.pinv(_linear(posed, k)) @ (SHELL * truth.size * truth.outward[k][0])[..., None]
        most = 0.1 * float(np.linalg.norm(np.ptp(surface.points, axis=0)))
        length = np.linalg.norm(away, axis=1, keepdims=True)
        away = (away * np.minimum(1.0, most / np.where(length > 0.0, length, 1.0)))[..., 0]
        moved[part.mesh, part.primitive] = dataclasses.replace(surface, points=surface.points + away, material=_GREEN)
    return tuple(tuple(moved[m, p] for p in range(len(mesh))) for m, mesh in enumerate(figure.meshes))


def _linear(posed: PosedModel, k: int) -> Float64:
    """(V, 3, 3) linear parts of what a part's vertices follow."""
    part = posed.model.parts[k]
    influences = posed.model.influences(part)
    matrices = posed.part_matrices(part)[0][..., :3]
    if influences is None:
        return np.broadcast_to(matrices[0], (posed.model.primitive(part).vertex_count, 3, 3))
    weights = normalised_weights(influences.weights)
    blended: Float64 = np.einsum("vi,vijk->vjk", weights, matrices[influences.joints])
    return blended


def _plain(surface: Surface, positions: Float64, outward: Float64, colour: int) -> Surface:
    """Truth of one part as a plain surface; positions: (S, V, 3); outward: (V, 3) away from it."""
    return dataclasses.replace(
        surface,
        points=positions[0],
        normals=_unit(outward),
        joints=np.zeros((0, 0), np.intp),
        weights=np.zeros((0, 0)),
        targets=tuple((p - positions[0], None) for p in positions[1:]),
        material=colour,
    )


def _unit(vectors: Float64) -> Float64:
    """(V, 3) vectors of length one, up if there is none: a file's normals must be unit."""
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    result: Float64 = np.where(length > 1e-6, vectors / np.where(length > 1e-6, length, 1.0), [0.0, 1.0, 0.0])
    return result


def _beside(one: Figure, other: Figure, aside: float) -> Figure:
    """Two figures in one file, the second's roots moved along X: no node is added above any."""
    nodes, meshes, rigs = len(one.nodes), len(one.meshes), len(one.rigs)
    roots = set(other.scene_roots)
    added = []
    for k, node in enumerate(other.nodes):
        new = {**with_children(node, lambda child: child + nodes), "name": f"{node['name']} as shell"}
        if "mesh" in node:
            new["mesh"] = node["mesh"] + meshes
        if "skin" in node:
            new["skin"] = node["skin"] + rigs
        added.append(_moved_aside(new, aside) if k in roots else new)
    weights = {mesh + meshes: of_mesh for mesh, of_mesh in other.mesh_weights.items()}
    clips = [(*clip, *(_aside(keys, nodes, roots, aside) for keys in clip)) for clip in one.clips]
    return dataclasses.replace(
        one,
        nodes=(*one.nodes, *added),
        meshes=(*one.meshes, *other.meshes),
        rigs=(*one.rigs, *(rig.after(nodes) for rig in other.rigs)),
        mesh_weights={**one.mesh_weights, **weights},
        clips=tuple(clips),
    )


def _moved_aside(node: Node, aside: float) -> Node:
    """Along X, by its matrix or its translation."""
    if "matrix" in node:
        matrix = list(node["matrix"])
        matrix[12] += aside
        return {**node, "matrix": matrix}
    x, y, z = node.get("translation", (0.0, 0.0, 0.0))
    return {**node, "translation": [float(x + aside), y, z]}


def _aside(keys: Keys, n: int, roots: set[int], aside: float) -> Keys:
    """The second figure's track; n: nodes of the first."""
    if keys.node < 0:
        return keys
    values = np.array(keys.values, np.float64)
    if keys.path == "translation" and keys.node in roots:
        values[(..., 1, 0) if keys.interpolation == "CUBICSPLINE" else (..., 0)] += aside
    return dataclasses.replace(keys, node=keys.node + n, values=values)
