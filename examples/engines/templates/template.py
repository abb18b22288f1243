"""An engine to begin with: fill in ``play``.

skinproof grade OUT --run "python template.py {file} {clip} {times} {out}.csv"
"""

from __future__ import annotations

import sys
from pathlib import Path


def play(path: str, clip: int | None, time: float) -> list[tuple[float, float, float]]:
    """Every vertex that is drawn, in the world, +Y up: by node, primitive and place in the accessor.

    clip: the index of the animation, None for the pose that the nodes are stored in.
    """
    del path, clip, time
    return [(0.0, 0.0, 0.0)]


path, clip, times, out = sys.argv[1:]
with Path(out).open("w", encoding="utf-8") as file:
    file.write("time,vertex,x,y,z\n")
    for time in times.split(","):
        for vertex, (x, y, z) in enumerate(play(path, None if clip == "rest" else int(clip), float(time))):
            file.write(f"{time},{vertex},{x:.9g},{y:.9g},{z:.9g}\n")
