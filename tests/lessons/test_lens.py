"""The lens of ``explain --html``: what it shows is to scale, and nothing jumps as a vertex is chosen."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import numpy as np

from tests.browser import asking, browse, written

LENS = """<script type="module">
while (!document.querySelector(".moving[data-ready]")) await new Promise((done) => setTimeout(done, 20));
const [figure] = window.figures, { home } = figure, wide = figure.canvas.clientWidth, told = { states: [] };
for (const change of [{}, { t: 3 }, { mistake: "z-up" }, { mistake: "", vertex: 0 }]) {
  figure.show(change);
  const { found, other } = figure, lens = home.querySelector("figure.lens");
  told.states.push({ found, other, metre: figure.metre, magnified: Number(lens.dataset.magnified),
    balls: Array.from(lens.querySelectorAll("circle[fill]:not([fill=none])"),
      (c) => [c.getAttribute("cx"), c.getAttribute("cy")].map(Number)),
    wide: figure.canvas.clientWidth === wide, stages: Number(figure.stages.max) });
}
document.body.append(Object.assign(document.createElement("pre"), { id: "told", textContent: JSON.stringify(told) }));
</script>"""


def test_the_lens_is_to_scale_and_the_canvas_stays(root: Path, tmp_path: Path) -> None:
    """In the lens, wishes lie no farther from their mean than in the world times what it says."""
    page = written(root / "examples" / "arm.glb", tmp_path, "--clip", "bend", "--vertex", "176", "--time", "1")
    changed = page.with_name("lens.html")
    changed.write_text(asking(page).replace("</body>", LENS + "</body>"), encoding="utf-8")
    out = browse(changed, tmp_path / "profile", "--window-size=1200,900", "--dump-dom")
    found = re.search(r'<pre id="told">(.*?)</pre>', out, re.DOTALL)
    assert found, out[-500:]
    states = json.loads(html.unescape(found[1]))["states"]
    for state in states:
        assert state["wide"]
        assert state["stages"] == len(state["found"]["joints"]) + 1
        if not state.get("metre") or not state["magnified"]:
            continue
        assert len(state["balls"]) == len(state["found"]["joints"])
        for ball, joint in zip(state["balls"], state["found"]["joints"], strict=True):
            away = np.linalg.norm(np.subtract(joint["wanted"], state["found"]["position"]))
            shown = np.hypot(ball[0] - 130, ball[1] - 130) / (state["magnified"] * state["metre"])
            assert shown <= away * (1 + 1e-9)
    assert sum(bool(state["magnified"]) for state in states) >= 2 or states[0].get("metre") is None
