"""One walk over the golden data: positions, normals and matrices baked by an implementation that is not ours.

``golden/README.md`` of the shared folder describes the arrays. A sheet is one model's; its entries are one file of
arrays per clip.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

Arrays = dict[str, np.ndarray]


@dataclass(frozen=True)
class Entry:
    """One file of golden arrays: a clip of a model at some times."""

    sheet: str  # the model's folder below golden/: "fox", "hard/h01_shear_chain"
    model: Path
    file: Path
    clip: int | None  # None: the rest pose
    times: tuple[float, ...]

    @property
    def label(self) -> str:
        return f"{self.sheet}/{self.file.name}"

    @contextmanager
    def arrays(self) -> Iterator[np.lib.npyio.NpzFile]:
        """The arrays by name, read when asked for."""
        with np.load(self.file) as arrays:
            yield arrays


@dataclass(frozen=True)
class Sheet:
    """One model and the files of its golden arrays."""

    name: str
    model: Path
    entries: tuple[Entry, ...]


def sheets(shared: Path) -> list[Sheet]:
    """Every model with golden data, in the order of its folder's name."""
    read = [_sheet(shared, path) for path in sorted(shared.glob("golden/**/golden.json"))]
    assert read, "the shared folder has no golden data"
    return read


def sheet(shared: Path, name: str) -> Sheet:
    """The one of this folder below golden/."""
    return _sheet(shared, shared / "golden" / name / "golden.json")


def entries(shared: Path) -> list[Entry]:
    """Every file of golden arrays."""
    return [entry for each in sheets(shared) for entry in each.entries]


def largest_error(positions: tuple[np.ndarray, ...], arrays: np.lib.npyio.NpzFile | Arrays) -> float:
    """The largest distance of any vertex of any part from its golden place, relative to the diagonal at that time.

    Infinite where a position is not finite.
    """
    worst = 0.0
    for k, ours in enumerate(positions):
        if not np.isfinite(ours).all():
            return np.inf
        distance = np.linalg.norm(ours - arrays[f"pos{k}"], axis=-1) / arrays["diag"][:, None]
        worst = max(worst, float(distance.max(initial=0.0)))
    return worst


def _sheet(shared: Path, path: Path) -> Sheet:
    name = path.parent.relative_to(shared / "golden").as_posix()
    described = json.loads(path.read_text(encoding="utf-8"))
    model = shared / "models" / name / Path(described["model"]).name
    if not model.exists():
        model = shared / "models" / described["model"]
    files = tuple(
        Entry(name, model, path.parent / e["file"], None if e["clip"] < 0 else e["clip"], tuple(e["times"]))
        for e in described["files"]
    )
    return Sheet(name, model, files)
