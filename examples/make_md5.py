"""Make examples/octopus.md5mesh, octopus swim.md5anim and the images of its three shaders.

An octopus of 61 joints whose arms flow for 100 frames. Run from the repository's root: ``python -m examples.make_md5
[FOLDER]``. The same files come out every time. Where the arms meet the head, vertices have five weights and more. The
character is built in glTF's space (+Y up) and written in MD5's (+Z up): (x, y, z) becomes (x, -z, y).
"""

from __future__ import annotations

import struct
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from .creature.rig import Array, conjugate, from_y_axis, product, rotated, turn_degrees
from .creature.surface import Field, blend, ellipsoid, limb, mesh_of, neighbour_mean

ARMS, LINKS = 8, 7
FRAMES, RATE = 100, 25
MOST_WEIGHTS = 8


@dataclass(frozen=True, eq=False)
class Skeleton:
    """J joints at rest, +Y up, parents before children."""

    names: tuple[str, ...]
    parents: tuple[int, ...]
    heads: Array  # (J, 3)
    tails: Array  # (J, 3)
    radii: Array  # (J, 2)
    orientations: Array  # (J, 4)


@dataclass(frozen=True, eq=False)
class Block:
    """One mesh of the file: vertices with all their influences."""

    shader: str
    points: Array  # (V, 3)
    triangles: NDArray[np.int64]  # (n, 3) counter-clockwise seen from outside
    weights: Array  # (V, J) dense


def skeleton() -> Skeleton:
    """Origin, head, mantle, tip of the mantle, brow; eight arms of seven links that sink, then curl up and out."""
    rows: list[tuple[str, int, Array, Array, float, float]] = [
        ("origin", -1, np.zeros(3), np.array([0, 0.1, 0.0]), 0.0, 0.0),
        ("head", 0, np.array([0, 0.42, 0.0]), np.array([0, 0.56, 0.0]), 0.17, 0.19),
        ("mantle lower", 1, np.array([0, 0.56, 0.0]), np.array([0, 0.78, -0.06]), 0.20, 0.24),
        ("mantle upper", 2, np.array([0, 0.78, -0.06]), np.array([0, 0.98, -0.17]), 0.24, 0.13),
        ("brow", 1, np.array([0, 0.58, 0.14]), np.array([0, 0.62, 0.2]), 0.05, 0.04),
    ]
    for arm in range(ARMS):
        out = _direction(arm)
        at, parent = np.array([0, 0.36, 0.0]) + 0.13 * out, 1
        slopes = (-0.75, -0.62, -0.35, -0.05, 0.25, 0.6, 1.1)
        for link, slope in enumerate(slopes):
            step = out + np.array([0, slope, 0])
            step = step / np.sqrt((step * step).sum()) * (0.145 - 0.008 * link)
            start, end = 0.074 - 0.0062 * link, 0.074 - 0.0062 * (link + 1)
            rows.append((f"arm {arm + 1} link {link + 1}", parent, at, at + step, start, end))
            at, parent = at + step, len(rows) - 1
    names, parents, heads, tails, first, second = zip(*rows, strict=True)
    turns = np.array([from_y_axis(t - h) for h, t in zip(heads, tails, strict=True)])
    return Skeleton(names, parents, np.array(heads), np.array(tails), np.stack([first, second], axis=1), turns)


def _direction(arm: int) -> Array:
    """Outward direction of an arm: between the eighths of the circle, so that none points straight ahead."""
    corner = np.array([[0.924, 0, 0.383], [0.383, 0, 0.924]])[arm % 2]
    quarter = arm // 2
    for _ in range(quarter):
        corner = np.array([-corner[2], 0, corner[0]])
    return corner


def flesh(bones: Skeleton) -> Field:
    """The skin: mantle, head, arms."""
    parts: list[tuple[Field, float]] = [(_bone(bones, 2), 0.0), (_bone(bones, 3), 0.1), (_bone(bones, 1), 0.1)]
    parts += [(ellipsoid((side * 0.13, 0.585, 0.125), (0.075, 0.07, 0.07)), 0.05) for side in (1, -1)]
    parts += [(_bone(bones, joint), 0.05) for joint in range(5, len(bones.names))]
    return blend(parts)


def _bone(bones: Skeleton, joint: int) -> Field:
    return limb(bones.heads[joint], bones.tails[joint], *bones.radii[joint])


