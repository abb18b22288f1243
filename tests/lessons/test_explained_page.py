"""``explain --html``: a real browser prints the numbers of ``explain``, from a file, and draws what they are of."""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.glb import write_character
from benchmarks.meshes import body
from skinning_core import load_model
from skinning_core.cli.main import main
from skinning_core.compare.causes.guide_page import PAGES, TITLES
from skinning_core.compare.causes.mistake import MISTAKES
from skinning_core.compare.causes.vertex_stages import explain
from skinning_core.error import SkinproofError
from skinning_core.report.moving_figure import MovingFigure, figure_elements, figure_times
from skinning_core.skin.forms.table import FORMS
from skinning_core.skin.posed_model import posed_model, posed_skin
from tests import golden, plain
from tests.browser import asking, browse, written

ROOT = Path(__file__).resolve().parents[2]

#: Asked of the page before it is printed: what it says at some states, what is drawn, what a click does.
QUESTIONS = """<script type="module">
const asked = %s, answers = [];
while (!document.querySelector(".moving[data-ready]")) await new Promise((done) => setTimeout(done, 20));
const [figure] = window.figures, { character, home } = figure;
for (const { part, vertex, t, form, mistake } of asked) {
  figure.show({ part, vertex, t, form: "linear", mistake: "" });
  const numbers = JSON.parse(home.dataset.numbers), shown = home.querySelector("table").innerText;
  const places = (f, m) => Array.from(character.places(part, t, f, m).slice(3 * vertex, 3 * vertex + 3));
  const made = mistake in figure.offered ? places("linear", mistake) : null;
  const [rigid, dual, wrong] = [places("rigid", ""), places("dual", ""), made];
  answers.push({ numbers, shown, rigid, dual, wrong });
}
const ink = () => {
  const flat = document.createElement("canvas").getContext("2d"), canvas = figure.canvas;
  [flat.canvas.width, flat.canvas.height] = [canvas.width, canvas.height];
  flat.drawImage(canvas, 0, 0);
  const data = flat.getImageData(0, 0, canvas.width, canvas.height).data;
  let count = 0;
  for (let i = 3; i < data.length; i += 4) count += data[i] > 128;
  return count / (data.length / 4);
};
const drawn = figure.meshes ? ink() : null, before = figure.state.vertex;
if (figure.meshes) {
  const at = figure.canvas.getBoundingClientRect();
  const where = { clientX: at.left + at.width / 2, clientY: at.top + at.height * 0.6 };
  figure.canvas.dispatchEvent(new PointerEvent("pointerdown", where));
  figure.canvas.dispatchEvent(new MouseEvent("click", where));
}
const told = { answers, drawn, before, clicked: [figure.state.part, figure.state.vertex] };
document.body.append(Object.assign(document.createElement("pre"), { id: "told", textContent: JSON.stringify(told) }));
</script>"""


def told_by(page: Path, asked: list[dict[str, Any]]) -> dict[str, Any]:
    """What the page answers, opened as a file."""
    text = asking(page).replace("</body>", QUESTIONS % json.dumps(asked) + "</body>")
    changed = page.with_name("asked.html")
    changed.write_text(text, encoding="utf-8")
    out = browse(changed, page.parent / "profile-asked", "--window-size=1200,900", "--dump-dom")
    found = re.search(r'<pre id="told">(.*?)</pre>', out, re.DOTALL)
    assert found, out[-500:]
    return dict(json.loads(html.unescape(found[1])))


CASES = [
    ("examples/arm.glb", "bend", [(0, 300, 9)], ["offered"]),
    ("examples/windmill.glb", "turn", [(2, 3, 9)], []),
]
CASES_BY_NIGHT = [
    ("examples/character.glb", "wave", [(0, 5530, 3), (0, 9000, 20), (3, 5, 11)], ["palette-reversed", "z-up"]),
    ("examples/character.glb", "wave", [(3, 5, 11)], ["offered"]),
    ("hard/h31_joint_twice", "0", [(0, 40, 5), (0, 7, 0)], ["offered"]),
    ("hard/h05_influences8", "0", [(0, 30, 7)], ["offered"]),
]


