"""The figures that the project promises, computed from measured rows: a bar to pass, and a better one to aim at."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from .row import Row, find

_IN_BLENDER = "command line, blender"
_BODY, _SCATTERED = "body of 41 joints", "scattered of 41 joints"


@dataclass(frozen=True)
class Bar:
    """A figure; it is met where ``value`` is at least the bar, or at most where ``at_most``."""

    name: str
    value: float | None  # None: not measured in this run
    bar: float
    better: float
    at_most: bool = False
    instead: Bar | None = None  # another figure that will do where this one is missed

    @property
    def met(self) -> bool | None:
        """None where it was not measured."""
        if self.value is None:
            return None
        met = self.value <= self.bar if self.at_most else self.value >= self.bar
        return met or bool(self.instead and self.instead.met)


def bars(rows: list[Row]) -> list[Bar]:
    """Every bar, in the order of docs/performance.md."""
    skin = _ratios(rows, "skin", subject=_BODY, size=100_000, influences=4)
    random = _ratios(rows, "skin", subject=_SCATTERED, size=100_000, influences=4)
    blender = [r for r in rows if r.section == "Armature modifier" and "1 core" in r.subject and r.size == 100_000]
    modifier = _ratios(blender, "Armature modifier")
    js = _ratios(rows, "three.js", subject=_BODY, size=100_000)
    growth = _quotient(
        find(rows, "skin", "tiles", subject=_BODY, size=1_000_000, influences=4),
        find(rows, "skin", "tiles", subject=_BODY, size=10_000, influences=4),
    )
    process, folder = _ratios(rows, "process"), _ratios(rows, "folder")
    held = [row.value for row in rows if row.section == "folder's memory"]
    grown = held[1] / held[0] if held else None
    character = _ratios(rows, "import", subject="character 100k.glb")
    batches = [r for r in rows if r.section == "batch" and r.method == "tiles, 2 threads"]
    batch = max((r.value for r in batches), default=None)
    copies = [_ratios(rows, "batch", size=r.size)("copy of output", r.method) for r in batches]
    copied = min((ratio for ratio in copies if ratio is not None), default=None)
    live = "live verdict, more"
    parts, in_memory, look = _ratios(rows, "parts"), _ratios(rows, "parts' memory"), _ratios(rows, "start")
    return [
        Bar("100k vertices, BLAS, against einsum", skin("einsum", "tiles"), 20, 25),
        Bar("100k vertices, no BLAS, against einsum", skin("einsum", "tiles without BLAS"), 11, 13),
        Bar("100k vertices against three.js", js("three.js", "tiles"), 28, 38),
        Bar("100k vertices against the Armature modifier, one core", modifier("Armature modifier", "tiles"), 9, 11),
        Bar(
            "batch of 240 frames, 2 threads, M vertex-frames/s",
            batch,
            300,
            400,
            instead=Bar("or its time against a copy of its output", copied, 5, 3, at_most=True),
        ),
        Bar("scattered joints against take-accumulate", random("take-accumulate", "tiles"), 1, 2),
        Bar("scattered joints against einsum", random("einsum", "tiles"), 2.5, 4),
        Bar("pose, 45 joints, single, us", find(rows, "pose", "single", size=45), 70, 40, at_most=True),
        Bar("pose, 45 joints, batch of 240, us", find(rows, "pose", "batch of 240", size=45), 15, 8, at_most=True),
        Bar("load against pygltflib, worst file", _worst_load(rows), 15, 20),
        Bar("load against pygltflib, 35 MB", _ratios(rows, "load", subject="large.glb")("pygltflib", "ours"), 80, 100),
        Bar("import of 100k/300/10 against the stock importer", character("stock", "ours"), 3, 6),
        Bar("verify against start and import, whole process", process("verify", "start and import"), 1.5, 1.1, True),
        Bar("verify against its floor, worst model", _worst_job(rows, "verify"), 1.5, 1.2, at_most=True),
        Bar("without Blender against that floor, worst", _worst_job(rows, "without Blender"), 0.5, 0.4, at_most=True),
        Bar(
            "against all three, floor with a second import, worst",
            _worst_job(rows, "all three", "floor twice"),
            1.5,
            1.2,
            True,
        ),
        Bar("400 parts against one, time", parts("400 parts", "1 part"), 2, 1.3, at_most=True),
        Bar("400 parts against one, memory", in_memory("400 parts", "1 part"), 2, 1.3, at_most=True),
        Bar("a million vertices, ten clips, s", find(rows, "million", "without Blender"), 20, 15, at_most=True),
        Bar("inspect against a bare NumPy", look("inspect", "NumPy"), 1.6, 1.4, at_most=True),
        Bar("check against a bare NumPy", look("check", "NumPy"), 1.6, 1.4, at_most=True),
        Bar("folder, two workers against one", folder("2 workers", "1 worker"), 1.7, 1.9),
        Bar("folder, memory of workers at the end against early", grown, 1.1, 1.02, at_most=True),
        *_of_the_gpu(rows),
        Bar("live verdict, 10,000 vertices, ms a frame", find(rows, "live", live, size=10_000), 4, 2, at_most=True),
        Bar("live verdict, 100,000 vertices, ms a frame", find(rows, "live", live, size=100_000), 16, 8, at_most=True),
        Bar("one frame of 2,000 parts against 500", _of_parts(rows, "one frame"), 4, 3.8, at_most=True),
        Bar(
            "5,000 joints in Blender, s", find(rows, "growth", _IN_BLENDER, subject="joints", size=5_000), 2, 1.5, True
        ),
        Bar("cost per vertex, 1M against 10k", growth, 2, 1.5, at_most=True),
    ]


def _of_joints(rows: list[Row]) -> float | None:
    return find(rows, "growth", _IN_BLENDER, subject="joints", size=5_000)


def _of_parts(rows: list[Row], method: str) -> float | None:
    many, few = (find(rows, "growth", method, subject="parts", size=size) for size in (2_000, 500))
    return _quotient(many, few)


def _of_the_gpu(rows: list[Row]) -> list[Bar]:
    """The processor's side of the GPU."""
    read = [r.value for r in rows if r.section == "read-back of many times" and r.method == "compute shader"]
    return [
        Bar("read-back, compute shader, ns a vertex and time", max(read, default=None), 40, 25, at_most=True),
        Bar("crowd of 2,000, matrices, us a character", find(rows, "crowd", "matrices"), 4, 3, at_most=True),
    ]


