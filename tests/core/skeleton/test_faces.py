"""Faces of every mode of primitive, as triangles, edges and loose points."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import numpy as np

Package = Callable[[str], ModuleType]


def test_strips_fans_and_loops(package: Package) -> None:
    model = package("skinning_core.model")

    def primitive(mode: int, indices):
        positions = np.zeros((5, 3), np.float32)
        return model.Primitive(mode, positions, None, None, np.array(indices, np.uint8), None, None)

    strip, fan = primitive(model.TRIANGLE_STRIP, [0, 1, 2, 2, 3]), primitive(model.TRIANGLE_FAN, [4, 0, 1, 2])
    twice = primitive(model.TRIANGLES, [0, 1, 2, 3, 1, 2, 2, 1, 0])  # the last is the first, seen from behind
    faces = package("skinning_core.skeleton.faces")
    assert faces.topology_of([twice]).triangles.tolist() == [[0, 1, 2], [3, 1, 2]]
    loop, loose = primitive(model.LINE_LOOP, [0, 1, 2]), primitive(model.POINTS, [0])
    topology = faces.topology_of([strip, fan, loop, loose])
    # Of the strip's three triangles two name a vertex twice; every second one is wound the other way round.
    assert topology.triangles.tolist() == [[0, 1, 2], [5, 6, 9], [6, 7, 9]]
    assert topology.face_primitive.tolist() == [0, 1, 1]
    assert topology.edges.tolist() == [[10, 11], [11, 12], [12, 10]]
    assert topology.starts.tolist() == [0, 5, 10, 15, 20]
