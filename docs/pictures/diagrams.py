"""Draw the diagrams of this folder again, in both languages: ``python docs/pictures/diagrams.py``; needs no Blender.

Curves, ticks and figures come from the example character, by the formulas of the guide.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from html import escape
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

import numpy as np  # noqa: E402 -- the root of the repository has to be on the path first

from skinning_core import load_model  # noqa: E402
from skinning_core.engines.corpus.cases.ladder import LADDER  # noqa: E402
from skinning_core.model import Float64, Model, Track  # noqa: E402

INK, SOFT, RED, BLUE, GREEN, BACK = "#292e33", "#5d666f", "#c8382e", "#2e63c8", "#2f8f4e", "#ecedf0"
TIME = 0.5  # seconds into "walk", where a pose is read
MOVED = "hips"  # whose height is drawn as a track
STRIP_TIME = 0.4375  # seconds, where the guide's strip is looked at

Say = Callable[[str], str]

CHINESE = {
    "a key: a time and a value": "关键帧：一个时间和一个值",
    "a track: the keys of one property": "轨道：一个属性的关键帧",
    "a clip: many tracks": "片段：许多轨道",
    "a pose: every track at one time": "姿态：所有轨道在同一时间的值",
    "height of the hips, m": "髋部高度，米",
    "time, s": "时间，秒",
    "the others: at rest": "其余：静置",
    "a rigid part": "刚性部件",
    "a skinned part": "蒙皮部件",
    "mesh space": "网格空间",
    "joint space": "关节空间",
    "world": "世界",
    "camera": "摄像机",
    "clip space": "裁剪空间",
    "screen": "屏幕",
    "node's world matrix": "节点的世界矩阵",
    "inverse bind B": "逆绑定 B",
    "joint's world matrix G": "关节的世界矩阵 G",
    "once for each joint, then the mean by weights": "每个关节一次，再按权重平均",
    "view": "视图",
    "projection": "投影",
    "divide by w": "除以 w",
    "slope times interval": "斜率乘间隔",
    "slope as stored": "斜率照存储的用",
    "slope zero": "斜率为零",
    "keys of {name}": "{name} 的关键帧",
    "one line for each character": "每个角色一行",
    "joint {n}": "关节 {n}",
    "character {n}": "角色 {n}",
    "points are columns": "点是列",
    "points are rows": "点是行",
    "bind pose: every matrix in the world": "绑定姿态：每个矩阵都在世界中",
    "rest pose: these say that they are local": "静置姿态：这些条目说明自己是局部的",
    "cluster of {name}": "{name} 的 cluster",
    "TransformLink: the joint, in the world": "TransformLink：关节，在世界中",
    "Transform: mesh to joint, glTF's B": "Transform：网格到关节，即 glTF 的 B",
    "in memory": "内存中",
    "column after column": "一列接一列",
    "row after row": "一行接一行",
    "x, y, z: where the axes go; t: the translation": "x、y、z：坐标轴去了哪里；t：平移",
    "rung 1, as stored: mesh space": "第 1 级，存储时：网格空间",
    "rung 1, as it must stand: world": "第 1 级，应在位置：世界",
    "joint 0 in bind pose: inverse bind is the identity": "绑定姿态中的关节 0：逆绑定为单位矩阵",
    "joint 0: turned by {angle:.0f}° about Z, then moved by {moved}": "关节 0：绕 Z 转 {angle:.0f}°，再平移 {moved}",
    "each vertex: joint 0, weight 1": "每个顶点：关节 0，权重 1",
    "as stored: nothing has moved": "存储时：什么都没动",
    "at {time} s: joint 1 has turned by {angle:.1f}°": "在 {time} 秒：关节 1 转过 {angle:.1f}°",
    "joint {n} wants 3 here, weight {share:g}": "关节 {n} 想把 3 放在这里，权重 {share:g}",
    "the mean: vertex 3": "平均：顶点 3",
    "follows joint 0": "跟随关节 0",
    "0.4 and 0.6": "0.4 和 0.6",
    "follows joint 1": "跟随关节 1",
    "one texel: a row of the 3x4 matrix, as r g b a": "一个纹素：3x4 矩阵的一行，即 r g b a",
}


class Svg:
    """Shapes on a page of given size, y downwards."""

    def __init__(self, width: int, height: int) -> None:
        self.size, self.body = (width, height), [f'<rect width="{width}" height="{height}" fill="{BACK}"/>']

    def line(
        self, points: Float64, color: str = INK, width: float = 1.5, name: str = "", *, arrow: bool = False
    ) -> None:
        """A line through points (n, 2)."""
        told = f' id="{name}"' if name else ""
        end = ' marker-end="url(#arrow)"' if arrow else ""
        along = " ".join(f"{x:.2f},{y:.2f}" for x, y in np.asarray(points).tolist())
        self.body.append(f'<polyline{told} points="{along}" fill="none" stroke="{color}" stroke-width="{width}"{end}/>')

    def dot(self, x: float, y: float, color: str = INK, radius: float = 3.0) -> None:
        """A filled circle."""
        self.body.append(f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{radius}" fill="{color}"/>')

    def box(self, x: float, y: float, width: float, height: float, fill: str = "#ffffff") -> None:
        """A framed rectangle."""
        self.body.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="4" fill="{fill}"'
            f' stroke="{SOFT}"/>'
        )

    def text(self, words: str, x: float, y: float, size: float = 13, color: str = INK, anchor: str = "middle") -> None:
        """One line of text."""
        self.body.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{color}" text-anchor="{anchor}">'
            f"{escape(words)}</text>"
        )

    def __str__(self) -> str:
        width, height = self.size
        arrow = '<marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        arrow += f'<path d="M0 0 8 4 0 8z" fill="{INK}"/></marker>'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">'
        return "\n".join([head, f"<defs>{arrow}</defs>", *self.body, "</svg>"]) + "\n"


def motion(model: Model, say: Say) -> Svg:
    """Key, track, clip, pose: each is made of those before it."""
    svg, clip = Svg(1000, 280), next(clip for clip in model.clips if clip.name == "walk")
    heads = ["a key: a time and a value", "a track: the keys of one property"]
    heads += ["a clip: many tracks", "a pose: every track at one time"]
    for k, head in enumerate(heads):
        svg.box(10 + 248 * k, 34, 236, 236)
        svg.text(say(head), 128 + 248 * k, 24)
    track = next(t for t in clip.tracks if model.nodes.names[t.node] == MOVED and t.path == "translation")
    heights = track.values[:, 1].astype(float)
    top, low = heights.max(), heights.min()

    def at(times: Float64, values: Float64, left: float) -> Float64:
        return np.stack([left + 24 + 190 * times / clip.end, 230 - 150 * (values - low) / (top - low)], axis=-1)

    key = int(np.searchsorted(track.times, TIME))
    x, y = at(track.times[key], heights[key], 10)
    svg.dot(x, y, RED, 5)
    svg.text(f"({track.times[key]:.3g} s, {heights[key]:.4g} m)", x, y - 12, 12)
    svg.line(at(track.times, heights, 258), BLUE, 1.2, "track")
    for x, y in at(track.times, heights, 258):
        svg.dot(x, y, BLUE, 2.4)
    svg.text(say("height of the hips, m"), 376, 56, 12.5, SOFT)
    svg.text(say("time, s"), 376, 262, 12.5, SOFT)
    shown = clip.tracks[:: max(1, len(clip.tracks) // 10)][:10]
    for row, one in enumerate(shown):
        y = 62 + 19 * row
        svg.text(f"{model.nodes.names[one.node]} {one.path[:1]}", 578, y + 4, 12, SOFT, "end")
        for time in one.times:
            svg.dot(585 + 145 * time / clip.end, y, GREEN, 1.6)
    x = 585 + 145 * TIME / clip.end
    svg.line(np.array([[x, 50], [x, 262]]), RED, 1.2, "pose")
    for row, one in enumerate(shown[:8]):
        value = one.values[int(np.searchsorted(one.times, TIME, side="right")) - 1]
        told = " ".join(f"{v:.3f}" for v in np.ravel(value)[:4])
        svg.text(f"{model.nodes.names[one.node]} {one.path[:1]}: {told}", 766, 72 + 20 * row, 12, INK, "start")
    svg.text(f"{TIME:g} s", 766, 250, 12, RED, "start")
    svg.text(say("the others: at rest"), 966, 250, 12.5, SOFT, "end")
    return svg


def pipelines(_: Model, say: Say) -> Svg:
    """The way of a vertex without a skin, and with one."""
    svg = Svg(1000, 250)
    places = {0: "mesh space", 1: "joint space", 2: "world", 3: "camera", 4: "clip space", 5: "screen"}
    after = {2: "view", 3: "projection", 4: "divide by w"}
    for y, head, skinned in ((50, "a rigid part", False), (170, "a skinned part", True)):
        svg.text(say(head), 12, y - 24, 14, RED if skinned else BLUE, "start")
        for k, name in places.items():
            if skinned or k != 1:
                svg.box(12 + 166 * k, y, 110, 40)
                svg.text(say(name), 67 + 166 * k, y + 25, 13)
        steps = (
            {0: "inverse bind B", 1: "joint's world matrix G", **after}
            if skinned
            else {0: "node's world matrix", **after}
        )
        for k, name in steps.items():
            end = 12 + 166 * (k + 1 if skinned or k else 2)
            svg.line(np.array([[122 + 166 * k, y + 20], [end - 2, y + 20]]), arrow=True)
            svg.text(say(name), (122 + 166 * k + end) / 2, y - 6, 12.5, SOFT)
    svg.text(say("once for each joint, then the mean by weights"), 261, 232, 12.5, SOFT)
    return svg


def hermite(track: Track, component: int, times: Float64, scale: Callable[[float], float]) -> Float64:
    """(T,) values of a spline whose stored slopes are multiplied by ``scale(interval)``."""
    out = []
    for t in times.tolist():
        k = min(max(int(np.searchsorted(track.times, t, side="right")) - 1, 0), len(track.times) - 2)
        d = float(track.times[k + 1] - track.times[k])
        u = min(max((t - float(track.times[k])) / d, 0.0), 1.0)
        (a, b), leaving = track.values[k : k + 2, component], track.out_tangents[k, component]
        arriving, m = track.in_tangents[k + 1, component], scale(d)
        out.append(
            (2 * u**3 - 3 * u**2 + 1) * a
            + (u**3 - 2 * u**2 + u) * m * leaving
            + (3 * u**2 - 2 * u**3) * b
            + (u**3 - u**2) * m * arriving
        )
    return np.array(out)


#: The curves of ``spline``: by what a stored slope is multiplied.
CURVES: dict[str, tuple[str, str, Callable[[float], float]]] = {
    "right": ("slope times interval", GREEN, lambda d: d),
    "unscaled": ("slope as stored", RED, lambda _: 1.0),
    "dropped": ("slope zero", BLUE, lambda _: 0.0),
}


def spline_track(model: Model) -> tuple[Track, int]:
    """The spline of the example that its slopes bend the most, and the component that they bend."""
    found = []
    for clip in model.clips:
        for track in clip.tracks:
            if track.interpolation == "CUBICSPLINE" and track.path != "weights":
                times = np.linspace(track.times[0], track.times[-1], 50)
                for c in range(track.values.shape[1]):
                    bent = np.abs(hermite(track, c, times, lambda d: d) - hermite(track, c, times, lambda _: 0.0)).max()
                    found.append((float(bent), len(found), track, c))
    _, _, track, component = max(found)
    return track, component


def spline(model: Model, say: Say) -> Svg:
    """One component of a spline's value over time: with the interval, without it, and without slopes."""
    svg = Svg(1000, 320)
    track, component = spline_track(model)
    times = np.linspace(track.times[0], track.times[-1], 241)
    curves = {name: hermite(track, component, times, scale) for name, (_, _, scale) in CURVES.items()}
    values = np.concatenate([*curves.values()])
    low, high = values.min(), values.max()

    def at(x: Float64, y: Float64) -> Float64:
        left, right = track.times[0], track.times[-1]
        return np.stack([50 + 900 * (x - left) / (right - left), 280 - 240 * (y - low) / (high - low)], axis=-1)

    for k, (name, curve) in enumerate(curves.items()):
        words, color, _ = CURVES[name]
        svg.line(at(times, curve), color, 2.2, name)
        svg.line(np.array([[60 + 230 * k, 18], [90 + 230 * k, 18]]), color, 2.2)
        svg.text(say(words), 98 + 230 * k, 22, 13, INK, "start")
    for x, y in at(track.times, track.values[:, component]):
        svg.dot(x, y, INK, 4)
    label = f"{model.nodes.names[track.node]} {track.path}"
    svg.text(say("keys of {name}").format(name=label), 945, 22, 13, INK, "end")
    svg.text(say("time, s"), 500, 316, 12.5, SOFT)
    for time in track.times.tolist():
        svg.text(f"{time:.3g}", float(at(np.array(time), low)[0]), 300, 12, SOFT)
    return svg


