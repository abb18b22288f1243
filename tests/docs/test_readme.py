"""README: what its commands print is what they print, every link leads somewhere, and it fits on two screens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skinning_core.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
#: Two screens of a code host: nobody reads further before trying.
LINES = 120
#: Lines of the output that the page leaves out.
LEFT_OUT = "…"


def sessions() -> list[tuple[str, list[str]]]:
    """Each command of the console blocks with the lines that the page says it prints."""
    found: list[tuple[str, list[str]]] = []
    for block in re.findall(r"^```console\n(.*?)^```$", README, re.M | re.S):
        for line in block.splitlines():
            if line.startswith("$ skinproof "):
                found.append((line.removeprefix("$ skinproof "), []))
            else:
                found[-1][1].append(line)
    return found


def test_it_shows_three_commands_with_what_they_print() -> None:
    assert len(sessions()) == 3
    assert all(lines for _, lines in sessions())


@pytest.mark.parametrize(("command", "lines"), sessions(), ids=[command.split()[0] for command, _ in sessions()])
def test_a_command_prints_what_the_page_says(
    command: str, lines: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    main(command.split())
    printed = iter(capsys.readouterr().out.splitlines())
    for line in lines:
        assert line == LEFT_OUT or line in printed, line  # in this order: an iterator goes on where it was


def test_every_link_leads_somewhere() -> None:
    words = re.sub(r"```.*?```", "", README, flags=re.S)
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", words) if "://" not in link]
    assert len(links) > 20
    assert not [link for link in links if not (ROOT / link.replace("\\", "")).exists()]


def test_it_is_short() -> None:
    assert len(README.splitlines()) <= LINES
