"""What ``skinproof --help`` prints: the verbs by who needs them, each with a line that works."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

from ..report.version import VERSION

#: By who asks, lines to type and what they answer; fox.glb stands for any file.
USERS: Mapping[str, tuple[tuple[str, str], ...]] = {
    who: tuple(lines.items())
    for who, lines in json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8")).items()
}

_MORE = "Also"


def overview(summaries: Mapping[str, str]) -> str:
    """The page; summaries: by verb. A verb without a line shows its summary."""
    groups = {who: [pair for pair in asked if _verb(pair[0]) in summaries] for who, asked in USERS.items()}
    shown = {_verb(line) for asked in groups.values() for line, _ in asked}
    groups[_MORE] = [(name, summary) for name, summary in summaries.items() if name not in shown]
    lines = [f"skinproof {VERSION}: skinned characters, checked vertex by vertex. fox.glb stands for your file."]
    for who, asked in groups.items():
        if asked:
            lines += ["", who]
        for line, answer in asked:
            lines += [f"  skinproof {line}", f"      {answer}"]
    return "\n".join([*lines, "", "skinproof VERB --help tells all about a verb; skinproof --version the version.", ""])


def _verb(line: str) -> str:
    return line.split(maxsplit=1)[0]
