"""One spoilt file to the end of the path; what is wrong with the program, if anything."""

from __future__ import annotations

import contextlib
import io
import json
import time
import traceback
import warnings
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from skinning_core import Model, SkinproofError, load_model
from skinning_core.cli import main
from skinning_core.subject import SUBJECTS, Subject

#: A case that takes longer is a finding, seconds of the processor.
LONGEST = 10.0
#: What ends with an exit status that is none of the contract's.
STATUSES = {0, 1, 2, 3}


@dataclass(frozen=True)
class Verdict:
    """How a case ended: "refused", "differs", "same", "not judged", and what is wrong with the program."""

    ended: str
    problem: str | None


def judge(path: Path, scratch: Path, sound: Path | None = None) -> Verdict:
    """Check, pose, skin, compare and report this file; any exception but ours is a problem, any warning too.

    sound: the file that was spoilt, which is compared with it; then a vertex is explained, and other verbs tell of the
    file or write another one from it.
    """
    began = time.process_time()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            ended, problem = _walk(path, scratch)
            if sound is not None and problem is None:
                problem = _beside(path, sound) or _written(path, scratch)
    except Exception as error:  # noqa: BLE001 -- exactly what is looked for
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno} {place.name}"
        return Verdict("failed", f"{type(error).__name__}: {error} ({where})")
    seconds = time.process_time() - began
    if problem is None and seconds > LONGEST:
        problem = f"took {seconds:.1f} s"
    return Verdict(ended, problem)


def _walk(path: Path, scratch: Path) -> tuple[str, str | None]:
    findings = scratch / "findings.json"
    findings.unlink(missing_ok=True)
    status, spoken = _command("check", str(path), "--json", str(findings))
    if problem := _complaint("check", status, spoken):
        return "failed", problem
    clean = findings.exists() and not _errors(findings)
    try:
        model = load_model(path)
    except SkinproofError as error:
        return "refused", None if str(error).strip() else "a refusal without a sentence"
    for clip in [None, *range(min(len(model.clips), 2))]:
        for name, subject in _subjects(path, model).items():
            try:
                skinned = subject.at(clip, np.array([0.0, 0.37, 1.0]))
            except SkinproofError:
                continue
            for positions, normals in zip(skinned.positions, skinned.normals, strict=True):
                if clean and not (np.isfinite(positions).all() and (normals is None or np.isfinite(normals).all())):
                    return "failed", f"{name} gives numbers that are not finite, and check finds no error"
    report = scratch / "report.json"
    status, spoken = _command("verify", str(path), "--against", "fast", "--frames", "3", "--json", str(report))
    ended = {0: "same", 1: "differs", 2: "refused", 3: "not judged"}.get(status, "failed")
    return ended, _complaint("verify", status, spoken)


def _beside(path: Path, sound: Path) -> str | None:
    """The verbs that need a second file or a vertex."""
    verbs = (("compare", str(sound), str(path), "--frames", "3"), ("explain", str(path), "--vertex", "0"))
    return next(_complaints(verbs), None)


def _written(path: Path, scratch: Path) -> str | None:
    """The verbs that tell of a file or write another one from it."""
    source, out, first = str(path), str(scratch / "made"), ("--clip", "0", "--rate", "3")
    verbs = (
        ("inspect", source, "--tree", "--vertex", "0"),
        ("skin", source, "--times", "0,0.37", "--out", f"{out}.npz"),
        ("bake", source, *first, "--out", f"{out}.npz"),
        ("blend", source, *first, "--layer", "0", "--weight", "0.5", "--out", f"{out}.glb"),
        ("reorder", source, "--out", f"{out}.glb"),
    )
    return next(_complaints(verbs), None)


def _complaints(verbs: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for verb, *words in verbs:
        if problem := _complaint(verb, *_command(verb, *words)):
            yield problem


def _subjects(path: Path, model: Model) -> dict[str, Subject]:
    """The reference, the fast engine and one of the forms, chosen by what is in the file."""
    forms = [name for name in SUBJECTS if name.startswith("form:")]
    chosen = forms[zlib.crc32(path.read_bytes()) % len(forms)]
    return {name: SUBJECTS[name](model) for name in ("reference", "fast", chosen)}


def _errors(findings: Path) -> bool:
    return '"error"' in json.dumps(json.loads(findings.read_text(encoding="utf-8")))


def _command(*argv: str) -> tuple[int, str]:
    with _captured() as spoken:
        status = main(list(argv))
    return status, spoken.getvalue()


@contextlib.contextmanager
def _captured() -> Iterator[io.StringIO]:
    spoken = io.StringIO()
    with contextlib.redirect_stdout(spoken), contextlib.redirect_stderr(spoken):
        yield spoken


def _complaint(verb: str, status: int, spoken: str) -> str | None:
    if "fault of Skinproof" in spoken or "Traceback" in spoken:
        return f"{verb}: {spoken.strip().splitlines()[-1]}"
    if status not in STATUSES:
        return f"{verb} ends with status {status}"
    if status == 2 and not spoken.strip():
        return f"{verb} refuses without a sentence"
    return None
