"""The corpus as a page: one file without a network, with a viewer of every check file and what it counts."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np

from ...fast.exact_engine import skin_model
from ...load import load_model
from ...report.style import page_head
from ...report.three_script import script_texts, three_script
from .cases.case import Norm
from .folder import CORPUS_VERSION
from .grade import EngineGrade
from .reading import section_link, section_page
from .scores import grade_board

_VIEWER = Path(__file__).resolve().parent / "viewer"


def corpus_page(
    folder: Path,
    entries: Sequence[Mapping[str, Any]],
    graded: Sequence[EngineGrade] = (),
    links: str | None = None,
) -> str:
    """The page of a written corpus.

    entries: of its manifest; graded: engines of its scoreboard; links: the folder or URL of Skinproof's docs, None: no
    links to the guide.
    """
    rows = [{**entry, "bounds": _bounds(folder, entry)} for entry in entries]
    code = _text("port.mjs").replace("export function opened", "export function openedFile").replace("export ", "")
    code += _text("viewer.mjs")
    body = _text("page.html").format(
        version=CORPUS_VERSION,
        count=len(entries),
        levels="".join(f"<option>{norm.value}</option>" for norm in Norm),
        articles="".join(_article(entry, links) for entry in entries),
        board=f'<h2 id="scoreboard">Scoreboard</h2>\n{grade_board(graded)}\n' if graded else "",
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


def _article(entry: Mapping[str, Any], links: str | None) -> str:
    """One case: its picture, its rule, and links to its file, its numbers and its texts."""
    name, section = escape(entry["id"]), entry["section"]
    rung = f"{entry['rung']}. " if entry["rung"] else ""
    places = {"file": quote(entry["file"]), "numbers": quote(entry["results"]), section: section_link(section)}
    if links is not None:
        places["guide"] = f"{links}/guide/{section_page(section)}"
    told = " ".join(f'<a href="{escape(place)}">{escape(text)}</a>' for text, place in places.items())
    kinds = (
        ["ladder"] * bool(entry["rung"]) + ["moving" if entry["level"] else "still"] + ["needs"] * bool(entry["needs"])
    )
    return (
        f'<article id="case {name}" data-norm="{entry["norm"]}" data-kinds="{" ".join(kinds)}">'
        f'<canvas width="360" height="240"></canvas><h3 id="{name}"><a href="#{name}">{rung}{name}</a> '
        f'<span class="share"></span></h3><p class="soft">{escape(entry["rule"])}</p>'
        f'<p class="soft links">{entry["norm"]} {told}</p></article>'
    )


def _bounds(folder: Path, entry: Mapping[str, Any]) -> list[list[float]]:
    """The smallest and the largest coordinates of both copies in a case's check file, over its times."""
    model = load_model(folder / entry["check"])
    result = skin_model(model, entry["clip"], entry["times"], variants=False, normals=False)
    low, high = result.bounds
    return [np.round(low.min(axis=0), 4).tolist(), np.round(high.max(axis=0), 4).tolist()]
