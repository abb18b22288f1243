"""Draw every picture of this folder again: ``python docs/pictures/make.py [NAME...]``; needs Blender 5.2.

Each is one command of ``skinproof picture``; the example character unless a file of ``../shared`` is there. Pictures
of a window are screenshots of ``python -m pytest tests/window``, which has to be run before.
"""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EXAMPLE = "examples/character.glb"
FOX = "../shared/models/fox/Fox.glb"

COMMANDS = {
    "poses": f"{EXAMPLE} --clip walk --time 0.5 --show posed,rest,bind,current",
    "stages": f"{EXAMPLE} --clip walk --time 0.5 --show model,skinspace:head,posed --size 1280x560",
    "weights": f"{EXAMPLE} --clip wave --time 1.2 --show weights:head,isolate:head,joints --size 1280x560",
    "cpu-gpu": f"{EXAMPLE} --clip wave --time 1.2 --show cpu,gpu",
    "error": f"{EXAMPLE} --clip walk --time 0.5 --show error:blender",
    "crowd": f"{EXAMPLE} --clip walk --show crowd:49 --rise 22 --size 1280x720",
    "foxes": f"{FOX} --clip Run --time 0.3 --show crowd:200 --rise 24 --size 1280x720",
}

#: Screenshots that the tests of the window leave behind.
SCREENSHOTS = ROOT / "build" / "window"
WINDOW = {
    "window": "beside-5.2/6_worst.png",
    "window-skeletons": "beside-5.2-opengl-overlays/1_skeletons.png",
    "window-weights": "beside-5.2-opengl-overlays/7_isolated.png",
    "window-crowd": "beside-5.2-opengl-overlays/10_crowd_later.png",
}


def main(names: list[str]) -> int:
    """Draw the named pictures, or all; the number of those that failed."""
    failed = 0
    for name in names or (*COMMANDS, *WINDOW):
        if name in WINDOW:
            _copy_screenshot(name)
            continue
        words = shlex.split(COMMANDS[name])
        if not (ROOT / words[0]).is_file():
            print(f"{name}.png: skipped, {words[0]} is not there")
            continue
        command = [sys.executable, "-m", "skinproof", "picture", *words, "--out", str(HERE / f"{name}.png")]
        failed += subprocess.run(command, cwd=ROOT, check=False).returncode != 0
    return failed


def _copy_screenshot(name: str) -> None:
    source = SCREENSHOTS / WINDOW[name]
    if not source.is_file():
        print(f"{name}.png: skipped, run python -m pytest tests/window first")
        return
    shutil.copyfile(source, HERE / f"{name}.png")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
