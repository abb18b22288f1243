"""The published layouts, ``docs/schema``: what is written has every member that they promise and no other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from skinning_core.cli.main import main
from skinning_core.farm.files import Shard
from skinning_core.farm.ledger import Ledger, Run
from skinning_core.farm.row import Key, Row
from tests.models import MODELS

TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}


def faults(schema: dict[str, Any], value: Any, at: str = "") -> list[str]:
    """What is wrong with a value, of the few words of JSON Schema that ours use; an unknown member is wrong here."""
    if "oneOf" in schema:
        every = [faults(each, value, at) for each in schema["oneOf"]]
        return [] if sum(not each for each in every) == 1 else min(every, key=len) or [f"{at}: more than one fits"]
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if kinds and not any(
        isinstance(value, TYPES[kind]) and (kind == "boolean") == (value is True or value is False) for kind in kinds
    ):
        return [f"{at}: {value!r:.50} is not {kinds}"]
    found = [] if schema.get("const", value) == value else [f"{at}: {value!r:.50} is not {schema['const']}"]
    if value not in schema.get("enum", [value]):
        found.append(f"{at}: {value!r:.50} is not in {schema['enum']}")
    if isinstance(value, int | float) and value < schema.get("minimum", value):
        found.append(f"{at}: {value} is too small")
    if isinstance(value, dict) and "properties" in schema:
        found += [f"{at}/{name}: missing" for name in schema["required"] if name not in value]
        found += [f"{at}/{name}: not published" for name in value if name not in schema["properties"]]
        for name, each in schema["properties"].items():
            found += faults(each, value[name], f"{at}/{name}") if name in value else []
    if isinstance(value, list):
        for k, each in enumerate(value):
            found += faults(schema.get("items", {}), each, f"{at}/{k}")
    return found


@pytest.fixture
def layout(root: Path):
    """The schema of a name."""
    return lambda name: json.loads((root / "docs" / "schema" / f"{name}.json").read_text(encoding="utf-8"))


@pytest.fixture
def models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Models that are the same, differ, and cannot be read."""
    for name in ("plain", "weights_bad"):
        (tmp_path / "m" / name).mkdir(parents=True)
        MODELS[name](tmp_path / "m" / name)
    (tmp_path / "m" / "broken.glb").write_bytes(b"glTF")
    monkeypatch.chdir(tmp_path)
    return [str(path) for path in sorted((tmp_path / "m").rglob("*.gl*"))]


@pytest.mark.parametrize("verb", ["verify", "inspect", "check"])
def test_documents(models: list[str], layout, verb: str) -> None:
    words = ["--against", "fast,form:rigid"] if verb == "verify" else []
    main([verb, *models, *words, "--json", "o.json"])
    document = json.loads(Path("o.json").read_text(encoding="utf-8"))
    assert len(document["models"]) >= 2
    assert faults(layout(verb), document) == []
    if verb == "verify":
        assert any(comparison["causes"] for model in document["models"] for comparison in model["comparisons"])


@pytest.mark.usefixtures("models")
def test_lines(layout) -> None:
    main(["plan", "m", "--out", "list"])
    lines = Path("list").read_text().splitlines()
    assert [fault for line in lines for fault in faults(layout("plan"), json.loads(line))] == []
    main(["folder", "m", "--against", "fast,form:rigid", "--jobs", "1", "--jsonl", "o.jsonl"])
    ledger = Ledger(Path("o.jsonl"), resume=True)
    ledger.begin(Run(Shard(), 1, ""), ["a.glb"])
    ledger.add(Row(Key("a.glb", "0", "", ""), "crashed", "x", last_words=("a",), files=(("a.glb", 1, 2),), twin_of="b"))
    ledger.close()
    lines = Path("o.jsonl").read_text().splitlines()
    assert {json.loads(line).get("event", "row") for line in lines} == {"row", "begin", "gone", "end"}
    assert [fault for line in lines for fault in faults(layout("row"), json.loads(line))] == []


def test_a_member_that_is_gone_or_new_or_of_another_kind_would_be_found(layout) -> None:
    data = json.loads(Row(Key("a.glb", "0", "", ""), "same").line())
    assert faults(layout("row"), data) == []
    for wrong in (
        {"hosts": ""},
        {"verdict": "fine"},
        {"vertices": -1},
        {"seconds": "1"},
        {"schema": "skinproof.row/2"},
    ):
        assert faults(layout("row"), {**data, **wrong}), wrong
    for name in data:
        assert faults(layout("row"), {key: value for key, value in data.items() if key != name}), name
