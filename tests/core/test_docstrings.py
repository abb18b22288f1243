"""Every example in a docstring of the core, and the one in the README, runs and gives what it says."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path

import pytest

import skinning_core


def _examples() -> list[doctest.DocTest]:
    core = Path(skinning_core.__file__).parent
    files = [path for path in sorted(core.rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")]
    names = [".".join(path.relative_to(core.parent).with_suffix("").parts).removesuffix(".__init__") for path in files]
    modules = map(importlib.import_module, names)
    return [test for module in modules for test in doctest.DocTestFinder().find(module) if test.examples]


@pytest.mark.parametrize("example", _examples(), ids=lambda example: example.name)
def test_docstring(example: doctest.DocTest, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _run(example, root, monkeypatch)


def test_readme(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = re.findall(r"^```python\n(.*?)^```$", (root / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    example = doctest.DocTestParser().get_doctest(code, {}, "README.md", "README.md", 0)
    assert example.examples
    _run(example, root, monkeypatch)


def _run(example: doctest.DocTest, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    said: list[str] = []
    doctest.DocTestRunner().run(example, out=said.append)
    assert not said, "".join(said)
