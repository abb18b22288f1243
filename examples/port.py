"""Skinning of glTF 2.0 as the guide builds it up: every function here stands on the page that explains it.

``python -m examples.port MODEL.glb [CLIP SECONDS]`` prints where the vertices of every drawn primitive are.
"""

import json
import sys
from pathlib import Path
from urllib.parse import urljoin
from urllib.request import urlopen

import numpy as np

# docs/guide/01-file.md: the file


def opened(path):
    """The JSON of a file. Its buffers become the bytes themselves."""
    data = path.read_bytes()
    binary = b""
    if data[:4] == b"glTF":  # 12 bytes of header, then chunks: length, type, content
        end = 20 + int.from_bytes(data[12:16], "little")
        data, binary = data[20:end], data[end + 8 :]
    file = json.loads(data)
    here = path.resolve().as_uri()
    file["buffers"] = [
        urlopen(urljoin(here, buffer["uri"])).read() if "uri" in buffer else binary
        for buffer in file.get("buffers", [])
    ]
    return file


# docs/guide/bytes.md: numbers out of bytes

WIDTH = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
NUMBER = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}


def rows(file, place, number, count, width):
    """(count, width) numbers as they lie in a buffer view."""
    view = file["bufferViews"][place["bufferView"]]
    size = np.dtype(number).itemsize
    start = view.get("byteOffset", 0) + place.get("byteOffset", 0)
    stride = view.get("byteStride", width * size)
    buffer = file["buffers"][view["buffer"]]
    return np.ndarray((count, width), number, buffer, start, (stride, size)).astype(float)


def accessor(file, index):
    """(count, width) the elements of an accessor."""
    told = file["accessors"][index]
    number, count, width = NUMBER[told["componentType"]], told["count"], WIDTH[told["type"]]
    elements = rows(file, told, number, count, width) if "bufferView" in told else np.zeros((count, width))
    if "sparse" in told:
        sparse = told["sparse"]
        which = NUMBER[sparse["indices"]["componentType"]]
        replaced = rows(file, sparse["indices"], which, sparse["count"], 1).astype(int)[:, 0]
        elements[replaced] = rows(file, sparse["values"], number, sparse["count"], width)
    if told.get("normalized"):
        elements = np.maximum(elements / np.iinfo(number).max, -1)
    return elements


# docs/guide/quaternions.md: rotations