def palette_texture(_: Model, say: Say) -> Svg:
    """Where the numbers of a palette lie in a float texture: three texels a joint, a line a character."""
    svg = Svg(1000, 250)
    for line in range(4):
        svg.text(say("character {n}").format(n=line), 92, 74 + 36 * line, 12, INK, "end")
        for texel in range(12):
            svg.box(100 + 72 * texel, 52 + 36 * line, 68, 32, ("#ffffff", "#dbe6f7")[texel // 3 % 2])
            svg.text(f"({texel}, {line})", 134 + 72 * texel, 72 + 36 * line, 12, SOFT)
    for joint in range(4):
        svg.text(say("joint {n}").format(n=joint), 206 + 216 * joint, 42, 12)
    svg.text(say("one texel: a row of the 3x4 matrix, as r g b a"), 100, 226, 12, INK, "start")
    svg.text("x = 3 · joint + row,   y = character", 964, 226, 13, RED, "end")
    return svg


def rows(_: Model, say: Say) -> Svg:
    """The translation in a matrix for columns and in one for rows, and the numbers in memory: the same."""
    svg = Svg(1000, 300)
    letters = "xyzt"
    for k, (head, product) in enumerate((("points are columns", "p' = M p"), ("points are rows", "p' = p M"))):
        left = 130 + 480 * k
        svg.text(f"{say(head)}: {product}", left + 120, 26, 14)
        for row in range(4):
            for column in range(4):
                axis, number = (column, row) if k == 0 else (row, column)
                moved = axis == 3 and number < 3
                svg.box(left + 60 * column, 40 + 38 * row, 56, 34, "#f6d9d6" if moved else "#ffffff")
                told = f"{letters[axis]}{number + 1}" if number < 3 else ("1" if axis == 3 else "0")
                svg.text(told, left + 28 + 60 * column, 62 + 38 * row, 13, RED if moved else INK)
        told = "column after column" if k == 0 else "row after row"
        svg.text(f"{say('in memory')}, {say(told)}:", left + 120, 220, 12, SOFT)
        memory = " ".join(f"{a}{n + 1}" if n < 3 else ("1" if a == "t" else "0") for a in letters for n in range(4))
        svg.text(memory, left + 120, 244, 12)
    svg.text(say("x, y, z: where the axes go; t: the translation"), 500, 282, 13, RED)
    return svg


def rung_one(_: Model, say: Say) -> Svg:
    """The ladder's first rung with all of its numbers: ten vertices as stored, and where one joint takes them."""
    svg, figure = Svg(1000, 330), LADDER["one-joint"]()
    surface, node = figure.meshes[0][0], figure.nodes[0]
    x, y, z, w = node["rotation"]
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    moved = np.array(node["translation"])
    edges = {tuple(sorted(pair)) for t in surface.triangles.tolist() for pair in zip(t, [*t[1:], t[0]])}
    joint = say("joint 0: turned by {angle:.0f}° about Z, then moved by {moved}")
    told = joint.format(angle=2 * np.degrees(np.arccos(w)), moved=", ".join(f"{v:g}" for v in moved))
    panels = (
        (
            "rung 1, as stored: mesh space",
            np.eye(3),
            np.zeros(3),
            say("joint 0 in bind pose: inverse bind is the identity"),
        ),
        ("rung 1, as it must stand: world", turn, moved, told),
    )
    for k, (head, axes, origin, of_joint) in enumerate(panels):
        left = 500 * k

        def at(points: Float64, left: float = left) -> Float64:
            """(n, 2) of points (n, 3), seen a little from the right and from above: +Z comes towards the viewer."""
            return np.stack(
                [
                    left + 105 + 150 * (points[:, 0] + 0.4 * points[:, 2]),
                    270 - 150 * (points[:, 1] - 0.15 * points[:, 2]),
                ],
                axis=-1,
            )

        places = surface.points @ axes.T + origin
        svg.text(say(head), left + 250, 24, 14)
        for axis, name in ((np.array([1.3, 0, 0]), "x"), (np.array([0, 1.62, 0]), "y")):
            line = at(np.stack([0 * axis, axis]))
            svg.line(line, SOFT, 1.0, arrow=True)
            svg.text(name, *(line[1] + [8, 4]).tolist(), 12, SOFT)
        for a, b in sorted(edges):
            svg.line(at(places[[a, b]]), BLUE, 1.0)
        for column, length in ((0, 0.3), (1, 0.3)):
            svg.line(at(np.stack([origin, origin + length * axes[:, column]])), RED, 1.4, arrow=True)
        svg.dot(*at(origin[None])[0].tolist(), RED, 5)
        for v, (across, down) in enumerate(at(places).tolist()):
            svg.dot(across, down, INK, 3)
            svg.text(str(v), across + (10 if v % 3 == 0 else -9), down + 4, 12)
            words = ", ".join(f"{value:.5g}" for value in places[v] + 0.0)
            svg.text(f"{v}:  {words}", left + 325, 72 + 19 * v, 12, INK, "start")
        svg.text(say("each vertex: joint 0, weight 1"), left + 325, 272, 12.5, SOFT, "start")
        svg.text(of_joint, left + 250, 312, 12, RED)
    return svg


def strip(_: Model, say: Say) -> Svg:
    """The guide's strip: as it is stored, and a moment of its clip, with what both joints want of vertex 3."""
    model = load_model(ROOT / "examples" / "strip.glb")
    skin, surface, svg = model.skins[0], LADDER["slerp"]().meshes[0][0], Svg(1000, 400)
    local = {0: np.zeros(3), 1: np.array([0, 0.5, 0])}
    angle = np.radians(90 * STRIP_TIME)
    turn = np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])
    points = surface.points
    wished = [points, (points - local[1]) @ turn.T + local[1]]
    shares = np.stack([(surface.joints == joint) * surface.weights for joint in range(len(skin.joints))]).sum(axis=2)
    posed = sum(share[:, None] * places for share, places in zip(shares, wished))
    edges = {tuple(sorted(pair)) for t in surface.triangles.tolist() for pair in zip(t, [*t[1:], t[0]])}
    moment = say("at {time} s: joint 1 has turned by {angle:.1f}°").format(time=STRIP_TIME, angle=np.degrees(angle))
    panels = ((say("as stored: nothing has moved"), points, np.eye(3), 180), (moment, posed, turn, 700))
    for head, places, axes, left in panels:

        def at(places: Float64, left: float = left) -> Float64:
            """(n, 2) of points (n, 3), seen a little from the right and from above: +Z comes towards the viewer."""
            across = left + 210 * (places[:, 0] + 0.4 * places[:, 2])
            return np.stack([across, 360 - 210 * (places[:, 1] - 0.15 * places[:, 2])], axis=-1)

        svg.text(head, left + 20, 24, 14)
        for a, b in sorted(edges):
            svg.line(at(places[[a, b]]), SOFT, 1.0)
        for v, (across, down) in enumerate(at(places).tolist()):
            svg.dot(across, down, _mixed(float(shares[1, v])), 5)
            svg.text(str(v), across + (12 if v % 3 == 0 else -12), down + 4, 12)
        for joint, color in enumerate((BLUE, RED)):
            for axis in (axes if joint else np.eye(3)).T[:2]:
                svg.line(at(np.stack([local[joint], local[joint] + 0.22 * axis])), color, 1.8, arrow=True)
            across, down = at(local[joint][None])[0].tolist()
            svg.dot(across, down, color, 6)
            svg.text(say("joint {n}").format(n=joint), across - 74, down + 5, 13, color, "end")
    for joint, color in enumerate((BLUE, RED)):
        svg.line(at(np.stack([posed[3], wished[joint][3]])), color, 1.5)
        (across, down), share = at(wished[joint][3][None])[0].tolist(), shares[joint, 3]
        svg.dot(across, down, color, 3.5)
        words = say("joint {n} wants 3 here, weight {share:g}").format(n=joint, share=round(float(share), 3))
        svg.text(words, across + 14, down + (20 if joint == 0 else -12), 12, color, "start")
    across, down = at(posed[3][None])[0].tolist()
    svg.text(say("the mean: vertex 3"), across + 28, down + 4, 12, INK, "start")
    for row, (words, share) in enumerate((("follows joint 0", 0.0), ("0.4 and 0.6", 0.6), ("follows joint 1", 1.0))):
        svg.dot(370, 250 + 24 * row, _mixed(share), 5)
        svg.text(say(words), 384, 254 + 24 * row, 12, INK, "start")
    return svg


