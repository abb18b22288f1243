"""Draw every picture of this folder again: ``python docs/pictures/make.py [NAME...]``; needs Blender 5.2.

Each is one command of ``skinproof picture``; the example character unless a file of ``../shared`` is there. Diagrams
are drawn by ``diagrams.py``. Pictures of a window are screenshots of ``python -m pytest -m nightly
tests/window/test_screenshots.py``, which has to be run before; each keeps what the side bar said then, as JSON, which
tests compare with what it says now.
"""

from __future__ import annotations

import shlex
import struct
import subprocess
import sys
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
EXAMPLE = "examples/character.glb"
OCTOPUS = "examples/octopus.md5mesh"
FOX = "../shared/models/fox/Fox.glb"
ARM = "examples/arm.glb"

#: Models that ``tests.models`` writes, each for what a file can have; one is written where it is not there yet.
ODD = "build/models/"


def mistakes(*codes: str) -> str:
    """What shows each of these mistakes, made on purpose."""
    return ",".join(f"mistake:{code}" for code in codes)


COMMANDS = {
    "poses": f"{ARM} --clip bend --time 0.6 --show posed,rest,bind,current --size 960x540",
    "stages": f"{EXAMPLE} --clip walk --time 0.5 --show meshspace,jointspace:forearm.L,posed --size 1280x480",
    "own-spaces": f"{EXAMPLE} --clip walk --time 0.5 --size 1280x480"
    " --show meshspace,ownspace,mistake:palette-reversed",
    "limb": f"{EXAMPLE} --clip walk --time 0.5 --show weights:forearm.L,limb:forearm.L --size 1120x560",
    "motion": f"{EXAMPLE} --clip walk --time 0.5 --show motion:thigh.L --size 1280x480",
    "layered": f"{EXAMPLE} --clip walk --time 0.5 --show layered:chest:wave --size 1280x480",
    "pipelines": f"{EXAMPLE} --clip wave --time 1.2 --show pipelines --size 1280x720",
    "chain": f"{EXAMPLE} --clip walk --time 0.5 --show steps:forearm.L --turn -25 --size 1280x640",
    "windmill": "examples/windmill.glb --clip turn --frames 12 --fps 8 --size 320x240",
    "rigid-smooth": f"{ARM} --clip bend --time 1 --show engine:form:rigid,engine:form:skin-palette --size 1280x480",
    "blend": f"{ARM} --clip bend --time 1 --turn 15 --size 1120x700"
    " --show carried:shoulder,carried:elbow,carried:wrist,posed",
    "candy-wrapper": f"{ARM} --clip twist --time 1 --size 1280x360 --show "
    "engine:form:rigid,engine:form:skin-palette,engine:form:dual-quaternion",
    "candy-wrapper-moving": f"{ARM} --clip twist --frames 20 --fps 10 --size 720x200 --show "
    "engine:form:skin-palette,engine:form:dual-quaternion",
    "mistakes": f"{EXAMPLE} --clip wave --time 1.2 --show gallery --size 1600x1200",
    "mistakes-time": f"{EXAMPLE} --clip walk --time 0.55 --size 960x240 --show "
    + mistakes("late", "early", "speed", "held", "next-frame", "resampled"),
    "mistakes-nodes": f"{ODD}awkward.glb --clip wave --time 0.22 --size 960x240 --show "
    + mistakes("above-dropped", "mirror-lost", "scale-ignored", "scale-not-inherited", "joints-by-name"),
    "mistakes-vertices": f"{ODD}awkward.glb --clip wave --time 0.22 --size 960x240 --show "
    + mistakes("repeated-joint", "raw-weights", "unweighted-at-origin", "unweighted-at-rest", "joints-as-nodes"),
    "mistakes-influences": f"{ODD}twelve_influences.glb --clip bend --time 0.6 --size 960x240 --show "
    + mistakes("first-four", "strongest-four", "first-eight", "strongest-eight", "nlerp"),
    "mistakes-mesh-node": "tests/packed/cubic-fallback.plain.glb --clip cubic --time 0.6 --size 400x300 --show "
    + mistakes("mesh-node-applied", "mesh-node-divided"),
    "mistakes-long-path": f"{ODD}slerp.glb --clip slerp --time 0.6 --size 200x300 --show {mistakes('long-path')}",
    "mistakes-first-key": f"{ODD}late_and_partial.glb --clip late --time 2.2 --size 200x300 --show "
    + mistakes("first-key-at-zero"),
    "mistakes-shear": f"{ODD}shear_chain.glb --clip squash --time 0.5 --size 200x300 --show {mistakes('shear-lost')}",
    "mistakes-order": f"{ODD}two_skins.glb --clip bend --time 0.5 --size 200x300 --show {mistakes('joints-sorted')}",
    "mistakes-rest-for-bind": f"{ARM} --clip bend --time 1 --size 200x300 --show {mistakes('rest-for-bind')}",
    "mistakes-half-scale": f"{ODD}matrix_nodes.glb --clip bend --time 0.5 --size 200x300 --show "
    + mistakes("half-scale"),
    "mistakes-step": f"{EXAMPLE} --clip idle --time 1.2 --size 200x300 --show {mistakes('step-as-linear')}",
    "weights": f"{EXAMPLE} --clip wave --time 1.2 --show weights:head,isolate:head,joints --size 1280x560",
    "cpu-gpu": f"{EXAMPLE} --clip wave --time 1.2 --show cpu,gpu",
    "error": f"{EXAMPLE} --clip walk --time 0.5 --show error:form:preserve-volume",
    "bind-mesh": f"{ARM} --clip bend --time 1 --show meshspace,bind --size 960x480",
    "normals": f"{ARM} --clip bend --time 1 --show normals --size 1280x480",
    "weight-sum": f"{EXAMPLE} --clip walk --time 0.5 --show posed,weightsum:0.9 --size 1280x560",
    "fifth-influence": f"{OCTOPUS} --anim 'examples/octopus swim.md5anim' --time 1 --show beyond:4",
    "crowd": f"{EXAMPLE} --clip walk --loop --show crowd:49 --rise 22 --size 1280x720",
    "texture": f"{OCTOPUS} --anim 'examples/octopus swim.md5anim' --time 1 --show meshspace,posed --size 1120x420",
    "octopus": f"{OCTOPUS} --anim 'examples/octopus swim.md5anim' --time 1",
    "foxes": f"{FOX} --clip Run --time 0.3 --loop --show crowd:200 --rise 14 --size 1280x720",
}

