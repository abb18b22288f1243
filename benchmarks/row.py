"""One measured figure, and the table of them."""

from __future__ import annotations

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Row:
    """``value`` in ``unit`` of one method on one subject; ``size`` is what the subject is counted by."""

    section: str  # "skin", "batch", "pose", "load", "memory", ...
    subject: str  # the mesh, rig or file
    size: int  # vertices, joints or bytes
    influences: int
    method: str
    value: float
    unit: str

    def as_dict(self) -> dict[str, str | int | float]:
        """For JSON."""
        return asdict(self)


def find(rows: list[Row], section: str, method: str, **wanted: str | int) -> float | None:
    """The value of the first row that has all the attributes; None where it was not measured."""
    for row in rows:
        named = row.section == section and row.method == method
        if named and all(getattr(row, name) == value for name, value in wanted.items()):
            return row.value
    return None


def table(rows: list[Row]) -> str:
    """Rows as text: one line per subject, size and influences, one column per method.

    In brackets behind each value: how many times that of the first method of its line it is.
    """
    lines = []
    for section in dict.fromkeys(row.section for row in rows):
        chosen = [row for row in rows if row.section == section]
        lines.append(f"\n{section} ({chosen[0].unit})")
        for key in dict.fromkeys((row.subject, row.size, row.influences) for row in chosen):
            subject, size, influences = key
            first, *others = (row for row in chosen if (row.subject, row.size, row.influences) == key)
            cells = [f"{first.method} {first.value:.3g}"]
            cells += [f"{row.method} {row.value:.3g} ({row.value / first.value:.3g}x)" for row in others]
            label = f"{subject} {size:,}" + (f" x{influences}" if influences else "")
            lines.append(f"  {label:32s} " + "   ".join(cells))
    return "\n".join(lines)
