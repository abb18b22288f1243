"""VTK as an engine: its glTF reader moves the vertices itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import vtk
from results import Played, run
from vtk.util.numpy_support import vtk_to_numpy

sys.setrecursionlimit(10_000)  # blocks lie within each other as the nodes do, which may be a thousand deep


def play(path: Path, clip: int | None, times: Sequence[float]) -> list[Played]:
    """Positions and normals of every primitive at every time."""
    reader = vtk.vtkGLTFReader()
    reader.SetFileName(str(path))
    reader.ApplyDeformationsToGeometryOn()
    reader.UpdateInformation()
    for k in range(reader.GetNumberOfAnimations()):
        (reader.EnableAnimation if k == clip else reader.DisableAnimation)(k)
    reader.UpdateInformation()
    frames = []
    for time in times:
        reader.UpdateTimeStep(time)
        reader.Update()
        frames.append(list(primitives(reader.GetOutput())))
    return [(*of_one[0][:2], stacked(of_one, 2), stacked(of_one, 3)) for of_one in zip(*frames, strict=True)]


def stacked(of_one: Sequence[Played], column: int) -> np.ndarray | None:
    """(T, V, 3) of one primitive from its rows at each time; None where the reader has no such array."""
    values = [row[column] for row in of_one]
    return None if any(v is None for v in values) else np.stack(values)


def primitives(block: vtk.vtkMultiBlockDataSet, node: int = -1) -> Iterator[Played]:
    """(node, primitive, (V, 3), (V, 3) or None) of all that is drawn: blocks of nodes are named ``Node_3``."""
    drawn = 0
    for k in range(block.GetNumberOfBlocks()):
        inside, about = block.GetBlock(k), block.GetMetaData(k)
        name = about.Get(vtk.vtkCompositeDataSet.NAME()) if about is not None else None
        if inside.IsA("vtkMultiBlockDataSet"):
            yield from primitives(inside, int(name[5:]) if name and name.startswith("Node_") else node)
        else:
            normals = inside.GetPointData().GetNormals()
            points = vtk_to_numpy(inside.GetPoints().GetData()).copy()
            yield node, drawn, points, None if normals is None else vtk_to_numpy(normals).copy()
            drawn += 1


run(f"VTK {vtk.vtkVersion.GetVTKVersion()}", play)
