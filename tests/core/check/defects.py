"""Documents with one defect each, as people and exporters make them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.core.check.documents import Change, added, copied, valid, with_bounds
from tests.core.check.extension_defects import EXTENSIONS
from tests.tiny import INVERSE_BIND, POSITIONS, Tiny


def semantic() -> Iterator[tuple[str, Tiny]]:
    """Each document with the name of its defect."""
    base = valid()
    for name, change in (CHANGES | EXTENSIONS).items():
        made = copied(base)
        change(made)
        yield name, made


def node(index: int, **values: Any) -> Change:
    return lambda made: made.data["nodes"][index].update(values)


def without(index: int, *names: str) -> Change:
    return lambda made: [made.data["nodes"][index].pop(name) for name in names]


def matrix(*rows: list[float]) -> Change:
    """Another matrix for the node that has one, by rows."""
    return node(3, matrix=np.array(rows, float).T.ravel().tolist())


def attribute(name: str, values: np.ndarray, **accessor: Any) -> Change:
    return lambda made: made.primitive["attributes"].__setitem__(name, made.add(values, **accessor))


def accessor(role: str, **values: Any) -> Change:
    return lambda made: made.data["accessors"][ROLES[role](made)].update(values)


def view(role: str, **values: Any) -> Change:
    def change(made: Tiny) -> None:
        index = made.data["accessors"][ROLES[role](made)]["bufferView"]
        made.data["bufferViews"][index].update(values)

    return change


ROLES = {
    "positions": lambda made: made.primitive["attributes"]["POSITION"],
    "normals": lambda made: made.primitive["attributes"]["NORMAL"],
    "joints": lambda made: made.primitive["attributes"]["JOINTS_0"],
    "weights": lambda made: made.primitive["attributes"]["WEIGHTS_0"],
    "indices": lambda made: made.primitive["indices"],
    "bind": lambda made: made.data["skins"][0]["inverseBindMatrices"],
    "times": lambda made: made.data["animations"][0]["samplers"][0]["input"],
    "rotations": lambda made: made.data["animations"][0]["samplers"][0]["output"],
    "splines": lambda made: made.data["animations"][1]["samplers"][0]["output"],
    "morphed": lambda made: made.primitive["targets"][0]["POSITION"],
    "sparse": lambda made: made.primitive["targets"][1]["POSITION"],
}


def empty(role: str) -> Change:
    """An accessor without data."""
    return lambda made: made.data["accessors"][ROLES[role](made)].pop("bufferView")


def several(*changes: Change) -> Change:
    return lambda made: [change(made) for change in changes]


def bind(values: np.ndarray) -> Change:
    return lambda made: made.data["skins"][0].update(inverseBindMatrices=made.add(values.reshape(-1, 16)))


def fourth_row(place: int, value: float) -> np.ndarray:
    matrices = INVERSE_BIND.copy()
    matrices[1, place, 3] = value
    return matrices


def primitive(**values: Any) -> Change:
    return lambda made: made.primitive.update(values)


def times(*seconds: float) -> Change:
    return lambda made: made.data["animations"][0]["samplers"][0].update(
        input=added(made, np.array(seconds, np.float32)[:, None])
    )


def rotations(*values: list[float]) -> Change:
    return lambda made: made.data["animations"][0]["samplers"][0].update(output=made.add(np.array(values, np.float32)))


def channel(**target: Any) -> Change:
    return lambda made: made.data["animations"][0]["channels"][0]["target"].update(target)


def more_joints(made: Tiny) -> None:
    """A joint beside the others, in no tree with them."""
    made.data["nodes"].append({"name": "apart"})
    made.data["scenes"][0]["nodes"].append(5)
    made.data["skins"][0]["joints"].append(5)
    bind(np.concatenate([INVERSE_BIND, INVERSE_BIND[:1]]))(made)


def second_set(made: Tiny) -> None:
    """Eight influences."""
    attribute("JOINTS_1", np.uint8([[0, 0, 0, 0]] * 4))(made)
    attribute("WEIGHTS_1", np.zeros((4, 4), np.float32))(made)


def interleaved(made: Tiny, *, stride: int | None) -> None:
    """Positions and normals in one buffer view."""
    both = np.concatenate([POSITIONS, np.tile(np.float32([0, 0, 1]), (4, 1))], axis=1)
    index = made.data["accessors"][made.add(both[:, :4])]["bufferView"]  # a view to be widened
    made.buffer += both.tobytes()
    size = len(made.buffer) - both.nbytes
    made.data["accessors"].pop()
    made.data["bufferViews"][index] = {"buffer": 0, "byteOffset": size, "byteLength": both.nbytes}
    if stride is not None:
        made.data["bufferViews"][index]["byteStride"] = stride
    for offset, name in ((0, "POSITION"), (12, "NORMAL")):
        made.data["accessors"].append(
            {"bufferView": index, "byteOffset": offset, "componentType": 5126, "count": 4, "type": "VEC3"}
        )
        made.primitive["attributes"][name] = len(made.data["accessors"]) - 1
    with_bounds(made, made.primitive["attributes"]["POSITION"], POSITIONS)


def sparse_indices(made: Tiny, *indices: int) -> None:
    """Other places for the sparse values."""
    where = made.data["accessors"][ROLES["sparse"](made)]["sparse"]["indices"]
    where["bufferView"] = made.data["accessors"][made.add(np.uint16(indices))]["bufferView"]


def two_scenes(made: Tiny) -> None:
    """The mesh is drawn in a scene without its joints."""
    made.data["scenes"] = [{"nodes": [0, 4]}, {"nodes": [2]}]


def quantised(made: Tiny) -> None:
    """Positions as 16-bit integers, with the extension that allows it."""
    values = np.concatenate([POSITIONS, np.zeros((4, 1), np.float32)], axis=1).astype(np.int16)
    index = made.add(values)
    made.data["accessors"][index] |= {"type": "VEC3", "min": [0, 0, 0], "max": [1, 2, 0]}
    made.data["bufferViews"][made.data["accessors"][index]["bufferView"]]["byteStride"] = 8
    made.primitive["attributes"]["POSITION"] = index
    made.data["extensionsUsed"].append("KHR_mesh_quantization")
    made.data["extensionsRequired"] = ["KHR_mesh_quantization"]


def weights(*rows: list[float]) -> np.ndarray:
    return np.array(rows, np.float32)


FINE = [1.0, 0.0, 0.0, 0.0]
EYE = np.eye(4).tolist()

CHANGES: dict[str, Change] = {
    "nothing": lambda _made: None,
    "matrix and scale": node(3, scale=[1, 1, 1]),
    "matrix and no rotation": node(3, rotation=[0, 0, 0, 1]),
    "identity matrix": matrix(*EYE),
    "shear matrix": matrix([1, 0.5, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]),
    "flat matrix": matrix([1, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]),
    "mirror matrix": matrix([-1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]),
    "matrix with a fourth row": matrix([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0.5, 1]),
    "uneven scale matrix": matrix([3, 0, 0, 1], [0, 2, 0, 0], [0, 0, 0.5, 0], [0, 0, 0, 1]),
    "rotation too long": node(4, rotation=[0, 0, 0, 0.98]),
    "rotation nearly unit": node(4, rotation=[0, 0, 0, 0.995]),
    "rotation beyond one": node(4, rotation=[0, 0, 0, 1.5]),
    "scale of nothing": node(4, scale=[0, 0, 0]),
    "node in two places": lambda made: made.data["nodes"][2].update(children=[1]),
    "node its own child": node(1, children=[1]),
    "loop of two": lambda made: (
        made.data["nodes"][1].update(children=[0]),
        made.data["scenes"][0].update(nodes=[2, 4]),
    ),
    "loop below": node(3, children=[4]),
    "child twice": node(0, children=[1, 1]),
    "scene names a child": lambda made: made.data["scenes"][0]["nodes"].append(1),
    "scene that is not there": lambda made: made.data.update(scene=3),
    "scene without nodes": lambda made: made.data["scenes"][0].pop("nodes"),
    "no scene": lambda made: (made.data.pop("scenes"), made.data.pop("scene")),
    "empty node": lambda made: made.data["nodes"].append({}),
    "skin without mesh": without(2, "mesh"),
    "node weights without mesh": node(0, weights=[0.0]),
    "node weights": node(2, weights=[0.0, 1.0]),
    "node weights too few": node(2, weights=[0.0]),
    "node weights of plain mesh": node(3, weights=[0.0]),
    "skinned mesh without skin": without(2, "skin"),
    "skin on a plain mesh": node(3, skin=0),
    "skinned node moved": node(2, translation=[1, 0, 0]),
    "skinned node with default transform": node(2, translation=[0, 0, 0]),
    "skinned node as a matrix": node(2, matrix=np.eye(4).ravel().tolist()),
    "skinned node under another": lambda made: (
        made.data["nodes"][4]["children"].append(2),
        made.data["scenes"][0].update(nodes=[0, 4]),
    ),
    "mesh in another scene": two_scenes,
    "mesh in no scene": lambda made: made.data["scenes"][0].update(nodes=[0, 4]),
    "joints in no scene": lambda made: made.data["scenes"][0].update(nodes=[2, 4]),
    "joints without common root": more_joints,
    "skeleton is no ancestor": lambda made: made.data["skins"][0].update(skeleton=1),
    "no skeleton": lambda made: made.data["skins"][0].pop("skeleton"),
    "joint twice": lambda made: (made.data["skins"][0].update(joints=[0, 1, 1]), bind(INVERSE_BIND[[0, 1, 1]])(made)),
    "joint not there": lambda made: made.data["skins"][0].update(joints=[0, 99]),
    "no joints": lambda made: made.data["skins"][0].pop("joints"),
    "too few matrices": bind(INVERSE_BIND[:1]),
    "too many matrices": bind(INVERSE_BIND[[0, 1, 1]]),
    "no matrices": lambda made: made.data["skins"][0].pop("inverseBindMatrices"),
    "matrices without data": empty("bind"),
    "fourth row": bind(fourth_row(0, 0.5)),
    "fourth row by rounding": bind(fourth_row(3, 0.9999999)),
    "fourth row minus zero": bind(fourth_row(1, -0.0)),
    "matrices as vectors": accessor("bind", type="VEC4", count=8),
    "matrices with a stride": view("bind", byteStride=64),
    "matrices as vertices": view("bind", target=34962),
    "singular matrix": bind(INVERSE_BIND * np.float32([1, 1, 0, 1])[None, :, None]),
    "sum of weights": attribute("WEIGHTS_0", weights(FINE, [0.5, 0.25, 0, 0], FINE, FINE)),
    "sum of weights nearly one": attribute("WEIGHTS_0", weights(FINE, [0.75, 0.2500001, 0, 0], FINE, FINE)),
    "no weight": attribute("WEIGHTS_0", weights(FINE, [0, 0, 0, 0], FINE, FINE)),
    "negative weight": attribute("WEIGHTS_0", weights(FINE, [1.25, -0.25, 0, 0], FINE, FINE)),
    "weights in bytes": attribute("WEIGHTS_0", np.uint8([[255, 0, 0, 0]] * 3 + [[128, 127, 0, 0]]), normalized=True),
    "weights in bytes, off": attribute(
        "WEIGHTS_0", np.uint8([[255, 0, 0, 0]] * 3 + [[128, 126, 0, 0]]), normalized=True
    ),
    "weights in bytes, not normalised": attribute("WEIGHTS_0", np.uint8([[1, 0, 0, 0]] * 4)),
    "weights without data": empty("weights"),
    "joints without data": empty("joints"),
    "joint used with no weight": attribute("JOINTS_0", np.uint8([[0, 1, 1, 0]] * 4)),
    "joint named twice": attribute("JOINTS_0", np.uint8([[0, 0, 0, 0]] * 4)),
    "joint beyond the skin": attribute("JOINTS_0", np.uint8([[0, 2, 0, 0]] * 4)),
    "joint beyond the skin, no weight": attribute("JOINTS_0", np.uint8([[0, 1, 7, 0]] * 4)),
    "joints in floats": attribute("JOINTS_0", weights(FINE, FINE, FINE, FINE)),
    "joints normalised": accessor("joints", normalized=True),
    "joints without weights": lambda made: made.primitive["attributes"].pop("WEIGHTS_0"),
    "weights without joints": lambda made: made.primitive["attributes"].pop("JOINTS_0"),
    "neither joints nor weights": lambda made: [made.primitive["attributes"].pop(n) for n in ("JOINTS_0", "WEIGHTS_0")],
    "eight influences": second_set,
    "second joints only": attribute("JOINTS_1", np.uint8([[0, 0, 0, 0]] * 4)),
    "third set": attribute("JOINTS_2", np.uint8([[0, 0, 0, 0]] * 4)),
    "set numbered 00": attribute("TEXCOORD_00", np.zeros((4, 2), np.float32)),
    "set without number": attribute("COLOR", np.zeros((4, 4), np.float32)),
    "own attribute": attribute("_OWN", np.zeros((4, 2), np.float32)),
    "own attribute in 32 bits": attribute("_OWN", np.zeros(4, np.uint32)),
    "unknown attribute": attribute("OWN", np.zeros((4, 2), np.float32)),
    "attribute with a slash": attribute("A/B~C", np.zeros((4, 2), np.float32)),
    "attribute too long": attribute("NORMAL", np.tile(np.float32([0, 0, 1]), (5, 1))),
    "normals not unit": attribute("NORMAL", np.tile(np.float32([0, 0, 1.5]), (4, 1))),
    "normals nearly unit": attribute("NORMAL", np.tile(np.float32([0, 0, 1.005]), (4, 1))),
    "normals of zero": attribute("NORMAL", np.zeros((4, 3), np.float32)),
    "tangents": attribute("TANGENT", np.tile(np.float32([1, 0, 0, 1]), (4, 1))),
    "tangents with a sign of zero": attribute("TANGENT", np.tile(np.float32([1, 0, 0, 0]), (4, 1))),
    "tangents without normals": several(
        attribute("TANGENT", np.tile(np.float32([1, 0, 0, 1]), (4, 1))),
        lambda made: made.primitive["attributes"].pop("NORMAL"),
    ),
    "colours beyond one": attribute("COLOR_0", np.full((4, 4), 1.5, np.float32)),
    "colours in bytes": attribute("COLOR_0", np.full((4, 4), 9, np.uint8), normalized=True),
    "texture coordinates": attribute("TEXCOORD_0", np.zeros((4, 2), np.float32)),
    "texture coordinates in bytes, dense": attribute("TEXCOORD_0", np.zeros((4, 2), np.uint8), normalized=True),
    "positions as integers": quantised,
    "positions as integers without the extension": several(
        quantised, lambda made: (made.data["extensionsUsed"].pop(), made.data.pop("extensionsRequired"))
    ),
    "no positions": lambda made: made.primitive["attributes"].pop("POSITION"),
    "positions without bounds": lambda made: made.data["accessors"][ROLES["positions"](made)].pop("min"),
    "positions beyond bounds": accessor("positions", max=[0.5, 2, 0]),
    "positions below bounds": accessor("positions", min=[0.5, 0, 0]),
    "matrices two bytes off": accessor("bind", byteOffset=2),
    "sparse indices back": lambda made: sparse_indices(made, 3, 1),
    "positions within bounds": accessor("positions", max=[5, 2, 0]),
    "bounds of two numbers": accessor("positions", max=[1, 2]),
    "bounds in double precision": accessor("positions", max=[1.00000001, 2, 0]),
    "bounds as text": accessor("positions", max=["1", "2", "0"]),
    "positions not finite": attribute("POSITION", np.full((4, 3), np.nan, np.float32)),
    "positions two bytes off": accessor("positions", byteOffset=2),
    "positions beyond the view": accessor("positions", count=5),
    "interleaved": lambda made: interleaved(made, stride=24),
    "interleaved without stride": lambda made: interleaved(made, stride=None),
    "interleaved with small stride": lambda made: interleaved(made, stride=8),
    "index beyond the vertices": primitive(indices=3),
    "indices: out of range": lambda made: made.primitive.update(indices=made.add(np.uint16([0, 1, 4]))),
    "indices: restart": lambda made: made.primitive.update(indices=made.add(np.uint16([0, 1, 65535]))),
    "indices: flat triangle": lambda made: made.primitive.update(indices=made.add(np.uint16([0, 1, 1]))),
    "indices: four": lambda made: made.primitive.update(indices=made.add(np.uint16([0, 1, 2, 3]))),
    "indices: signed": lambda made: made.primitive.update(indices=made.add(np.int16([0, 1, 2]))),
    "indices: floats": lambda made: made.primitive.update(indices=made.add(np.float32([0, 1, 2]))),
    "indices with a stride": view("indices", byteStride=4),
    "indices as vertices": view("indices", target=34962),
    "indices with a stride and a target": view("indices", byteStride=4, target=34963),
    "indices are positions": lambda made: made.primitive.update(indices=made.primitive["attributes"]["POSITION"]),
    "points": primitive(mode=0),
    "lines": primitive(mode=1),
    "material not there": primitive(material=0),
    "targets differ": lambda made: made.data["meshes"][0]["primitives"].append(made.data["meshes"][1]["primitives"][0]),
    "targets differ in number": lambda made: made.data["meshes"][0]["primitives"].append(
        {**made.primitive, "targets": made.primitive["targets"][:1]}
    ),
    "mesh weights too few": lambda made: made.data["meshes"][0].update(weights=[0.0]),
    "mesh weights without targets": lambda made: made.data["meshes"][1].update(weights=[0.0]),
    "no mesh weights": lambda made: made.data["meshes"][0].pop("weights"),
    "target without base": lambda made: made.primitive["targets"][0].update(
        TANGENT=made.primitive["targets"][0]["POSITION"]
    ),
    "target of joints": lambda made: made.primitive["targets"][0].update(
        JOINTS_0=made.primitive["targets"][0]["POSITION"]
    ),
    "target of another count": lambda made: made.primitive["targets"][0].update(
        POSITION=added(made, np.zeros((5, 3), np.float32))
    ),
    "target as VEC4": lambda made: made.primitive["targets"][0].update(
        POSITION=added(made, np.zeros((4, 4), np.float32))
    ),
    "target without bounds": lambda made: made.data["accessors"][ROLES["morphed"](made)].pop("max"),
    "target empty": lambda made: made.primitive["targets"].append({}),
    "sparse beyond": lambda made: made.data["accessors"][ROLES["sparse"](made)].update(count=3),
    "sparse too many": lambda made: made.data["accessors"][ROLES["sparse"](made)]["sparse"].update(count=9),
    "sparse indices in floats": lambda made: made.data["accessors"][ROLES["sparse"](made)]["sparse"]["indices"].update(
        componentType=5126
    ),
    "sparse without values": lambda made: made.data["accessors"][ROLES["sparse"](made)]["sparse"].pop("values"),
    "floats normalised": accessor("positions", normalized=True),
    "times negative": times(-1, 1),
    "times equal": times(0.5, 0.5),
    "times back": times(1, 0.5),
    "times not finite": times(0, float("inf")),
    "times without bounds": lambda made: made.data["accessors"][ROLES["times"](made)].pop("max"),
    "times with another bound": accessor("times", max=[2]),
    "times with a stride": view("times", byteStride=4),
    "values with a stride": view("rotations", byteStride=16),
    "times as integers": lambda made: made.data["animations"][0]["samplers"][0].update(
        input=added(made, np.uint16([[0], [1]]))
    ),
    "one time for a spline": lambda made: made.data["animations"][1]["samplers"][0].update(
        input=added(made, np.float32([[0]]))
    ),
    "too few values": rotations([0, 0, 0, 1]),
    "too many values": rotations([0, 0, 0, 1], [0, 0, 0, 1], [0, 0, 0, 1]),
    "rotations not unit": rotations([0, 0, 0, 1], [0, 0, 0, 0.9]),
    "rotations nearly unit": rotations([0, 0, 0, 1], [0, 0, 0, 0.9999]),
    "rotation of zero": rotations([0, 0, 0, 1], [0, 0, 0, 0]),
    "rotations as vectors": channel(path="scale"),
    "track of a matrix": lambda made: made.data["animations"][0]["channels"][0]["target"].update(node=3),
    "track of a skinned node": channel(node=2),
    "track of weights of a joint": channel(path="weights"),
    "track of weights without morphs": lambda made: made.data["animations"][1]["channels"][1]["target"].update(node=3),
    "track of an unknown path": channel(path="colour"),
    "track of a pointer": channel(path="pointer"),
    "track without node": lambda made: made.data["animations"][0]["channels"][0]["target"].pop("node"),
    "track of no node": channel(node=77),
    "two tracks of one property": lambda made: made.data["animations"][0]["channels"].append(
        made.data["animations"][0]["channels"][0]
    ),
    "sampler not there": lambda made: made.data["animations"][0]["channels"][0].update(sampler=5),
    "unknown interpolation": lambda made: made.data["animations"][0]["samplers"][0].update(interpolation="SPLINE"),
    "no samplers": lambda made: made.data["animations"][0].update(samplers=[]),
    "times are positions": lambda made: made.data["animations"][0]["samplers"][0].update(
        input=ROLES["positions"](made)
    ),
    "values are times": lambda made: made.data["animations"][0]["samplers"][0].update(output=ROLES["times"](made)),
    "rotations as vertices": view("rotations", target=34962),
    "view beyond the buffer": view("splines", byteLength=100_000),
    "view of no buffer": view("splines", buffer=4),
    "buffer longer than its data": lambda made: made.data["buffers"][0].update(byteLength=100_000),
    "buffer shorter than its data": lambda made: made.data["buffers"][0].update(byteLength=600),
    "buffer as text in a GLB": lambda made: made.data["buffers"].append(
        {"byteLength": 2, "uri": "data:application/octet-stream;base64,AAA="}
    ),
    "buffer of another media type": lambda made: made.data["buffers"].append(
        {"byteLength": 2, "uri": "data:text/plain;base64,AAA="}
    ),
    "buffer too short": lambda made: made.data["buffers"].append(
        {"byteLength": 9, "uri": "data:application/octet-stream;base64,AAA="}
    ),
    "buffer of broken text": lambda made: made.data["buffers"].append(
        {"byteLength": 2, "uri": "data:application/octet-stream;base64,A*A="}
    ),
    "bounds beyond the type": accessor("joints", min=[0, 0, 0, 0], max=[300, 0, 0, 0]),
    "buffer missing": lambda made: made.data["buffers"].append({"byteLength": 9, "uri": "missing.bin"}),
    "second buffer without uri": lambda made: made.data["buffers"].append({"byteLength": 9}),
    "version 1": lambda made: made.data["asset"].update(version="1.0"),
    "version 2.1": lambda made: made.data["asset"].update(version="2.1"),
    "version 3": lambda made: made.data["asset"].update(version="3.0"),
    "version 2": lambda made: made.data["asset"].update(version="2"),
    "later minVersion": lambda made: made.data["asset"].update(minVersion="2.1"),
    "no asset": lambda made: made.data.pop("asset"),
    "extras as text": lambda made: made.data["nodes"][0].update(extras="text"),
    "unknown property": lambda made: made.data["nodes"][0].update(colour="red"),
}