@pytest.mark.parametrize(
    ("name", "clip", "asked", "mistakes"),
    [*CASES, *(pytest.param(*case, marks=pytest.mark.nightly) for case in CASES_BY_NIGHT)],
    ids=[case[0].split("/")[1] for case in (*CASES, *CASES_BY_NIGHT)],
)
def test_the_numbers_are_those_of_explain(
    name: str, clip: str, asked: list, mistakes: list[str], root: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    path = root / name if name.startswith("examples") else golden.sheet(request.getfixturevalue("shared"), name).model
    page = written(path, tmp_path, "--clip", clip, "--vertex", "3", "--time", "0.21")
    assert page.stat().st_size < 3_000_000
    assert "data-ready" in browse(page, tmp_path / "profile-as-it-is", "--dump-dom")  # its own scripts run
    model = load_model(path)
    index = model.clip_names.index(clip) if clip in model.clip_names else int(clip)
    times = figure_times(model, index, 0.21)
    wrongs = {m.code: m for m in MISTAKES}
    everyone = re.findall(
        r'^  "([\w-]+)": \{', (root / "skinning_core/report/moving/mistakes.js").read_text(), re.MULTILINE
    )
    assert len(everyone) > 30
    assert set(everyone) <= set(wrongs)
    mistakes = everyone if mistakes == ["offered"] else mistakes
    states = [
        {"part": k, "vertex": v, "t": t, "form": "linear", "mistake": mistake}
        for k, v, t in asked
        for mistake in mistakes or [""]
    ]
    told = told_by(page, states)
    assert told["drawn"] is None or told["drawn"] > 0.02
    for state, answer in zip(states, told["answers"], strict=True):
        k, v, time = state["part"], state["vertex"], float(times[state["t"]])
        expected, found = explain(model, k, v, index, time), answer["numbers"]
        size = expected.diagonal
        assert np.allclose(found["stored"], expected.stored, rtol=1e-12)
        assert np.allclose(found["base"], expected.morphed, atol=1e-12 * size)
        assert np.allclose(found["position"], expected.position, atol=1e-12 * size)
        assert [joint["name"] for joint in found["joints"]] == [joint.name for joint in expected.joints]
        for ours, theirs in zip(found["joints"], expected.joints, strict=True):
            assert ours["weight"] == pytest.approx(theirs.weight, rel=1e-12)
            assert np.allclose(ours["inside"], theirs.in_joint_space, atol=1e-12 * size)
            assert np.allclose(ours["wanted"], theirs.wanted, atol=1e-12 * size)
        assert np.allclose(found["matrix"], expected.matrix.ravel(), atol=1e-12 * max(size, 1.0))
        if found["normal"] is not None:
            assert expected.normal is not None
            assert np.allclose(found["normal"]["carried"], expected.normal.carried, atol=1e-9)
        for value in expected.position:
            assert np.format_float_positional(float(f"{value:.7g}"), trim="-").rstrip(".")[:6] in answer["shown"]
        if expected.joints:
            posed = posed_skin(model, k, index, time)
            assert np.allclose(answer["rigid"], FORMS["rigid"](posed)[v], atol=1e-9 * size)
            assert np.allclose(answer["dual"], FORMS["dual-quaternion"](posed)[v], atol=1e-9 * size)
            wrong = wrongs[state["mistake"]].positions(posed_model(model, model.clips[index], [time]))
            if answer["wrong"] is None:  # the page offers it only if it has what it needs; else nothing would be moved
                right = posed_model(model, model.clips[index], [time]).positions()
                assert wrong is None or np.allclose(wrong[k][0], right[k][0], atol=1e-9 * size), state
            elif wrong is None:  # nor does the page move anything by it
                assert np.allclose(answer["wrong"], expected.position, atol=1e-9 * size), state
            else:
                assert np.allclose(answer["wrong"], wrong[k][0, v], atol=1e-9 * size), state


#: Pixels across: a telephone, a tablet, a screen, and paper (A4 between its margins).
SIZES = {"telephone": 400, "tablet": 820, "screen": 1200, "paper": 718}
#: Asked of the page in a frame of each size; on paper, what is printed is shown on the screen.
MEASURES = """<script type="module">
while (!document.querySelector(".moving[data-ready]")) await new Promise((done) => setTimeout(done, 20));
if (location.hash === "#paper") {
  const rules = Array.from(document.styleSheets, (sheet) => Array.from(sheet.cssRules)).flat();
  const printed = rules.filter((rule) => rule.media?.mediaText === "print").flatMap((one) => Array.from(one.cssRules));
  const style = document.createElement("style");
  style.textContent = printed.map((rule) => rule.cssText).join(" ");
  document.head.append(style);
  await new Promise((done) => setTimeout(done, 50));
}
const seen = (choice) => Array.from(document.querySelectorAll(choice), (one) => {
  const { left, right, width, height } = one.getBoundingClientRect();
  return { left, right, width, height };
}).filter(({ width, height }) => width > 0 && height > 0);
const numbers = document.querySelector(".moving .numbers"), cells = Array.from(numbers.querySelectorAll("th, td"));
parent.postMessage({
  name: location.hash.slice(1), inside: [document.scrollingElement.scrollWidth, innerWidth],
  canvas: seen(".moving canvas"), slider: seen(".moving .time"), controls: seen(".moving button, .moving select"),
  short: cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).length,
  rows: seen(".moving .numbers tr").length, cut: [numbers.scrollWidth, numbers.clientWidth],
  letters: parseFloat(getComputedStyle(document.querySelector(".moving td") ?? document.body).fontSize),
}, "*");
</script>"""


def frames_of(page: Path) -> Path:
    """A page that holds another one four times, in frames of the sizes, and prints what each of them measures."""
    asked = page.with_name("measured.html")
    asked.write_text(asking(page).replace("</body>", MEASURES + "</body>"), encoding="utf-8")
    frames = "".join(
        f'<iframe src="{asked.name}#{name}" width="{width}" height="1400" style="border: 0; flex: none"></iframe>'
        for name, width in SIZES.items()
    )
    script = """<script>const told = {};
addEventListener("message", ({ data }) => {
  told[data.name] = data;
  if (Object.keys(told).length === 4)
    document.body.append(
      Object.assign(document.createElement("pre"), { id: "told", textContent: JSON.stringify(told) }));
});</script>"""
    frame = page.with_name("frames.html")
    frame.write_text(
        f'<!doctype html><body style="margin: 0; display: flex; gap: 8px">{script}{frames}</body>', encoding="utf-8"
    )
    return frame


@pytest.mark.parametrize("kind", ["explain", "verify"])
def test_on_a_telephone_a_tablet_a_screen_and_on_paper(kind: str, root: Path, tmp_path: Path) -> None:
    """Nothing stands out at the side, the figure and its controls are there and can be hit; paper has no controls.

    A screenshot of all four is left in ``build/pages`` to be looked at.
    """
    arm = root / "examples" / "arm.glb"
    if kind == "explain":
        page = written(arm, tmp_path, "--clip", "bend", "--vertex", "300", "--time", "1")
    else:
        page = tmp_path / "page.html"
        words = ["--clip", "bend", "--frames", "9", "--against", "form:rigid", "--html", str(page)]
        assert main(["verify", str(arm), *words]) == 1
    frames = frames_of(page)
    out = browse(frames, tmp_path / "profile", "--window-size=3200,1420", "--dump-dom")
    found = re.search(r'<pre id="told">(.*?)</pre>', out, re.DOTALL)
    assert found, out[-500:]
    told = json.loads(html.unescape(found[1]))
    for name, width in SIZES.items():
        at = told[name]
        assert at["inside"][0] <= at["inside"][1] == width, name
        assert 0 <= at["canvas"][0]["left"] < at["canvas"][0]["right"] <= width, name
        assert at["canvas"][0]["width"] >= min(0.85 * width, 420), name
        for control in (*at["slider"], *at["controls"]):
            assert 0 <= control["left"] < control["right"] <= width, name
            assert control["height"] >= 15, name
        assert len(at["slider"]) == (name != "paper")
        assert len(at["controls"]) == (0 if name == "paper" else 5 if kind == "explain" else 1), name
        if kind == "explain":
            assert at["rows"] >= 7
            assert at["cut"][0] <= at["cut"][1], name
            assert at["short"] == 0, name
            assert at["letters"] >= 11
    pictures = root / "build" / "pages"
    pictures.mkdir(parents=True, exist_ok=True)
    shot = pictures / f"{kind}.png"
    shot.unlink(missing_ok=True)
    browse(frames, tmp_path / "profile-shot", "--window-size=3200,1420", f"--screenshot={shot}")
    assert shot.stat().st_size > 50_000


def test_by_a_click_and_as_a_pdf(root: Path, tmp_path: Path) -> None:
    """A click in the middle takes another vertex; a PDF comes of the page."""
    page = written(root / "examples" / "arm.glb", tmp_path, "--clip", "bend", "--vertex", "300", "--time", "1")
    told = told_by(page, [])
    if told["drawn"] is None:
        pytest.skip("this Chromium has no WebGL")
    assert told["before"] == 300
    assert told["clicked"][0] == 0
    assert told["clicked"][1] != 300
    paper = tmp_path / "page.pdf"
    browse(page, tmp_path / "profile-paper", f"--print-to-pdf={paper}")
    assert paper.stat().st_size > 20_000


@pytest.mark.nightly
def test_a_large_model_is_drawn_with_fewer_vertices_and_times(root: Path, tmp_path: Path, capsys: Any) -> None:
    """30,000 vertices, 300 joints: under 3 MB, a sentence says what is left out, and no number is another."""
    path = tmp_path / "large.glb"
    write_character(path, body(30_000, 300), clips=1, keys=30)
    page = written(path, tmp_path, "--clip", "0", "--vertex", "21234", "--time", "0.21")
    assert "make" not in capsys.readouterr().err
    assert page.stat().st_size < 3_000_000
    model = load_model(path)
    times = figure_times(model, 0, 0.21)
    head, arrays = figure_of(page)
    kept, shown = arrays["vertex0"], arrays["times"]
    assert head["left"] == (
        f"To keep this page under 3 MB, {len(kept):,} of 30,000 vertices are drawn, each with its own numbers and "
        f"{len(shown)} of {len(times)} times can be chosen."
    )
    assert 1_000 < len(kept) < 30_000
    assert {0.21, times[0], times[-1]} <= set(shown.tolist()) <= set(times.tolist())
    told = told_by(
        page,
        [
            {"part": 0, "vertex": int(v), "t": t, "form": "linear", "mistake": "z-up"}
            for v, t in ((np.flatnonzero(kept == 21234)[0], head["shown"]), (77, 1))
        ],
    )
    for answer, v, time in zip(told["answers"], (21234, int(kept[77])), (0.21, float(shown[1])), strict=True):
        expected = explain(model, 0, v, 0, time)
        assert answer["numbers"]["vertex"] == v
        assert np.allclose(answer["numbers"]["position"], expected.position, atol=1e-12 * expected.diagonal)
        assert f"vertex {v}" in answer["shown"]


def figure_of(page: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """What a page says of its figure, and its arrays."""
    text = page.read_text(encoding="utf-8")
    (about,), (data,) = (re.findall(rf'class="moving-{kind}">(.*?)</script>', text) for kind in ("head", "data"))
    head, raw = json.loads(about), zlib.decompress(base64.b64decode(data))
    arrays = {}
    for name, (kind, at, shape) in head["arrays"].items():
        arrays[name] = np.frombuffer(raw, kind, int(np.prod(shape)), at).reshape(shape)
    return head, arrays


def test_what_is_left_out_changes_nothing_of_what_is_drawn(root: Path, tmp_path: Path) -> None:
    """The example in a third of the room: kept vertices are the file's, faces join them, the worst ones stay."""
    model = load_model(root / "examples" / "character.glb")
    times = figure_times(model, 0, None)
    rng = np.random.default_rng(4)
    errors = tuple(rng.random((len(times), model.primitive(part).vertex_count)) for part in model.parts)
    for chosen, painted in (((0, 5530), ()), (None, errors)):
        figure = MovingFigure(model, 0, times, 7, chosen, painted, "x" if painted else "")
        page = tmp_path / "part.html"
        page.write_text(figure_elements(figure, 300_000), encoding="utf-8")
        assert page.stat().st_size <= 300_000
        head, arrays = figure_of(page)
        assert "vertices are drawn" in head["left"]
        assert arrays["times"][head["shown"]] == times[7]
        for k, part in enumerate(model.parts):
            primitive = model.primitive(part)
            kept = arrays.get(f"vertex{k}", np.arange(primitive.vertex_count))
            assert len(set(kept.tolist())) == len(kept)
            assert np.array_equal(arrays[f"position{k}"], primitive.positions[kept])
            if (influences := model.influences(part)) is not None:
                assert np.array_equal(arrays[f"weights{k}"], influences.weights[kept])
            faces = arrays[f"face{k}"]
            assert faces.max() < len(kept)
            assert all(len(set(face)) == 3 for face in faces.tolist())
            if painted:
                worst = int(errors[k].max(axis=0).argmax())
                assert worst in kept
                assert arrays[f"error{k}"].shape == (len(arrays["times"]), len(kept))
        if chosen:
            assert arrays["vertex0"][head["chosen"][1]] == 5530
    with pytest.raises(SkinproofError, match="would be larger than 3 MB"):
        figure_elements(figure, 20_000)


def test_it_loads_nothing_and_holds_every_printed_line(root: Path, tmp_path: Path, capsys: Any) -> None:
    page = written(root / "examples" / "arm.glb", tmp_path, "--joint", "elbow", "--clip", "bend", "--time", "0.5")
    printed = capsys.readouterr().out
    text = page.read_text(encoding="utf-8")
    assert html.escape(printed.strip()) in text
    assert not re.findall(r'(?:src|href)="(?!data:|#)[^"]*"', text)
    assert main(["explain", str(root / "examples" / "arm.glb"), "--html", str(root / "examples" / "arm.glb")]) == 2


def test_the_report_paints_errors_over_time(root: Path, tmp_path: Path) -> None:
    """Beside the still picture; colours stand for the distances of the very times, worked out by plain loops."""
    path, page = root / "examples" / "arm.glb", tmp_path / "report.html"
    words = ["verify", str(path), "--clip", "bend", "--frames", "9", "--against", "form:rigid", "--html", str(page)]
    assert main(words) == 1
    text = page.read_text(encoding="utf-8")
    assert "data:image/png" in text  # the still picture is there for mail and paper
    assert len(text) < 3_000_000
    question = """<script type="module">
while (!document.querySelector(".moving[data-ready]")) await new Promise((done) => setTimeout(done, 20));
const [{ head, character, home }] = window.figures, errors = Array.from(character.arrays.error0);
const told = { errors, top: head.errors, times: Array.from(character.arrays.times), shown: head.shown,
  label: home.querySelector(".scale").textContent };
document.body.append(Object.assign(document.createElement("pre"), { id: "told", textContent: JSON.stringify(told) }));
</script>"""
    asked = tmp_path / "asked.html"
    asked.write_text(asking(page).replace("</body>", question + "</body>"), encoding="utf-8")
    found = re.search(r'<pre id="told">(.*?)</pre>', browse(asked, tmp_path / "profile", "--dump-dom"), re.DOTALL)
    assert found
    told = json.loads(html.unescape(found[1]))
    right = plain.skin(path, 0, told["times"])[0]
    model = load_model(path)
    rigid = np.array([FORMS["rigid"](posed_skin(model, 0, 0, t)) for t in told["times"]])
    size = np.linalg.norm(np.ptp(right, axis=1), axis=1)
    apart = np.linalg.norm(rigid - right, axis=2) / size[:, None]
    assert told["top"] == pytest.approx(apart.max(), rel=1e-4)
    assert told["shown"] == int(apart.max(axis=1).argmax())
    painted = np.array(told["errors"]).reshape(apart.shape) / 254 * told["top"]
    assert np.abs(painted - apart).max() < told["top"] / 254
    assert told["label"].startswith("form:rigid, distance from the reference") or "WebGL" in text


READING = """<script type="module">
while (!document.querySelector(".moving[data-ready]")) await new Promise((done) => setTimeout(done, 20));
const [figure] = window.figures, told = {};
const pages = () => [...figure.guide.querySelectorAll("a, code")].map((one) => one.href ?? one.textContent);
const say = (key) => { told[key] = pages(); };
for (const mistake of Object.keys(figure.offered)) { figure.show({ mistake, stage: 99 }); say(mistake); }
for (const stage of [0, 1, 99]) { figure.show({ mistake: "", stage }); say(`stage ${stage}`); }
figure.show({ form: "rigid" });
say("form");
told.title = figure.guide.textContent;
document.body.append(Object.assign(document.createElement("pre"), { id: "told", textContent: JSON.stringify(told) }));
</script>"""


@pytest.mark.parametrize("links", ["https://x.example/docs", None])
def test_each_stage_form_and_mistake_names_its_page_of_the_guide(links: str | None, tmp_path: Path) -> None:
    words = ["--vertex", "300", "--clip", "bend", *(["--links", links] if links else [])]
    page = written(ROOT / "examples" / "arm.glb", tmp_path, *words)
    page.write_text(asking(page).replace("</body>", READING + "</body>"), encoding="utf-8")
    found = re.search(r'<pre id="told">(.*?)</pre>', browse(page, tmp_path / "profile", "--dump-dom"), re.DOTALL)
    assert found
    told = json.loads(html.unescape(found[1]))
    start = "" if links is None else f"{links}/guide/"
    assert told["stage 0"] == [f"{start}01-file.md"]
    assert told["stage 1"] == [f"{start}04-bind.md"]
    assert told["stage 99"] == told[""] == [f"{start}05-vertex.md"]
    assert told["form"] == [f"{start}05-vertex.md", f"{start}06-blend.md"]
    assert told["hierarchy-flat"] == [f"{start}05-vertex.md", f"{start}02-joint.md"]
    mistakes = [pages[1] for name, pages in told.items() if name and not name.startswith(("stage", "form", "title"))]
    assert len(mistakes) > 15
    assert all((ROOT / "docs" / "guide" / one.removeprefix(start)).is_file() for one in mistakes)
    assert told["title"].startswith("In the guide, this stage: 5. One vertex, from file to screen")


def test_a_page_of_the_guide_is_called_by_its_title(root: Path) -> None:
    assert set(PAGES.values()) == set(TITLES)
    for page, title in TITLES.items():
        assert (root / "docs" / "guide" / page).read_text(encoding="utf-8").startswith(f"# {title}\n")
