"""The guide: every page is whole in both languages, its commands print what it says, its exercises can be solved.

Whoever wants to solve the exercises alone does not read the answers below.
"""

from __future__ import annotations

import ast
import doctest
import json
import math
import re
import shlex
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from examples import make_strip
from examples.exercises.__main__ import main, verdict
from examples.exercises.checks import EXERCISES
from skinning_core.cli.main import execute, parse_arguments
from skinning_core.compare.causes.mistake import MISTAKES as MISTAKES_OF_ENGINES
from skinning_core.engines.corpus.folder import case_named, made_case
from skinning_core.md5.orientation import with_w
from skinning_core.pose.playback import looped_times
from skinning_core.subject import SUBJECTS
from tests import plain
from tests.links import make_link

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "guide"
PAGES = sorted(page.name for page in GUIDE.glob("*.md"))
NUMBERED = [page for page in PAGES if page[:2].isdigit()]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)#\s]+)\)")
PICTURE = re.compile(r"!\[[^\]]+\]\(([^)]+)\)")
#: Blocks of commands; of "console" only the lines behind "$ ".
SHELLS = {"sh", "console"}
#: The pages in the order in which they are read: the code of one stands on that of those before it.
ORDER = [
    "01-file.md",
    "bytes.md",
    "quaternions.md",
    "02-joint.md",
    "03-motion.md",
    "04-bind.md",
    "05-vertex.md",
    "06-blend.md",
    "07-faster.md",
    "08-gpu.md",
    "09-crowd.md",
    "10-wrong.md",
    "11-blender.md",
    "12-md5.md",
    "13-rows.md",
    "ladder.md",
]
#: The pages whose code is the port.
PORT_PAGES = [*ORDER[:7], "ladder.md"]
#: What needs Blender is run by tests/blender/test_guide.py.
NEEDS_BLENDER = re.compile(r"skinproof picture|--against \S*\b(gpu|blender|stock)")


def text(page: str, folder: Path = GUIDE) -> str:
    return (folder / page).read_text(encoding="utf-8")


def commands(page: str) -> list[str]:
    """Every command of a page, in order."""
    found = []
    for language, block in BLOCK.findall(text(page)):
        lines = block.splitlines()
        if language in SHELLS:
            found += [line[2:] for line in lines if line.startswith("$ ")] if language == "console" else lines
    return found


def test_there_are_thirteen_pages_in_two_languages() -> None:
    assert [page[:2] for page in NUMBERED] == [f"{n:02}" for n in range(1, 14)]
    assert sorted(page.name for page in (GUIDE / "zh").glob("*.md")) == PAGES


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("folder", [GUIDE, GUIDE / "zh"], ids=["en", "zh"])
def test_links_lead_somewhere(page: str, folder: Path) -> None:
    for link in LINK.findall(text(page, folder)):
        assert (folder / link).exists(), link


@pytest.mark.parametrize("folder", [GUIDE, GUIDE / "zh"], ids=["en", "zh"])
def test_every_rung_of_the_ladder_is_named_on_its_page(folder: Path) -> None:
    rungs = re.findall(r"^\| (\d+) \| .*\]\(([\w-]+\.md)\) \|$", text("ladder.md", folder), re.MULTILINE)
    assert [int(rung) for rung, _ in rungs] == list(range(1, 16))
    for rung, page in rungs:
        assert re.search(rf"(Rungs? |第 )([\d, and、]*\b)?{rung}\b", text(page, folder)), (rung, page)


@pytest.mark.parametrize("page", PAGES)
def test_both_languages_show_and_say_the_same(page: str) -> None:
    english, chinese = text(page), text(page, GUIDE / "zh")
    # drawings have their words in two languages; the chart of the benchmark, which is measured, has one
    translated = re.sub(r"(pictures/.*)\.svg", r"\1.zh.svg", "\n".join(PICTURE.findall(english)))
    shown = [f"../{picture}" for picture in translated.splitlines()]
    assert PICTURE.findall(chinese) == shown
    assert BLOCK.findall(chinese) == BLOCK.findall(english)
    targets = [
        sorted(
            (folder / link.replace(".zh.", ".")).resolve()
            for link in LINK.findall(words)
            if ".md" not in link or "-" in link
        )
        for folder, words in ((GUIDE, english), (GUIDE / "zh", chinese))
    ]
    assert [path.name for path in targets[0]] == [path.name for path in targets[1]]
    numbers = [sorted(re.findall(r"\d[\d,.]*\d", re.sub(r"\]\([^)]*\)", "", words))) for words in (english, chinese)]
    assert numbers[0] == numbers[1]