def rotation_matrix(quaternion):
    """(3, 3) of a quaternion x, y, z, w of any length but 0."""
    x, y, z, w = quaternion / np.linalg.norm(quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def slerp(a, b, share):
    """(4,) from rotation a to rotation b, the shorter way round."""
    if a @ b < 0:
        b = -b
    angle = np.arccos(min(a @ b, 1))
    if angle < 1e-9:  # a sine this small cannot be divided by
        return (1 - share) * a + share * b
    return (np.sin((1 - share) * angle) * a + np.sin(share * angle) * b) / np.sin(angle)


# docs/guide/02-joint.md: the tree


def local_matrix(node):
    """(4, 4) from a node's own space to its parent's."""
    if "matrix" in node:
        return np.reshape(node["matrix"], (4, 4)).T  # stored column by column
    matrix = np.eye(4)
    matrix[:3, :3] = rotation_matrix(np.array(node.get("rotation", [0, 0, 0, 1])))
    matrix[:3, :3] *= node.get("scale", [1, 1, 1])
    matrix[:3, 3] = node.get("translation", [0, 0, 0])
    return matrix


def world_matrices(nodes):
    """By node, (4, 4) from its own space to the world's."""
    children = {child for node in nodes for child in node.get("children", [])}
    waiting = [(n, np.eye(4)) for n in range(len(nodes)) if n not in children]
    world = {}
    for n, parent in waiting:
        world[n] = parent @ local_matrix(nodes[n])
        waiting += [(child, world[n]) for child in nodes[n].get("children", [])]
    return world


# docs/guide/03-motion.md: the tracks


def surrounding_keys(times, t):
    """The last key at or before t, the next one, and how far t is between them: 0 to 1."""
    after = int(np.searchsorted(times, t, side="right"))
    before, after = max(after - 1, 0), min(after, len(times) - 1)
    share = (t - times[before]) / (times[after] - times[before]) if after > before else 0
    return before, after, share


def sample(file, sampler, path, t):
    """(C,) the value of a track at t seconds."""
    times = accessor(file, sampler["input"])[:, 0]
    stored = accessor(file, sampler["output"])
    how = sampler.get("interpolation", "LINEAR")
    before, after, u = surrounding_keys(times, t)
    if how == "CUBICSPLINE":  # three entries a key: the tangent into it, its value, the tangent out of it
        entries = stored.reshape(len(times), 3, -1)
        seconds = times[after] - times[before]
        out, into = seconds * entries[before, 2], seconds * entries[after, 0]
        a, b = entries[before, 1], entries[after, 1]
        from_a, from_b = 2 * u**3 - 3 * u**2 + 1, 3 * u**2 - 2 * u**3
        return from_a * a + (u**3 - 2 * u**2 + u) * out + from_b * b + (u**3 - u**2) * into
    values = stored.reshape(len(times), -1)
    if how == "STEP":
        return values[before]
    if path == "rotation":
        return slerp(values[before], values[after], u)
    return (1 - u) * values[before] + u * values[after]


def posed_nodes(file, clip, t):
    """The nodes as a clip has them at t seconds; what has no track keeps what the file says."""
    nodes = [dict(node) for node in file["nodes"]]
    animation = {"channels": []} if clip is None else file["animations"][clip]
    for channel in animation["channels"]:
        target, sampler = channel["target"], animation["samplers"][channel["sampler"]]
        node, path = target.get("node"), target["path"]
        if path == "pointer":  # of KHR_animation_pointer: "/nodes/3/rotation"
            _, of, node, path = target["extensions"]["KHR_animation_pointer"]["pointer"].split("/")[:4]
            node = node if of == "nodes" else None
        if node is not None:
            nodes[int(node)][path] = sample(file, sampler, path, t)
    return nodes


# docs/guide/04-bind.md: the palette


def skin_palette(file, skin, world):
    """(J, 4, 4) from the space of the stored vertices to the world, by the skin's joints."""
    palette = np.array([world[joint] for joint in skin["joints"]])
    if "inverseBindMatrices" in skin:
        stored = accessor(file, skin["inverseBindMatrices"])[: len(palette)]
        palette = palette @ stored.reshape(-1, 4, 4).transpose(0, 2, 1)
    return palette


# docs/guide/05-vertex.md: the vertices


def morphed_points(file, node, mesh, primitive):
    """(V, 3) the stored points with every morph target at its weight."""
    points = accessor(file, primitive["attributes"]["POSITION"])
    weights = node.get("weights", mesh.get("weights", []))
    for weight, target in zip(weights, primitive.get("targets", [])):
        if "POSITION" in target:
            points = points + weight * accessor(file, target["POSITION"])
    return points


def influences(file, attributes):
    """(V, K) the joints of every vertex, and their weights with a sum of 1."""
    sets = sorted(name for name in attributes if name.startswith("JOINTS_"))
    joints = np.hstack([accessor(file, attributes[name]) for name in sets]).astype(int)
    weights = np.hstack([accessor(file, attributes[name.replace("JOINTS", "WEIGHTS")]) for name in sets])
    weights[weights.sum(axis=1) == 0, 0] = 1  # no weight at all: the vertex follows its first joint
    return joints, weights / weights.sum(axis=1, keepdims=True)


def skinned(points, joints, weights, palette):
    """(V, 3) in the world: the mean, by weight, of where each joint wants the vertex."""
    matrices = np.zeros((len(points), 4, 4))
    for k in range(joints.shape[1]):
        matrices += weights[:, k, None, None] * palette[joints[:, k]]
    return placed(points, matrices)


def placed(points, matrices):
    """(V, 3) points moved by one matrix, or by one each."""
    homogeneous = np.c_[points, np.ones(len(points))]
    return (matrices @ homogeneous[..., None])[:, :3, 0]


# docs/guide/ladder.md: all of it


def skin(path, clip, t):
    """(V, 3) for every drawn primitive, by node, then by primitive: where its vertices are in the world."""
    file = opened(path)
    nodes = posed_nodes(file, clip, t)
    world = world_matrices(nodes)
    drawn = []
    for n, node in enumerate(nodes):
        if "mesh" not in node:
            continue
        mesh = file["meshes"][node["mesh"]]
        for primitive in mesh["primitives"]:
            points = morphed_points(file, node, mesh, primitive)
            if "skin" in node:
                palette = skin_palette(file, file["skins"][node["skin"]], world)
                joints, weights = influences(file, primitive["attributes"])
                drawn.append(skinned(points, joints, weights, palette))
            else:
                drawn.append(placed(points, world[n]))
    return drawn


if __name__ == "__main__":
    clip, seconds = (int(sys.argv[2]), float(sys.argv[3])) if sys.argv[3:] else (None, 0.0)
    for positions in skin(Path(sys.argv[1]), clip, seconds):
        print(np.array2string(positions, precision=6, suppress_small=True))
