"""The page where a character is dropped: one file, which loads nothing and sends nothing.

The mathematics is the guide's port, in JavaScript. The core itself would need NumPy in the browser, and Pyodide's npm
package has none: its wheel would be loaded from another place, 10 MB with Python. The port is there at once, and it is
in double precision like the reference (``tests/docs/test_site.py`` compares them on every model).
"""

from __future__ import annotations

import base64
import json
from pathlib import Path

from skinning_core.compare.causes.guide_page import PAGES, TITLES
from skinning_core.report.heat_scale import STOPS
from skinning_core.report.moving_figure import SCRIPTS
from skinning_core.report.style import MOVING_STYLE, page_head
from skinning_core.report.three_script import script_texts, three_script

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
#: Draco's decoder as three.js brings it, installed by ``python3 noxfile.py -s node``.
DRACO = ROOT / ".nox" / "node" / "node_modules" / "three" / "examples" / "jsm" / "libs" / "draco" / "gltf"
PORT = ROOT / "engines" / "corpus" / "viewer" / "port.mjs"

_LICENCE = "// Draco's decoder: Copyright The Draco Authors, Apache License 2.0, https://github.com/google/draco"

#: Meshopt's decoder, which the bundle of three.js holds.
MESHOPT = 'import { MeshoptDecoder } from "three";'

#: Accessors are decoded once, not at each time.
_REMEMBERED = """
const remembered = new Map();
function accessor(file, index) {
  if (!remembered.has(index)) remembered.set(index, decodedAccessor(file, index));
  return remembered.get(index);
}
"""


def drop_page() -> str:
    """The page's text."""
    code = _code()
    examples = "".join(
        f'<script id="example-{name}" type="text/plain">{_encoded(ROOT / "examples" / f"{name}.glb")}</script>'
        for name in ("strip", "arm")
    )
    body = (HERE / "drop.html").read_text(encoding="utf-8").format(examples=examples, script=three_script(code))
    style = MOVING_STYLE + (HERE / "drop.css").read_text(encoding="utf-8")
    return f"{page_head('Skinproof: drop a character', style, script_texts(code))}\n{body}"


def _code() -> str:
    """One module: the port, the figure of ``explain --html``, and the page's own."""
    port = PORT.read_text(encoding="utf-8").replace("export function opened", "function openedFile")
    port = port.replace("export ", "").replace("function accessor(", "function decodedAccessor(") + _REMEMBERED
    own = [(HERE / name).read_text(encoding="utf-8") for name in ("drop.mjs", "unpack.mjs", "compare.mjs", "start.mjs")]
    read = {key: (page.replace(".md", "/"), TITLES[page]) for key, page in PAGES.items()}
    heat = f"const HEAT = {json.dumps(STOPS['CLAY'])}, READ = {json.dumps(read)};"
    return "\n".join([*(path.read_text(encoding="utf-8") for path in SCRIPTS), MESHOPT, port, heat, *_draco(), *own])


def _draco() -> list[str]:
    """Draco's decoder and its WebAssembly; nothing where it is not installed, which the page then says."""
    if not DRACO.is_dir():
        return []
    wrapper = (DRACO / "draco_wasm_wrapper.js").read_text(encoding="utf-8")
    return [f'const DRACO = "{_encoded(DRACO / "draco_decoder.wasm")}";', _LICENCE, wrapper]


def _encoded(path: Path) -> str:
    return base64.b64encode(path.read_bytes()).decode()
