"""Drives a real Blender window from a timer: hovers, clicks, keys, waits, screenshots. Runs inside Blender.

A scenario is a generator. It yields seconds to sleep, or a condition to wait for. Buttons are found as a user finds
them, by moving the mouse over the panel: Blender is asked which operator or property lies under the mouse, so no
position is guessed. Needs ``--enable-event-simulate``. Coordinates are pixels of the window, y upwards.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable, Generator
from pathlib import Path

import bpy
import numpy as np

Step = float | Callable[[], bool]
Scenario = Generator[Step, None, None]

#: What a scenario may raise, from its own mistakes and from Blender.
FAILURES = (AssertionError, AttributeError, LookupError, OSError, RuntimeError, TypeError, ValueError)

TICK = 0.02
PATIENCE = 60.0  # seconds of this process's own: a busy machine is slow, not wrong
HOVER = 0.06
ROW = 18  # pixels between two hovers at scale 1; a row of buttons is 20 high
LAG = 4  # hovers: a window answers for where the mouse was a moment ago
QUICKLY = ("-define", "png:compression-level=1", "-define", "png:compression-filter=0")  # half the time, a tenth larger
REST = 0.005  # seconds; as long as Blender rests by itself where events are not simulated
GRASP = 7  # pixels inside a side bar at scale 1 where its edge is grasped: in 4.3 from 6 to 9, in 5.2 up to 8
LAST = 44  # pixels from the end of the side bar at scale 1 to the middle of a row's last small button


class NotFound(AssertionError):
    """A button or condition that did not appear."""


class Window:
    """The first window of Blender, its 3D view, and the checks made so far."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.checks: dict[str, str] = {}  # name -> "" where it held, else what was seen
        self.mouse = (0, 0)
        self.seen: dict[str, tuple[int, int]] = {}  # command or data path of a button -> where the mouse met it

    @property
    def window(self) -> bpy.types.Window:
        return bpy.context.window_manager.windows[0]

    @property
    def area(self) -> bpy.types.Area:
        return max((a for a in self.window.screen.areas if a.type == "VIEW_3D"), key=lambda a: a.width)

    def region(self, kind: str = "WINDOW") -> bpy.types.Region:
        return next(r for r in self.area.regions if r.type == kind)

    def install(self) -> None:
        """Install the extension that was built for this session, and enable it."""
        package = os.environ["SKINPROOF_ZIP"]
        bpy.ops.extensions.package_install_files(
            filepath=package, repo="user_default", enable_on_install=True, overwrite=True
        )

    def over(self, kind: str = "WINDOW") -> object:
        """A context override: as if the mouse were over that region of the 3D view."""
        return bpy.context.temp_override(window=self.window, area=self.area, region=self.region(kind))

    def check(self, name: str, held: object, seen: object = "") -> None:
        self.checks[name] = "" if held else f"seen: {seen!r}"
        print(f"{'ok  ' if held else 'FAIL'} {name} {'' if held else seen!r}", flush=True)

    def move(self, x: float, y: float) -> None:
        self.mouse = (int(x), int(y))
        self.window.event_simulate(type="MOUSEMOVE", value="NOTHING", x=self.mouse[0], y=self.mouse[1])

    def click(self, at: tuple[int, int]) -> Scenario:
        self.move(*at)
        yield HOVER
        for value in ("PRESS", "RELEASE"):
            self.window.event_simulate(type="LEFTMOUSE", value=value, x=at[0], y=at[1])
            yield HOVER

    def key(self, key: str, **modifiers: bool) -> Scenario:
        for value in ("PRESS", "RELEASE"):
            self.window.event_simulate(type=key, value=value, x=self.mouse[0], y=self.mouse[1], **modifiers)
            yield HOVER

    def to_viewport(self) -> None:
        """Move the mouse over the middle of the 3D view, where keys mean the view."""
        r = self.region()
        self.move(r.x + r.width * 0.4, r.y + r.height * 0.6)

    def under_mouse(self) -> str:
        """The Python command or data path of the button under the mouse; empty where there is none."""
        manager = bpy.context.window_manager
        manager.clipboard = ""
        with self.over("UI"):
            for operator, options in (
                (bpy.ops.ui.copy_python_command_button, {}),
                (bpy.ops.ui.copy_data_path_button, {"full_path": True}),
            ):
                if operator.poll() and operator(**options) == {"FINISHED"} and manager.clipboard:
                    return manager.clipboard
        return ""

    def find(self, wanted: str, rests: tuple[float, ...] = (TICK, 3 * HOVER), *, last: bool = False) -> Scenario:
        """Put the mouse over the side bar's button whose command contains ``wanted``: where it was seen last, else
        hover over the side bar from where the last one was found, upwards and downwards, once for each rest.

        last: it is the last of its row, so that side is searched first. A hover draws the window, 0.04 s of processor.
        """
        for rest in rests:
            for at in [at for text, at in self.seen.items() if wanted in text]:
                if (yield from self.is_at(wanted, at)):
                    return
            lately: deque[tuple[int, int]] = deque(maxlen=LAG)
            for at in self.places(last):
                lately.appendleft(at)
                self.move(*at)
                yield rest
                text = self.under_mouse()
                self.seen[text] = at
                for candidate in list(lately) if wanted in text else ():  # ask again, in peace
                    if (yield from self.is_at(wanted, candidate)):
                        self.seen[text] = candidate
                        return
        raise NotFound(f"no button {wanted!r} in the side bar, only {sorted(self.seen)}")

    def places(self, last: bool) -> list[tuple[int, int]]:
        """Where the mouse hovers in search of a button: in columns of the side bar, the nearest to the mouse first."""
        r, scale = self.region("UI"), bpy.context.preferences.system.ui_scale
        rows = sorted(range(r.y + r.height - 8, r.y, -int(ROW * scale)), key=lambda y: abs(y - self.mouse[1]))
        left, second, third, fourth = (r.x + int(r.width * part) for part in (0.25, 0.38, 0.6, 0.85))
        end = r.x + r.width - int(LAST * scale)
        columns = (*((end, second) if last else (second, end)), third, left, fourth)
        return [(x, y) for x in columns for y in rows]

    def is_at(self, wanted: str, at: tuple[int, int]) -> Generator[Step, None, bool]:
        """Whether that button is there; the mouse stays over it. Blender leaves one button before it meets another."""
        for _ in range(3):
            self.move(*at)
            yield HOVER
        return wanted in self.under_mouse()

    def drag_side_bar(self, width: int) -> Scenario:
        """Drag the left edge of the side bar until it is ``width`` pixels wide."""
        region = self.region("UI")
        x, y = region.x + GRASP, region.y + region.height - 60  # it is grasped only where there are panels
        for away in (100, 30, 0):
            self.move(x - away, y)
            yield HOVER
        self.window.event_simulate(type="LEFTMOUSE", value="PRESS", x=x, y=y)
        yield HOVER
        to = x + region.width - width
        for at in (x + (to - x) // 3, x + (to - x) // 2, to, to):
            self.move(at, y)
            yield HOVER
        self.window.event_simulate(type="LEFTMOUSE", value="RELEASE", x=to, y=y)
        self.area.tag_redraw()
        yield HOVER
        now = self.region("UI").width
        self.check(f"the side bar is {width} wide", abs(now - width) < 10, now)

    def press(self, wanted: str, *, last: bool = False) -> Scenario:
        """Find a button of the side bar and click it."""
        yield from self.find(wanted, last=last)
        yield from self.click(self.mouse)

    def unfold_above(self, wanted: str) -> Scenario:
        """Click the header of the folded part that stands right above a button; Blender names no header."""
        yield from self.find(wanted)
        scale = bpy.context.preferences.system.ui_scale
        yield from self.click((self.mouse[0], int(self.mouse[1] + 1.2 * ROW * scale)))
        yield 5 * HOVER
        self.seen.clear()  # what stands below has moved

    def from_menu(self, letter: str, *, above: bool = False) -> Scenario:
        """Open the menu at the side of the list of characters, below its minus or above it, and press a letter there.

        Blender names no button that opens a menu, so it is found by the one beside it.
        """
        yield from self.find("skinproof.remove_character", last=True)
        scale = bpy.context.preferences.system.ui_scale
        yield from self.click((self.mouse[0], int(self.mouse[1] + (1.1 if above else -1.5) * ROW * scale)))
        yield 5 * HOVER
        yield from self.key(letter)

    def screenshot(self, name: str) -> Generator[Step, None, np.ndarray]:
        """The whole virtual screen as a PNG (Blender's own screenshot is black with a software OpenGL); its pixels.

        Colours are counted here, in 0.1 s of processor: ImageMagick takes 0.7 s.
        """
        path = self.out / f"{name}.png"
        grab = subprocess.Popen(["import", "-silent", "-window", "root", *QUICKLY, str(path)])
        yield lambda: grab.poll() is not None
        image = pixels(path)
        known = np.zeros(1 << 24, bool)
        known[image.astype(np.int32) @ (1 << 16, 1 << 8, 1)] = True
        colours = np.count_nonzero(known)
        self.check(f"screenshot {name} shows something", colours > 100, colours)
        return image


def pixels(path: Path) -> np.ndarray:
    """(h, w, 3) uint8 of an image; none where it is not there."""
    told = subprocess.run(["convert", str(path), "-depth", "8", "ppm:-"], capture_output=True, check=False).stdout
    if not told:
        return np.zeros((0, 0, 3), np.uint8)
    _, width, height, _ = told[:30].split(maxsplit=4)[:4]
    return np.frombuffer(told, np.uint8)[-3 * int(width) * int(height) :].reshape(int(height), int(width), 3)


class RealWindow(Window):
    """The same by events of the X server, as a mouse and a keyboard send them: they take Blender's own way in.

    Needs ``xdotool``, and Blender without ``--enable-event-simulate``.
    """

    def move(self, x: float, y: float) -> None:
        self.mouse = (int(x), int(y))
        self._send("mousemove", str(self.mouse[0]), str(self.window.height - 1 - self.mouse[1]))

    def click(self, at: tuple[int, int]) -> Scenario:
        self.move(*at)
        yield 3 * HOVER
        self._send("click", "1")
        yield 3 * HOVER

    def key(self, key: str, **modifiers: bool) -> Scenario:
        """Press a key by X's name for it, such as "Escape" or "ctrl+z"."""
        assert not modifiers
        self._send("key", key)
        yield 3 * HOVER

    @staticmethod
    def _send(*words: str) -> None:
        subprocess.run(["xdotool", *words], check=True)


def run(scenario: Scenario, window: Window) -> None:
    """Run a scenario from a timer; write ``checks.json`` and end the process when it is over."""
    state: dict[str, object] = {"wait": None, "until": 0.0}

    def tick() -> float | None:
        wait = state["wait"]
        if callable(wait) and not wait():
            if time.process_time() < float(str(state["until"])):
                return TICK
            window.check(
                f"waited {PATIENCE:.0f} s of processor time",
                False,
                traceback.format_stack(scenario.gi_frame, limit=1)[0],
            )
            _end(window)
        try:
            step = next(scenario)
        except StopIteration:
            _end(window)
        except FAILURES as error:  # Blender would print it and go on waiting: the report must be written
            window.check(f"{type(error).__name__}", False, traceback.format_exc())
            _end(window)
        state["wait"] = step if callable(step) else None
        state["until"] = time.process_time() + PATIENCE
        return TICK if callable(step) else float(step)

    bpy.app.timers.register(tick, first_interval=1.0, persistent=True)
    if bpy.app.use_event_simulate:  # Blender then asks for events without a rest: a wait took all of a processor
        bpy.app.timers.register(_rest, persistent=True)


def _rest() -> float:
    time.sleep(REST)
    return 0.0


def _end(window: Window) -> None:
    if any(window.checks.values()):
        subprocess.run(["import", "-silent", "-window", "root", str(window.out / "failed.png")], check=False)
    (window.out / "checks.json").write_text(json.dumps(window.checks, indent=1), encoding="utf-8")
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # quit_blender would ask, and write quit.blend
