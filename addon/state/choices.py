"""The items of each choice in panel, preferences and operators, from a table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

#: By choice: each item's identifier, name, description and more. Files hold items' numbers, so new items have the last.
CHOICES: dict[str, tuple[tuple[Any, ...], ...]] = {
    choice: tuple(map(tuple, items))
    for choice, items in json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8")).items()
}
