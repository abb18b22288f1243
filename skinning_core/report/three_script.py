"""three.js inside a page: one HTML file that draws in 3D and loads nothing.

``three/three.js`` is the npm package with its glTF loader and orbit controls, bundled into one module by
``tools/node/bundle_three.mjs``.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path

#: The bundle, with its licence beside it.
THREE = Path(__file__).resolve().parent / "three" / "three.js"


def script_texts(code: str) -> tuple[str, str]:
    """The texts of ``three_script``'s elements, for ``page_head``."""
    data = "data:text/javascript;base64," + base64.b64encode(THREE.read_bytes()).decode()
    inside = code.replace("</script", "<\\/script")
    return json.dumps({"imports": {"three": data}}), f"\n{inside}\n"


def three_script(code: str) -> str:
    """Elements for the end of a page's body: three.js, then ``code`` as a module.

    The code may ``import * as THREE from "three"`` and ``import { GLTFLoader, OrbitControls } from "three"``. It also
    runs in a page opened as a file: three.js is a data URI of an import map.
    """
    imports, inside = script_texts(code)
    return f'<script type="importmap">{imports}</script>\n<script type="module">{inside}</script>'
