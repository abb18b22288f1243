"""The dragon's skin, clothes and face: fields around the skeleton made into meshes, with weights and morph targets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .rig import Array, Rig
from .surface import (
    Field,
    blend,
    cut,
    dot,
    ellipsoid,
    length,
    limb,
    mesh_of,
    neighbour_mean,
    projected,
    ring,
    surface_normals,
)

#: Joints that carry nothing themselves, or only what is bound to them by name.
NOT_SKIN = ("root", "scarf_1", "scarf_2", "scarf_3")
#: Points (V, 3), unit normals (V, 3), triangles (n, 3).
Piece = tuple[Array, Array, NDArray]
EYE = np.array([0.083, 0.842, 0.118])
EYE_RADIUS = 0.052
GAZE = np.array([0.34, 0.06, 0.94])


@dataclass(frozen=True, eq=False)
class Shape:
    """One primitive of the character; V vertices."""

    material: str
    points: Array  # (V, 3)
    normals: Array  # (V, 3)
    triangles: NDArray[np.int64]  # (n, 3)
    joints: NDArray[np.int64]  # (V, 4)
    weights: Array  # (V, 4)
    morphs: dict[str, Array] = field(default_factory=dict)  # name -> (V, 3) displacements


def bone_field(rig: Rig, name: str) -> Field:
    """The round limb of one bone."""
    b = rig.names.index(name)
    flat = (0.25, 0.0, 0.8) if name.startswith("ear") else (0.0, 0.0, 0.0)
    return limb(rig.heads[b], rig.tails[b], *rig.radii[b], flat=flat)


def body_field(rig: Rig) -> Field:
    """The whole skin: torso, big head with a snout, limbs, fingers, tail."""
    parts: list[tuple[Field, float]] = [(ellipsoid((0, 0.465, 0.025), (0.128, 0.135, 0.118)), 0.0)]
    parts += [(bone_field(rig, name), 0.05) for name in ("hips", "chest", "neck")]
    parts.append((ellipsoid((0, 0.825, 0.01), (0.178, 0.148, 0.155)), 0.05))
    parts.append((ellipsoid((0, 0.765, 0.125), (0.098, 0.062, 0.092)), 0.05))
    parts += [(ellipsoid((side * 0.03, 0.802, 0.195), (0.02, 0.014, 0.018)), 0.015) for side in (1, -1)]
    fillets = {"thumb": 0.014, "index": 0.010, "middle": 0.010, "little": 0.010, "ear": 0.03, "tail": 0.05}
    for name in rig.names[6:]:
        if name not in NOT_SKIN:
            start = name.split("_")[0]
            parts.append((bone_field(rig, name), fillets.get(start, 0.03)))
    for side in (1, -1):
        for x, z in ((0.083, 0.150), (0.112, 0.157), (0.138, 0.146)):
            parts.append((ellipsoid((side * x, 0.03, z), (0.017, 0.021, 0.024)), 0.012))
    return blend(parts)


def skin_weights(rig: Rig, points: Array, names: tuple[str, ...]) -> Array:
    """(V, B): a joint's share falls to zero over a band around the nearest bone; wider where the limb is thicker."""
    distance = np.full((len(points), len(rig.names)), np.inf)
    for b, name in enumerate(rig.names):
        if name in names:
            distance[:, b] = limb(rig.heads[b], rig.tails[b], *rig.radii[b])(points)
    nearest = distance.argmin(axis=1)
    width = np.maximum(rig.radii.mean(axis=1)[nearest] * 0.55, 0.012)
    share = np.maximum(1.0 - (distance - distance.min(axis=1)[:, None]) / width[:, None], 0.0)
    share = share * share * (3.0 - 2.0 * share)
    return share / share.sum(axis=1)[:, None]


def weights_below(points: Array, under: Array, under_weights: Array) -> Array:
    """(V, B): weights of what lies on the skin, those of the four skin vertices nearest to each point: it sticks."""
    rows = []
    for point in points:
        distance = length(under - point)
        near = np.argsort(distance, kind="stable")[:4]
        share = 1.0 / (distance[near] + 0.002)
        rows.append((share[:, None] * under_weights[near]).sum(axis=0) / share.sum())
    return np.array(rows)


def strongest(weights: Array) -> tuple[NDArray[np.int64], Array]:
    """(V, B) -> joints (V, 4) and weights (V, 4): the four largest, adding up to one; absent ones are joint 0."""
    joints = np.argsort(-weights, axis=1, kind="stable")[:, :4]
    kept = np.take_along_axis(weights, joints, axis=1)
    kept = np.where(kept < 0.004, 0.0, kept)
    kept = kept / kept.sum(axis=1)[:, None]
    return np.where(kept > 0, joints, 0), kept