#: The keyword under which a screenshot keeps, as JSON, what the side bar said.
TOLD = b"Skinproof"

#: Screenshots that the tests of the window leave behind.
SCREENSHOTS = ROOT / "build" / "window"
WINDOW = {
    "window": "pictures/window.png",
    "window-skeletons": "pictures/window-skeletons.png",
    "window-weights": "pictures/window-weights.png",
    "window-crowd": "pictures/window-crowd.png",
    "window-characters": "beside-5.2-looks/2_material_preview.png",
}

#: Screens of the tour with the example: which, the part of it (width x height + x + y), and how wide the picture is.
#: They travel with the extension, so they are small: 96 colours, and nothing that names a folder.
TOUR = {
    "window-tour-import": ("2_dialog_exact", "336x396+202+450", 336),
    "window-tour-same": ("3_exact", "1232x1010+0+80", 640),
    "window-tour-worst": ("5_worst", "1232x1010+0+80", 640),
    "window-tour-fix": ("6_fix", "704x520+540+400", 480),
    "window-tour-attached": ("10_compared", "300x640+945+80", 300),
    "window-tour-tick": ("11_dialog", "256x320+1250+70", 256),
    "window-tour-export": ("11_few_below", "300x440+945+512", 300),
}
#: The same screens of the tour in Chinese, for the Chinese page.
IN_CHINESE = {f"{name}.zh": name for name in TOUR}


def main(names: list[str]) -> int:
    """Draw the named pictures, or all; the number of those that failed."""
    failed = 0
    for name in names or (*COMMANDS, *WINDOW, *TOUR, *IN_CHINESE):
        if name in TOUR or name in IN_CHINESE:
            _cut_screenshot(name)
            continue
        if name in WINDOW:
            _copy_screenshot(name)
            continue
        words = shlex.split(COMMANDS[name])
        write_odd(words[0])
        if not (ROOT / words[0]).is_file():
            print(f"{name}.png: skipped, {words[0]} is not there")
            continue
        command = [sys.executable, "-m", "skinproof", "picture", *words, "--out", str(HERE / f"{name}.png")]
        failed += subprocess.run(command, cwd=ROOT, check=False).returncode != 0
    return failed


def write_odd(model: str) -> None:
    """Write the model of a command, where it is one that the tests make and is not there yet."""
    if model.startswith(ODD) and not (ROOT / model).is_file():
        sys.path.insert(0, str(ROOT))
        from tests.models import MODELS

        (ROOT / ODD).mkdir(parents=True, exist_ok=True)
        MODELS[Path(model).stem](ROOT / ODD)


def _copy_screenshot(name: str) -> None:
    source = SCREENSHOTS / WINDOW[name]
    if not source.is_file():
        print(f"{name}.png: skipped, run python -m pytest -m nightly tests/window first")
        return
    told, picture = source.with_suffix(".json"), source.read_bytes()
    if not told.is_file():
        (HERE / f"{name}.png").write_bytes(picture)
        return
    end = 8 + 12 + 13  # the signature and the header
    chunk = b"tEXt" + TOLD + b"\0" + told.read_bytes()
    chunk = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    (HERE / f"{name}.png").write_bytes(picture[:end] + chunk + picture[end:])


def _cut_screenshot(name: str) -> None:
    screen, part, width = TOUR[IN_CHINESE.get(name, name)]
    visit = "example-zh" if name in IN_CHINESE else "example"
    source = SCREENSHOTS / "beside-5.2-tour" / visit / f"{screen}.png"
    if not source.is_file():
        print(f"{name}.png: skipped, run python -m pytest -m nightly tests/window/test_tour.py -k 5.2-{visit} first")
        return
    cut = ["-crop", part, "+repage", "-resize", f"{width}x", "+dither", "-colors", "96", "-strip"]
    subprocess.run(["convert", str(source), *cut, f"PNG8:{HERE / name}.png"], check=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