def blocks(bones: Skeleton) -> list[Block]:
    """Skin, eyes and pupils."""
    points, triangles = mesh_of(flesh(bones), (-0.95, -0.2, -0.95), (0.95, 1.16, 0.95), 0.054)
    weights = _skin_weights(bones, points)
    for _ in range(4):
        weights = 0.5 * weights + 0.5 * neighbour_mean(weights, triangles)
    result = [Block("octopus skin", points, triangles, _at_most(weights, MOST_WEIGHTS))]
    for name, centre, radii in (
        ("octopus eye", (0.155, 0.595, 0.165), (0.048, 0.048, 0.042)),
        ("octopus pupil", (0.165, 0.595, 0.195), (0.032, 0.014, 0.018)),
    ):
        pair = blend([(ellipsoid((side * centre[0], *centre[1:]), radii), 0.001) for side in (1, -1)])
        points, triangles = mesh_of(pair, (-0.25, 0.5, 0.1), (0.25, 0.7, 0.26), 0.013)
        weights = np.zeros((len(points), len(bones.names)))
        weights[:, 1], weights[:, 4] = 0.75, 0.25
        result.append(Block(name, points, triangles, weights))
    return result


def _skin_weights(bones: Skeleton, points: Array) -> Array:
    """(V, J): shares that fall to zero over a band around the nearest bone."""
    distance = np.full((len(points), len(bones.names)), np.inf)
    for joint in (*range(1, 4), *range(5, len(bones.names))):
        distance[:, joint] = _bone(bones, joint)(points)
    width = np.maximum(bones.radii.mean(axis=1)[distance.argmin(axis=1)], 0.03)
    share = np.maximum(1.0 - (distance - distance.min(axis=1)[:, None]) / width[:, None], 0.0)
    return share * share / (share * share).sum(axis=1)[:, None]


def _at_most(weights: Array, count: int) -> Array:
    """(V, J): the largest few of each row, none below one in a hundred, written to three decimals that add up to 1."""
    largest = np.argsort(-weights, axis=1, kind="stable")[:, :count]
    kept = np.zeros_like(weights)
    np.put_along_axis(kept, largest, np.take_along_axis(weights, largest, axis=1), axis=1)
    kept = np.where(kept < 0.01, 0.0, kept)
    steps = np.rint(kept / kept.sum(axis=1)[:, None] * 1000)
    steps[np.arange(len(steps)), steps.argmax(axis=1)] += 1000 - steps.sum(axis=1)
    return steps / 1000


def mesh_text(bones: Skeleton, meshes: list[Block]) -> str:
    """The ``.md5mesh`` file."""
    lines = ["MD5Version 10", 'commandline "examples/make_md5.py // not a comment"', ""]
    lines += [f"numJoints {len(bones.names)}", f"numMeshes {len(meshes)}", "", "joints {"]
    for joint, name in enumerate(bones.names):
        parent = bones.parents[joint]
        place = f"{_vector(bones.heads[joint])} {_orientation(bones.orientations[joint])}"
        lines.append(f'\t"{name}"\t{parent} {place}\t\t// {bones.names[parent] if parent >= 0 else ""}')
    lines.append("}")
    for block in meshes:
        lines += ["", "mesh {", f"\t// meshes: {block.shader}", f'\tshader "{block.shader}"']
        lines += ["", f"\tnumverts {len(block.points)}"]
        rows: list[str] = []
        for v, point in enumerate(block.points):
            used = np.flatnonzero(block.weights[v])
            across, down = 0.5 + 0.5 * point[0], 0.9 - 0.6 * point[1]
            lines.append(f"\tvert {v} ( {_number(across)} {_number(down)} ) {len(rows)} {len(used)}")
            for joint in used:
                local = rotated(conjugate(bones.orientations[joint]), point - bones.heads[joint])
                bias = _number(block.weights[v, joint])
                rows.append(f"\tweight {len(rows)} {joint} {bias} {_vector(local)}")
        lines += ["", f"\tnumtris {len(block.triangles)}"]
        lines += [f"\ttri {t} {a} {c} {b}" for t, (a, b, c) in enumerate(block.triangles)]  # clockwise
        lines += ["", f"\tnumweights {len(rows)}", *rows, "}"]
    return "\n".join(lines) + "\n"


def swim_turns(bones: Skeleton, time: float) -> list[Array]:
    """Turns about the model's axes of every joint, relative to rest: the mantle pulses, waves run down the arms."""
    still = np.array([0.0, 0.0, 0.0, 1.0])
    phase = 2 * np.pi * time
    turns = [still] * len(bones.names)
    turns[1] = turn_degrees(4 * np.sin(phase), 10 * np.sin(phase / 2), 3 * np.cos(phase))
    turns[2] = turn_degrees(6 * np.sin(phase - 0.6), 0, 5 * np.cos(phase - 0.6))
    turns[3] = turn_degrees(10 * np.sin(phase - 1.2), 0, 8 * np.cos(phase - 1.2))
    turns[4] = turn_degrees(7 * np.sin(2 * phase))
    for joint in range(5, len(bones.names)):
        arm, link = divmod(joint - 5, LINKS)
        out = _direction(arm)
        lift = np.radians((9 + 2.5 * link) * np.sin(phase - 0.75 * link + 0.4 * (arm % 2))) / 2
        sway = 7 * np.sin(phase / 2 - 0.5 * link + 0.8 * arm)
        lifted = np.append(np.sin(lift) * np.array([-out[2], 0, out[0]]), np.cos(lift))
        turns[joint] = product(turn_degrees(0, sway, 0), lifted)
    return turns


