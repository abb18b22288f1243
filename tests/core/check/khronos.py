"""The Khronos glTF validator as a judge: the npm package ``gltf-validator``, run once for many files."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests import npm

PACKAGE = "gltf-validator"


@dataclass(frozen=True)
class Said:
    """What the validator says about one file."""

    codes: frozenset[str]
    errors: frozenset[str]
    places: frozenset[tuple[str, str]]  # code and pointer


def ask(files: Sequence[Path], folder: Path) -> list[Said]:
    """The validator's word on each file; ``folder``: for the list of them. Skips where Node is not set up."""
    names = folder / "files.txt"
    names.write_text("\n".join(map(str, files)), encoding="utf-8")
    answers = [json.loads(line) for line in npm.run("validate.mjs", names, package=PACKAGE).splitlines()]
    assert len(answers) == len(files)
    return [
        Said(
            frozenset(code for code, _, _ in answer),
            frozenset(code for code, severity, _ in answer if severity == 0),
            frozenset((code, pointer) for code, _, pointer in answer),
        )
        for answer in answers
    ]


def severities() -> dict[str, str]:
    """All codes of the validator with their severities, from its own list."""
    text = (npm.installed(PACKAGE) / "ISSUES.md").read_text(encoding="utf-8")
    return {name: word.lower() for name, word in re.findall(r"^\|([A-Z0-9_]+)\|.*\|(\w+)\|$", text, re.MULTILINE)}
