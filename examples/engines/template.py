"""A runner to begin with: fill in ``play`` with your own engine, then ``python template.py CORPUS OUT``.

In another language write, for each case of ``manifest.json``, ``OUT/ID.json``: {"times": [...], "positions": [{"bin":
"ID.bin", "shape": [T, V, 3], "offset": 0}]} with float32 little-endian numbers in ``OUT/ID.bin``.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from results import Played, run


def play(path: Path, clip: int | None, times: Sequence[float]) -> list[Played]:
    """Every drawn primitive of a file: its node, its number in the mesh, positions (T, V, 3), normals (T, V, 3).

    clip: the index of the animation, None for the rest pose. Positions are in world space, +Y up, in metres, vertices
    in the order of the file's accessors. An engine without normals gives None in their place.
    """
    drawn: list[Played] = []
    # model = my_engine.load(path)
    # for node, primitive in model.drawn:
    #     frames = [model.skin(node, primitive, clip, time) for time in times]
    #     positions, normals = np.stack([f.positions for f in frames]), np.stack([f.normals for f in frames])
    #     drawn.append((node, primitive, positions, normals))
    if not drawn:
        raise NotImplementedError(f"{path.name} clip {clip} at {np.round(times, 3)} s: this is the template")
    return drawn


run("my engine 1.0", play)
