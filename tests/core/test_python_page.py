"""``docs/python.md``: the names that ``skinning_core`` promises, as its code has them.

Written by ``python -m tests.core.test_python_page docs/python.md`` from the root of the repository.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import FunctionType

import skinning_core

_HEAD = """# Names for programs of your own

<!-- Written by `python -m tests.core.test_python_page docs/python.md`; a test holds it equal to the code. -->

`from skinning_core import ...` gives these names. They are stable: within 0.x a name, a parameter or the meaning of
either changes only with an entry under "Changed" in the [changelog](../CHANGELOG.md). All other modules may change
at any time. The docstring of [skinning_core](../skinning_core/__init__.py) has an example that uses most of them,
and those of the names have shapes, units and errors.
"""


def page() -> str:
    """The text of the page."""
    things = {name: getattr(skinning_core, name) for name in skinning_core.__all__}
    functions = {name: thing for name, thing in things.items() if isinstance(thing, FunctionType)}
    classes = {name: thing for name, thing in things.items() if isinstance(thing, type)}
    values = sorted(set(things) - set(functions) - set(classes))
    assert values == ["SUBJECTS"]
    lines = [_HEAD, "## Functions\n", *_rows(functions), "", "## Classes\n", *_rows(classes), "", "## Values\n"]
    lines.append("`SUBJECTS`: by the name of an engine of the core, what makes a `Subject` of a `Model`.")
    return "\n".join(lines) + "\n"


def _rows(things: dict[str, object]) -> Iterator[str]:
    yield "| name | what it is | defined in |"
    yield "|---|---|---|"
    for name, thing in things.items():
        text = " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())
        said = re.split(r"(?<=[a-z)])\. ", text)[0].rstrip(".").replace("``", "`").replace("|", "\\|")
        path = f"{thing.__module__.replace('.', '/')}.py"
        yield f"| `{name}{_parameters(thing)}` | {said} | [{path}](../{path}) |"


def _parameters(thing: object) -> str:
    """The parameters of a function by name (= …: may be left out); the members of an enumeration."""
    if isinstance(thing, type):
        return f": {', '.join(member.name for member in thing)}" if issubclass(thing, Enum) else ""
    parts = []
    for parameter in inspect.signature(thing).parameters.values():
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        parts.append(parameter.name + ("" if parameter.default is parameter.empty else "=…"))
    return f"({', '.join(parts)})"


def test_the_page_is_what_the_code_says(root: Path) -> None:
    assert (root / "docs" / "python.md").read_text(encoding="utf-8") == page()


def test_every_name_is_explained() -> None:
    for name in skinning_core.__all__:
        assert name == "SUBJECTS" or re.search(rf"^\| `{name}\b[^`]*` \| [A-Z].{{10,}} \|", page(), re.M), name


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
