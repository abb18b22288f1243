"""The page where one drops a character: a real browser has the numbers of the reference, and names planted mistakes."""

from __future__ import annotations

import base64
import doctest
import html
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.compare.causes.mistake import MISTAKES
from skinning_core.engines.corpus.folder import case_named, made_case
from skinning_core.fast.exact_engine import skin_model
from skinning_core.skin.forms.table import FORMS
from skinning_core.skin.posed_model import posed_model, posed_skin
from tests import golden, npm
from tests.browser import asking, browse
from tools.site import build, links
from tools.site.page import drop_page

ROOT = Path(__file__).resolve().parents[2]

#: Asked of the page, and told by it.
ASKED = """<script type="module">
const asked = %s, told = [];
const beat = setInterval(() => {}, 1); // or virtual time is over while WebAssembly compiles, which takes real time
while (!window.drop?.now.made) await new Promise((done) => setTimeout(done, 20));
const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;
const words = (id) => document.getElementById(id).textContent;
for (const { name, data, beside, clip, times, every, pasted } of asked) {
  const others = Object.fromEntries(Object.entries(beside ?? {}).map(([other, text]) => [other, bytes(text)]));
  await window.drop.opened(bytes(data), name, others);
  const answer = { trouble: words("trouble"), shown: window.drop.now.name, verdicts: [] };
  if (times && !answer.trouble) {
    const made = window.drop.character(clip, times);
    answer.parts = made.head.parts.map((_, k) => times.map((_, t) =>
      Array.from(made.places(k, t, "linear", "")).filter((_, i) => Math.floor(i / 3) %% every === 0)));
  }
  for (const text of pasted ?? []) {
    await window.drop.compareNow(text);
    answer.verdicts.push(words("verdict"));
  }
  told.push(answer);
}
clearInterval(beat);
document.body.append(Object.assign(document.createElement("pre"), { id: "told", textContent: JSON.stringify(told) }));
</script>"""


def answers(tmp_path: Path, asked: list[dict[str, Any]]) -> list[dict[str, Any]]:
    page = tmp_path / "drop.html"
    page.write_text(drop_page(), encoding="utf-8")
    page.write_text(asking(page).replace("</body>", ASKED % json.dumps(asked) + "</body>"), encoding="utf-8")
    out = browse(page, tmp_path / "profile", "--window-size=1200,900", "--virtual-time-budget=600000", "--dump-dom")
    found = re.search(r'<pre id="told">(.*?)</pre>', out, re.DOTALL)
    assert found, out[-500:]
    return list(json.loads(html.unescape(found[1])))


def encoded(path: Path) -> str:
    return base64.b64encode(path.read_bytes()).decode()


def question(path: Path, clip: int | None, reference: Path | None = None) -> dict[str, Any]:
    """Every 7th vertex at three times of a clip. reference: a file that holds the same, unpacked."""
    played = load_model(reference or path).clip(clip)
    times = [0.0] if played is None else np.linspace(played.start, played.end, 3).tolist()
    beside = {}
    if path.suffix == ".gltf":
        buffers = json.loads(path.read_text(encoding="utf-8")).get("buffers", [])
        names = [one["uri"] for one in buffers if not one.get("uri", "data:").startswith("data:")]
        beside = {unquote(name): encoded(path.parent / unquote(name)) for name in names}
    return {"name": path.name, "data": encoded(path), "beside": beside, "clip": clip, "times": times, "every": 7}


def check(asked: list[tuple[Path, dict[str, Any]]], tmp_path: Path) -> None:
    """To 1e-12 of the size, as the two sum in another order."""
    told = answers(tmp_path, [question for _, question in asked])
    for (path, question), answer in zip(asked, told, strict=True):
        assert answer["trouble"] == "", path
        expected = skin_model(load_model(path), question["clip"], question["times"])
        assert len(answer["parts"]) == len(expected.positions)
        for part, right in zip(answer["parts"], expected.positions, strict=True):
            got = np.array(part).reshape(len(question["times"]), -1, 3)
            assert np.abs(got - right[:, ::7]).max() < 1e-12 * max(float(expected.diagonal.max()), 1e-9), path


