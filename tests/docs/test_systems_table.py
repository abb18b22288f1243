"""docs/systems.md: every row is there once, and all that it names exists: files, commands, panels, pictures, words.

``python -m tests.docs.test_systems_table`` prints what does not.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import shlex
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote

import pytest

from examples.mistake import main
from skinning_core.cli.main import parse_arguments
from skinning_core.engines.corpus.cases.every import CASES
from tests.docs.test_guide import run
from tests.links import make_link

ROOT = Path(__file__).resolve().parents[2]
ROWS = [f"{kind}{i}" for kind, count in zip("PSCGX", (8, 7, 8, 8, 5), strict=True) for i in range(1, count + 1)]
ITEMS = [*map(str, range(1, 107)), *(f"A{k}" for k in range(1, 13))]
#: Figures and samples that the documents show, so that a panel and a picture belong to them.
SHOWN = {1, 3, 20, 21, 22, 24, 26, 28, 29, 30, 33, 36, 51, 67, 68, 69}


def test_every_system_has_a_row_a_file_and_a_test(root: Path) -> None:
    text = (root / "docs/systems.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([PSCGX]\d) \| .+? \| (.+?) \| (.+?) \| .+ \|$", text, re.MULTILINE)
    assert [name for name, _, _ in rows] == ROWS
    for name, code, tests in rows:
        for cell in (code, tests):
            links = [unquote(link) for link in re.findall(r"\]\(\.\./([^)]+)\)", cell)]
            assert links, f"{name} names no file"
            missing = [link for link in links if not (root / link).is_file()]
            assert not missing, f"{name}: {missing}"
        assert all("/test_" in link for link in re.findall(r"\]\(([^)]+)\)", tests))


def items() -> list[list[str]]:
    """The cells of each item: number, source, item, command, panel, picture, page, test."""
    text = (ROOT / "docs/systems.md").read_text(encoding="utf-8").split("## The documents, item by item")[1]
    lines = re.findall(r"^\| (?:\d+|A\d+) \|.*\|$", text.split("\n## ")[0], re.MULTILINE)
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


@cache
def labels() -> frozenset[str]:
    """Every text of the interface: the strings in the code of the add-on, and the names of what can be chosen."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "addon").rglob("*.py"))
    strings = (node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant))
    choices = json.loads((ROOT / "addon/state/choices.json").read_text(encoding="utf-8"))
    names = (name for items in choices.values() for _, name, *_ in items)
    return frozenset(value for value in (*strings, *names) if isinstance(value, str))


def test_the_window_page_counts_the_lessons() -> None:
    choices = json.loads((ROOT / "addon/state/choices.json").read_text(encoding="utf-8"))
    page = (ROOT / "docs/window.md").read_text(encoding="utf-8")
    assert f"one of {len(choices['lesson'])} teaching pictures" in page


def wrong_command(command: str) -> str | None:
    words = shlex.split(command)
    if words[0] == "python" and words[1].endswith(".py"):
        return None if (ROOT / words[1]).is_file() else f"there is no {words[1]}"
    if words[:2] == ["python", "-m"]:
        return None if find_spec(words[2]) else f"there is no module {words[2]}"
    if words[1] == "picture":
        return _wrong_picture(words[2:])
    if words[1:3] == ["corpus", "--show"]:
        return None if words[3] in {case.id for case in CASES} else f"there is no case {words[3]}"
    if isinstance(parse_arguments(words[1:]), int):
        return f"{command!r} is not understood"
    return None if (ROOT / words[2]).is_file() else f"there is no {words[2]}"


def _wrong_picture(words: list[str]) -> str | None:
    """What is wrong with the arguments of ``picture``, whose words are read from the code: it needs Blender to run."""
    columns = ast.parse((ROOT / "addon/lessons/columns.py").read_text(encoding="utf-8"))
    known = {"rest", "bind", "current"}
    for node in ast.walk(columns):
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "MAKERS":
            assert isinstance(node.value, ast.Dict)
            known |= {key.value for key in node.value.keys if isinstance(key, ast.Constant)}
    parser = argparse.ArgumentParser(exit_on_error=False)
    parser.add_argument("model")
    for option in ("--show", "--out", "--clip", "--time", "--frames"):
        parser.add_argument(option, default="")
    args, unknown = parser.parse_known_args(words)
    strange = [word for word in args.show.split(",") if word and word.split(":")[0] not in known]
    missing = [] if (ROOT / args.model).is_file() else [args.model]
    return f"{[*strange, *unknown, *missing]} is not known" if strange or unknown or missing else None


