"""Spoilt copies of real files through check, verify, compare, explain and what writes files: a result or a sentence.

Where the plain second implementation (`tests/plain.py`) reads such a file too, and check finds no error in it, both
skin it alike.
"""

from __future__ import annotations

import base64
import json
import struct
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest

from skinning_core import SkinproofError, load_model
from skinning_core.check.check import check_file
from skinning_core.fast.exact_engine import skin_model
from tests import plain
from tests.fuzz.judge import judge
from tests.fuzz.mutate import Document, spoilt

#: Files of others and of ours; the rest of them are larger than is spoilt 25 times in a minute.
NAMES = (
    "cesium_man", "Fox", "greenman", "interpolation_test", "rigged_simple", "SimpleSkin", "player", "toon_cat",
    "RobotExpressive", "modifier_shapekey_vrm1", "sphere_vrm0", "h01_shear_chain", "h05_influences8", "h07_weights_u8",
    "h09_sparse_positions", "h11_cubic_all", "h17_two_skins_shared", "h21_matrix_nodes", "h25_zero_scale",
    "h33_many_primitives",
)  # fmt: skip
#: Of each file: one a day, 25 a night.
NUMBERS = [0, *(pytest.param(number, marks=pytest.mark.nightly) for number in range(1, 25))]
#: The reference and the plain reading differ by rounding only, as a part of the size; 5e-8 is the most that was seen.
ROUNDED = 1e-6


def one_buffer(path: Path) -> bytes:
    """A file as a .glb, its first buffer within."""
    data = path.read_bytes()
    if data[:4] == b"glTF":
        return data
    document = Document(data)
    buffer = document.json["buffers"][0]
    uri = buffer.pop("uri")
    inside = base64.b64decode(uri.split(",")[1]) if uri.startswith("data:") else None
    document.binary = bytearray((path.parent / unquote(uri)).read_bytes() if inside is None else inside)
    document.binary += bytes(-len(document.binary) % 4)
    buffer["byteLength"] = len(document.binary)
    return document.pack()


def disagreement(path: Path) -> str | None:
    """What the reference and the plain implementation do not agree on; None where one of them does not read it."""
    try:
        model = load_model(path)
        if any(finding.severity == "error" for finding in check_file(path)) or model.unjudged:
            return None
        if not model.nodes.in_scene.all():
            return None  # the plain one draws what no scene does, too
    except SkinproofError:
        return None
    for clip in [None, *range(min(len(model.clips), 2))]:
        times = [0.0, 0.37]
        try:
            with np.errstate(all="ignore"):
                expected = plain.skin(path, clip, times)
            found = skin_model(model, clip, np.array(times)).positions
        except (SkinproofError, ArithmeticError, LookupError, TypeError, ValueError, struct.error):
            continue  # the plain one is for sound files, and says of no other that it is none
        if len(found) != len(expected):
            return f"clip {clip}: {len(found)} parts, not {len(expected)}"
        for k, (ours, theirs) in enumerate(zip(found, expected, strict=True)):
            size = max(1.0, float(np.abs(theirs).max(initial=0.0)))
            if np.isfinite(theirs).all() and not float(np.abs(ours - theirs).max(initial=0.0)) <= ROUNDED * size:
                return f"clip {clip}, part {k}: {np.abs(ours - theirs).max():.3g} of {size:.3g}"
    return None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("number", NUMBERS)
def test_a_spoilt_file_ends_in_a_result_or_a_sentence(shared: Path, tmp_path: Path, name: str, number: int) -> None:
    found = sorted(path for path in shared.rglob(f"{name}.*") if path.suffix in {".glb", ".gltf", ".vrm"})
    data = one_buffer(found[0])
    sound, path = tmp_path / "sound.glb", tmp_path / "spoilt.glb"
    sound.write_bytes(data)
    path.write_bytes(spoilt(data, 1000 * NAMES.index(name) + number))
    verdict = judge(path, tmp_path, sound)
    assert not verdict.problem, json.dumps(verdict.problem)
    assert not (told := disagreement(path)), told