def test_the_chinese_glossary_has_every_word_of_the_english_one() -> None:
    words = re.findall(r"^\| ([\w -]+) \| \w", (ROOT / "docs/glossary.md").read_text(encoding="utf-8"), re.MULTILINE)
    chinese = (ROOT / "docs/glossary.zh.md").read_text(encoding="utf-8")
    words = [word for word in words if word != "word"]
    assert len(words) > 40
    assert not [word for word in words if f"（{word}）" not in chinese]


def test_pose_and_shear_are_one_chinese_word_each_and_that_is_blenders() -> None:
    """姿态 and 切变; the glossary alone says what others call them, behind 又称."""
    tables = [*(ROOT / "addon/translations").glob("*.json"), ROOT / "docs/pictures/diagrams.py"]
    pages = [*(GUIDE / "zh").glob("*.md"), *(ROOT / "docs").glob("*.zh.md")]
    for path in tables + pages:
        own = re.sub("又称：[^）]*", "", path.read_text(encoding="utf-8"))
        assert not re.findall("姿势|剪切|剪辑", own), path.name


def test_the_ladder_has_every_number_of_its_first_rung(tmp_path: Path) -> None:
    made = made_case(case_named("one-joint"), tmp_path, proofs=False)
    path = tmp_path / made.entry["file"]
    file, page = plain.PlainFile(path), text("ladder.md")
    shown = json.loads(next(block for language, block in BLOCK.findall(page) if language == "json"))
    for key in ("nodes", "skins", "meshes", "accessors", "bufferViews", "buffers", "scenes"):
        for entry, stored in zip(shown[key], file.json[key], strict=True):
            assert set(stored) - set(entry) <= {"name", "target", "min", "max"}, key
            assert entry == {field: stored[field] for field in entry}, key
    rows = re.findall(r"^\| \d \| (.+) \|$", page.split("## The rungs")[0], re.MULTILINE)
    numbers = [[[float(v) for v in cell.split(",")] for cell in row.split(" | ")] for row in rows]
    places = plain.skin(path, None, [0.0])[0][0], plain.normals(path, None, [0.0])[0][0]
    wanted = np.stack([file.accessor(0), places[0], file.accessor(1), places[1]], axis=1)
    assert np.allclose(numbers, wanted, atol=5e-5)
    triangles = re.search(r"^Triangles: (.+)\.$", page, re.MULTILINE)
    assert triangles
    assert [int(v) for v in re.findall(r"\d+", triangles[1])] == file.accessor(4)[:, 0].tolist()
    assert (file.accessor(2)[:, 0] == 0).all()
    assert (file.accessor(3) == [1.0, 0.0, 0.0, 0.0]).all()
    assert np.array_equal(file.accessor(5), np.eye(4).reshape(1, 16))


def test_the_page_on_mistakes_names_each_of_them() -> None:
    named = re.findall(r"`([\w-]+)`", "".join(line for line in text("10-wrong.md").splitlines() if line[:2] == "| "))
    assert sorted(set(named) & {m.code for m in MISTAKES_OF_ENGINES}) == sorted(m.code for m in MISTAKES_OF_ENGINES)


@pytest.mark.parametrize("page", NUMBERED)
def test_a_page_has_a_question_a_picture_a_text_to_read_a_command_and_an_exercise(page: str) -> None:
    words, number = text(page), int(page[:2])
    assert words.startswith(f"# {number}. ")
    assert PICTURE.search(words)
    assert "**Read**" in words
    assert "**Run**" in words
    assert commands(page) or "above" in words
    file = EXERCISES[number][0]
    assert f"**Exercise {number}** [{file}.py](../../examples/exercises/{file}.py)" in words


