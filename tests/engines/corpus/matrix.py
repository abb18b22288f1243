"""Cases by mistakes: which case of the corpus catches which mistake. ``python3 -m tests.engines.corpus.matrix``.

Two kinds of mistakes: those planted in the plain reading, one for each case, and the named ones of
``skinning_core.compare.causes.mistake``, made to the reference.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np

from skinning_core import load_model, posed_model
from skinning_core.compare.causes.mistake import MISTAKES
from skinning_core.engines.corpus.folder import MadeCase, made_cases
from tests.engines.corpus.planted import PLANTED, planted

#: A mistake is caught where it moves a vertex by more than this, of the size, or turns a normal by a degree.
CAUGHT, TURNED = 1e-5, 1.0


def written(folder: Path) -> Iterator[MadeCase]:
    """All cases, with their files in a folder."""
    for made in made_cases():
        for name, data in made.files.items():
            (folder / name).write_bytes(data)
        yield made


def truth(made: MadeCase, folder: Path) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Positions and normals (T, V, 3) per part, as the case's ``.npz`` has them."""
    with np.load(folder / made.entry["npz"]) as file:
        count = len(file["prims"])
        return [file[f"pos{k}"] for k in range(count)], [file[f"nrm{k}"] for k in range(count)]


def off(reading: ModuleType, made: MadeCase, folder: Path, *, normals: bool = True) -> tuple[float, float]:
    """How far a reading is from a case's truth: of the size, and in degrees; inf where it gives none."""
    entry, (positions, upright) = made.entry, truth(made, folder)
    arguments = folder / entry["file"], entry["clip"], entry["times"]
    try:
        with np.errstate(all="ignore"):
            found, turned = reading.skin(*arguments), reading.normals(*arguments) if normals else upright
        return farthest(found, positions) / size(positions), most_turned(turned, upright)
    except Exception:  # noqa: BLE001  a mistake may break the reading, which is caught, too
        return np.inf, np.inf


def size(positions: list[np.ndarray]) -> float:
    """The diagonal of the box around all parts (T, V, 3), at the time when it is largest."""
    every = np.concatenate(positions, axis=1)
    return float(np.linalg.norm(np.ptp(every, axis=1), axis=1).max())


def farthest(found: list[np.ndarray], wanted: list[np.ndarray]) -> float:
    """Metres between the two places of a vertex, parts (T, V, 3); inf where there is none."""
    if len(found) != len(wanted):
        return np.inf
    return max(float(np.nan_to_num(np.linalg.norm(a - b, axis=-1), nan=np.inf).max()) for a, b in zip(found, wanted))


def most_turned(found: list[np.ndarray], wanted: list[np.ndarray]) -> float:
    """Degrees, over the normals that have a direction."""
    if len(found) != len(wanted):
        return np.inf
    worst = 0.0
    for a, b in zip(found, wanted):
        has = np.linalg.norm(b, axis=-1) > 0.5
        a, b = a[has].astype(float), b[has].astype(float)
        angle = np.degrees(2 * np.arcsin(np.clip(np.linalg.norm(a - b, axis=-1) / 2, 0, 1)))
        worst = max(worst, float(np.nan_to_num(angle, nan=180.0).max(initial=0.0)))
    return worst


def caught(made: MadeCase, distance: tuple[float, float]) -> bool:
    """Whether a case tells a reading that is so far off from the right one."""
    return distance[0] > limit(made) or distance[1] > TURNED


def limit(made: MadeCase) -> float:
    """Of the size; more where float32 itself cannot hold the place."""
    return max(CAUGHT, 2.0 * made.entry["tolerance"]["positions"])


def named(made: MadeCase, folder: Path) -> dict[str, bool]:
    """By name, whether a case catches each of the named mistakes."""
    entry = made.entry
    model = load_model(folder / entry["file"])
    clip = None if entry["clip"] is None else model.clips[entry["clip"]]
    posed, (positions, _) = posed_model(model, clip, np.array(entry["times"])), truth(made, folder)
    span = float(np.linalg.norm(np.ptp(np.concatenate([p.reshape(-1, 3) for p in positions]), axis=0)))
    found = {}
    for mistake in MISTAKES:
        try:
            with np.errstate(all="ignore"):
                wrong = mistake.positions(posed)
        except np.linalg.LinAlgError:  # it needs the inverse of a matrix that has none
            wrong = None
        found[mistake.code] = found.get(mistake.code, False) or (
            wrong is not None and farthest(list(wrong), positions) > limit(made) * span
        )
    return found


def matrix(cases: list[MadeCase], folder: Path) -> dict[str, list[str]]:
    """By mistake, the cases that catch it."""
    found: dict[str, list[str]] = {case: [] for case in PLANTED}
    for made in cases:
        for case in PLANTED:
            if caught(made, off(planted(case), made, folder, normals=case == "morph-and-skin")):
                found[case].append(made.case.id)
        for name, is_caught in named(made, folder).items():
            found.setdefault(f"[{name}]", []).extend([made.case.id] * is_caught)
    return found


def table(found: dict[str, list[str]]) -> list[str]:
    """The matrix in Markdown: a row for each mistake."""
    lines = ["| mistake | caught by | cases |", "|---|---|---|"]
    sentences = {f"[{m.code}]": m.sentence for m in MISTAKES}
    for mistake, cases in found.items():
        told = PLANTED[mistake].told if mistake in PLANTED else f"{sentences[mistake]} `{mistake}`"
        shown = ", ".join(cases[:8]) + (f" and {len(cases) - 8} more" if len(cases) > 8 else "")
        lines.append(f"| {told} | {len(cases)} | {shown} |")
    return lines


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        print("\n".join(table(matrix(list(written(Path(made))), Path(made)))))
        sys.exit()