@pytest.mark.parametrize(
    "names", [("arm", "strip", "windmill"), pytest.param(("character",), marks=pytest.mark.nightly)], ids="+".join
)
def test_the_numbers_are_the_references(names: tuple[str, ...], tmp_path: Path) -> None:
    paths = [ROOT / "examples" / f"{name}.glb" for name in names]
    clips = [(path, clip) for path in paths for clip in (None, *range(len(load_model(path).clips)))]
    check([(path, question(path, clip)) for path, clip in clips], tmp_path)


@pytest.mark.nightly
def test_the_numbers_of_every_shared_model(shared: Path, tmp_path: Path) -> None:
    """In pages of at most 8 MB of models."""
    pages: list[list[tuple[Path, dict[str, Any]]]] = [[]]
    for sheet in golden.sheets(shared):
        for entry in sheet.entries[:2]:
            pages[-1].append((sheet.model, question(sheet.model, entry.clip)))
            if sum(len(json.dumps(one)) for _, one in pages[-1]) > 8_000_000:
                pages.append([])
    assert len({path for page in pages for path, _ in page}) > 20
    for number, page in enumerate(pages):
        (tmp_path / str(number)).mkdir()
        check(page, tmp_path / str(number))


def written(times: list[float], positions: list[np.ndarray]) -> str:
    return json.dumps({"times": times, "positions": [np.asarray(p, np.float32).tolist() for p in positions]})


def test_pasted_results_are_judged_and_the_mistake_is_named(tmp_path: Path) -> None:
    path = ROOT / "examples" / "arm.glb"
    model, times = load_model(path), [0.0, 0.5, 1.0]
    posed = posed_model(model, model.clips[0], times)
    right = [np.asarray(p) for p in posed.positions()]
    rigid = [np.array([FORMS["rigid"](posed_skin(model, 0, 0, t)) for t in times])]
    wrongs = {m.code: m.positions(posed) for m in MISTAKES}
    noise = [p + np.random.default_rng(3).normal(0.0, 0.05, p.shape) for p in right]
    total = len(right[0][0])
    pasted = [
        written(times, right),
        written(times, rigid),
        written(times, wrongs["palette-reversed"]),
        written(times, noise),
        "{",
        '{"times": [0]}',
        written(times, [p[:, 1:] for p in right]),
        written(times, [np.full_like(p, np.nan) for p in right]).replace("NaN", "null"),
    ]
    (answer,) = answers(tmp_path, [{"name": "arm.glb", "data": encoded(path), "pasted": pasted}])
    same, strongest, reversed_, noisy, broken, empty, short, lost = answer["verdicts"]
    assert same.startswith("At most")
    assert f"over {total} vertices" in same
    assert "Likely: only the strongest influence is used" in strongest
    assert "Likely: inverse bind times world" in reversed_
    assert "None of the mistakes tried here explains it" in noisy
    assert broken.startswith("This is not JSON")
    assert 'There are no "positions"' in empty
    assert f"there are {total - 1} vertices, the file has {total}" in short
    assert lost == f"Not judged: {3 * total} places are no numbers."


def test_what_cannot_be_read_is_one_sentence_and_the_shown_character_stays(tmp_path: Path) -> None:
    basis = {"asset": {"version": "2.0"}, "extensionsRequired": ["KHR_texture_basisu", "EXT_of_nobody"]}
    beside = {
        "asset": {"version": "2.0"},
        "buffers": [{"uri": "arm.bin", "byteLength": 4}],
        "bufferViews": [{"buffer": 0}],
    }
    asked = [
        {"name": f"{number}.glb", "data": base64.b64encode(data).decode()}
        for number, data in enumerate(
            [b"no glTF", json.dumps(basis).encode(), json.dumps(beside).encode(), b'{"asset": {}}' + b" " * 9]
        )
    ]
    told = answers(tmp_path, asked)
    for answer, words in zip(told, ("choose a .glb", "skinproof verify", "drop both together", "no mesh"), strict=True):
        assert words in answer["trouble"]
        assert answer["trouble"].count("\n") == 0
        assert answer["shown"] == "strip.glb"