@pytest.mark.parametrize("page", NUMBERED)
def test_what_is_to_be_read_is_short_and_there(page: str) -> None:
    """At most 80 lines per file: the named functions, or the whole file where none is named."""
    reading = re.search(r"^\*\*Read\*\*(.*?)\n\n", text(page), re.MULTILINE | re.DOTALL)
    assert reading
    chinese = re.search(r"^\*\*阅读\*\*(.*?)\n\n", text(page, GUIDE / "zh"), re.MULTILINE | re.DOTALL)
    assert chinese
    assert re.findall(r"`(\w+)`", chinese[1]) == re.findall(r"`(\w+)`", reading[1])
    for link, names in re.findall(r"\]\(([^)]+)\)((?:[^\[]|\n)*)", reading[1]):
        source = (GUIDE / link).read_text(encoding="utf-8")
        functions = re.findall(r"`(\w+)`", names)
        if functions:
            tree = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
            lines = sum((tree[name].end_lineno or 0) - tree[name].lineno + 1 for name in functions)
        else:
            lines = len(source.splitlines()) if "whole" in names or link.endswith(".glsl") else 0
        assert lines <= 80, (link, functions)


def blocks(language: str, page: str) -> list[str]:
    return [block for told, block in BLOCK.findall(text(page)) if told == language]


@pytest.mark.parametrize("folder", [GUIDE, GUIDE / "zh"], ids=["en", "zh"])
def test_each_page_leads_to_the_one_before_and_the_one_after(folder: Path) -> None:
    for k, page in enumerate(ORDER):
        *_, last = text(page, folder).rstrip().splitlines()
        assert LINK.findall(last) == [*ORDER[max(k - 1, 0) : k], "README.md", *ORDER[k + 1 : k + 2]]
    listed = LINK.findall(text("README.md", folder))
    assert [page for page in listed if page in ORDER] == ORDER


def test_the_code_of_the_pages_is_the_port() -> None:
    """Word for word, in the order of the pages, in Python and in JavaScript."""
    told = {
        "python": ROOT / "examples" / "port.py",
        "js": ROOT / "engines" / "corpus" / "viewer" / "port.mjs",
    }
    for language, path in told.items():
        source = path.read_text(encoding="utf-8").split('\n\n\nif __name__ == "__main__":')[0]
        shown = "\n".join(block for page in PORT_PAGES for block in blocks(language, page))
        lines = [line for line in source.splitlines() if line.strip() and not re.match(r"(#|//) docs/guide/", line)]
        first = lines.index("import json") if language == "python" else 1  # behind what the file says of itself
        assert [line for line in shown.splitlines() if line.strip()] == lines[first:]


def test_the_programs_of_the_pages_run_and_give_what_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """All code after each other, as a reader types it, and every line behind ``>>>`` with what it prints."""
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    tried = 0
    for page in ORDER:
        for language, block in BLOCK.findall(text(page)):
            if language == "python":
                exec(compile(block, page, "exec"), names)
            if language == "pycon":
                told = doctest.DocTestParser().get_doctest(block, names, page, page, 0)
                said: list[str] = []
                runner = doctest.DocTestRunner(verbose=False)
                assert runner.run(told, out=said.append, clear_globs=False).failed == 0, "".join(said)
                names.update(told.globs)
                tried += len(told.examples)
    assert tried > 35
    pages = [page for page in ORDER if page != "ladder.md"]
    assert all(blocks("python", page) and blocks("pycon", page) for page in pages)


def test_the_strips_table_is_what_a_plain_reading_gives(tmp_path: Path) -> None:
    path = make_strip.write(tmp_path / "strip.glb")
    assert path.read_bytes() == (ROOT / "examples" / "strip.glb").read_bytes()
    file, page = plain.PlainFile(path), text("01-file.md")
    rows = re.findall(r"^\| \d \| (.+) \|$", page, re.MULTILINE)
    found = [[[float(v) for v in cell.split(",")] for cell in row.split(" | ")] for row in rows]
    stored, weights, places = (np.array([row[k] for row in found]) for k in range(3))
    assert np.array_equal(stored, file.accessor(0))
    share = (file.accessor(2) == 1) * file.accessor(3)
    assert np.allclose(weights[:, 1], share.sum(axis=1), atol=1e-7)
    assert np.allclose(weights.sum(axis=1), 1.0)
    assert np.allclose(places, plain.skin(path, 0, [0.4375])[0][0], atol=5e-5)
    shown = json.loads(blocks("json", "01-file.md")[0])
    for kind, entries in shown.items():
        for entry, known in zip(entries, file.json[kind], strict=True):
            assert entry == {field: known[field] for field in entry}, kind