def _mixed(share: float) -> str:
    """A colour between joint 0's and joint 1's."""
    pair = np.array([[int(color[k : k + 2], 16) for k in (1, 3, 5)] for color in (BLUE, RED)], float)
    return "#" + "".join(f"{round(v):02x}" for v in (1 - share) * pair[0] + share * pair[1])


def fbx_poses(_: Model, say: Say) -> Svg:
    """The places that FBX has for what glTF stores once, with the numbers of the example's arm."""
    model = load_model(ROOT / "examples" / "arm.glb")
    skin, nodes, svg = model.skins[0], model.nodes, Svg(1000, 210)
    world = {int(n): np.linalg.inv(np.vstack([b, [0, 0, 0, 1]])) for n, b in zip(skin.joints, skin.inverse_bind)}

    def rows(left: int, head: str, lines: list[tuple[str, Float64]]) -> None:
        svg.box(left, 34, 316, 160)
        svg.text(say(head), left + 158, 24)
        for k, (name, place) in enumerate(lines):
            svg.text(name, left + 14, 72 + 34 * k, 13, INK, "start")
            told = ", ".join(f"{round(float(v), 4):g}" for v in place)
            svg.text(f"({told})", left + 302, 72 + 34 * k, 13, BLUE, "end")

    named = {n: nodes.names[n] for n in world}
    rows(10, "bind pose: every matrix in the world", [(named[n], m[:3, 3]) for n, m in world.items()])
    rows(342, "rest pose: these say that they are local", [(named[n], nodes.translation[n]) for n in world])
    last = list(world)[-1]
    svg.box(674, 34, 316, 160)
    svg.text(say("cluster of {name}").format(name=named[last]), 832, 24)
    for k, (head, place) in enumerate(
        (
            ("TransformLink: the joint, in the world", world[last][:3, 3]),
            ("Transform: mesh to joint, glTF's B", skin.inverse_bind[-1][:, 3]),
        )
    ):
        svg.text(say(head), 688, 72 + 62 * k, 13, INK, "start")
        told = ", ".join(f"{round(float(v), 4):g}" for v in place)
        svg.text(f"({told})", 976, 96 + 62 * k, 13, RED, "end")
    return svg


DIAGRAMS: dict[str, Callable[[Model, Say], Svg]] = {
    "motion": motion,
    "pipelines": pipelines,
    "spline": spline,
    "fbx-poses": fbx_poses,
    "palette-texture": palette_texture,
    "rows": rows,
    "rung-one": rung_one,
    "strip": strip,
}


def drawn() -> dict[str, str]:
    """Every file of this folder that is a diagram, by its name."""
    model = load_model(ROOT / "examples" / "character.glb")
    files = {}
    for name, draw in DIAGRAMS.items():
        files[f"{name}.svg"] = str(draw(model, lambda words: words))
        files[f"{name}.zh.svg"] = str(draw(model, lambda words: CHINESE[words]))
    return files


if __name__ == "__main__":
    for file, content in drawn().items():
        (HERE / file).write_text(content, encoding="utf-8")
