"""What can be chosen in the panel, in the preferences and in operators: the items of each choice, from a table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

#: By choice: identifier, name and description of each item, and what else is known of it. Files hold the number of an
#: item, so where items have numbers, what came later has the last.
CHOICES: dict[str, tuple[tuple[Any, ...], ...]] = {
    choice: tuple(map(tuple, items))
    for choice, items in json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8")).items()
}