def faults(cells: list[str]) -> list[str]:
    """What an item names and is not there."""
    number, _, _, command, panel, picture, page, test = cells
    found = [wrong_command(command.strip("`"))]
    found += [f"no text of the interface is {word!r}" for word in panel.split(" > ") if word and word not in labels()]
    for cell in (picture, page, test):
        for link in re.findall(r"\]\(([^)]+)\)", cell):
            found.append(None if (ROOT / "docs" / link).is_file() else f"there is no {link}")
    words, (link,) = page.split('"')[1], re.findall(r"\]\(([^)]+)\)", page)
    text = " ".join((ROOT / "docs" / link).read_text(encoding="utf-8").replace("*", "").split())
    if words.lower().replace("*", "") not in text.lower():
        found.append(f"{link} does not say {words!r}")
    if number.isdigit() and int(number) in SHOWN and not (panel and picture):
        found.append("the documents show it: a panel and a picture belong to it")
    return [fault for fault in found if fault]


def test_every_item_of_the_documents_can_be_reached_seen_and_read() -> None:
    rows = items()
    assert [cells[0] for cells in rows] == ITEMS
    open_items = {cells[0]: found for cells in rows if (found := faults(cells))}
    assert not open_items, open_items


def printed_lines() -> dict[str, str]:
    """By item, what its command prints."""
    path = Path(__file__).with_name("printed.txt")
    lines = (line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return dict(line.split(": ", 1) for line in lines)


def needs_more(command: str) -> bool:
    """Whether a command needs Blender, measures, or is an exercise that is left unsolved."""
    return bool(re.search(r"picture|gpu|^python docs|benchmarks|staircase|exercises", command))


def test_every_command_that_can_run_here_says_what_it_prints() -> None:
    assert list(printed_lines()) == [cells[0] for cells in items() if not needs_more(cells[3])]


COMMANDS = sorted({cells[3].strip("`") for cells in items() if not needs_more(cells[3])})
#: Every third by day: the others' verbs are run by the tests of other pages.
BY_DAY = COMMANDS[::3]


@pytest.mark.parametrize(
    "command", [pytest.param(one, marks=() if one in BY_DAY else pytest.mark.nightly) for one in COMMANDS]
)
def test_what_a_command_prints_concerns_its_items(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All of it is run as it stands, in an empty folder."""
    monkeypatch.chdir(tmp_path)
    make_link(tmp_path / "examples", ROOT / "examples")
    status, told = run(command, capsys)
    assert status in (0, 1), told
    told = " ".join(told.split())
    concerned = [cells[0] for cells in items() if cells[3].strip("`") == command]
    missing = {item: words for item, words in printed_lines().items() if item in concerned and words not in told}
    assert not missing, told[:3000]


def test_the_mistakes_of_the_table_can_be_made_on_the_example(tmp_path: Path) -> None:
    """A model whose joints are its first nodes, say, cannot show what taking joints for nodes does."""
    made = [shlex.split(cells[3].strip("`")) for cells in items() if "examples.mistake" in cells[3]]
    assert made
    for words in made:
        assert main([words[3], "--out", str(tmp_path / "made.npz")]) == 0, words


def test_what_is_not_there_would_be_found() -> None:
    right = items()[2]
    assert not faults(right)
    for place, other in {
        3: "`skinproof explian examples/arm.glb`",
        4: "Overlays > Skelton",
        5: "[x](pictures/none.png)",
        6: '[4](guide/04-bind.md) "a llama"',
        7: "[t](../tests/core/test_none.py)",
    }.items():
        assert len(faults([*right[:place], other, *right[place + 1 :]])) == 1, place
    assert faults([*right[:4], "", *right[5:]])


if __name__ == "__main__":
    left = {cells[0]: found for cells in items() if (found := faults(cells))}
    for name, sentences in left.items():
        print(f"{name}: {'; '.join(sentences)}")
    print(f"{len(ITEMS) - len(left)} of {len(ITEMS)} items have all that they name")
    sys.exit(bool(left))
