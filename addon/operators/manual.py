"""docs/window.md or its translation, which come with the extension, as a part of the page of help.

It uses a little Markdown: headings, paragraphs, tables, code, pictures, links, emphasis. Links to other documents and
large pictures become plain words.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from html import escape
from itertools import groupby
from pathlib import Path

#: The extension's documents.
_FOLDER = Path(__file__).parents[2] / "docs"

_PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")
_LINK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")
_OTHER_LANGUAGE = re.compile(r"\[\S+\]\(window\S*\)")  # a line of its own
_SET_OFF = (
    (re.compile(r"\*\*(.+?)\*\*"), r"<b>\1</b>"),
    (re.compile(r"(?<![a-zA-Z0-9_*])\*(?!\s)(.+?)\*"), r"<i>\1</i>"),  # also within a line of Chinese, without spaces
)


def manual(language: str) -> str:
    """The document in that language (``zh_HANS``) as HTML, without a page's head; in English if there is no other."""
    translated = _FOLDER / f"window.{language.partition('_')[0]}.md"
    path = translated if translated.is_file() else _FOLDER / "window.md"
    return "\n".join(_blocks(path.read_text(encoding="utf-8").splitlines()))


def anchor_of(heading: str) -> str:
    """The name by which a link leads to a heading, as in Markdown."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _blocks(lines: list[str]) -> Iterator[str]:
    """The HTML of each heading, table, code and paragraph."""
    for kind, group in groupby(_kinds(lines), key=lambda pair: pair[0]):
        block = [line for _, line in group]
        if kind == "code":
            told = escape("\n".join(block))
            yield f"<pre>{told}</pre>"
        elif kind == "heading":
            for line in block:
                marks, _, title = line.partition(" ")
                yield f'<h{len(marks)} id="{anchor_of(title)}">{_inline(title)}</h{len(marks)}>'
        elif kind == "table":
            yield _table(block)
        elif kind == "text":
            yield f"<p>{_inline(' '.join(block))}</p>"


def _kinds(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Each line with its kind; fences of code are left out."""
    in_code = False
    for line in lines:
        if line.startswith("```"):
            in_code = not in_code
            yield "fence", line
        elif in_code:
            yield "code", line
        elif line.startswith("#"):
            yield "heading", line
        elif line.startswith("|"):
            yield "table", line
        elif not _OTHER_LANGUAGE.fullmatch(line):
            yield ("text" if line.strip() else "nothing"), line


def _table(lines: list[str]) -> str:
    head, _, *rows = [_cells(line) for line in lines]
    filled = [row for row in rows if any(row)]  # not those of pictures that have not come along
    if not filled:
        return ""
    body = "".join(f"<tr>{_tagged('td', row)}</tr>" for row in filled)
    return f"<table><tr>{_tagged('th', head)}</tr>{body}</table>"


def _cells(line: str) -> list[str]:
    return [_inline(cell.strip()) for cell in line.strip("|").split("|")]


def _tagged(tag: str, cells: list[str]) -> str:
    return "".join(f"<{tag}>{cell}</{tag}>" for cell in cells)


def _inline(text: str) -> str:
    """A line's words, with code, pictures and links."""
    parts = re.split(r"(`[^`]+`)", text)  # in code nothing is emphasised
    return "".join(
        f"<code>{escape(part[1:-1])}</code>" if part.startswith("`") and len(part) > 1 else _words(part)
        for part in parts
    )


def _words(text: str) -> str:
    text = _PICTURE.sub(_picture, escape(text, quote=False))
    text = _LINK.sub(lambda m: f'<a href="{m[2]}">{m[1]}</a>' if m[2].startswith("#") else m[1], text)
    for pattern, tagged in _SET_OFF:
        text = pattern.sub(tagged, text)
    return text


def _picture(found: re.Match[str]) -> str:
    """A picture within the page, which loads nothing; its words if it has not come along."""
    path = _FOLDER / found[2]
    if not path.is_file():
        return ""
    data = base64.b64encode(path.read_bytes()).decode()
    return f'<img alt="{escape(found[1])}" src="data:image/png;base64,{data}">'