def body(rig: Rig) -> list[Shape]:
    """Skin, belly plate, spikes and scarf: everything under the body mesh, with the targets smile and breathe."""
    skin = body_field(rig)
    skin_names = tuple(n for n in rig.names if n not in NOT_SKIN)
    points, triangles = mesh_of(skin, (-0.48, -0.01, -0.66), (0.48, 1.0, 0.26), 0.0142)
    weights = skin_weights(rig, points, skin_names)
    for _ in range(3):
        weights = 0.5 * weights + 0.5 * neighbour_mean(weights, triangles)
    shapes = [_shape("skin", skin, points, triangles, weights)]
    under, under_weights = points, weights

    plate = cut(lambda p: skin(p) - 0.005, ellipsoid((0, 0.46, 0.13), (0.088, 0.145, 0.12)), 0.012)
    points, triangles = outer(plate, skin, (-0.12, 0.28, 0.02), (0.12, 0.64, 0.2), 0.0125)
    shapes.append(_shape("belly", plate, points, triangles, weights_below(points, under, under_weights)))

    points, triangles = outer(spikes(), skin, (-0.17, 0.1, -0.6), (0.17, 1.14, 0.0), 0.0125)
    weights = weights_below(points, under, under_weights)
    weights[points[:, 1] > 0.84] = np.eye(len(rig.names))[rig.names.index("head")]  # not the ears'
    shapes.append(_shape("horn", spikes(), points, triangles, weights))

    cloth = scarf(rig)
    points, triangles = outer(cloth, skin, (-0.16, 0.38, -0.14), (0.18, 0.75, 0.21), 0.0125)
    weights = skin_weights(rig, points, ("chest", "neck", "scarf_1", "scarf_2", "scarf_3"))
    shapes.append(_shape("scarf", cloth, points, triangles, weights))
    return shapes


def outer(surface: Field, body_surface: Field, low: ArrayLike, high: ArrayLike, cell: float) -> tuple[Array, NDArray]:
    """The mesh of a field without the triangles that lie hidden inside the body."""
    points, triangles = mesh_of(surface, low, high, cell)
    hidden = (body_surface(points) < -0.008)[triangles].all(axis=1)
    triangles = triangles[~hidden]
    used, compact = np.unique(triangles, return_inverse=True)
    return points[used], compact.reshape(-1, 3)


def spikes() -> Field:
    """Two horns and a row of spikes from the back of the head down to the tail."""
    parts: list[tuple[Field, float]] = []
    for side in (1, -1):
        parts.append((limb((side * 0.075, 0.94, -0.03), (side * 0.105, 1.03, -0.075), 0.032, 0.019), 0.01))
        parts.append((limb((side * 0.105, 1.03, -0.075), (side * 0.10, 1.10, -0.10), 0.019, 0.010), 0.012))
    row = [
        ((0, 0.955, -0.06), (0, 1.02, -0.115), 0.030),
        ((0, 0.885, -0.13), (0, 0.92, -0.205), 0.030),
        ((0, 0.56, -0.09), (0, 0.60, -0.165), 0.028),
        ((0, 0.47, -0.11), (0, 0.495, -0.195), 0.034),
        ((0, 0.375, -0.14), (0, 0.405, -0.225), 0.032),
        ((0, 0.295, -0.225), (0, 0.335, -0.295), 0.028),
        ((0, 0.225, -0.315), (0, 0.27, -0.37), 0.024),
        ((0, 0.175, -0.415), (0, 0.225, -0.455), 0.020),
    ]
    for base, tip, radius in row:
        parts.append((limb(base, tip, radius, 0.011, flat=(0.4, 0, 0)), 0.008))
    return blend(parts)


def scarf(rig: Rig) -> Field:
    """A thick loop around the neck, a knot, and an end that hangs over the belly."""
    parts: list[tuple[Field, float]] = [(ring((0, 0.672, 0.0), (0.092, 0.088), 0.034, height=1.05), 0.0)]
    parts.append((ring((0, 0.640, 0.008), (0.108, 0.104), 0.030, height=0.9), 0.012))
    parts.append((ellipsoid((0.055, 0.632, 0.102), (0.036, 0.034, 0.03)), 0.014))
    for name in ("scarf_1", "scarf_2", "scarf_3"):
        b = rig.names.index(name)
        parts.append((limb(rig.heads[b], rig.tails[b], *rig.radii[b], flat=(0.1, 0.35, 1.3)), 0.015))
    return blend(parts)


def smile_of(points: Array) -> Array:
    """(V, 3): corners of the mouth and cheeks drawn up, out and back."""
    total = np.zeros_like(points)
    for side in (1.0, -1.0):
        near = np.maximum(1.0 - length(points - np.array([side * 0.095, 0.765, 0.13])) / 0.085, 0.0)
        near = near * near * (3.0 - 2.0 * near)
        total += near[:, None] * np.array([side * 0.014, 0.020, -0.004])
    return total


