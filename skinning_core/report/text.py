"""Text for a terminal: names and sentences made safe, and lines of aligned columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

#: Longer names are cut in tables; the JSON document has them whole.
LONGEST_NAME = 32


def printable(text: str) -> str:
    """Text safe for a terminal: control characters, which a name may hold, are escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def shown(name: str) -> str:
    """A name for tables: safe, the middle of a long one left out."""
    text = printable(name)
    return text if len(text) <= LONGEST_NAME else f"{text[: LONGEST_NAME - 13]}...{text[-10:]}"


def filled(rows: Sequence[Sequence[str]]) -> list[int]:
    """Columns in which any cell holds something."""
    return [i for i in range(len(rows[0])) if any(row[i] not in {"", "-"} for row in rows)] if rows else []


def columns(rows: Sequence[Sequence[str]], *, left: Iterable[int] = (0,), indent: str = "  ") -> list[str]:
    """Lines of aligned columns, those in ``left`` to the left, others to the right."""
    to_left = set(left)
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [c.ljust(w) if i in to_left else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths, strict=True))]
        lines.append((indent + "  ".join(cells)).rstrip())
    return lines


def section(
    title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], *, left: Iterable[int] = (0,)
) -> list[str]:
    """A title above aligned columns with heads; nothing without rows."""
    body = list(rows)
    return [title, *columns([heads, *body], left=left)] if body else []
