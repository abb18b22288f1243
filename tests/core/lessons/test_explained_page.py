"""``explain --html``: a real browser prints the numbers of ``explain``, from a file, and draws what they are of."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli.main import main
from skinning_core.compare.causes.mistake import MISTAKES
from skinning_core.compare.causes.vertex_stages import explain
from skinning_core.report.moving_figure import figure_times
from skinning_core.skin.forms.table import FORMS
from skinning_core.skin.posed_model import posed_model, posed_skin
from tests import golden, plain

CHROMIUM = shutil.which("chromium")
#: Asked of the page before it is printed: what it says at some states, what is drawn, what a click does.
QUESTIONS = """<script type="module">
const asked = %s, answers = [];
while (!document.querySelector(".moving[data-ready]")) await new Promise((done) => setTimeout(done, 20));
const [figure] = window.figures, { character, home } = figure;
for (const { part, vertex, t, form, mistake } of asked) {
  figure.show({ part, vertex, t, form: "linear", mistake: "" });
  const numbers = JSON.parse(home.dataset.numbers), shown = home.querySelector("table").innerText;
  const places = (f, m) => Array.from(character.places(part, t, f, m).slice(3 * vertex, 3 * vertex + 3));
  const [rigid, dual, wrong] = [places("rigid", ""), places("dual", ""), places("linear", mistake)];
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
  const where = { clientX: at.left + at.width / 2, clientY: at.top + at.height / 2 };
  figure.canvas.dispatchEvent(new PointerEvent("pointerdown", where));
  figure.canvas.dispatchEvent(new MouseEvent("click", where));
}
const wide = [document.scrollingElement.scrollWidth, innerWidth];
if (innerWidth < 700) document.body.style.width = "400px"; // no window of Chromium is narrower than 500
wide.push(document.body.scrollWidth);
const told = { answers, drawn, before, clicked: [figure.state.part, figure.state.vertex], wide };
document.body.append(Object.assign(document.createElement("pre"), { id: "told", textContent: JSON.stringify(told) }));
</script>"""


def browse(page: Path, profile: Path, *options: str) -> str:
    if CHROMIUM is None:
        pytest.skip("no Chromium here")
    words = ["--headless", "--no-sandbox", "--enable-unsafe-swiftshader", "--virtual-time-budget=60000"]
    words += [f"--user-data-dir={profile}", *options, page.as_uri()]
    done = subprocess.run([CHROMIUM, *words], capture_output=True, text=True, timeout=120, check=False)
    return done.stdout


def told_by(page: Path, asked: list[dict[str, Any]], width: int = 1200) -> dict[str, Any]:
    """What the page answers, opened as a file."""
    text = page.read_text(encoding="utf-8").replace("</body>", QUESTIONS % json.dumps(asked) + "</body>")
    changed = page.with_name(f"asked-{width}.html")
    changed.write_text(text, encoding="utf-8")
    out = browse(changed, page.parent / f"profile-{width}", f"--window-size={width},900", "--dump-dom")
    found = re.search(r'<pre id="told">(.*?)</pre>', out, re.DOTALL)
    assert found, out[-500:]
    return dict(json.loads(html.unescape(found[1])))


def written(path: Path, tmp_path: Path, *words: str) -> Path:
    page = tmp_path / "page.html"
    assert main(["explain", str(path), *words, "--html", str(page)]) == 0
    return page


CASES = [
    ("examples/character.glb", "wave", [(0, 5530, 3), (0, 9000, 20), (3, 5, 11)], ["palette-reversed", "z-up"]),
    ("hard/h31_joint_twice", "0", [(0, 40, 5), (0, 7, 0)], ["inverse-bind-ignored", "palette-transposed"]),
    ("hard/h05_influences8", "0", [(0, 30, 7)], ["not-skinned", "palette-reversed"]),
    ("examples/windmill.glb", "turn", [(2, 3, 9)], []),
]


@pytest.mark.parametrize(("name", "clip", "asked", "mistakes"), CASES, ids=[case[0].split("/")[1] for case in CASES])
def test_the_numbers_are_those_of_explain(
    name: str, clip: str, asked: list, mistakes: list[str], root: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    path = root / name if name.startswith("examples") else golden.sheet(request.getfixturevalue("shared"), name).model
    page = written(path, tmp_path, "--clip", clip, "--vertex", "3", "--time", "0.21")
    assert page.stat().st_size < 3_000_000
    model = load_model(path)
    index = model.clip_names.index(clip) if clip in model.clip_names else int(clip)
    times = figure_times(model, index, 0.21)
    wrongs = {m.code: m for m in MISTAKES}
    states = [
        {"part": k, "vertex": v, "t": t, "form": "linear", "mistake": mistake}
        for k, v, t in asked
        for mistake in mistakes or [""]
    ]
    told = told_by(page, states)
    assert told["wide"][0] <= told["wide"][1]
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
        for value in expected.position:
            assert np.format_float_positional(float(f"{value:.7g}"), trim="-").rstrip(".")[:6] in answer["shown"]
        if expected.joints:
            posed = posed_skin(model, k, index, time)
            assert np.allclose(answer["rigid"], FORMS["rigid"](posed)[v], atol=1e-9 * size)
            assert np.allclose(answer["dual"], FORMS["dual-quaternion"](posed)[v], atol=1e-9 * size)
            wrong = wrongs[state["mistake"]].positions(posed_model(model, model.clips[index], [time]))
            assert np.allclose(answer["wrong"], wrong[k][0, v], atol=1e-9 * size), state


def test_on_a_phone_by_a_click_and_on_paper(root: Path, tmp_path: Path) -> None:
    """Nothing stands out of 400 pixels; a click in the middle takes another vertex; a PDF comes of it."""
    page = written(root / "examples" / "arm.glb", tmp_path, "--clip", "bend", "--vertex", "300", "--time", "1")
    told = told_by(page, [], width=400)
    assert told["wide"][0] <= told["wide"][1] <= 500
    assert told["wide"][2] <= 400
    if told["drawn"] is None:
        pytest.skip("this Chromium has no WebGL")
    assert told["before"] == 300
    assert told["clicked"][0] == 0
    assert told["clicked"][1] != 300
    paper = tmp_path / "page.pdf"
    browse(page, tmp_path / "profile-paper", f"--print-to-pdf={paper}")
    assert paper.stat().st_size > 20_000


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
    asked.write_text(text.replace("</body>", question + "</body>"), encoding="utf-8")
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
