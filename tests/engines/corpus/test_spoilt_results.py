"""Spoilt results of an engine through ``grade``: each case has its mark or a sentence, never a traceback."""

from __future__ import annotations

import json
import random
import shutil
import warnings
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli import main
from skinning_core.engines.corpus.cases.case import CorpusCase
from skinning_core.engines.corpus.cases.every import CASES
from skinning_core.fast.exact_engine import skin_model
from tests.fuzz.mutate import HOSTILE, any_bytes, spoilt

#: By day each kind of file once, for some cases each; by night 12 of each.
NUMBERS = [0, *(pytest.param(number, marks=pytest.mark.nightly) for number in range(1, 12))]
KINDS = ("json", "bin", "npz", "csv", "obj")


@pytest.fixture
def some(monkeypatch: pytest.MonkeyPatch) -> tuple[CorpusCase, ...]:
    """The first rungs: at rest, in a clip, with several parts."""
    few = tuple(case for case in CASES if case.rung and case.rung <= 6)
    monkeypatch.setattr("skinning_core.engines.corpus.folder.CASES", few)
    monkeypatch.setattr("skinning_core.engines.corpus.grade.CASES", few)
    return few


def spoil_json(data: bytes, rng: random.Random) -> bytes:
    """A value somewhere in the tree of a result is another one, or the text is torn."""
    if rng.random() < 0.3:
        return any_bytes(rng, data)
    document = json.loads(data)
    place: object = document
    while isinstance(place, dict | list) and place:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = rng.choice(keys)
        child = place[key]  # type: ignore[call-overload]
        if not isinstance(child, dict | list) or not child or rng.random() < 0.4:
            place[key] = rng.choice(HOSTILE)  # type: ignore[call-overload]
            break
        place = child
    return json.dumps(document).encode()


def spoilt_result(corpus: Path, folder: Path, case: CorpusCase, kind: str, rng: random.Random) -> None:
    """The corpus's own numbers of a case in one of the forms that ``grade`` reads, with something wrong in it."""
    source = corpus / f"{case.id}.json"
    if kind in ("json", "bin"):
        (folder / source.name).write_bytes(source.read_bytes())
        shutil.copy(source.with_suffix(".bin"), folder)
        path = folder / f"{case.id}.{kind}"
        path.write_bytes(spoil_json(path.read_bytes(), rng) if kind == "json" else any_bytes(rng, path.read_bytes()))
        return
    entry = next(each for each in json.loads((corpus / "manifest.json").read_bytes())["cases"] if each["id"] == case.id)
    model = load_model(corpus / entry["file"])
    clip = entry["clip"] if isinstance(entry["clip"], int) or entry["clip"] is None else 0
    times = np.array(entry["times"])
    parts = skin_model(model, clip, times).positions
    if kind == "npz":
        np.savez(folder / f"{case.id}.npz", times=times, **{f"pos{k}": p for k, p in enumerate(parts)})
        path = folder / f"{case.id}.npz"
        path.write_bytes(any_bytes(rng, path.read_bytes()))
    elif kind == "csv":
        rows = [f"{t},{k},{v},{','.join(map(str, xyz))}" for k, part in enumerate(parts)
                for t, frame in zip(times, part, strict=True) for v, xyz in enumerate(frame)]  # fmt: skip
        text = "\n".join(["time,part,vertex,x,y,z", *rows, ""]).encode()
        (folder / f"{case.id}.csv").write_bytes(spoilt(text, rng.randrange(10**6)))
    else:
        (folder / case.id).mkdir()
        for t, _ in enumerate(times):
            lines = [f"v {x} {y} {z}" for part in parts for x, y, z in part[t]]
            text = "\n".join([*lines, "f 1 2 3", ""]).encode()
            (folder / case.id / f"{t:04}.obj").write_bytes(spoilt(text, rng.randrange(10**6)))


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")  # a file that was left open
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("kind", KINDS)
def test_spoilt_results_have_a_mark_or_a_sentence(corpus: Path, some, tmp_path: Path, capsys, kind, number) -> None:
    rng, folder = random.Random(f"{kind}{number}"), tmp_path / "mine"
    folder.mkdir()
    for case in some:
        spoilt_result(corpus, folder, case, kind, rng)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        status = main(["grade", str(folder), "--json", str(tmp_path / "grade.json")])
    said = capsys.readouterr()
    assert status in (0, 1, 3), said.err
    assert "fault of Skinproof" not in said.out + said.err
    rows = json.loads((tmp_path / "grade.json").read_text())["engines"][0]["cases"]
    assert len(rows) == len(some)
    assert all(row["positions"] == "passed" or row.get("sentence") for row in rows), rows
