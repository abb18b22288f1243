"""The style sheets of all pages, light and dark by the reader's own setting, and how a page begins."""

from __future__ import annotations

from html import escape
from pathlib import Path

#: Of every page; ``MOVING_STYLE``: what the figures of ``moving_figure`` need on top of it.
STYLE, MOVING_STYLE = (
    "\n" + (Path(__file__).parent / name).read_text(encoding="utf-8") for name in ("style.css", "moving/figure.css")
)


def page_head(title: str, style: str = "") -> str:
    """The lines before a page's own: its title, which is escaped, and the style sheet, with ``style`` behind it."""
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<style>{STYLE}{style}</style></head><body>",
        ]
    )