def anim_text(bones: Skeleton) -> str:
    """The ``.md5anim`` file: the head also moves, arms and mantle only turn, origin and brow keep their base frame."""
    flags = [0, 63, *([56] * (len(bones.names) - 2))]
    flags[4] = 0
    starts = np.cumsum([0, *(f.bit_count() for f in flags)])
    moves, rest = _local_rest(bones)
    lines = ["MD5Version 10", 'commandline ""', "", f"numFrames {FRAMES}", f"numJoints {len(bones.names)}"]
    lines += [f"frameRate {RATE}", f"numAnimatedComponents {starts[-1]}", "", "hierarchy {"]
    for joint, name in enumerate(bones.names):
        lines.append(f'\t"{name}"\t{bones.parents[joint]} {flags[joint]} {starts[joint] if flags[joint] else 0}\t//')
    low, high = np.array([-1.1, -0.3, -1.1]), np.array([1.1, 1.3, 1.1])
    corner = f"( -1.1 -1.1 {_number(low[1])} ) ( 1.1 1.1 {_number(high[1])} )"
    lines += ["}", "", "bounds {", *([f"\t{corner}"] * FRAMES), "}", "", "baseframe {"]
    lines += [f"\t{_vector(m)} {_orientation(r)}" for m, r in zip(moves, rest, strict=True)]
    lines.append("}")
    for frame in range(FRAMES):
        time = frame / RATE
        turns = swim_turns(bones, time)
        lines += ["", f"frame {frame} {{"]
        for joint in np.flatnonzero(flags):
            back = conjugate(bones.orientations[bones.parents[joint]])
            turn = _orientation(product(back, product(turns[joint], bones.orientations[joint])))
            rise = np.array([0, 0.05 * np.sin(2 * np.pi * time), 0])
            move = _vector(moves[joint] + rotated(back, rise)) if flags[joint] & 7 else ""
            lines.append("\t " + " ".join(f"{move} {turn}".replace("(", "").replace(")", "").split()))
        lines.append("}")
    return "\n".join(lines) + "\n"


def _local_rest(bones: Skeleton) -> tuple[Array, Array]:
    """Positions and orientations of all joints relative to their parents, in joint spaces."""
    moves, turns = bones.heads.copy(), bones.orientations.copy()
    for joint, parent in enumerate(bones.parents):
        if parent >= 0:
            back = conjugate(bones.orientations[parent])
            moves[joint] = rotated(back, bones.heads[joint] - bones.heads[parent])
            turns[joint] = product(back, bones.orientations[joint])
    return moves, turns


def _vector(value: Array) -> str:
    """+Y up to +Z up, eight decimals at most."""
    return f"( {_number(value[0])} {_number(-value[2])} {_number(value[1])} )"


def _orientation(quaternion: Array) -> str:
    """The vector part for the sign that makes w negative."""
    return _vector(quaternion[:3] * (-1.0 if quaternion[3] > 0 else 1.0))


def _number(value: float) -> str:
    return f"{round(float(value), 8) + 0.0:.8f}".rstrip("0").rstrip(".")


def image_bytes(pixels: NDArray[np.uint8]) -> bytes:
    """A PNG of (H, W, 3) bytes whose data are stored as they are: no two versions of zlib write it differently."""
    height, width = pixels.shape[:2]
    lines = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(lines.tobytes(), 0)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


def images() -> dict[str, NDArray[np.uint8]]:
    """The texture of each shader, (H, W, 3): the skin goes from coral on the mantle to a darker red on the arms."""
    share = np.linspace(0.0, 1.0, 16)[:, None, None]
    skin = (1.0 - share) * (235, 110, 75) + share * (150, 40, 60) + np.zeros((1, 4, 1))
    flat = np.ones((2, 2, 1))
    colors = {"octopus skin": skin, "octopus eye": flat * (240, 225, 150), "octopus pupil": flat * (25, 18, 30)}
    return {name: np.round(pixels).astype(np.uint8) for name, pixels in colors.items()}


def write(folder: Path) -> tuple[Path, Path]:
    """Write all files; the paths of the mesh and of the animation."""
    bones = skeleton()
    mesh, anim = folder / "octopus.md5mesh", folder / "octopus swim.md5anim"
    mesh.write_text(mesh_text(bones, blocks(bones)), encoding="utf-8", newline="\n")
    anim.write_text(anim_text(bones), encoding="utf-8", newline="\n")
    for name, pixels in images().items():
        (folder / f"{name}.png").write_bytes(image_bytes(pixels))
    return mesh, anim


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    for path in write(target):
        print(f"{path}: {path.stat().st_size} bytes")