def breath_of(points: Array, normals: Array) -> Array:
    """(V, 3): chest and belly swell."""
    near = np.maximum(1.0 - length((points - np.array([0, 0.5, 0.05])) / np.array([1.0, 1.1, 1.0])) / 0.17, 0.0)
    near = near * near * (3.0 - 2.0 * near)
    return near[:, None] * (0.016 * normals + np.array([0, 0.006, 0]))


def _shape(material: str, surface: Field, points: Array, triangles: NDArray, weights: Array) -> Shape:
    normals = surface_normals(surface, points)
    morphs = {"smile": smile_of(points), "breathe": breath_of(points, normals)}
    morphs = {name: np.where(np.abs(d).max(axis=1)[:, None] < 2e-5, 0.0, d) for name, d in morphs.items()}
    return Shape(material, points, normals, triangles, *strongest(weights), morphs=morphs)


def face(rig: Rig) -> list[Shape]:
    """Eyes, lids and mouth: everything under the face mesh, with the targets blink and smile."""
    head, jaw = rig.names.index("head"), rig.names.index("jaw")
    bands = {"eye": (0.62, -0.6), "iris": (0.90, 0.62), "pupil": (1.0, 0.90)}
    shapes = []
    for material, (front, back) in bands.items():
        shapes.append(_both_sides(material, head, lambda side, f=front, b=back: eye_band(side, f, b)))
    shapes.append(_both_sides("glint", head, glint))
    shapes.append(_both_sides("lid", head, lid, blink=True))
    points, normals, triangles = mouth(rig)
    joints, weights = np.zeros((2, len(points), 4))
    joints[:, 0], joints[:, 1] = head, jaw
    weights[:, 0], weights[:, 1] = 0.5, 0.5
    smile = smile_of(points)
    morphs = {"blink": np.zeros_like(smile), "smile": smile}
    shapes.append(Shape("mouth", points, normals, triangles, joints.astype(int), weights, morphs))
    return shapes


def _frame(side: float) -> tuple[Array, Array, Array, Array]:
    """Centre of an eye and the axes right, up, gaze."""
    flip = np.array([side, 1.0, 1.0])
    gaze = GAZE * flip / length(GAZE)
    right = np.array([gaze[2], 0.0, -gaze[0]])
    right = right / length(right)
    up = np.array([gaze[1] * right[2], gaze[2] * right[0] - gaze[0] * right[2], -gaze[1] * right[0]])
    return EYE * flip, right, up, gaze


def _circle(count: int) -> Array:
    """(count, 2) points around the unit circle, by halving angles: square roots only."""
    points = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]])
    while len(points) < count:
        middle = points + np.roll(points, -1, axis=0)
        middle = middle / np.sqrt((middle * middle).sum(axis=1))[:, None]
        points = np.stack([points, middle], axis=1).reshape(-1, 2)
    return points


def eye_band(side: float, front: float, back: float) -> Piece:
    """The part of an eyeball whose cosine with the gaze lies between two values."""
    centre, right, up, gaze = _frame(side)
    around, rows = _circle(32), 2 + int(6 * (front - back) / 1.0)
    cosines = front + (back - front) * np.arange(rows) / (rows - 1)
    cosines[0] = min(cosines[0], 0.9999)
    sines = np.sqrt(1.0 - cosines * cosines)
    flat = around[None, :, 0, None] * right + around[None, :, 1, None] * up
    normals = (cosines[:, None, None] * gaze + sines[:, None, None] * flat).reshape(-1, 3)
    triangles = sheet(rows, 32, closed=True)
    return centre + EYE_RADIUS * normals, normals, triangles


def sheet(rows: int, columns: int, *, closed: bool) -> NDArray:
    """Triangles of a grid of vertices, row after row; ``closed``: the last column meets the first."""
    r, c = np.meshgrid(np.arange(rows - 1), np.arange(columns if closed else columns - 1), indexing="ij")
    nxt = (c + 1) % columns
    a, b, d, e = r * columns + c, (r + 1) * columns + c, r * columns + nxt, (r + 1) * columns + nxt
    return np.stack([a, b, e, a, e, d], axis=-1).reshape(-1, 3)


def glint(side: float) -> Piece:
    """The light's reflection: a small disc above the pupil, towards the same side in both eyes."""
    centre, right, up, gaze = _frame(side)
    aim = gaze + 0.28 * up - 0.22 * right
    aim = aim / length(aim)
    around = _circle(16)
    rim = centre + EYE_RADIUS * 1.005 * aim + 0.009 * (around[:, :1] * right + around[:, 1:] * up)
    points = np.concatenate([[centre + EYE_RADIUS * 1.015 * aim], rim])
    k = np.arange(16)
    return points, np.tile(aim, (17, 1)), np.stack([np.zeros(16, int), 1 + k, 1 + (k + 1) % 16], axis=1)


