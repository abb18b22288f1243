"""Results as SARIF 2.1.0 (OASIS), which code hosts show beside the files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import quote

from .version import VERSION

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


SarifLevel = Literal["error", "warning", "note"]


@dataclass(frozen=True)
class Result:
    """One finding about a file."""

    rule: str  # a stable code
    level: SarifLevel
    message: str
    path: str  # with "/" between folders
    pointer: str = ""  # JSON pointer into the file, or another name of a place; empty: the whole file


def sarif_document(results: Sequence[Result], rules: Mapping[str, str]) -> dict[str, Any]:
    """The document of these results; ``rules``: a sentence for each possible code, in the order shown."""
    order = list(rules)
    told = [{"id": code, "shortDescription": {"text": text}} for code, text in rules.items()]
    tool = {"driver": {"name": "Skinproof", "version": VERSION, "rules": told}}
    run = {"tool": tool, "results": [_result(result, order.index(result.rule)) for result in results]}
    return {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}


def _result(result: Result, index: int) -> dict[str, Any]:
    location: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": quote(result.path)}}}
    if result.pointer:
        location["logicalLocations"] = [{"fullyQualifiedName": result.pointer}]
    return {
        "ruleId": result.rule,
        "ruleIndex": index,
        "level": result.level,
        "message": {"text": result.message},
        "locations": [location],
    }
