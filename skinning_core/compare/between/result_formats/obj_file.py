"""The vertices of a Wavefront ``.obj`` file: its lines ``v x y z``, in order.

No normals: ``vn`` lines belong to corners of faces, not to vertices.
"""

from __future__ import annotations

from pathlib import Path

from ....error import require
from ....model import Float64
from .text_numbers import number_rows, text_lines


def read_obj_vertices(path: Path) -> Float64:
    """(V, 3) the vertices. Raises ``SkinproofError`` with the faulty line."""
    lines = (pair for pair in enumerate(text_lines(path), start=1) if pair[1][:2] in ("v ", "v\t"))
    vertices = number_rows(lines, (1, 2, 3), path)
    require(len(vertices), "there is no line that begins with v", str(path))
    return vertices
