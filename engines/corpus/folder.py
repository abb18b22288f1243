"""Every case as files, and the manifest that names them: the same bytes everywhere."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ...error import SkinproofError
from ...fast.exact_engine import skin_model
from ...files.output import write_bytes
from ...load import load_model
from ...model import Model
from ...report.document import members
from .cases.case import USUAL_TIMES, CorpusCase
from .cases.every import CASES
from .encoding import encoded
from .figure import Figure
from .proof import proof_figure
from .truth import json_files, npz_bytes, settled_result

#: The corpus's own: it changes with any byte of a case.
CORPUS_VERSION = "1.7"

MANIFEST = "manifest.json"

_LICENCE = """The files of this folder are dedicated to the public domain: CC0 1.0 Universal.
https://creativecommons.org/publicdomain/zero/1.0/
"""


@dataclass(frozen=True, eq=False)
class MadeCase:
    """A case with its files by name, and its entry of the manifest."""

    case: CorpusCase
    files: dict[str, bytes]
    entry: dict[str, Any]


def case_named(name: str) -> CorpusCase:
    """The case with this id. Raises ``SkinproofError`` if there is none."""
    found = next((case for case in CASES if case.id == name), None)
    if found is None:
        near = [case.id for case in CASES if name in case.id or case.id in name]
        told = f"such as {', '.join(near[:4])}" if near else "`skinproof corpus --list` names all"
        raise SkinproofError(f"the corpus has no case {name!r}", fix=told)
    return found


def case_clip(figure: Figure, case: CorpusCase) -> int | None:
    """The clip that is judged; None for a still pose."""
    return case.clip if figure.clips else None


def case_times(figure: Figure, case: CorpusCase) -> tuple[float, ...]:
    """Seconds at which a case is judged."""
    return (case.times or USUAL_TIMES) if figure.clips else (0.0,)


def made_cases(*, proofs: bool = True) -> Iterator[MadeCase]:
    """All cases; without ``proofs`` their check files are left out."""
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            yield made_case(case, Path(folder), proofs=proofs)


def made_case(case: CorpusCase, folder: Path, *, proofs: bool = True) -> MadeCase:
    """The files of one case, computed from its file as read back; ``folder`` is for that."""
    figure = case.figure()
    files = {case.id + ending: data for ending, data in encoded(figure, case.id).items()}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    first = next(iter(files))
    model, clip, times = load_model(folder / first), case_clip(figure, case), case_times(figure, case)
    result = settled_result(skin_model(model, clip, np.array(times), variants=False))
    truth = json_files(model, result, case.id)
    files[f"{case.id}.npz"] = npz_bytes(result)
    if proofs:
        files[f"{case.id}.check.glb"] = encoded(proof_figure(figure, model, clip), case.id)[".glb"]
    files |= {case.id + ending: data for ending, data in truth.items()}
    return MadeCase(case, files, _entry(case, figure, model, first, json.loads(truth[".json"])["tolerance"]))


def _entry(case: CorpusCase, figure: Figure, model: Model, file: str, tolerance: dict[str, Any]) -> dict[str, Any]:
    return {
        **members(case, "id", "rule", "section"),
        "norm": case.norm.value,
        "rests_on": case.rests_on,
        "rung": case.rung or None,
        "level": 1 if figure.clips else 0,
        "file": file,
        "check": f"{case.id}.check.glb",
        "results": f"{case.id}.json",
        "npz": f"{case.id}.npz",
        "clip": case_clip(figure, case),
        "times": list(case_times(figure, case)),
        "tolerance": tolerance,
        "vertices": int(model.part_starts[-1]),
        "needs": _needs(figure),
    }


def _needs(figure: Figure) -> list[str]:
    """What an engine must have at all before the case says anything about its skinning."""
    surfaces = [surface for mesh in figure.meshes for surface in mesh]
    sets = max(surface.joints.shape[1] // 4 for surface in surfaces)
    needs = list(figure.extensions)
    needs += ["morph targets"] if any(surface.targets for surface in surfaces) else []
    needs += [f"{sets} sets of influences"] if sets > 1 else []
    needs += [f"{len(figure.rigs[0].joints)} joints"] if len(figure.rigs[0].joints) > 128 else []
    return needs


def manifest_bytes(entries: list[dict[str, Any]]) -> bytes:
    """The manifest of these entries."""
    head = {"name": "Skinproof corpus", "version": CORPUS_VERSION, "licence": "CC0-1.0", "cases": entries}
    return (json.dumps(head, indent=1) + "\n").encode()


def write_corpus(folder: Path) -> list[dict[str, Any]]:
    """Write all cases, the manifest and the licence into ``folder``; the manifest's entries.

    Raises ``SkinproofError`` if something cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SkinproofError(f"cannot make the folder: {error.strerror}", where=str(folder)) from error
    entries = []
    for made in made_cases():
        for name, data in made.files.items():
            write_bytes(folder / name, data)
        entries.append(made.entry)
    write_bytes(folder / "LICENCE.txt", _LICENCE.encode())
    write_bytes(folder / MANIFEST, manifest_bytes(entries))
    return entries
