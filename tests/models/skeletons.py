"""Node hierarchies and skins that are easy to get wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pygltflib as g

from .tube import (
    LENGTH,
    add_clip,
    add_mesh,
    add_skin,
    attributes,
    bend,
    bent_tube,
    chain,
    columns,
    model,
    straight_bind,
    tube,
    turn,
    turns,
    writer,
)


@model
def shear_chain(folder: Path) -> Path:
    """Turned, unevenly scaled joints one under another: their product shears, no TRS holds it."""
    w = writer()
    nodes = chain(w, 4, rotation=turn((1, 2, 3), 35), scale=[1.5, 0.8, 1.1])
    shape = tube(4)
    skin = add_skin(w, nodes, straight_bind(4))
    w.node(name="tube", mesh=add_mesh(w, shape, attributes(w, shape)), skin=skin)
    keys = ((0, 0.4, 1.0), [[1.5, 0.8, 1.1], [0.6, 1.4, 1.0], [2.0, 0.5, 1.3]])
    add_clip(w, "squash", *((n, "scale", *keys) for n in nodes[1:]), (nodes[2], "rotation", (0, 1), turns(10, 80)))
    return w.save(folder / "shear_chain.glb")


@model
def bind_shear(folder: Path) -> Path:
    """Inverse bind matrices that scale and shear, far from the rest pose."""
    w = writer()
    nodes, shape = chain(w, 3), tube(3)
    matrices = straight_bind(3)
    matrices[1, :3, :3] = [[1.2, 0.3, 0.0], [0.0, 0.9, 0.2], [0.1, 0.0, 1.1]]
    matrices[2, :3, :3] = np.diag([0.5, 2.0, 1.0])
    skin = add_skin(w, nodes, matrices)
    w.node(name="tube", mesh=add_mesh(w, shape, attributes(w, shape)), skin=skin)
    bend(w, nodes)
    return w.save(folder / "bind_shear.glb")


@model
def no_inverse_bind(folder: Path) -> Path:
    """A skin without inverseBindMatrices: the identity for every joint."""
    w = writer()
    nodes, shape = chain(w, 3), tube(3)
    w.node(name="tube", mesh=add_mesh(w, shape, attributes(w, shape)), skin=add_skin(w, nodes, None))
    bend(w, nodes)
    return w.save(folder / "no_inverse_bind.glb")


@model
def matrix_nodes(folder: Path) -> Path:
    """Joints given as matrices, one of them sheared; the animated one as TRS."""
    w = writer()
    top = w.node(name="root", matrix=columns([[1, 0.2, 0, 0.1], [0, 1, 0, 0], [0, 0, 2, 0], [0, 0, 0, 1]]))
    middle = w.node(parent=top, name="middle", translation=[0.0, LENGTH, 0.0])
    end = w.node(
        parent=middle, name="end", matrix=columns([[0, -1, 0, 0], [1, 0, 0, LENGTH], [0, 0, 1, 0], [0, 0, 0, 1]])
    )
    shape = tube(3)
    skin = add_skin(w, [top, middle, end], straight_bind(3))
    w.node(name="tube", mesh=add_mesh(w, shape, attributes(w, shape)), skin=skin)
    add_clip(w, "bend", (middle, "rotation", (0, 1), turns(0, 60, axis=(1, 0, 1))))
    return w.save(folder / "matrix_nodes.glb")


@model
def two_skins(folder: Path) -> Path:
    """Two skins that share joints in another order, and one mesh drawn under both."""
    w = writer()
    nodes, shape = chain(w, 3), tube(3)
    mesh = add_mesh(w, shape, attributes(w, shape))
    first = add_skin(w, nodes, straight_bind(3), "first")
    bind = straight_bind(3)[::-1].copy()
    bind[:, 0, 3] = 0.4
    second = add_skin(w, nodes[::-1], bind, "second")
    w.node(name="a", mesh=mesh, skin=first)
    w.node(name="b", mesh=mesh, skin=second)
    bend(w, nodes)
    return w.save(folder / "two_skins.glb")


@model
def children_first(folder: Path) -> Path:
    """Nodes and joints listed from the tip to the root."""
    w = writer()
    shape = tube(3)
    for i in (2, 1, 0):
        w.node(name=f"joint {i}", translation=[0.0, LENGTH if i else 0.0, 0.0])
    w.gltf.nodes[2].children, w.gltf.nodes[1].children = [1], [0]
    w.gltf.scenes[0].nodes = [2]
    mesh = add_mesh(w, shape, attributes(w, shape))
    w.node(name="tube", mesh=mesh, skin=add_skin(w, [0, 1, 2], straight_bind(3)[::-1]))
    bend(w, [2, 1, 0])
    return w.save(folder / "children_first.glb")


@model
def moved_mesh_node(folder: Path) -> Path:
    """The skinned mesh hangs under a moved, turned node, which must not matter."""
    w = writer()
    nodes, shape = chain(w, 3), tube(3)
    mesh = add_mesh(w, shape, attributes(w, shape))
    top = w.node(name="armature", translation=[3.0, 1.0, 0.0], rotation=turn((0, 1, 0), 70), scale=[2.0, 2.0, 2.0])
    w.node(parent=top, name="tube", mesh=mesh, skin=add_skin(w, nodes, straight_bind(3)), translation=[0.0, 5.0, 0.0])
    bend(w, nodes)
    return w.save(folder / "moved_mesh_node.glb")


@model
def armature_above(folder: Path) -> Path:
    """Joints under nodes that are no joints: centimetres to metres, Z-up to Y-up, as exporters write them."""
    w = writer()
    top = w.node(name="armature", rotation=turn((1, 0, 0), -90), scale=[0.01, 0.01, 0.01])
    between = w.node(parent=top, name="between", translation=[10.0, 0.0, 20.0])
    nodes, shape = chain(w, 3, parent=between), tube(3)
    for node in nodes[1:]:
        w.gltf.nodes[node].translation = [0.0, 100 * LENGTH, 0.0]
    bind = straight_bind(3)
    bind[:, :3] *= 100.0
    w.node(name="tube", mesh=add_mesh(w, shape, attributes(w, shape)), skin=add_skin(w, nodes, bind))
    bend(w, nodes)
    add_clip(w, "between", (between, "translation", (0, 1), [[10, 0, 20], [0, 30, 0]]))
    return w.save(folder / "armature_above.glb")


@model
def part_on_scaled_bone(folder: Path) -> Path:
    """Centimetres under a node that makes them metres, and a part without a skin that hangs on a joint."""
    w = writer()
    shape, small = tube(3), 0.01
    top = w.node(name="armature", scale=[1.0 / small] * 3)
    nodes = chain(w, 3, parent=top)
    for node in nodes[1:]:
        w.gltf.nodes[node].translation = [0.0, small * LENGTH, 0.0]
    bind = straight_bind(3)
    bind[:, :3, :3] *= small
    bind[:, :3, 3] *= small
    mesh = add_mesh(w, shape, attributes(w, shape))
    w.node(name="tube", mesh=mesh, skin=add_skin(w, nodes, bind))
    ring = g.Attributes(POSITION=w.accessor((small * shape.points).astype(np.float32), bounds=True))
    part = {"translation": [0.0, 0.0, small], "rotation": turn((1, 0, 0), 90), "scale": [0.5] * 3}
    w.node(parent=nodes[1], name="part", mesh=add_mesh(w, shape, ring), **part)
    bend(w, nodes)
    return w.save(folder / "part_on_scaled_bone.glb")


@model
def rigid_parts(folder: Path) -> Path:
    """No skin at all: three meshes on an animated hierarchy, uneven scale above a turn."""
    w = writer()
    shape = tube(1)
    attrs = g.Attributes(
        POSITION=w.accessor(shape.points.astype(np.float32), target=g.ARRAY_BUFFER, bounds=True),
        NORMAL=w.accessor(shape.normals.astype(np.float32), target=g.ARRAY_BUFFER),
    )
    mesh = add_mesh(w, shape, attrs)
    base = w.node(name="base", mesh=mesh, scale=[1.0, 1.5, 0.7])
    arm = w.node(parent=base, name="arm", mesh=mesh, translation=[0.0, LENGTH, 0.0], rotation=turn((0, 0, 1), 30))
    w.node(parent=arm, name="hand", mesh=mesh, translation=[0.0, LENGTH, 0.0], scale=[0.5, 0.5, -0.5])
    slide = (base, "translation", (0, 1), [[0, 0, 0], [1, 0, 0]])
    add_clip(w, "swing", (arm, "rotation", (0, 1), turns(30, 100)), slide)
    return w.save(folder / "rigid_parts.glb")


@model
def many_joints(folder: Path) -> Path:
    """Three hundred joints in one chain, indices beyond a byte."""
    w = writer()
    bent_tube(w, 300, joint_type="uint16")
    w.gltf.animations.clear()
    add_clip(w, "coil", *((n, "rotation", (0, 1), turns(0, 3, axis=(1, 0, 1))) for n in range(1, 300)))
    return w.save(folder / "many_joints.glb")
