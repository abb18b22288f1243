"""The other Blender: it is given a copy of the scene and the exported file, and this one goes on as if alone.

Nothing is evaluated, attached or moved here. The copy holds the scene and all actions, written as a library, so that no
handler of a save is called, and neither the open file nor the list of recent files knows of it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import bpy
import numpy as np

from ...skinning_core.report.version import VERSION
from ...skinning_core.text.sentence import sentence
from ..program import BEGIN, END, launched
from ..state import session
from ..state.results import Side, SideResult
from ..state.views import in_first_window, redraw, redraw_status_bars, start_timer, stop_timer
from .progress import read_progress

#: Seconds between two looks at the other Blender, and until it is stopped.
_LOOK, _LONGEST = 0.25, 900.0

#: Lines of the other Blender's output that a report of a fault has at most.
_LINES = 60


@dataclass
class _Running:
    process: subprocess.Popen[bytes]
    folder: Path
    name: str  # of the exported file
    until: float

    @property
    def has_ended(self) -> bool:
        """Whether it has said its last word; Blender 4.5 as a module stays on after it, in its own clean-up."""
        return self.process.poll() is not None or END in _log(self)


_running: _Running | None = None


def begin(export: Path, scene: bpy.types.Scene, names: Sequence[str], settings: Mapping[str, Any]) -> None:
    """Start verifying an export; what was being verified is given up. names: of the object, if it is clear which."""
    global _running
    stop()
    folder = Path()
    try:
        folder = Path(tempfile.mkdtemp(prefix="skinproof-"))
        bpy.data.libraries.write(
            str(folder / "scene.blend"), {scene, *bpy.data.actions}, path_remap="ABSOLUTE", compress=False
        )
        (folder / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
        words = [*launched(bpy.app.binary_path or sys.executable), "verify-export", str(export)]
        words += ["--scene", str(folder / "scene.blend"), *(word for name in names for word in ("--object", name))]
        words += ["--settings", str(folder / "settings.json"), "--folder", str(folder), "--debug"]
        with (folder / "log.txt").open("wb") as log:
            process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
    except (OSError, RuntimeError, TypeError) as error:
        if folder.name:
            shutil.rmtree(folder, ignore_errors=True)
        told = str(getattr(error, "strerror", None) or error).strip().splitlines()[-1:]
        tell(Side(refusal=sentence("{file} was not verified: {why}", file=export.name, why="".join(told))))
        return
    _running = _Running(process, folder, export.name, time.monotonic() + _LONGEST)
    show_side(Side(running=export.name))
    start_timer(see_answer, after=_LOOK)


def see_answer() -> float | None:
    """See whether the other Blender has answered (a timer); None when there is nothing more to wait for."""
    if _running is None:
        return None
    if not _running.has_ended and time.monotonic() < _running.until:
        done = read_progress(_running.folder)
        if session.side.result is None and (_running.folder / "result.json").exists():
            show_side(replace(_answer(_running), running=_running.name, done=done))
        elif done != session.side.done:
            show_side(replace(session.side, done=done))
        return _LOOK
    side = _answer(_running)
    stop()
    tell(side)
    return None


def tell(side: Side) -> None:
    """Show how it has ended; what is wrong Blender reports too, if there is a window to report it in."""
    show_side(side)
    with in_first_window():
        if not bpy.app.background and not (side.result is not None and side.result.same):
            bpy.ops.skinproof.tell_side("INVOKE_DEFAULT")


def cancel() -> None:
    """Give up what is under way, and say nothing more of it; what was found stays, if it was found by then."""
    stop()
    session.side = replace(session.side, running="", export=False)
    redraw(bpy.context, {"UI"})
    redraw_status_bars(bpy.context)


def stop() -> None:
    """Give up what is under way, and remove its folder."""
    global _running
    if _running is not None:
        if _running.process.poll() is None:
            _running.process.kill()
            _running.process.wait()
        shutil.rmtree(_running.folder, ignore_errors=True)
        _running = None
    stop_timer(see_answer)


def show_side(side: Side) -> None:
    """Have the panel show this, and the status bar of every window."""
    session.side = replace(side, export=True)
    redraw(bpy.context, {"UI"})
    redraw_status_bars(bpy.context)


def _answer(running: _Running) -> Side:
    """What the other Blender has left in its folder."""
    try:
        result = SideResult.of_data(json.loads((running.folder / "result.json").read_text(encoding="utf-8")))
        page = (running.folder / "report.html").read_text(encoding="utf-8")
        with np.load(running.folder / "errors.npz", allow_pickle=False) as file:
            return Side(result=result, errors={name: file[name] for name in file.files}, page=page)
    except (OSError, ValueError, TypeError, KeyError):
        why, log = _complaint(running), _log(running)
        refusal = sentence("{file} was not verified: {why}", file=running.name, why=why)
        return Side(refusal=refusal, fault=_report_of_fault(running.name, log) if _is_ours(log) else "")


def _complaint(running: _Running) -> str:
    """The last line that the command line has said for itself."""
    log = _log(running)
    said = [line.removeprefix("skinproof: ") for line in log.splitlines() if line.startswith("skinproof: ")]
    if said:
        return said[-1].removesuffix(" (--debug shows where)")
    return sentence("Blender gave no answer") if BEGIN in log else sentence("another Blender could not be started")


def _is_ours(log: str) -> bool:
    """Whether it is a fault of ours, or of Blender's, and none of the file or the scene, that there is no answer."""
    return "skinproof: this is a fault" in log or "\nskinproof: " not in f"\n{log}"


def _report_of_fault(name: str, log: str) -> str:
    """What somebody needs who is to find the fault: the versions, and the last lines of the other Blender."""
    lines = [line for line in log.splitlines() if line not in (BEGIN, END)]
    made = f"Skinproof {VERSION}, Blender {bpy.app.version_string}, {sys.platform}: {name} was not verified"
    return "\n".join([made, *lines[-_LINES:]])


def _log(running: _Running) -> str:
    try:
        return (running.folder / "log.txt").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
