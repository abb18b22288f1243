"""``grade`` names the mistakes of small engines, and the page of the guide that says better."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from examples.engines import book
from skinning_core.cli import main
from skinning_core.compare.causes.guide_page import page_of
from skinning_core.compare.causes.mistake import MISTAKES, SIZED
from skinning_core.engines.corpus.cases.every import CASES
from skinning_core.engines.corpus.folder import MadeCase
from tests.engines.corpus.listings import told
from tests.engines.corpus.mutants import SOURCE, Mutant, running
from tests.engines.corpus.planted import planted
from tests.engines.corpus.slips import Slip, slips

ROOT = Path(__file__).resolve().parents[3]

#: Transforms that are translation, rotation and scale, each joined by itself: what many books call ``combine``.
BY_COMPONENT = Slip(
    "nodes",
    "transforms are joined component by component",
    "        found[n] = parent @ local(nodes[n])\n",
    "        own = local(nodes[n])\n"
    "        size = np.linalg.norm(own[:3, :3], axis=0)\n"
    "        turn = own[:3, :3] / size\n"
    "        above, grown = held.get(id(parent), (np.eye(3), np.ones(3)))\n"
    "        found[n] = np.eye(4)\n"
    "        found[n][:3, :3] = above @ turn * (grown * size)\n"
    "        found[n][:3, 3] = parent[:3, 3] + above @ (grown * own[:3, 3])\n"
    "        held[id(found[n])] = above @ turn, grown * size\n",
)


def written(told: str) -> ModuleType:
    """The reader with one of the mistakes of ``slips.txt``."""
    slip = next(slip for slip in slips("slips.txt") if slip.told == told)
    return made(slip.made_to(SOURCE))


def made(text: str) -> ModuleType:
    """A text as a reader."""
    code = running(Mutant("", "", text))
    assert code is not None
    return code


def by_component() -> ModuleType:
    """The reader that joins transforms component by component."""
    start = "    found: dict[int, np.ndarray] = {}\n    waiting"
    return made(BY_COMPONENT.made_to(SOURCE).replace(start, start.replace("    waiting", "    held = {}\n    waiting")))


_XYZW = "    x, y, z, w = quaternion / np.linalg.norm(quaternion)\n"
_HELD = "    t = min(max(t, times[0]), times[-1])\n"
_AGAIN = "    t = times[0] + (t - times[0]) % (times[-1] - times[0]) if t >= times[-1] > times[0] else t\n"
_BACK = "    span = max(times[-1] - times[0], 1e-9)\n    t = times[-1] - abs((t - times[0]) % (2 * span) - span)\n"

#: By code: a case that shows it, and a reader that makes it.
NAMED: dict[str, tuple[str, Callable[[], ModuleType]]] = {
    "transforms-by-component": ("uneven-scale", by_component),
    "single-keys-dropped": ("single-key", lambda: written("a track with one key is passed over")),
    "tracks-looped": ("after-the-end", lambda: written("a track begins again after its last key")),
    "extrapolated": ("after-the-end", lambda: written("after the last key a track goes on")),
    "last-step-lost": ("step-keys", lambda: written("after the last key a track goes on")),
    "back-and-forth": ("after-the-end", lambda: made(SOURCE.replace(_HELD, _BACK))),
    "looped": ("late-start", lambda: made(SOURCE.replace(_HELD, _AGAIN + _HELD))),
    "rotations-reversed": ("slerp", lambda: made(SOURCE.replace(_XYZW, _XYZW + "    x, y, z = -x, -y, -z\n"))),
    "scale-of-x": ("uneven-scale", lambda: written("scales are those of the first axis")),
    "keys-undivided": ("integer-keys", lambda: written("normalised key values are not divided")),
    "packed-as-zeros": ("draco", lambda: planted("draco")),
}


#: By code: the slip of a listing that makes it, and a case that shows it.
OF_LISTINGS = {
    "table-start": ("table-start", "late-start"),
    "bind-apart": ("bind-apart", "bind-sheared"),
    "one-bind": ("one-bind", "two-binds"),
    "keys-even": ("even-keys", "uneven-keys"),
    "first-after-last": ("key-after", "after-the-end"),
    "last-one": ("last-influence", "two-joints"),
    "frames-blended": ("between-frames", "equal-keys"),
    "frame-after-last": ("frame-after-last", "after-the-end"),
    "short-palette": ("short-palette", "joints-300"),
}


@pytest.mark.parametrize("code", OF_LISTINGS)
def test_a_mistake_of_a_listing_is_named(code: str, cases: list[MadeCase], corpus: Path) -> None:
    slip, name = OF_LISTINGS[code]
    made = next(made for made in cases if made.case.id == name)
    sentences = {m.sentence for m in SIZED if m.code == code}
    assert told(made, corpus, book.of_source(slip))[1] in sentences


@pytest.mark.parametrize("code", NAMED)
def test_a_mistake_of_a_small_engine_is_named(code: str, corpus: Path, tmp_path: Path, monkeypatch, capsys) -> None:
    name, reader = NAMED[code]
    few = tuple(case for case in CASES if case.id == name)
    for module in ("folder", "grade"):
        monkeypatch.setattr(f"skinning_core.engines.corpus.{module}.CASES", few)
    entry = json.loads((corpus / f"{name}.json").read_bytes())
    clip = 0 if entry["times"] != [0.0] else None
    with np.errstate(all="ignore"):
        found = reader().skin(corpus / f"{name}.glb", clip, entry["times"])
    places = found[0] if isinstance(found, tuple) else found
    (tmp_path / "mine").mkdir()
    np.savez(tmp_path / "mine" / f"{name}.npz", times=entry["times"], **{f"pos{k}": p for k, p in enumerate(places)})
    assert main(["grade", str(tmp_path / "mine"), "--json", str(tmp_path / "grade.json")]) == 1
    (row,) = json.loads((tmp_path / "grade.json").read_text())["engines"][0]["cases"]
    sentence = next(m.sentence for m in (*MISTAKES, *SIZED) if m.code == code)
    assert [cause.partition(" (or, ")[0] for cause in row["causes"]] == [sentence]
    assert row["read"] == [page_of(code)]
    assert sentence in capsys.readouterr().out


def test_every_mistake_has_a_page_of_the_guide() -> None:
    pages = {page_of(mistake.code) for mistake in (*MISTAKES, *SIZED)}
    assert len(pages) > 6
    assert all((ROOT / "docs" / "guide" / page).is_file() for page in pages)
    assert page_of("no-such-cause") is None
