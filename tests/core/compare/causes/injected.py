"""Mistakes of engines, written out for tests: plain readings of the formulas, which share no code with the finder.

Everything is float64 arrays of one skinned part: a recipe changes times, tracks, locals, binds, weights or places.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from skinning_core.model import Clip, Model
from tests.core.random_models import turn


@dataclass
class Engine:
    """An engine, as somebody would write it on the first day. Every field is a step that can be done in another way."""

    clock: Callable[[np.ndarray], np.ndarray] = lambda times: times
    rotate: Callable[[np.ndarray, np.ndarray, float], np.ndarray] | None = None  # between two keys, by a fraction
    hold: bool = False  # the key before is shown, of every track
    read: Callable[[np.ndarray], np.ndarray] = lambda q: q  # a stored quaternion
    scale: Callable[[np.ndarray], np.ndarray] = lambda s: s  # a local scale
    bind: Callable[[np.ndarray], np.ndarray] = lambda m: m  # an inverse bind matrix (4, 4)
    product: Callable[[np.ndarray], np.ndarray] = lambda m: m  # a matrix of the palette (4, 4)
    use_rest_as_bind: bool = False
    joints: Callable[[np.ndarray], np.ndarray] = lambda j: j
    weigh: list[Callable[[np.ndarray], np.ndarray]] = field(default_factory=list)
    divide: bool = True
    place: np.ndarray = field(default_factory=lambda: np.eye(4))

    def run(self, model: Model, clip: Clip, times: np.ndarray) -> tuple[np.ndarray, ...]:
        """Per part (T, V, 3) positions."""
        out = [np.zeros((len(times), model.primitive(part).vertex_count, 3)) for part in model.parts]
        for t, time in enumerate(self.clock(times)):
            world = self.worlds(model, clip, float(time))
            rest = self.worlds(model, None, 0.0)
            for k, part in enumerate(model.parts):
                out[k][t] = self.part(model, part, world, rest) @ self.place[:3, :3].T + self.place[:3, 3]
        return tuple(out)

    def part(self, model: Model, part, world: np.ndarray, rest: np.ndarray) -> np.ndarray:
        primitive = model.primitive(part)
        points = np.append(primitive.positions, np.ones((primitive.vertex_count, 1)), axis=1)
        if part.skin < 0 or primitive.influences is None:
            return points @ world[part.node][:3].T
        skin = model.skins[part.skin]
        palette = []
        for j, node in enumerate(skin.joints.tolist()):
            inverse = self.bind(np.vstack([skin.inverse_bind[j], [0, 0, 0, 1]]))
            palette.append(
                self.product(world[node] @ (np.linalg.inv(rest[node]) if self.use_rest_as_bind else inverse))
            )
        joints = self.joints(primitive.influences.joints.astype(int))
        weights = primitive.influences.weights.astype(float)
        for change in self.weigh:
            weights = change(weights)
        if self.divide:
            weights = weights / weights.sum(axis=1, keepdims=True)
        blended = np.einsum("vi,virc->vrc", weights, np.array(palette)[joints])
        return np.einsum("vrc,vc->vr", blended, points)[:, :3]

    def worlds(self, model: Model, clip: Clip | None, time: float) -> np.ndarray:
        nodes = model.nodes
        moved, turned, sized = nodes.translation.copy(), nodes.rotation.copy(), nodes.scale.copy()
        for track in clip.tracks if clip else ():
            if track.path != "weights":
                {"translation": moved, "rotation": turned, "scale": sized}[track.path][track.node] = self.sample(
                    track, time
                )
        world = np.zeros((len(nodes), 4, 4))
        for node in nodes.order.tolist():
            q = self.read(turned[node])
            local = np.eye(4)
            local[:3, :3] = turn(q / np.linalg.norm(q)) * self.scale(sized[node])
            local[:3, 3] = moved[node]
            parent = int(nodes.parents[node])
            world[node] = local if parent < 0 else world[parent] @ local
        return world

    def sample(self, track, time: float) -> np.ndarray:
        times, values = track.times, track.values.astype(float)
        if time <= times[0] or len(times) == 1:
            return values[0]
        if time >= times[-1]:
            return values[-1]
        k = int(np.searchsorted(times, time, side="right")) - 1
        u = (time - times[k]) / (times[k + 1] - times[k])
        a, b = values[k], values[k + 1]
        if self.hold or track.interpolation == "STEP":
            return a
        if track.path != "rotation":
            return a + (b - a) * u
        return (self.rotate or slerp)(a, b, u)


def slerp(a: np.ndarray, b: np.ndarray, u: float) -> np.ndarray:
    if a @ b < 0:
        b = -b
    angle = np.arccos(min(a @ b / np.linalg.norm(a) / np.linalg.norm(b), 1.0))
    if angle < 1e-7:
        return a + (b - a) * u
    return (np.sin((1 - u) * angle) * a + np.sin(u * angle) * b) / np.sin(angle)


def nlerp(a: np.ndarray, b: np.ndarray, u: float) -> np.ndarray:
    return a + ((b if a @ b >= 0 else -b) - a) * u


def linear(matrix) -> np.ndarray:
    out = np.eye(4)
    out[:3, :3] = matrix
    return out


def moved(x: float, y: float, z: float) -> np.ndarray:
    out = np.eye(4)
    out[:3, 3] = x, y, z
    return out


def eight_bits(weights: np.ndarray) -> np.ndarray:
    return np.floor(weights * 255 + 0.5) / 255


#: The first-day mistakes: what an engine does otherwise, and the codes that must be named.
FIRST_DAY: dict[str, tuple[dict, set[str]]] = {
    "z-up": ({"place": linear([[1, 0, 0], [0, 0, -1], [0, 1, 0]])}, {"z-up"}),
    "inverse binds missing": ({"bind": lambda m: np.eye(4)}, {"inverse-bind-ignored"}),
    "times 100": ({"place": linear(100 * np.eye(3))}, {"scaled"}),
    "times 0.01": ({"place": linear(0.01 * np.eye(3))}, {"scaled"}),
    "mirrored in X": ({"place": linear(np.diag([-1, 1, 1]))}, {"mirrored"}),
    "mirrored in Z": ({"place": linear(np.diag([1, 1, -1]))}, {"mirrored"}),
    "turned by 180 degrees": ({"place": linear(np.diag([-1, 1, -1]))}, {"turned"}),
    "moved": ({"place": moved(3.0, -2.0, 5.0)}, {"moved"}),
    "one frame late": ({"clock": lambda t: t - 1 / 30}, {"late"}),
    "one frame early": ({"clock": lambda t: t + 1 / 24}, {"early"}),
    "held at 30": ({"clock": lambda t: np.floor(t * 30 + 1e-9) / 30}, {"held"}),
    "held at 15": ({"clock": lambda t: np.floor(t * 15 + 1e-9) / 15}, {"held"}),
    "24 for 30": ({"clock": lambda t: t * 24 / 30}, {"speed"}),
    "8-bit weights": ({"weigh": [eight_bits]}, {"8-bit-weights"}),
    "8-bit weights, not divided": ({"weigh": [eight_bits], "divide": False}, {"8-bit-weights-undivided"}),
    "joint index off by one": ({"joints": lambda j: np.maximum(j - 1, 0)}, {"joint-before"}),
    "inverse binds transposed": (
        {"bind": lambda m: m.T * [[1], [1], [1], [0]] + np.diag([0, 0, 0, 1])},
        {"inverse-bind-transposed"},
    ),
    "palette transposed in its axes": (
        {"product": lambda m: np.hstack([np.vstack([m[:3, :3].T, m[3:, :3]]), m[:, 3:]])},
        {"palette-transposed"},
    ),
    "quaternion as wxyz": ({"read": lambda q: q[[1, 2, 3, 0]]}, {"quaternion-order"}),
}

#: Common mistakes that are combined with one another: at what step they are made, what is done, and the code.
COMMON: dict[str, tuple[str, dict]] = {
    "nlerp": ("keys", {"rotate": nlerp}),
    "linear-as-step": ("keys", {"hold": True}),
    "late": ("time", {"clock": lambda t: t - 1 / 30}),
    "held": ("time", {"clock": lambda t: np.floor(t * 15 + 1e-9) / 15}),
    "speed": ("time", {"clock": lambda t: t * 24 / 30}),
    "inverse-bind-ignored": ("bind", {"bind": lambda m: np.eye(4)}),
    "rest-for-bind": ("bind", {"use_rest_as_bind": True}),
    "joint-before": ("index", {"joints": lambda j: np.maximum(j - 1, 0)}),
    "8-bit-weights": ("weights", {"weigh": [eight_bits]}),
    "strongest-one": ("weights", {"weigh": [lambda w: (np.arange(w.shape[1]) == w.argmax(axis=1)[:, None]) * w]}),
    "scaled": ("world", {"place": linear(100 * np.eye(3))}),
    "z-up": ("world", {"place": linear([[1, 0, 0], [0, 0, -1], [0, 1, 0]])}),
}