def lid(side: float, closed: float = 0.0) -> Piece:
    """Both lids of an eye, strips of a sphere around it from behind its top and bottom to edges that ``closed`` joins.

    Each edge travels about 50 degrees, and half way on the chord (a morph target moves straight) it is still outside
    the eye: cos(25 degrees) times the lid's radius is more than the eye's.
    """
    centre, right, up, gaze = _frame(side)
    columns, rows = 21, 8
    sweep = 0.985 * (np.arange(columns) / (columns - 1) * 2 - 1)  # from one corner of the eye to the other
    width = np.sqrt(1.0 - sweep * sweep)
    pieces = []
    for way, opened, shut in ((up, 0.40, -0.06), (-up, 0.52, 0.04)):
        edge = opened + (shut - opened) * closed - 0.10 * (1.0 - width) * (1.0 - closed)
        tangent = 1.3 + (edge[None, :] - 1.3) * (np.arange(rows) / (rows - 1))[:, None]  # of half the angle from gaze
        cosine, sine = (1 - tangent * tangent) / (1 + tangent * tangent), 2 * tangent / (1 + tangent * tangent)
        forward = cosine[..., None] * gaze + sine[..., None] * way
        pieces.append((sweep[None, :, None] * right + width[None, :, None] * forward).reshape(-1, 3))
    normals = np.concatenate(pieces)
    strip = sheet(rows, columns, closed=False)
    return centre + EYE_RADIUS * 1.11 * normals, normals, np.concatenate([strip, strip + rows * columns])


def mouth(rig: Rig) -> Piece:
    """A dark line around the snout: a thin tube along a curve that lies on the skin."""
    skin = body_field(rig)
    sweep = np.arange(33) / 32 * 2 - 1
    path = np.stack([0.12 * sweep, 0.742 + 0.02 * sweep * sweep, 0.235 - 0.14 * sweep * sweep], axis=1)
    for _ in range(6):
        path = projected(skin, path)
    out = surface_normals(skin, path)
    along = np.gradient(path, axis=0)
    along = along / length(along)[:, None]
    side = np.stack([out[:, i - 2] * along[:, i - 1] - out[:, i - 1] * along[:, i - 2] for i in range(3)], axis=1)
    around, radius = _circle(8), 0.0055 * np.sqrt(np.maximum(1.0 - sweep * sweep * sweep * sweep, 0.02))
    normals = around[None, :, :1] * out[:, None] + around[None, :, 1:] * side[:, None]
    points = path[:, None] + radius[:, None, None] * normals
    return points.reshape(-1, 3), normals.reshape(-1, 3), sheet(33, 8, closed=True)


def _both_sides(material: str, joint: int, make: Callable[..., Piece], *, blink: bool = False) -> Shape:
    """The same piece for the left and the right eye, bound to one joint."""
    pieces = [make(side) for side in (1.0, -1.0)]
    offset = len(pieces[0][0])
    points, normals = (np.concatenate([piece[i] for piece in pieces]) for i in (0, 1))
    triangles = np.concatenate([pieces[0][2], pieces[1][2] + offset])
    a, b, c = (points[triangles[:, i]] for i in range(3))
    u, v = b - a, c - a
    face_normal = np.stack([u[:, i - 2] * v[:, i - 1] - u[:, i - 1] * v[:, i - 2] for i in range(3)], axis=1)
    inward = dot(face_normal, normals[triangles[:, 0]]) < 0
    triangles[inward] = triangles[inward][:, ::-1]
    joints, weights = np.zeros((len(points), 4), int), np.zeros((len(points), 4))
    joints[:, 0], weights[:, 0] = joint, 1.0
    shut = np.concatenate([make(side, 1.0)[0] for side in (1.0, -1.0)]) - points if blink else np.zeros_like(points)
    return Shape(material, points, normals, triangles, joints, weights, {"blink": shut, "smile": np.zeros_like(points)})


def ember() -> Shape:
    """The flame at the tip of the tail, around its own origin: an unskinned part that moves with its node."""
    drop, tongue = ellipsoid((0, 0.045, 0), (0.036, 0.05, 0.036)), limb((0, 0.06, 0), (0.012, 0.135, 0), 0.028, 0.004)
    flame = blend([(drop, 0.0), (tongue, 0.03)])
    points, triangles = mesh_of(flame, (-0.06, -0.02, -0.06), (0.06, 0.16, 0.06), 0.009)
    zero = np.zeros((len(points), 4))
    return Shape("ember", points, surface_normals(flame, points), triangles, zero.astype(int), zero)
