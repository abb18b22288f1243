"""How exact Blender is on golden data: one row per model, our import next to Blender's own importer, as Markdown.

``python -m benchmarks.golden_table FOLDER [MODEL...]`` with FOLDER holding ``models`` and ``golden``; needs the ``bpy``
module. Each number is the largest distance of a vertex from its golden place, over all parts, clips and times stored,
as percent of the diagonal of the model's box at that time. Blender's own messages are kept off the table.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .extension import module

_SUBJECTS = ("blender", "stock")


def main(arguments: Sequence[str]) -> int:
    """Print the table; exit status 2 where no golden data are found."""
    folder, names = Path(arguments[0]), arguments[1:]
    sheets = [s for s in sorted(folder.glob("golden/**/golden.json")) if not names or s.parent.name in names]
    if not sheets:
        print(f"no golden data in {folder}", file=sys.stderr)
        return 2
    bpy = importlib.import_module("bpy")
    with _quiet():
        rows = [[sheet.parent.name, *_errors(folder, sheet)] for sheet in sheets]
    print(f"Blender {bpy.app.version_string}, largest error as percent of the model's size:\n")
    print("| model | Skinproof's import | Blender's own importer |\n|---|---|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    return 0


def _errors(folder: Path, sheet: Path) -> Iterator[str]:
    """The largest error of each subject on one model, as text; of one that fails, why."""
    load_model = module("skinning_core.load").load_model
    share = module("skinning_core.report.readable").Reading().share
    make = module("addon.subjects.blender").make
    failure = module("skinning_core.error").SkinproofError
    description = json.loads(sheet.read_text(encoding="utf-8"))
    place = folder / "models" / sheet.parent.relative_to(folder / "golden")
    model = load_model(place / Path(description["model"]).name)
    for name in _SUBJECTS:
        subject = make(name, model)
        try:
            worst = max(_error(subject, sheet.parent / entry["file"], entry) for entry in description["files"])
        except failure as error:
            yield str(error)
        else:
            yield share(worst)


def _error(subject: Any, path: Path, entry: dict[str, Any]) -> float:
    with np.load(path) as golden:
        found = subject.at(None if entry["clip"] < 0 else entry["clip"], golden["times"])
        worst = 0.0
        for k, positions in enumerate(found.positions):
            distance = np.linalg.norm(positions - golden[f"pos{k}"], axis=-1) / golden["diag"][:, None]
            worst = max(worst, float(np.nanmax(distance, initial=0.0)))
    return worst


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Blender and its importer write to the process's own output, past Python: point that nowhere for a while."""
    sys.stdout.flush()
    kept = [os.dup(stream) for stream in (1, 2)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        for stream in (1, 2):
            os.dup2(nowhere, stream)
        yield
    finally:
        for stream, copy in zip((1, 2), kept, strict=True):
            os.dup2(copy, stream)
            os.close(copy)
        os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