@pytest.mark.parametrize("page", NUMBERED)
def test_commands_run_and_print_what_the_page_says(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("examples.staircase._cost", lambda _step: 1.0)  # which is measured at night
    make_link(tmp_path / "examples", ROOT / "examples")
    for language, block in BLOCK.findall(text(page)):
        lines = block.splitlines() if language in SHELLS else []
        for k, line in enumerate(lines):
            command = line.removeprefix("$ ")
            if (language == "console" and not line.startswith("$ ")) or NEEDS_BLENDER.search(command):
                continue
            status, printed = run(command, capsys)
            assert status in (0, 1), printed
            if language == "console":
                expected = "\n".join(lines[k + 1 :]) + "\n"
                matches = doctest.OutputChecker().check_output(
                    expected, printed, doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
                )
                assert matches, printed


def run(command: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit status and the output of a command of the guide."""
    words = shlex.split(command)
    if words[:2] == ["python", "-m"]:
        if words[2].startswith("benchmarks."):
            return 0, ""  # they only measure; tests/core/test_benchmarks.py runs them
        module = words[2] + (".__main__" if words[2] == "examples.exercises" else "")
        status = import_module(module).main(words[3:])
    else:
        args = parse_arguments(words[1:])
        assert not isinstance(args, int), command
        status = execute(args, SUBJECTS)
    return status, capsys.readouterr().out


def test_the_exercises_are_left_unsolved(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 1
    assert capsys.readouterr().out.count("not solved yet: write ") == len(EXERCISES) == 17
    assert main(["18"]) == 2


def influence_counts(joints: np.ndarray, weights: np.ndarray) -> list[int]:
    return [len({j for j, w in zip(*vertex, strict=True) if w > 0}) for vertex in zip(joints, weights, strict=True)]


def world_matrix(local: np.ndarray, parents: list[int], node: int) -> np.ndarray:
    above = parents[node]
    return local[node] if above < 0 else world_matrix(local, parents, above) @ local[node]


def cubic_value(times, values, arriving, leaving, t):
    k = min(max(int(np.searchsorted(times, t, side="right")) - 1, 0), len(times) - 2)
    d = times[k + 1] - times[k]
    u = min(max((t - times[k]) / d, 0.0), 1.0)
    bend = (u**3 - 2 * u**2 + u) * d * leaving[k] + (u**3 - u**2) * d * arriving[k + 1]
    return (2 * u**3 - 3 * u**2 + 1) * values[k] + (3 * u**2 - 2 * u**3) * values[k + 1] + bend


def skin_vertex(position, joints, weights, world, inverse_bind):
    skin = np.einsum("i,irc->rc", weights / weights.sum(), (world @ inverse_bind)[joints])
    return (skin @ [*position, 1.0])[:3]


def skin_by_blended_matrices(positions, joints, weights, skin_palette):
    blended = np.einsum("vi,virc->vrc", weights, skin_palette[joints])
    return np.einsum("vrc,vc->vr", blended[..., :3], positions) + blended[..., 3]


def reversed_palette(world, inverse_bind):
    product = inverse_bind[:, :, :3] @ world
    product[:, :, 3] += inverse_bind[:, :, 3]
    return product


def blender_vertex(position, weights, channel):
    if weights.sum() <= 1e-4:
        return position
    moved = channel[:, :, :3] @ position + channel[:, :, 3]
    return position + weights @ (moved - position) / weights.sum()


def slerped(a: np.ndarray, b: np.ndarray, u: float) -> np.ndarray:
    found = plain.slerp(a, b, u)
    return found / np.linalg.norm(found)


def pixel_of(clip: np.ndarray, width: int, height: int) -> tuple[float, float]:
    x, y, _, w = clip
    return (x / w + 1) * width / 2, (1 - y / w) * height / 2


ANSWERS: dict[int, Callable[..., Any]] = {
    1: influence_counts,
    2: world_matrix,
    3: cubic_value,
    4: lambda bind, parent: parent @ np.linalg.inv(bind),
    5: skin_vertex,
    6: lambda angle: abs(math.cos(angle / 2)),
    7: skin_by_blended_matrices,
    8: lambda palette: palette.reshape(-1, 4).astype(np.float32),
    9: lambda clock, k, offset, a, b: float(looped_times(np.array(a + clock + k * offset), a, b)),
    10: reversed_palette,
    11: blender_vertex,
    12: lambda x, y, z: with_w(np.array([x, y, z])),
    13: lambda chain: np.linalg.multi_dot([m.T for m in reversed(chain)]),
    14: slerped,
    15: lambda data, offset, stride, count: np.array(
        [np.frombuffer(data, "<f4", 3, offset + k * (stride or 12)) for k in range(count)]
    ),
    16: lambda place, view, projection, width, height: pixel_of(projection @ (view @ [*place, 1.0]), width, height),
    17: lambda below, over, parents, top, weight: layered(below, over, below_joint(parents, top), weight),
}


def below_joint(parents: list[int], top: int) -> set[int]:
    inside, before = {top}, 0
    while len(inside) > before:
        before = len(inside)
        inside |= {joint for joint, above in enumerate(parents) if above in inside}
    return inside


def layered(below, over, inside, weight, way=slerped, rest=None):
    rest = below if rest is None else rest
    pairs = enumerate(zip(below, over, strict=True))
    return np.array([way(a, b, weight) if k in inside else rest[k] for k, (a, b) in pairs])


def nearer(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return b if a @ b >= 0 else -b


#: By exercise: wrong answers that people give, and a word of the hint that each of them gets.
MISTAKES: dict[int, list[tuple[str, Callable[..., Any]]]] = {
    1: [
        ("named twice", lambda _joints, weights: (weights > 0).sum(axis=1)),
        ("weight of zero", lambda joints, _weights: [len(set(row)) for row in joints.tolist()]),
        ("joint 0", lambda joints, _weights: [len({j for j in row if j}) for row in joints.tolist()]),
        ("length of a row", lambda joints, _weights: [joints.shape[1]] * len(joints)),
    ],
    2: [
        ("relative to its parent", lambda local, _parents, node: local[node]),
        ("wrong order", lambda local, parents, node: turned_round(local, parents, node)),
        ("parent's parent", lambda local, parents, node: local[parents[node]] @ local[node]),
        ("after its children", lambda local, parents, node: in_one_pass(local, parents)[node]),
    ],
    3: [
        ("per second", lambda times, values, i, o, t: cubic_value(times, values, *unscaled(times, i, o, t), t)),
        ("straight line", lambda times, values, _i, _o, t: float(np.interp(t, times, values))),
        ("end value holds", lambda times, values, _i, _o, t: np.polyval(np.polyfit(times, values, 3), t)),
        ("divide the seconds", lambda times, values, i, o, t: in_seconds(times, values, i, o, t)),
    ],
    4: [
        ("wrong order", lambda bind, parent: np.linalg.inv(bind) @ parent),
        ("invert the other", lambda bind, parent: bind @ np.linalg.inv(parent)),
        ("not its parent's", lambda bind, parent: np.linalg.inv(parent) @ bind),
        ("relative to the mesh", lambda bind, _parent: np.linalg.inv(bind)),
    ],
    5: [
        ("inverse bind first", lambda p, j, w, world, bind: skin_vertex(p, j, w, bind, world)),
        ("divided by their sum", lambda p, j, w, world, bind: skin_vertex(p, j, w, world, bind) * w.sum()),
        ("left out", lambda p, j, w, world, bind: skin_vertex(p, j, w, world, np.eye(4) + 0 * bind)),
        ("invert them again", lambda p, j, w, world, bind: skin_vertex(p, j, w, world, np.linalg.inv(bind))),
        ("fourth number", lambda p, j, w, world, bind: w @ ((world @ bind)[j, :3, :3] @ p) / w.sum()),
        ("which matrices", lambda p, j, w, world, bind: skin_vertex(p, np.arange(len(j)), w, world, bind)),
    ],
    6: [
        ("square", lambda angle: math.cos(angle / 2) ** 2),
        ("half of the angle", lambda angle: abs(math.cos(angle))),
        ("below zero", math.cos),
        ("half of it", lambda angle: math.hypot(1 + math.cos(angle), math.sin(angle))),
        ("radians", lambda angle: math.cos(math.radians(angle / 2))),
        ("chord", lambda angle: 1 - abs(angle) / math.pi),
    ],
    7: [
        ("wrong joints", lambda p, j, w, s: skin_by_blended_matrices(p, j[:, ::-1], w, s)),
        ("translation", lambda p, j, w, s: skin_by_blended_matrices(p, j, w, s * [1, 1, 1, 0])),
        ("to the left", lambda p, j, w, s: skin_by_blended_matrices(p, j, w, turned_columns(s))),
    ],
    8: [
        ("columns", lambda palette: palette.swapaxes(1, 2).reshape(-1, 3).astype(np.float32)),
        ("columns", lambda palette: palette.swapaxes(1, 2).reshape(-1, 4).astype(np.float32)),
        ("one after the other", lambda palette: palette.swapaxes(0, 1).reshape(-1, 4).astype(np.float32)),
        ("not stored", lambda palette: np.insert(palette, 3, np.eye(4)[3], axis=1).reshape(-1, 4).astype(np.float32)),
    ],
    9: [
        ("keeps its sign", lambda clock, k, offset, a, b: a + math.fmod(clock + k * offset, b - a)),
        ("first key", lambda clock, k, offset, a, b: (clock + k * offset) % (b - a)),
        ("not behind", lambda clock, k, offset, a, b: a + (clock - k * offset) % (b - a)),
        ("start off first", lambda clock, k, offset, a, b: a + (clock + k * offset - a) % (b - a)),
    ],
    10: [
        ("asked for", lambda world, bind: reversed_palette(bind, world)),
        (
            "of the second, too",
            lambda world, bind: np.dstack([bind[..., :3] @ world[..., :3], (bind + world)[..., 3:]]),
        ),
    ],
    11: [
        ("divides by the sum", lambda p, w, c: p + w @ (c[:, :, :3] @ p + c[:, :, 3] - p)),
        ("stays where", lambda p, w, c: w @ (c[:, :, :3] @ p + c[:, :, 3]) / w.sum()),
        ("without dividing", lambda p, w, c: w @ (c[:, :, :3] @ p + c[:, :, 3]) if w.sum() > 1e-4 else p),
        ("not at the origin", lambda p, w, c: blender_vertex(p, w, c) * (w.sum() > 1e-4)),
    ],
    12: [
        ("negative", lambda x, y, z: (x, y, z, math.sqrt(max(1 - x * x - y * y - z * z, 0.0)))),
        ("w is 0 then", lambda x, y, z: (x, y, z, -math.sqrt(1 - x * x - y * y - z * z))),
        ("w is 0 then", lambda x, y, z: (x, y, z, -np.sqrt(np.float64(1 - x * x - y * y - z * z)))),
        ("magnitude", lambda x, y, z: (x, y, z, -math.sqrt(abs(1 - x * x - y * y - z * z)))),
        ("take its root", lambda x, y, z: (x, y, z, -(1 - x * x - y * y - z * z))),
        ("last of the four", lambda x, y, z: np.roll(with_w(np.array([x, y, z])), 1)),
    ],
    13: [
        ("turns the order round", lambda chain: np.linalg.multi_dot([m.T for m in chain])),
        ("transposed as well", lambda chain: np.linalg.multi_dot(chain[::-1])),
        ("as columns", np.linalg.multi_dot),
    ],
    14: [
        ("nlerp", lambda a, b, u: unit((1 - u) * a + u * (b if a @ b >= 0 else -b))),
        ("long way", lambda a, b, u: slerped(a, b, u) if a @ b >= 0 else long_way(a, b, u)),
        ("0/0", lambda a, b, u: slerped(a, b, u) if (a != b).any() else a * np.nan),
        ("divide the result", plain.slerp),
        ("as they are stored", lambda a, b, u: slerped(unit(a), unit(b), u)),
    ],
    15: [
        ("byteStride", lambda data, at, _stride, n: np.frombuffer(data, "<f4", 3 * n, at).reshape(-1, 3)),
        ("little-endian", lambda data, at, stride, n: ANSWERS[15](data, at, stride, n).view(">f4").astype("f4")),
        ("byteOffset", lambda data, _at, stride, n: ANSWERS[15](data, 0, stride, n)),
        (
            "12 bytes on",
            lambda data, at, stride, n: [np.frombuffer(data, "<f4", 3, at + k * (stride or 0)) for k in range(n)],
        ),
        ("one beginning", lambda data, at, stride, n: ANSWERS[15](data, at, stride and stride + 12, n)),
    ],
    16: [
        ("divide by w", lambda p, v, m, w, h: pixel_of([*(m @ (v @ [*p, 1.0]))[:3], 1.0], w, h)),
        ("divide by w, and", lambda p, v, m, w, h: tuple(((m @ v @ [*p, 1.0])[:2] + 1) / 2 * [w, h])),
        ("from above", lambda p, v, m, w, h: (ANSWERS[16](p, v, m, w, h)[0], h - ANSWERS[16](p, v, m, w, h)[1])),
        ("view is left out", lambda p, _v, m, w, h: pixel_of(m @ [*p, 1.0], w, h)),
        ("not by z", lambda p, v, m, w, h: pixel_of((m @ v @ [*p, 1.0])[[0, 1, 2, 2]], w, h)),
        ("halve it", lambda p, v, m, w, h: pixel_of(m @ (v @ [*p, 1.0]), 2 * w, 2 * h)),
    ],
    17: [
        (
            "nlerp",
            lambda a, b, above, top, w: layered(
                a, b, below_joint(above, top), w, lambda p, q, u: unit((1 - u) * p + u * nearer(p, q))
            ),
        ),
        (
            "long way",
            lambda a, b, above, top, w: layered(
                a, b, below_joint(above, top), w, lambda p, q, u: long_way(p, -nearer(p, q), u)
            ),
        ),
        ("hangs on the joint belongs", lambda a, b, _above, top, w: layered(a, b, {top}, w)),
        ("only what hangs", lambda a, b, _above, _top, w: layered(a, b, set(range(6)), w)),
        ("joint itself", lambda a, b, above, top, w: layered(a, b, below_joint(above, top) - {top}, w)),
        ("outside the mask", lambda a, b, above, top, w: layered(a, b, below_joint(above, top), w, rest=b)),
    ],
}


def unit(q: np.ndarray) -> np.ndarray:
    return q / np.linalg.norm(q)


def long_way(a: np.ndarray, b: np.ndarray, u: float) -> np.ndarray:
    angle = math.acos(max(float(a @ b), -1.0))
    return unit((math.sin((1 - u) * angle) * a + math.sin(u * angle) * b) / math.sin(angle))


def turned_round(local: np.ndarray, parents: list[int], node: int) -> np.ndarray:
    above = parents[node]
    return local[node] if above < 0 else local[node] @ turned_round(local, parents, above)


def in_one_pass(local: np.ndarray, parents: list[int]) -> np.ndarray:
    world = local.copy()
    for k, above in enumerate(parents):
        world[k] = world[above] @ local[k] if above >= 0 else local[k]
    return world


def in_seconds(times, values, arriving, leaving, t):
    k = min(max(int(np.searchsorted(times, t, side="right")) - 1, 0), len(times) - 2)
    d, u = times[k + 1] - times[k], t - times[k]
    bend = (u**3 - 2 * u**2 + u) * d * leaving[k] + (u**3 - u**2) * d * arriving[k + 1]
    return (2 * u**3 - 3 * u**2 + 1) * values[k] + (3 * u**2 - 2 * u**3) * values[k + 1] + bend


def turned_columns(matrices: np.ndarray) -> np.ndarray:
    return np.concatenate([matrices[..., :3].swapaxes(-1, -2), matrices[..., 3:]], axis=-1)


def unscaled(times: np.ndarray, arriving: np.ndarray, leaving: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
    k = min(max(int(np.searchsorted(times, t, side="right")) - 1, 0), len(times) - 2)
    return arriving / (times[k + 1] - times[k]), leaving / (times[k + 1] - times[k])


@pytest.mark.parametrize("number", EXERCISES)
def test_an_exercise_takes_a_right_answer_and_no_wrong_one(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    file, name, _ = EXERCISES[number]
    module = import_module(f"examples.exercises.{file}")
    monkeypatch.setattr(module, name, ANSWERS[number])
    assert verdict(number) == "solved"
    for hint, mistaken in MISTAKES[number]:
        monkeypatch.setattr(module, name, mistaken)
        with np.errstate(all="ignore"):
            assert hint in verdict(number), (hint, verdict(number))
            assert verdict(number).startswith("wrong: ")
    monkeypatch.setattr(module, name, lambda *_: 1 / 0)
    assert verdict(number) == "wrong: it raises ZeroDivisionError: division by zero"
