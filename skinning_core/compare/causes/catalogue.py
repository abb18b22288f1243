"""Every nameable cause: code, sentence and remedy, in one list, ``catalogue.json``.

Codes are stable: reports, tables and `--show mistake:CODE` take them. {places} of a sentence are filled in when a cause
is found. A remedy is for the engine's author. If the file can be written to hide the mistake, only the tool that wrote
it is told how.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ...text.sentence import Sentence, as_sentence, sentence

#: Tool of ``in_file`` -> its names as a generator; Blender's has changed between versions.
_GENERATORS = {"Blender": ("Khronos glTF Blender I/O", "Khronos Blender glTF"), "gltfpack": ("gltfpack",)}


@dataclass(frozen=True)
class Kind:
    """One kind of cause."""

    code: str
    sentence: str
    remedy: str
    in_file: tuple[tuple[str, str], ...] = ()  # (start of the generator's name, what to do there)

    def remedy_for(self, generator: str) -> str:
        """What to do, in one or two sentences; ``generator``: the name of what wrote the file."""
        return str(self.remedy_told(generator))

    def remedy_told(self, generator: str) -> Sentence:
        """The same as a sentence that can be translated in parts."""
        told = next((words for tool, words in self.in_file if generator.startswith(tool)), "")
        parts = as_sentence(self.remedy), as_sentence(told)
        return sentence("{remedy}. Or in the file: {there}", remedy=parts[0], there=parts[1]) if told else parts[0]


def _kinds() -> Mapping[str, Kind]:
    rows: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
    return MappingProxyType({code: Kind(code, **row | {"in_file": _in_file(row)}) for code, row in rows.items()})


def _in_file(row: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    told: dict[str, str] = row.get("in_file", {})
    return tuple((name, words) for tool, words in told.items() for name in _GENERATORS[tool])


#: All kinds of causes by their code.
CATALOGUE = _kinds()
