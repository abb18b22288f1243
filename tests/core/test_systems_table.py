"""docs/systems.md: every row is there once, and every file that it names exists."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import unquote

ROWS = [f"{kind}{i}" for kind, count in zip("PSCGX", (8, 7, 8, 8, 5), strict=True) for i in range(1, count + 1)]


def test_every_system_has_a_row_a_file_and_a_test(root: Path) -> None:
    text = (root / "docs/systems.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([A-Z]\d) \| .+? \| (.+?) \| (.+?) \| .+ \|$", text, re.MULTILINE)
    assert [name for name, _, _ in rows] == ROWS
    for name, code, tests in rows:
        for cell in (code, tests):
            links = [unquote(link) for link in re.findall(r"\]\(\.\./([^)]+)\)", cell)]
            assert links, f"{name} names no file"
            missing = [link for link in links if not (root / link).is_file()]
            assert not missing, f"{name}: {missing}"
        assert all("/test_" in link for link in re.findall(r"\]\(([^)]+)\)", tests))