def test_cases_in_packed_streams_are_unpacked(tmp_path: Path) -> None:
    for name in ("draco", "meshopt"):
        made_case(case_named(name), tmp_path, proofs=False)
    npm.installed("three")  # Draco's decoder
    paths = [tmp_path / f"{name}.glb" for name in ("draco", "meshopt")]
    check([(path, question(path, None)) for path in paths], tmp_path)


def test_what_other_tools_pack_is_unpacked(tmp_path: Path) -> None:
    """By glTF-Transform, which unpacked the expected ones, and by gltfpack, whose .gltf names no fallback buffer."""
    npm.installed("three")
    folder = ROOT / "tests" / "packed"
    pairs = [(path, path.with_name(path.name.replace(".plain", ""))) for path in sorted(folder.glob("*.plain.glb"))]
    assert len(pairs) >= 7
    asked = [(plain, question(packed, None, reference=plain)) for plain, packed in pairs]
    beside = npm.gltfpack(ROOT / "examples" / "character.glb", tmp_path / "character.gltf", "-cc", "-kn")
    check([*asked, (beside, question(beside, 0))], tmp_path)


def test_without_a_decoder_the_page_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.site.page.DRACO", tmp_path / "nowhere")
    made_case(case_named("draco"), tmp_path, proofs=False)
    data = (tmp_path / "draco.glb").read_bytes()
    asked = [{"name": "a.glb", "data": base64.b64encode(data).decode()}, broken_stream(tmp_path)]
    told, broken = answers(tmp_path, asked)
    assert "in Blender: Data, Compression" in told["trouble"]
    assert "cannot be unpacked: export it again, or without compression." in broken["trouble"]


def broken_stream(folder: Path) -> dict[str, Any]:
    """A stream of meshopt whose first bytes, which say how it is packed, are others."""
    made_case(case_named("meshopt"), folder, proofs=False)
    data = bytearray((folder / "meshopt.glb").read_bytes())
    start = 28 + int.from_bytes(data[12:16], "little")
    data[start : start + 8] = b"\0" * 8
    return {"name": "broken.glb", "data": base64.b64encode(bytes(data)).decode()}


def test_every_document_is_in_the_navigation() -> None:
    named = (ROOT / "tools" / "site" / "mkdocs.yml").read_text(encoding="utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        assert re.search(rf"[: ] ?{re.escape(page.relative_to(ROOT / 'docs').as_posix())}\n", named), page


def test_what_belongs_to_a_list_is_indented_by_four() -> None:
    """Code hosts take two spaces, but MkDocs ends the list: page 3's three rules were one rule and a paragraph."""
    for page in (ROOT / "docs").rglob("*.md"):
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.findall(r"\n\n {1,3}\S.*", text), page
        assert not re.findall(r"\n\n(?: {4}.*\n)+[-*] .*", text), (
            page
        )  # nor does the next item begin without an empty line


def test_links_out_of_the_documents_lead_to_the_repository() -> None:
    assert doctest.testmod(links).failed == 0
    assert doctest.testmod(build).failed == 0
    led = links.led(
        "[a](../../examples/port.py) [b](../causes.md#x) [c](zh/README.md)", "guide/01.md", "https://x.example/r"
    )
    assert led == "[a](https://x.example/r/blob/HEAD/examples/port.py) [b](../causes.md#x) [c](zh/README.md)"
    led = links.led("[g](docs/guide/README.md) ![p](docs/pictures/a.png) [L](LICENSE)", "index.md", "")
    assert led == "[g](guide/README.md) ![p](pictures/a.png) `LICENSE`"
