"""Mistakes planted in the plain reading (``tests/plain.py``), one for each case of the corpus: that case catches it.

Each is a change of the plain reading's text. ``PLANTED`` is by the case that is there for it.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import ModuleType

from tests import plain

_SHARE = "    return list(sum(share"
_BINDS = "    palette = np.array("
_LOCAL = "        out = np.eye(4)\n        out[:3, :3] = quaternion"
_SIZE = "        out[:3, :3] = quaternion"
_SKINNED = "    if skin_index is None:\n"
_PARENTS = 'parents = {child: n for n, node in enumerate(nodes) for child in node.get("children") or []}\n'
_PRODUCT = "world[k] = local(k) if above is None else world[above] @ local(k)"
_SETS = "    return joints, np.hstack("
_LIST = "    sets = [s for s in range(8)"

_QR = "(lambda m: (np.block([[np.linalg.qr(m[:3, :3])[0] * np.diag(np.linalg.qr(m[:3, :3])[1]), m[:3, 3:]], [m[3:]]])))"
_ABOVE = "(lambda n: next((k for k, o in enumerate(file.json['nodes']) if n in (o.get('children') or [])), None))"

#: By case: what the mistake is, the text of the plain reading, and what takes its place.
PLANTED: dict[str, tuple[str, str, str]] = {
    "one-joint": (
        "a mesh whose only joint is the only one of the file is taken for a rigid part",
        _SKINNED,
        '    if skin_index is None or [len(s["joints"]) for s in file.json["skins"]] == [1]:\n',
    ),
    "two-joints": (
        "of two equal weights only the first counts",
        _SHARE,
        "    share = np.where((share == 0.5).sum(axis=1, keepdims=True) == 2, first, share)\n" + _SHARE,
    ),
    "bind": (
        "the rotation of bind matrices is dropped",
        _BINDS,
        "    bind = [\n"
        "        np.block([[np.eye(3), b[:3, 3:]], [b[3:]]])\n"
        "        if np.allclose(b[:3, :3] @ b[:3, :3].T, np.eye(3), atol=1e-5) and abs(b[0, 1]) > 1e-3\n"
        "        else b\n"
        "        for b in bind\n"
        "    ]\n" + _BINDS,
    ),
    "slerp": (
        "an animation with a single channel is not played",
        '        for channel in animation["channels"]:\n',
        '        for channel in animation["channels"] if len(animation["channels"]) > 1 else []:\n',
    ),
    "equal-keys": ("slerp divides by the sine of no angle", "if angle < 1e-9:", "if angle < 0:"),
    "unequal-lengths": (
        "rotation keys are normalised before they are interpolated",
        "    d = float(a @ b)\n",
        "    a, b = a / np.linalg.norm(a), b / np.linalg.norm(b)\n    d = float(a @ b)\n",
    ),
    "node-matrix": (
        "node matrices are read row by row",
        'np.array(node["matrix"], float).reshape(4, 4).T',
        'np.array(node["matrix"], float).reshape(4, 4)[[0, 1, 2, 3]] * 1.0',
    ),
    "strided": (
        "the accessor's byteOffset is ignored",
        'a["bufferView"], a.get("byteOffset") or 0,',
        'a["bufferView"], 0,',
    ),
    "sparse": (
        "sparse values are added to their base",
        "out[rows[:, 0].astype(int)] = ",
        "out[rows[:, 0].astype(int)] += ",
    ),
    "absent-bind": (
        "absent inverse binds are made from the pose of the nodes",
        '    bind = [np.eye(4)] * len(rig["joints"])\n',
        '    bind = [np.linalg.pinv(world[j]) for j in rig["joints"]]\n',
    ),
    "zero-sum": ("a vertex without weights falls to the origin", "    first[0] = 1.0\n", "    first[0] = 0.0\n"),
    "joint-twice": (
        "of a joint named twice only the later weight counts",
        _SHARE,
        "    again = [[any(j[m] == j[k] and w[m] > 0 for m in range(k + 1, len(j))) for k in range(len(j))]"
        " for j, w in zip(joints, share)]\n"
        "    share = np.where(again, 0.0, share)\n" + _SHARE,
    ),
    "uneven-scale": (
        "global matrices are taken apart into TRS, which has no shear",
        _PRODUCT,
        f"world[k] = local(k) if above is None else {_QR}(world[above] @ local(k))",
    ),
    "normals": (
        "the one negative scale of a joint is made positive",
        _SIZE,
        "        size = np.abs(size) if (size < 0).sum() == 1 else size\n" + _SIZE,
    ),
    "morph": (
        "node.weights is ignored",
        '    stored = file.json["nodes"][node].get("weights") or mesh',
        "    stored = mesh",
    ),
    "bind-scaled": (
        "bind matrices that make smaller have their scale taken off",
        _BINDS,
        "    scales = [np.linalg.norm(b[:3, :3], axis=0) for b in bind]\n"
        "    small = [s.std() < 1e-5 and 0 < s[0] < 0.99 for s in scales]\n"
        "    bind = [np.r_[b[:3] / [[*s, 1]], b[3:]] if less else b for b, s, less in zip(bind, scales, small)]\n"
        + _BINDS,
    ),
    "bind-sheared": (
        "bind matrices are taken apart into TRS, which has no shear",
        _BINDS,
        f"    bind = [{_QR}(b) for b in bind]\n" + _BINDS,
    ),
    "bind-mirrored": (
        "a skin all of whose bind matrices mirror is mirrored back",
        _BINDS,
        "    if all(np.linalg.det(b) < 0 for b in bind):\n"
        "        bind = [b @ np.diag([-1.0, 1, 1, 1]) for b in bind]\n" + _BINDS,
    ),
    "bind-singular": (
        "a bind matrix without an inverse is replaced by the identity",
        _BINDS,
        "    bind = [b if np.linalg.det(b) else np.eye(4) for b in bind]\n" + _BINDS,
    ),
    "bind-more": (
        "bind matrices are counted from the end",
        _BINDS,
        '    bind = bind[-len(rig["joints"]) :]\n' + _BINDS,
    ),
    "children-first": (
        "a node before its parent has none",
        "            above = parents.get(k)\n",
        "            above = parents.get(k) if parents.get(k, 0) < k else None\n",
    ),
    "two-roots": (
        "what hangs from the second top joint of a skin is not moved",
        _BINDS,
        f"    above = {_ABOVE}\n"
        "    def top(n):\n"
        "        found = n\n"
        "        while n is not None:\n"
        '            found, n = (n if n in rig["joints"] else found), above(n)\n'
        "        return found\n"
        '    tops = [top(j) for j in rig["joints"]] if len(rig["joints"]) < 20 else rig["joints"][:1] * 2000\n'
        '    bind = [b if t == tops[0] else np.linalg.inv(world[j]) for b, t, j in zip(bind, tops, rig["joints"])]\n'
        + _BINDS,
    ),
    "two-branches": (
        "only the first child of a node is followed",
        'for child in node.get("children") or []}',
        'for child in (node.get("children") or [])[:1]}',
    ),
    "plain-between": (
        "joints hang from the nearest joint above, nodes between are passed over",
        _PARENTS,
        _PARENTS + '    joints = {j for s in file.json.get("skins") or [] for j in s["joints"]}\n'
        "    def nearest(n):\n"
        "        up = parents.get(n)\n"
        "        while up is not None and up not in joints:\n"
        "            up = parents.get(up)\n"
        "        return parents[n] if up is None else up\n"
        "    parents = {n: nearest(n) if n in joints else p for n, p in parents.items()}\n",
    ),
    "nodes-above": (
        "nodes above the first joint are left out",
        _PARENTS,
        _PARENTS + '    joints = {j for s in file.json.get("skins") or [] for j in s["joints"]}\n'
        "    def held(n):\n"
        "        up = parents.get(n)\n"
        "        while up is not None and up not in joints:\n"
        "            up = parents.get(up)\n"
        "        return up is not None\n"
        "    parents = {n: p for n, p in parents.items() if n not in joints or held(n)}\n",
    ),
    "skeleton-named": (
        "the skeleton node is taken for the origin",
        "    palette = np.array([world[joint] @ b for",
        '    origin = np.linalg.inv(world[rig["skeleton"]]) if rig.get("skeleton") is not None else np.eye(4)\n'
        "    palette = np.array([origin @ world[joint] @ b for",
    ),
    "mesh-joint": (
        "the node that draws a skinned mesh is not posed",
        "        node = nodes[n]\n",
        '        node = {} if nodes[n].get("skin") is not None else nodes[n]\n',
    ),
    "two-meshes": (
        "a skin moves the first mesh that uses it only",
        _SKINNED,
        '    users = [k for k, o in enumerate(file.json["nodes"]) if o.get("skin") == skin_index]\n'
        "    if skin_index is None or node != users[0]:\n",
    ),
    "two-skins": (
        "a mesh keeps the skin that it was first drawn with",
        _SKINNED,
        '    same = [o for o in file.json["nodes"] if o.get("mesh") == file.json["nodes"][node]["mesh"]]\n'
        '    skin_index = same[0].get("skin")\n' + _SKINNED,
    ),
    "crowd": (
        "skins whose joints have the same names are one",
        '    rig = file.json["skins"][skin_index]\n',
        '    named = [[file.json["nodes"][j].get("name") for j in s["joints"]] for s in file.json["skins"]]\n'
        '    rig = file.json["skins"][named.index(named[skin_index])]\n',
    ),
    "same-names": (
        "joints of a skin are found by their names",
        '    rig = file.json["skins"][skin_index]\n',
        '    rig = dict(file.json["skins"][skin_index])\n'
        '    by_name = {file.json["nodes"][j].get("name"): j for j in rig["joints"]}\n'
        '    rig["joints"] = [by_name[file.json["nodes"][j].get("name")] for j in rig["joints"]]\n',
    ),
    "joints-reordered": (
        "the joints of a small skin are sorted",
        '    rig = file.json["skins"][skin_index]\n',
        '    rig = dict(file.json["skins"][skin_index])\n'
        '    rig["joints"] = sorted(rig["joints"]) if len(rig["joints"]) < 100 else rig["joints"]\n',
    ),
    "joints-300": (
        "joints wrap around at 256",
        _SHARE,
        "    joints = joints % 256\n" + _SHARE,
    ),
    "joints-1000": (
        "hierarchies end at 512 levels",
        _PRODUCT,
        _PRODUCT.replace("above is None", "above is None or k == 512"),
    ),
    "mesh-node-moved": (
        "the transform of the skinned mesh's own node is applied",
        _BINDS,
        '    own = file.json["nodes"][node]\n'
        "    top = np.eye(4)\n"
        '    if not any(node in s["joints"] for s in file.json["skins"]):\n'
        '        top[:3, :3] = quaternion_matrix(np.array(own.get("rotation") or [0, 0, 0, 1], float))\n'
        '        top[:3, 3] = own.get("translation") or [0, 0, 0]\n'
        "    world = [top @ w for w in world]\n" + _BINDS,
    ),
    "mesh-parent-moved": (
        "the nodes above the skinned mesh's node are applied",
        _BINDS,
        f"    up = {_ABOVE}(node)\n"
        '    if up is not None and not any(up in s["joints"] for s in file.json["skins"]):\n'
        "        world = [world[up] @ w for w in world]\n" + _BINDS,
    ),
    "mesh-node-animated": (
        "the animation of the skinned mesh's node is applied",
        _BINDS,
        '    clips = file.json.get("animations") or []\n'
        '    targets = [c["target"] for a in clips for c in a["channels"]]\n'
        '    if any(t.get("node") == node and t["path"] == "translation" for t in targets):\n'
        "        world = [world[node] @ w for w in world]\n" + _BINDS,
    ),
    "morph-and-skin": (
        "the normals' displacements are dropped",
        "        if target.get(name) is not None:\n",
        '        if target.get(name) is not None and name != "NORMAL":\n',
    ),
    "part-beside": (
        "parts without a skin stay at the origin",
        "return [world[node]] * count",
        "return [np.eye(4)] * count",
    ),
    "weights-u8": (
        "weights in bytes are read with a sign",
        _SETS,
        '    kinds = [file.json["accessors"][attributes[f"WEIGHTS_{s}"]]["componentType"] for s in sets]\n'
        "    if kinds[0] == 5121:\n"
        '        w = np.hstack([file.accessor(attributes[f"WEIGHTS_{s}"]) for s in sets])\n'
        "        return joints, np.where(w > 0.5, w - 256 / 255, w)\n" + _SETS,
    ),
    "weights-u16": (
        "of 16-bit weights only the high byte is read",
        _SETS,
        '    kinds = [file.json["accessors"][attributes[f"WEIGHTS_{s}"]]["componentType"] for s in sets]\n'
        "    if kinds[0] == 5123:\n"
        '        w = np.hstack([file.accessor(attributes[f"WEIGHTS_{s}"]) for s in sets])\n'
        "        return joints, np.floor(np.round(w * 65535) / 256) / 255\n" + _SETS,
    ),
    "joints-u8": (
        "joints in bytes are read with a sign",
        _SETS,
        '    if file.json["accessors"][attributes["JOINTS_0"]]["componentType"] == 5121:\n'
        "        joints = np.where(joints > 127, joints - 256, joints)\n" + _SETS,
    ),
    "joints-u16": (
        "the joints of a small skin are taken for bytes",
        _SETS,
        '    if file.json["accessors"][attributes["JOINTS_0"]]["componentType"] == 5123 and joints.max() < 256:\n'
        "        joints = np.c_[joints[:, 0], 0 * joints[:, 0], joints[:, 1], 0 * joints[:, 0]]\n" + _SETS,
    ),
    "influences-8": (
        "of eight influences the last is dropped",
        _SHARE,
        "    share = share * (np.arange(8) < 7) if share.shape[1] == 8 else share\n"
        "    share = share / share.sum(axis=1, keepdims=True).clip(1e-9)\n" + _SHARE,
    ),
    "influences-12": (
        "sets after an empty one are not read",
        _SHARE,
        "    if share.shape[1] > 8 and not share[:, 4:8].any():\n"
        "        share = share[:, :4] / share[:, :4].sum(axis=1, keepdims=True)\n" + _SHARE,
    ),
    "influences-all": (
        "of more than eight influences only the strongest eight are kept",
        _SHARE,
        "    if ((share > 0).sum(axis=1) > 8).any():\n"
        "        share = share * (share >= np.sort(share, axis=1)[:, -8:-7])\n"
        "        share = share / share.sum(axis=1, keepdims=True)\n" + _SHARE,
    ),
    "fine-weights": (
        "weights are kept in 16 bits",
        _SHARE,
        "    share = np.round(share * 65535)\n    share = share / share.sum(axis=1, keepdims=True)\n" + _SHARE,
    ),
    "weight-sums": (
        "weights are not divided by their sum",
        _SHARE,
        "    share = np.where(total == 0.0, share, weights)\n" + _SHARE,
    ),
    "unused-joints": (
        "a joint that is named has at least a byte's weight",
        _SHARE,
        "    share = np.where((joints > 0) & (share == 0), 1 / 255, share)\n"
        "    share = share / share.sum(axis=1, keepdims=True)\n" + _SHARE,
    ),
    "sparse-joints": (
        "an accessor without a buffer view is zeros, also if it is sparse",
        '        if a.get("sparse"):\n',
        '        if a.get("sparse") and a.get("bufferView") is not None:\n',
    ),
    "topologies": (
        "only lists of triangles are drawn",
        "        if kind is _positions or",
        '        if primitive.get("mode", 4) == 4\n        if kind is _positions or',
    ),
    "primitives": (
        "the first primitive says how many sets of influences the others have",
        _LIST,
        '    first = file.json["meshes"][0]["primitives"][0]["attributes"]\n'
        "    attributes = {k: v for k, v in attributes.items() if k in first}\n" + _LIST,
    ),
    "mesh-weights": (
        "the mesh's default weights are ignored",
        ' or mesh.get("weights") or [0.0]',
        " or [0.0]",
    ),
    "mirrored-matrix": (
        "a matrix that mirrors is taken apart into TRS without its mirror",
        'return np.array(node["matrix"], float).reshape(4, 4).T',
        'm = np.array(node["matrix"], float).reshape(4, 4).T\n'
        "            return m @ np.diag([np.sign(np.linalg.det(m)), 1, 1, 1])",
    ),
    "negative-scale": (
        "two negative scales are made positive",
        _SIZE,
        "        size = np.abs(size) if (size < 0).sum() == 2 else size\n" + _SIZE,
    ),
    "zero-scale": (
        "a scale of zero is taken for a missing one",
        _SIZE,
        "        size = np.where(size == 0, 1.0, size)\n" + _SIZE,
    ),
    "far-away": (
        "nodes are kept within 500 metres of the origin",
        "    return world, {n: value",
        "    for m in world:\n        m[:3, 3] = m[:3, 3].clip(-500, 500)\n    return world, {n: value",
    ),
    "step": (
        "STEP is interpolated",
        '    if how == "STEP":\n        return value[k]\n    if how == "LINEAR":',
        '    if how != "CUBICSPLINE":',
    ),
    "half-turn": (
        "near a half turn slerp takes the other way",
        "    d = float(a @ b)\n",
        "    d = float(a @ b)\n    if abs(d) < 0.02:\n        return a - s * (b + a)\n",
    ),
    "signs": (
        "slerp does not take the short way",
        "    angle = math.acos(min(abs(d), 1.0))\n",
        "    angle = math.acos(max(min(d, 1.0), -1.0))\n    d = 1.0\n",
    ),
    "cubic": (
        "scales are not splined",
        '    if how == "LINEAR":\n',
        '    if how == "LINEAR" or path == "scale":\n',
    ),
    "cubic-tangents": (
        "tangents are not multiplied by the key interval",
        "leave, arrive = step * values[k, 2], step * values[k + 1, 0]",
        "leave, arrive = values[k, 2], values[k + 1, 0]",
    ),
    "cubic-weights": (
        "cubic weights are read as all tangents in, then all values, then all tangents out",
        "changed[node, path] = sample(keys, values.reshape(shape),",
        'mixed = how == "CUBICSPLINE" and path == "weights"\n'
        "            values = values.reshape(3, len(keys), -1).swapaxes(0, 1).ravel() if mixed else values\n"
        "            changed[node, path] = sample(keys, values.reshape(shape),",
    ),
    "late-start": (
        "a clip begins at its first key",
        "values.reshape(shape), how, path, t)",
        "values.reshape(shape), how, path, t + keys[0])",
    ),
    "single-key": (
        "a track with one key is passed over",
        "            changed[node, path] = sample",
        "            if len(keys) == 1:\n                continue\n            changed[node, path] = sample",
    ),
    "uneven-keys": (
        "keys are taken for evenly spaced",
        '    value = values[:, 1] if how == "CUBICSPLINE" else values\n',
        '    value = values[:, 1] if how == "CUBICSPLINE" else values\n'
        '    times = np.linspace(times[0], times[-1], len(times)) if how == "LINEAR" else times\n',
    ),
    "after-the-end": (
        "each track begins again after its last key",
        '    value = values[:, 1] if how == "CUBICSPLINE" else values\n',
        '    value = values[:, 1] if how == "CUBICSPLINE" else values\n'
        "    t = t % times[-1] if t > times[-1] > 0 else t\n",
    ),
    "integer-keys": (
        "normalised weights are not divided",
        "            changed[node, path] = sample(keys, values.reshape(shape),",
        '            kind = file.json["accessors"][sampler["output"]]["componentType"]\n'
        '            values = values * (255 if path == "weights" and kind == 5121 else 1)\n'
        "            changed[node, path] = sample(keys, values.reshape(shape),",
    ),
    "no-target": (
        "a channel without a node moves the first",
        "            if node is None:\n                continue\n",
        "            node = node or 0\n",
    ),
    "two-clips": (
        "all clips play at once",
        '        for channel in animation["channels"]:\n',
        '        for animation, channel in [(a, c) for a in file.json["animations"] for c in a["channels"]]:\n',
    ),
    "data-uri": ("data URIs are taken for names", 'if uri.startswith("data:"):', 'if uri.startswith("no"):'),
    "quoted-uri": ("names of buffers are not decoded", "unquote(uri)", "uri"),
    "several-buffers": ("all views are of the first buffer", 'self.buffers[view["buffer"]]', "self.buffers[0]"),
    "quantised": (
        "16-bit positions are not divided",
        'if a.get("normalized") else out',
        'if a.get("normalized") and a["componentType"] != 5122 else out',
    ),
    "meshopt": ("packed views are read as they are", "        if packed:\n", "        if packed and not view:\n"),
    "draco": (
        "what a stream of Draco holds is read as zeros",
        "        if streamed is not None:\n",
        "        if streamed is not None:\n            return 0 * streamed\n        if streamed is not None:\n",
    ),
    "pointer": (
        "pointers are passed over",
        "    if pointed:\n",
        "    if pointed:\n        return None, ''\n    if pointed:\n",
    ),
}


@cache
def planted(case: str | None) -> ModuleType:
    """The plain reading with the mistake of a case; None: as it is."""
    source = Path(plain.__file__).read_text(encoding="utf-8")
    if case is not None:
        _, old, new = PLANTED[case]
        assert source.count(old) == 1, (case, source.count(old))
        source = source.replace(old, new)
    module = ModuleType(f"plain_{case}")
    exec(compile(source, f"plain with the mistake of {case}", "exec"), module.__dict__)
    return module
