"""Style sheets of all pages, light and dark by the reader's setting, how a page begins, and its tables."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

#: Of every page, and beyond it for ``moving_figure``.
STYLE, MOVING_STYLE = (
    "\n" + (Path(__file__).parent / name).read_text(encoding="utf-8") for name in ("style.css", "moving/figure.css")
)


def page_head(title: str, style: str = "", scripts: Iterable[str] = ()) -> str:
    """The lines before a page's own: its escaped title, and the style sheet with ``style``.

    scripts: texts of the page's own script elements; no other runs.
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
    """A browser loads nothing, from anywhere, and runs only scripts with these very characters.

    Pictures are in the page, and three.js is a data URI that the script imports. Its decoders are WebAssembly.
    """
    own = [f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'" for text in scripts]
    rules = ["default-src 'none'", "style-src 'unsafe-inline'", "img-src data: blob:"]
    if own:
        rules += [f"script-src {' '.join(own)} data: 'wasm-unsafe-eval'", "connect-src data: blob:"]
    return f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(rules)}">'


def head_cells(left: Sequence[str], right: Sequence[str]) -> str:
    """Escaped heads of columns aligned left, then right."""
    names = "".join(f'<th class="name">{escape(text)}</th>' for text in left)
    return names + "".join(f"<th>{escape(text)}</th>" for text in right)


def html_table(head: str, rows: Iterable[str]) -> str:
    """A table that scrolls by itself; head and rows: elements of their cells."""
    lines = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div>'
