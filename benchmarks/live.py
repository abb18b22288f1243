"""The live verdict: what a frame costs besides Blender's own evaluation; needs the ``bpy`` module.

``python -m benchmarks.live VERTICES SECONDS`` imports a character, goes from frame to frame with the live verdict off
and on, in turns, and prints JSON: milliseconds of processor time a frame. Beside it stand the comparison of a current
frame, which keeps nothing from one time to the next, and colouring the mesh by an attribute.
"""

from __future__ import annotations

import itertools
import json
import statistics
import subprocess
import sys
import tempfile
import time as clock
from collections.abc import Callable
from pathlib import Path

from .extension import module
from .glb import write_character
from .meshes import body
from .row import Row

_ROOT = Path(__file__).resolve().parent.parent


def live_verdict(vertices: int, *, seconds: float) -> list[Row]:
    """Milliseconds of processor time of a frame without and with the live verdict, and of what it stands for."""
    command = [sys.executable, "-m", "benchmarks.live", str(vertices), str(seconds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=_ROOT)
    values = json.loads(done.stdout.strip().splitlines()[-1])
    return [Row("live", "frame in Blender", vertices, 4, name, value, "ms") for name, value in values.items()]


def measure(vertices: int, seconds: float) -> dict[str, float]:
    """Import a character and measure in turns; the live verdict has to say "the same"."""
    import bpy

    module("addon.registration").register()
    bpy.ops.wm.read_factory_settings(use_empty=True)
    with tempfile.TemporaryDirectory() as scratch:
        path = write_character(Path(scratch) / "body.glb", body(vertices), clips=1)
        bpy.ops.skinproof.import_skin(filepath=str(path))
        scene = bpy.context.scene
        session, live = module("addon.state.session").session, module("addon.compare.live_verdict")
        inquiry, heat_map = module("addon.compare.inquiry"), module("addon.draw.heat_map")
        answer = inquiry.inquiry_of(bpy.context, "FRAME").answer()  # while the file is there

    def frame(shown: bool) -> None:
        if scene.skinproof.live is not shown:
            scene.skinproof.live = shown
            scene.frame_set(3)  # what is kept is found once, and is not timed
        session.live_frame = None  # so that no frame is left out
        began = clock.process_time()
        scene.frame_set(next(numbers))
        spent[shown].append(clock.process_time() - began)

    def timed(candidate: Callable[[], object]) -> float:
        began = clock.process_time()
        candidate()
        return clock.process_time() - began

    numbers = itertools.cycle(range(3, 20))
    spent: dict[bool, list[float]] = {False: [], True: []}
    until = clock.perf_counter() + max(seconds, 1.0)
    while clock.perf_counter() < until:
        for shown in (False, True):
            for _ in range(8):
                frame(shown)
    assert session.live_frame.verdict.same, session.live_frame.why
    colors = module("addon.draw.heat_map").linear_colors
    mesh = max(bpy.data.meshes, key=lambda each: len(each.vertices))
    errors = session.live_frame.difference.errors[0]
    whole = statistics.median(timed(lambda: inquiry.inquiry_of(bpy.context, "FRAME").answer()) for _ in range(5))
    painted = statistics.median(timed(lambda: heat_map._write_attribute(mesh, colors(errors))) for _ in range(5))
    looked = statistics.median(
        timed(lambda: live._look(bpy.context, bpy.context.evaluated_depsgraph_get())) for _ in range(20)
    )
    assert answer.verdict.same
    off, on = (statistics.median(spent[shown]) for shown in (False, True))
    values = {
        "Blender's frame": off,
        "live verdict, more": on - off,
        "live verdict, alone": looked,
        "Current Frame": whole,
        "an attribute's colours": painted,
    }
    return {name: 1e3 * value for name, value in values.items()}


if __name__ == "__main__":
    print(json.dumps(measure(int(sys.argv[1]), float(sys.argv[2]))))
