"""What a file can hold data in: containers, buffers, accessors, names, drawing modes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygltflib as g

from .tube import (
    SIDES,
    Tube,
    add_mesh,
    add_skin,
    attributes,
    bend,
    bent_tube,
    chain,
    model,
    straight_bind,
    tube,
    writer,
)


@model
def plain(folder: Path) -> Path:
    """Three joints, one clip, LINEAR: what everything must get right first."""
    w = writer()
    bent_tube(w)
    return w.save(folder / "plain.glb")


@model
def external_buffer(folder: Path) -> Path:
    """The same as .gltf with a .bin beside it."""
    w = writer()
    bent_tube(w)
    return w.save(folder / "external.gltf")


@model
def data_uri(folder: Path) -> Path:
    """The same with the buffer inside the JSON."""
    w = writer()
    bent_tube(w)
    return w.save_embedded(folder / "embedded.gltf")


@model
def sparse(folder: Path) -> Path:
    """Positions of which some are replaced by a sparse accessor."""
    w = writer()
    nodes, shape = chain(w, 3), tube(3)
    attrs = attributes(w, shape)
    moved = np.full(shape.points.shape, np.nan, np.float32)
    moved[10:20] = shape.points[10:20] * [1.4, 1.0, 1.4]
    attrs.POSITION = w.sparse(moved, base=attrs.POSITION)
    low, high = shape.points * [1.4, 1, 1.4], shape.points
    w.gltf.accessors[attrs.POSITION].min = [float(v) for v in np.minimum(low, high).min(axis=0)]
    w.gltf.accessors[attrs.POSITION].max = [float(v) for v in np.maximum(low, high).max(axis=0)]
    w.node(name="tube", mesh=add_mesh(w, shape, attrs), skin=add_skin(w, nodes, straight_bind(3)))
    bend(w, nodes)
    return w.save(folder / "sparse.glb")


@model
def interleaved(folder: Path) -> Path:
    """Positions, normals, joints and weights in one buffer view, 44 bytes a vertex."""
    w = writer()
    nodes, shape = chain(w, 3), tube(3)
    joints, weights = shape.influences()
    fields = [("p", "<f4", 3), ("n", "<f4", 3), ("j", "u1", 4), ("w", "<f4", 4)]
    rows = np.zeros(len(shape.points), dtype=fields)
    rows["p"], rows["n"], rows["j"], rows["w"] = shape.points, shape.normals, joints, weights
    view = w.view(rows.tobytes(), target=g.ARRAY_BUFFER, stride=44)
    kinds = {"p": (g.FLOAT, g.VEC3), "n": (g.FLOAT, g.VEC3), "j": (g.UNSIGNED_BYTE, g.VEC4), "w": (g.FLOAT, g.VEC4)}
    first = len(w.gltf.accessors)
    for name, (component, kind) in kinds.items():
        offset = rows.dtype.fields[name][1]
        w.gltf.accessors.append(
            g.Accessor(bufferView=view, byteOffset=offset, componentType=component, count=len(rows), type=kind)
        )
    w.gltf.accessors[first].min = [float(v) for v in rows["p"].min(axis=0)]
    w.gltf.accessors[first].max = [float(v) for v in rows["p"].max(axis=0)]
    attrs = g.Attributes(POSITION=first, NORMAL=first + 1, JOINTS_0=first + 2, WEIGHTS_0=first + 3)
    w.node(name="tube", mesh=add_mesh(w, shape, attrs), skin=add_skin(w, nodes, straight_bind(3)))
    bend(w, nodes)
    return w.save(folder / "interleaved.glb")


@model
def primitive_modes(folder: Path) -> Path:
    """Points, lines, a strip, a fan and triangles without indices, all under one skin."""
    w = writer()
    nodes, shape = chain(w, 3), tube(3)
    attrs = attributes(w, shape)
    corners = shape.triangles.reshape(-1)
    loose = Tube(shape.points[corners], shape.normals[corners], shape.triangles, shape.weights[corners])
    strip = np.stack([np.arange(SIDES), np.arange(SIDES) + SIDES], axis=1).reshape(-1).astype(np.uint8)
    primitives = [
        g.Primitive(attributes=attrs, mode=g.POINTS),
        g.Primitive(attributes=attrs, mode=g.LINES, indices=w.accessor(np.arange(16, dtype=np.uint32))),
        g.Primitive(attributes=attrs, mode=g.LINE_LOOP, indices=w.accessor(np.arange(8, dtype=np.uint16))),
        g.Primitive(attributes=attrs, mode=g.LINE_STRIP, indices=w.accessor(np.arange(8, dtype=np.uint8))),
        g.Primitive(attributes=attrs, mode=g.TRIANGLE_STRIP, indices=w.accessor(strip)),
        g.Primitive(attributes=attrs, mode=g.TRIANGLE_FAN, indices=w.accessor(np.arange(8, dtype=np.uint16))),
        g.Primitive(attributes=attributes(w, loose), mode=g.TRIANGLES),
    ]
    w.gltf.meshes.append(g.Mesh(name="modes", primitives=primitives))
    w.node(name="tube", mesh=0, skin=add_skin(w, nodes, straight_bind(3)))
    bend(w, nodes)
    return w.save(folder / "primitive_modes.glb")


@model
def same_names(folder: Path) -> Path:
    """Nodes, meshes, skins and clips that share names, or have none, or names of other scripts."""
    w = writer()
    nodes, shape = chain(w, 3), tube(3)
    mesh = add_mesh(w, shape, attributes(w, shape))
    w.node(name="骨", mesh=mesh, skin=add_skin(w, nodes, straight_bind(3), "骨"))
    for node, name in zip(nodes, ("骨", "骨", None), strict=True):
        w.gltf.nodes[node].name = name
    bend(w, nodes, "run")
    bend(w, nodes, "run")
    bend(w, nodes, "")
    return w.save(folder / "same_names.glb")
