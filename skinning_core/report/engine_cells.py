"""The table *engines by models*, as Markdown, JSON and HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from ..compare.between.real_engine import RUNNERS
from ..compare.causes.engine_profile import PROFILES
from ..compare.judge.engine_table import EngineCell
from .document import members
from .style import head_cells, html_table, page_head
from .table import PEOPLE
from .version import VERSION

#: Version of the document's form.
ENGINES_SCHEMA = "skinproof-engines-1"

_NOTE = (
    "Share of the size by which the worst vertex is off, and the causes by code; *predicted*: by the engine's profile."
)


def engines_markdown(cells: Sequence[EngineCell]) -> str:
    """A row for each model, a column for each engine, for documents."""
    models, engines, by_place = _in_a_table(cells)
    real = {cell.engine for cell in cells if cell.real}
    heads = [engine if engine in real else f"{engine} *(predicted)*" for engine in engines]
    lines = [_NOTE, "", f"| model | {' | '.join(heads)} |", "|---" * (len(engines) + 1) + "|"]
    for model in models:
        row = [_words(by_place[model, engine]).replace("|", "\\|") for engine in engines]
        lines.append(f"| {model} | {' | '.join(row)} |")
    if unjudged := _unjudged(cells):
        lines += ["", *(f"- not judged: {told}" for told in unjudged)]
    return "\n".join(lines) + "\n"


def _unjudged(cells: Sequence[EngineCell]) -> list[str]:
    """What was not judged of each model, each once: engines that lack one clip lack it alike."""
    return list(dict.fromkeys(f"{cell.model}: {told}" for cell in cells for told in cell.unjudged))


def _in_a_table(cells: Sequence[EngineCell]) -> tuple[list[str], list[str], dict[tuple[str, str], EngineCell]]:
    """The names of rows (models) and of columns (engines), and each cell by both."""
    models = list(dict.fromkeys(cell.model for cell in cells))
    engines = list(dict.fromkeys(cell.engine for cell in cells))
    return models, engines, {(cell.model, cell.engine): cell for cell in cells}


def _words(cell: EngineCell) -> str:
    if cell.largest is None:
        return f"cannot play it: {cell.words[:60]}"
    if cell.same:
        return "the same as far as judged" if cell.unjudged else "the same"
    return f"{PEOPLE.share(cell.largest)} {', '.join(f'`{code}`' for code in cell.codes)}".strip()


def engines_document(cells: Sequence[EngineCell]) -> dict[str, Any]:
    """An entry for each engine and model; ``error`` is relative to the size, null if the engine cannot play it."""
    return {
        "schema": ENGINES_SCHEMA,
        "skinproof": VERSION,
        "engines": {
            name: {"label": p.label, "causes": list(p.codes), "source": p.source, "proven": p.proven}
            for name, p in PROFILES.items()
        },
        "cells": [
            {
                **members(cell, "engine", "model"),
                "error": cell.largest,
                "words": cell.words,
                "causes": [{"code": c, "sentence": s} for c, s in zip(cell.codes, cell.causes, strict=True)],
                "real": cell.real,
                "unjudged": list(cell.unjudged),
            }
            for cell in cells
        ],
    }


def engines_page(cells: Sequence[EngineCell]) -> str:
    """One HTML file."""
    models, engines, by_place = _in_a_table(cells)
    rows = []
    for model in models:
        row = "".join(_cell(by_place[model, engine]) for engine in engines)
        rows.append(f'<td class="name">{escape(model)}</td>{row}')
    table = html_table(head_cells(["model"], engines), rows)
    profiles = "".join(f"<li>{escape(f'{profile.label}: {profile.source}')}</li>" for profile in PROFILES.values())
    note = "By the engine itself where it is at hand, else (italics) as its profile predicts."
    head = f"{page_head('Engines')}<h1>Engines by models</h1><p>{note}</p>"
    unjudged = "".join(f"<li>{escape(told)}</li>" for told in _unjudged(cells))
    left = f"<p>Not judged:</p><ul>{unjudged}</ul>" if unjudged else ""
    return f"{head}{table}{left}<ul class='soft'>{profiles}</ul></body></html>\n"


def _cell(cell: EngineCell) -> str:
    told = escape(_words(cell).replace("`", ""))
    style = "good" if cell.same else "bad"
    causes = escape("; ".join(cell.causes))
    return f'<td class="{style}" title="{causes}">{told if cell.real else f"<i>{told}</i>"}</td>'


def engines_lines() -> list[str]:
    """What is known and at hand: one line for each engine."""
    lines = []
    for name in dict.fromkeys([*PROFILES, *RUNNERS]):
        profile, runner = PROFILES.get(name), RUNNERS.get(name)
        there = "no runner" if runner is None else "at hand" if runner.at_hand else f"not at hand: {runner.missing}"
        known = "no profile" if profile is None else ", ".join(profile.codes) or "as the specification has it"
        lines.append(f"{name}: {known} ({there})")
    return lines
