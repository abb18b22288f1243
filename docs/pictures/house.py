"""Draw ``house.svg``, the plan of the repository: ``python docs/pictures/house.py``; needs nothing but Python.

A test holds the rooms to the folders that there are, and the file to what is drawn here.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

INK, SOFT, BACK, ACCENT = "#292e33", "#8a939c", "#ecedf0", "#2e63c8"
WIDTH, ROW, GAP, COLUMN = 1100, 34, 6, 500

#: Rooms of the core in the order in which data goes through them, and what each makes of it.
CORE = {
    "text": "a sentence is data: said in any language",
    "gltf": "bytes become a model",
    "md5": "the same for MD5 characters",
    "pose": "a model and a time become a pose",
    "skin": "a pose becomes a palette, a mesh is moved: the page to read",
    "skeleton": "bind poses, orders of nodes, faces",
    "fast": "the same formulas, laid out for the machine",
    "check": "findings, before anything is computed",
    "compare": "two sets of positions become a difference, a verdict, causes",
    "report": "the verdict as a table, a document, a page",
    "cli": "a verb is a function; exit status",
}

#: Rooms of the add-on, from the ground up.
ADDON = {
    "rig": "a model as Blender's bones and keys; NumPy alone",
    "gpu": "palettes, shaders, what is read back",
    "scene": "characters in Blender's data, in and out",
    "subjects": "what can be judged inside Blender",
    "state": "what is remembered between two clicks",
    "lessons": "what overlays and pictures explain",
    "compare": "the panel's question, and its answer shown",
    "draw": "heat map, overlays, legends",
    "export": "an export judged beside its scene",
    "command": "the command line with Blender's engines",
    "operators": "buttons: check, call, report",
    "panels": "draw what is remembered; none computes",
}

ANNEXES = {
    "lessons": "explain, teach",
    "engines": "corpus, grades, rare causes",
    "farm": "folders, many machines",
}


def _box(x: float, y: float, width: float, name: str, words: str) -> str:
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{ROW - GAP}" rx="4" fill="{BACK}"/>'
        f'<text x="{x + 10}" y="{y + 19}" font-weight="bold">{escape(name)}</text>'
        f'<text x="{x + 92}" y="{y + 19}" fill="{INK}">{escape(words)}</text>'
    )


def _heading(x: float, y: float, words: str) -> str:
    return f'<text x="{x}" y="{y}" font-weight="bold" font-size="15">{escape(words)}</text>'


def drawn() -> str:
    """The picture as SVG."""
    left, right, top = 20, 20 + COLUMN + 60, 60
    lines = [
        _heading(left, top - 18, "skinning_core/ knows nothing of Blender"),
        _heading(right, top - 18, "addon/ is thin, and never judges"),
    ]
    for x, rooms in ((left, CORE), (right, ADDON)):
        lines += [_box(x, top + k * ROW, COLUMN, name, words) for k, (name, words) in enumerate(rooms.items())]
    middle, end = left + COLUMN + 30, top + len(CORE) * ROW - GAP
    lines.append(
        f'<path d="M {middle} {top} V {end - 8}" stroke="{ACCENT}" stroke-width="3" marker-end="url(#tip)"/>'
        f'<text x="{middle - 8}" y="{(top + end) / 2}" fill="{ACCENT}" text-anchor="middle" '
        f'transform="rotate(-90 {middle - 8} {(top + end) / 2})">data goes one way</text>'
    )
    below = top + max(len(CORE), len(ADDON)) * ROW + 44
    lines.append(_heading(left, below - 14, "Annexes add verbs and explainers to the core, which never imports one"))
    width = (WIDTH - 2 * left - 2 * 20) / 3
    lines += [_box(left + k * (width + 20), below, width, *each) for k, each in enumerate(ANNEXES.items())]
    height = below + ROW + 14
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        f'font-size="12.5" fill="{INK}">\n<defs><marker id="tip" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="4" '
        f'markerHeight="4" orient="auto"><path d="M 0 0 L 8 4 L 0 8 z" fill="{ACCENT}"/></marker></defs>\n'
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>\n' + "\n".join(lines) + "\n</svg>\n"
    )


if __name__ == "__main__":
    Path(__file__).with_suffix(".svg").write_text(drawn(), encoding="utf-8")
