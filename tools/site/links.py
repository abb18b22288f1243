"""Links and names as MkDocs builds them: what lies outside the documents leads to the repository, if that is known."""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)#\s]+)(#[^)\s]*)?\)")

_PICTURE = re.compile(r"^!\[([^\]]*)\]\(([^)\s]+)\)$", re.MULTILINE)
_CELL = re.compile(r"<t[dh]\b.*?</t[dh]>", re.DOTALL)
_CODE = re.compile(r"(?<=<code>)[^<]+(?=</code>)")
_PAUSE = re.compile(r"[_/=](?=\w)|\.(?=\w{4})")

#: Pages that stand at the top of the repository, not below ``docs``; what the site shows of ``docs``.
_TOP = ("index.md", "changelog.md")
_SHOWN = (".md", ".png", ".svg", ".gif")


def on_page_markdown(markdown: str, page: object, **_: object) -> str:
    """MkDocs asks for this at each page; ``page.file.src_uri`` is its place below ``docs``."""
    place: str = page.file.src_uri  # type: ignore[attr-defined]
    folded = markdown.replace("<details>", '<details markdown="1">')  # or what is folded away is not Markdown
    return large(led(folded, place, os.environ.get("SKINPROOF_REPOSITORY", "")))


def on_page_content(content: str, **_: object) -> str:
    """MkDocs asks for this with each page's HTML."""
    return breakable(content)


def breakable(content: str) -> str:
    """A page's HTML in whose tables a long name may be broken behind its signs; a phone broke it between any letters.

    >>> breakable("<td><code>VERTICES_GONE</code></td> <code>a_b</code>")
    '<td><code>VERTICES_<wbr>GONE</code></td> <code>a_b</code>'
    """

    def name(found: re.Match[str]) -> str:
        return _PAUSE.sub(r"\g<0><wbr>", found[0])

    def cell(found: re.Match[str]) -> str:
        return _CODE.sub(name, found[0])

    return _CELL.sub(cell, content)


def large(markdown: str) -> str:
    """A page's text whose pictures that stand alone lead to themselves: on a phone one opens them to read them.

    >>> large("![strip](a.png)")
    '[![strip](a.png)](a.png)'
    >>> large("As ![small](b.png) here.")
    'As ![small](b.png) here.'
    """
    return _PICTURE.sub(r"[![\1](\2)](\2)", markdown)


def led(markdown: str, place: str, repository: str) -> str:
    """A page's text with its links to files of the source led to ``repository``; without one, they are words.

    >>> led("See [port](../../examples/port.py) and [two](02-joint.md).", "guide/01-file.md", "")
    'See `examples/port.py` and [two](02-joint.md).'
    """
    at_top = place in _TOP
    folder = "" if at_top else posixpath.dirname(posixpath.join("docs", place))

    def one(found: re.Match[str]) -> str:
        picture, words, target, anchor = found.groups()
        if "://" in target or target.startswith("mailto:"):
            return found[0]
        path = posixpath.normpath(posixpath.join(folder, target))
        if path.startswith("docs/") and posixpath.splitext(path)[1] in _SHOWN:
            return f"{picture}[{words}]({path.removeprefix('docs/')}{anchor or ''})" if at_top else found[0]
        if path == "README.md":
            return f"[{words}]({posixpath.relpath('index.md', posixpath.dirname(place) or '.')})"
        if not repository:
            return words if words.startswith("`") else _words(words, path)
        kind = "tree" if (ROOT / path).is_dir() else "blob"
        return f"[{words}]({repository}/{kind}/HEAD/{path}{anchor or ''})"

    return _LINK.sub(one, markdown)


def _words(words: str, path: str) -> str:
    return f"`{path}`" if words in path else f"{words} (`{path}`)"
