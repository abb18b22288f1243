"""The style sheets of all pages, light and dark by the reader's own setting, how a page begins, and its tables."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

#: Of every page; ``MOVING_STYLE``: what the figures of ``moving_figure`` need on top of it.
STYLE, MOVING_STYLE = (
    "\n" + (Path(__file__).parent / name).read_text(encoding="utf-8") for name in ("style.css", "moving/figure.css")
)


def page_head(title: str, style: str = "", scripts: Iterable[str] = ()) -> str:
    """The lines before a page's own: its title, which is escaped, and the style sheet, with ``style`` behind it.

    scripts: what stands in the page's own script elements; no other script runs.
    """
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="en"><head><meta charset="utf-8">{policy(scripts)}<title>{escape(title)}</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<style>{STYLE}{style}</style></head><body>",
        ]
    )


def policy(scripts: Iterable[str] = ()) -> str:
    """What a browser is told to load: nothing, from anywhere. Of scripts it runs those with these very characters.

    Pictures are in the page, and so is three.js, as a data URI that the script imports. Its decoders are WebAssembly.
    """
    own = [f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in scripts]
    rules = ["default-src 'none'", "style-src 'unsafe-inline'", "img-src data: blob:"]
    if own:
        rules += [f"script-src {' '.join(own)} data: 'wasm-unsafe-eval'", "connect-src data: blob:"]
    return f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(rules)}">'


def head_cells(left: Sequence[str], right: Sequence[str]) -> str:
    """The heads of a table's columns, which are escaped: of those aligned left, then of those aligned right."""
    names = "".join(f'<th class="name">{escape(text)}</th>' for text in left)
    return names + "".join(f"<th>{escape(text)}</th>" for text in right)


def html_table(head: str, rows: Iterable[str]) -> str:
    """A table that is scrolled by itself; head and rows: the elements of their cells."""
    lines = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>'
