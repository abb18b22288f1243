"""The corpus as a page: one file that opens without a network, with a viewer of every check file and what it counts."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

from ...fast.exact_engine import skin_model
from ...load import load_model
from ...report.style import page_head
from ...report.three_script import script_texts, three_script
from .folder import CORPUS_VERSION
from .grade import EngineGrade
from .scores import score_table

_VIEWER = Path(__file__).resolve().parent / "viewer"


def corpus_page(folder: Path, entries: Sequence[Mapping[str, Any]], graded: Sequence[EngineGrade] = ()) -> str:
    """The page of a written corpus; entries: those of its manifest; graded: the engines of its scoreboard."""
    rows = [{**entry, "bounds": _bounds(folder, entry)} for entry in entries]
    code = _text("port.mjs").replace("export function opened", "export function openedFile").replace("export ", "")
    code += _text("viewer.mjs")
    body = _text("page.html").format(
        version=CORPUS_VERSION,
        count=len(entries),
        articles="".join(map(_article, entries)),
        board=f"<h2>Scoreboard</h2>\n{score_table(graded)}\n" if graded else "",
        listed=json.dumps(rows).replace("</", "<\\/"),
        checks="".join(_check(folder, entry) for entry in entries),
        script=three_script(code),
    )
    return page_head("Skinproof corpus", "\n" + _text("viewer.css"), script_texts(code)) + "\n" + body


def _text(name: str) -> str:
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
