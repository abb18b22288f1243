"""The corpus as a page: one file that opens without a network, with a viewer of every check file and what it counts."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from ..load import load_model
from ..report.style import STYLE
from ..report.three_script import three_script
from ..skin.reference import skin_model
from .folder import CORPUS_VERSION
from .grade import EngineGrade
from .scores import score_table

_VIEWER = Path(__file__).resolve().parent / "viewer"

_LOOKS = """
.cases { display: grid; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); gap: 14px; }
.cases article { border: 1px solid var(--line); border-radius: 8px; padding: 10px 12px; cursor: pointer; }
.cases canvas { width: 100%; display: block; } .cases h3 { color: var(--ink); margin: 0; }
#view { max-width: 900px; } #view:not(:empty) { position: sticky; top: 0; background: var(--paper); }
"""


def corpus_page(folder: Path, entries: Sequence[Mapping[str, Any]], graded: Sequence[EngineGrade] = ()) -> str:
    """The page of a written corpus; entries: those of its manifest; graded: the engines of its scoreboard."""
    rows = [{**entry, "bounds": _bounds(folder, entry)} for entry in entries]
    code = _script("port.mjs").replace("export function opened", "export function openedFile").replace("export ", "")
    listed = json.dumps(rows).replace("</", "<\\/")
    data = "".join(_check(folder, entry) for entry in entries)
    board = f"<h2>Scoreboard</h2>\n{score_table(graded)}\n" if graded else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Skinproof corpus</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{STYLE}{_LOOKS}</style></head><body>\n"
        f'<h1>Skinproof corpus {CORPUS_VERSION}</h1>\n<p class="soft">{len(entries)} files that test how an '
        "engine skins glTF 2.0, rule by rule. Each picture is that case's check file: left, the character in red "
        "inside a shell of truth; right, the truth in red inside the character. <b>Whatever is red is wrong.</b> "
        "Click a picture to play "
        'it.</p>\n<p>Drawn by <select id="engine"><option value="three">three.js</option>'
        '<option value="port">the port of the guide</option></select></p>\n<div id="view"></div>\n'
        f'<div class="cases">{"".join(map(_article, entries))}</div>\n{board}<pre id="shares" hidden></pre>\n'
        f'<script id="cases" type="application/json">{listed}</script>\n{data}'
        f"{three_script(code + _script('viewer.mjs'))}\n</body></html>\n"
    )


def _script(name: str) -> str:
    return (_VIEWER / name).read_text(encoding="utf-8")


def _check(folder: Path, entry: Mapping[str, Any]) -> str:
    data = base64.b64encode((folder / entry["check"]).read_bytes()).decode()
    return f'<script id="glb {entry["id"]}" type="text/plain">{data}</script>\n'


def _article(entry: Mapping[str, Any]) -> str:
    rung = f"{entry['rung']}. " if entry["rung"] else ""
    return (
        f'<article id="case {entry["id"]}"><canvas width="360" height="240"></canvas><h3>{rung}{escape(entry["id"])} '
        f'<span class="share"></span></h3><p class="soft">{escape(entry["rule"])} ({escape(entry["section"])})</p>'
        "</article>"
    )


def _bounds(folder: Path, entry: Mapping[str, Any]) -> list[list[float]]:
    """The smallest and the largest coordinates of both copies of a case's check file, over its times."""
    model = load_model(folder / entry["check"])
    result = skin_model(model, entry["clip"], entry["times"], variants=False, normals=False)
    low, high = result.bounds
    return [np.round(low.min(axis=0), 4).tolist(), np.round(high.max(axis=0), 4).tolist()]