def bar_table(found: list[Bar]) -> str:
    """As text, one line a bar."""
    lines = ["", "bars"]
    for bar in itertools.chain.from_iterable((bar, bar.instead) if bar.instead else (bar,) for bar in found):
        shown = "not measured" if bar.value is None else f"{bar.value:.3g}"
        sign = "<=" if bar.at_most else ">="
        verdict = {True: "met", False: "MISSED", None: ""}[bar.met]
        lines.append(f"  {bar.name:58s} {shown:>12s}   {sign} {bar.bar:g} (better {bar.better:g})   {verdict}")
    return "\n".join(lines)


def _ratios(rows: list[Row], section: str, **wanted: str | int) -> Callable[[str, str], float | None]:
    def ratio(method: str, to: str) -> float | None:
        return _quotient(find(rows, section, method, **wanted), find(rows, section, to, **wanted))

    return ratio


def _quotient(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else a / b


def _worst_job(rows: list[Row], method: str, floor: str = "floor") -> float | None:
    files = {row.subject for row in rows if row.section == "job"}
    ratios = [_ratios(rows, "job", subject=name)(method, floor) for name in files]
    return max((ratio for ratio in ratios if ratio is not None), default=None)


def _worst_load(rows: list[Row]) -> float | None:
    files = {row.subject for row in rows if row.section == "load"}
    ratios = [_ratios(rows, "load", subject=name)("pygltflib", "ours") for name in files]
    return min((ratio for ratio in ratios if ratio is not None), default=None)
