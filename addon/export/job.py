"""The other Blender: it gets a copy of the scene and the exported file, and this one goes on as if alone.

The copy of the scene and all actions is written as a library: no handler of a save is called, and neither the open file
nor the list of recent files knows of it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import bpy
import numpy as np

from ...skinning_core.report.version import VERSION
from ...skinning_core.text.sentence import from_data, sentence
from ..program import BEGIN, END, launched
from ..scene.ground.group_weights import of_arrays
from ..state.results import MendRow, SettingsRow, Side, SideResult
from ..state.session import session
from ..state.views import in_first_window, redraw, redraw_exporter, redraw_status_bars, start_timer, stop_timer
from .progress import read_progress

#: Seconds between two looks at the other Blender.
_LOOK = 0.25

#: Seconds until the other Blender is stopped.
_LONGEST = 900.0

#: In its folder: the scene that it opens.
_COPY = "scene.blend"

#: In its folder: the exports that it tried, with their results.
_ROWS = "rows.json"

#: In its folder: weights that it fitted.
_WEIGHTS = "weights.npz"

#: Most lines of the other Blender's output in a report of a fault.
_LINES = 60


@dataclass(frozen=True)
class _Work:
    """What the other Blender is asked."""

    name: str  # of the exported file or the scene
    refusal: str  # a template that says there is no answer
    answer: Callable[[_Running], Side]  # read from its folder
    search: bool = False


@dataclass
class _Running:
    process: subprocess.Popen[bytes]
    folder: Path
    work: _Work
    until: float

    @property
    def has_ended(self) -> bool:
        """Whether it has said its last word; Blender 4.5 as a module then stays on in its own clean-up."""
        return self.process.poll() is not None or END in _log(self)


_running: _Running | None = None


def begin(export: Path, scene: bpy.types.Scene, names: Sequence[str], settings: Mapping[str, Any]) -> None:
    """Start verifying an export, and give up what was being done. names: of the object, if clear."""

    def words(folder: Path) -> list[str]:
        told = [word for name in names for word in ("--object", name)]
        return ["verify-export", str(export), "--scene", str(folder / _COPY), *told, "--folder", str(folder)]

    _start(scene, settings, words, _Work(export.name, "{file} was not verified: {why}", _answer))


def begin_search(scene: bpy.types.Scene, settings: Mapping[str, Any], target: str = "") -> None:
    """Start looking for the best settings of an export.

    settings: its operator's properties to begin with. target: where the file is to be used; empty: anywhere.
    """
    for ob in scene.objects:
        if ob.mode == "EDIT":
            ob.update_from_editmode()  # as Blender does before it saves: what is edited is seen

    def words(folder: Path) -> list[str]:
        told = ["--target", target] if target else []
        told += ["--weights", str(folder / _WEIGHTS)]
        return ["preflight", str(folder / _COPY), "--json", str(folder / _ROWS), *told]

    _start(scene, settings, words, _Work(scene.name, "no settings were tried for {file}: {why}", _rows, search=True))


def _start(
    scene: bpy.types.Scene, settings: Mapping[str, Any], words: Callable[[Path], Sequence[str]], work: _Work
) -> None:
    """Give another Blender a copy of the scene and settings. words: its command line, from its folder."""
    global _running
    stop()
    folder = Path()
    try:
        folder = Path(tempfile.mkdtemp(prefix="skinproof-"))
        bpy.data.libraries.write(str(folder / _COPY), {scene, *bpy.data.actions}, path_remap="ABSOLUTE", compress=False)
        (folder / "settings.json").write_text(json.dumps(settings), encoding="utf-8")
        told = [*launched(bpy.app.binary_path or sys.executable), *words(folder)]
        told += ["--settings", str(folder / "settings.json"), "--debug"]
        temporary = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder))  # what it leaves goes with the folder
        with (folder / "log.txt").open("wb") as log:
            process = subprocess.Popen(
                told, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, env={**os.environ, **temporary}
            )
    except (OSError, RuntimeError, TypeError) as error:
        if folder.name:
            shutil.rmtree(folder, ignore_errors=True)
        why = str(getattr(error, "strerror", None) or error).strip().splitlines()[-1:]
        tell(Side(refusal=sentence(work.refusal, file=work.name, why="".join(why))))
        return
    _running = _Running(process, folder, work, time.monotonic() + _LONGEST)
    show_side(Side(running=work.name, search=work.search))
    start_timer(see_answer, after=_LOOK)


def see_answer() -> float | None:
    """See whether the other Blender has answered (a timer); None when there is nothing to wait for."""
    if _running is None:
        return None
    if not _running.has_ended and time.monotonic() < _running.until:
        done = read_progress(_running.folder)
        if session.side.result is None and (_running.folder / "result.json").exists():
            show_side(replace(_read(_running), running=_running.work.name, done=done))
        elif done != session.side.done:
            show_side(replace(session.side, done=done))
        return _LOOK
    side = _read(_running)
    stop()
    tell(side)
    return None


def tell(side: Side) -> None:
    """Show how it ended. Blender reports what is wrong too, if it has a window."""
    show_side(side)
    with in_first_window():
        fine = bool(side.rows) or (side.result is not None and side.result.same)
        if not bpy.app.background and not fine:
            bpy.ops.skinproof.tell_side("INVOKE_DEFAULT")


def cancel() -> None:
    """Give up what is under way in silence; what was found stays."""
    stop()
    session.side = replace(session.side, running="", export=False)
    redraw(bpy.context, {"UI"})
    redraw_exporter(bpy.context)
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
    redraw_exporter(bpy.context)
    redraw_status_bars(bpy.context)


def _read(running: _Running) -> Side:
    """What the other Blender left in its folder, or why it left nothing."""
    try:
        return running.work.answer(running)
    except (OSError, ValueError, TypeError, KeyError):
        why, log, name = _complaint(running), _log(running), running.work.name
        refusal = sentence(running.work.refusal, file=name, why=why)
        return Side(refusal=refusal, fault=_report_of_fault(str(refusal), log) if _is_ours(log) else "")


def _answer(running: _Running) -> Side:
    """Findings on an export."""
    result = SideResult.of_data(json.loads((running.folder / "result.json").read_text(encoding="utf-8")))
    page = (running.folder / "report.html").read_text(encoding="utf-8")
    with np.load(running.folder / "errors.npz", allow_pickle=False) as file:
        return Side(result=result, errors={name: file[name] for name in file.files}, page=page)


def _rows(running: _Running) -> Side:
    """The settings that were tried."""
    document = json.loads((running.folder / _ROWS).read_text(encoding="utf-8"))
    refit = [fix for fix in document["fixes"] if fix["code"] == "REFIT"]
    mends = tuple(MendRow.of_document(fix) for fix in document["fixes"] if fix not in refit)
    side = Side(rows=tuple(map(SettingsRow.of_document, document["rows"])), mends=mends, search=True)
    if not refit:
        return side
    with np.load(running.folder / _WEIGHTS, allow_pickle=False) as file:
        weights = of_arrays({name: file[name] for name in file.files})
    return replace(side, fix=from_data(refit[0]["sentence"]), weights=weights)


def _complaint(running: _Running) -> str:
    """The last line that the command line said for itself."""
    log = _log(running)
    said = [line.removeprefix("skinproof: ") for line in log.splitlines() if line.startswith("skinproof: ")]
    if said:
        return said[-1].removesuffix(" (--debug shows where)")
    return sentence("Blender gave no answer") if BEGIN in log else sentence("another Blender could not be started")


def _is_ours(log: str) -> bool:
    """Whether there is no answer by a fault of ours or Blender's, not of the file or the scene."""
    return "skinproof: this is a fault" in log or "\nskinproof: " not in f"\n{log}"


def _report_of_fault(refusal: str, log: str) -> str:
    """What is needed to find a fault: the versions, and the other Blender's last lines."""
    lines = [line for line in log.splitlines() if line not in (BEGIN, END)]
    made = f"Skinproof {VERSION}, Blender {bpy.app.version_string}, {sys.platform}: {refusal}"
    return "\n".join([made, *lines[-_LINES:]])


def _log(running: _Running) -> str:
    try:
        return (running.folder / "log.txt").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
