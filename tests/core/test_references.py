"""What comments and docstrings name in backticks is there, also after a room was renamed."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from tests.house import ANNEXES, ROOT, TREES

#: Names of other programs and of formats, which our comments refer to.
FOREIGN = {
    *("bf_intern_draco_bridge", "extern_draco", "head", "stride", "zh_HANS"),
    *("BKE_lattice", "is_orthonormal_m3", "mat4_to_dquat", "mat4_to_quat", "mul_v3_m4v3", "normalize_v3"),
    *("QuaternionSlerp", "VRM", "VRMC_vrm"),
    *("gpu.init", "mesh.skin_into_bind_pose", "page.file", "scene.skinproof"),
}
_NAME = re.compile(r"`{1,2}([A-Za-z_]\w*(?:\.\w+)*)`{1,2}")
#: A name that is looked for elsewhere: "see ``name``", alone in parentheses, or in single backticks.
_POINTER = re.compile(r"\bsee ``([A-Za-z_]\w*)``|\(``([A-Za-z_]\w*)``\)|(?<!`)`([a-z_]\w*)`(?!`)")

Rooms = dict[str, set[str]]


def rooms_of(sources: dict[Path, str]) -> Rooms:
    """By the name of a file or folder, the names that are defined or used in it."""
    found: Rooms = defaultdict(set)
    for path, text in sources.items():
        own = path.parent.name if path.stem == "__init__" else path.stem
        for node in ast.walk(ast.parse(text)):
            found[own] |= {str(value) for key, value in ast.iter_fields(node) if key in _OF_NAMES and value}
        if path.parts[0] in ANNEXES:
            found["skinning_core"].add(path.parts[0])
        for folder, below in zip(path.parents, (path.with_suffix(""), *path.parents), strict=False):
            if folder.name:
                found[folder.name].add(below.name)
    return found


_OF_NAMES = ("name", "id", "attr", "arg")


def definitions(sources: dict[Path, str]) -> set[str]:
    """What a comment may point at besides rooms: functions, classes, constants, fields."""
    found = set[str]()
    for text in sources.values():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.add(node.name)
            if isinstance(node, ast.Module | ast.ClassDef):
                found |= set(_bound(node.body))
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
                found.add(node.targets[0].attr)
    return found


def _bound(body: list[ast.stmt]) -> Iterator[str]:
    for statement in body:
        targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
        names = [n for t in targets if t is not None for n in (t.elts if isinstance(t, ast.Tuple) else [t])]
        yield from (name.id for name in names if isinstance(name, ast.Name))


def words_in(text: str) -> Iterator[tuple[int, str]]:
    """Comments and docstrings of a file, each with its line."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            docstring = ast.get_docstring(node, clean=False)
            if docstring:
                yield node.body[0].lineno, docstring


def lost(text: str, rooms: Rooms, defined: set[str]) -> list[tuple[int, str]]:
    """References of a file that lead nowhere."""
    found = []
    for line, words in words_in(text):
        for name in _NAME.findall(words):
            room, _, inside = name.partition(".")
            inside = inside.partition(".")[0]
            missing = inside and room in rooms and inside not in rooms[room] | {"py", "json", "txt"}
            if missing and f"{room}.{inside}" not in FOREIGN:
                found.append((line, name))
        pointers = {name for match in _POINTER.findall(words) for name in match if name}
        found += [(line, name) for name in sorted(pointers - defined - rooms.keys() - FOREIGN)]
    return found


def sources() -> dict[Path, str]:
    files = (path for tree in TREES for path in sorted((ROOT / tree).rglob("*.py")))
    return {path.relative_to(ROOT): path.read_text(encoding="utf-8") for path in files}


def test_every_name_in_a_comment_is_there() -> None:
    read = sources()
    rooms, defined = rooms_of(read), definitions(read)
    wrong = {str(path): found for path, text in read.items() if (found := lost(text, rooms, defined))}
    assert wrong == {}


def test_a_lost_room_would_be_found() -> None:
    rooms, defined = {"pose": {"clip"}, "clip": {"sample_clip"}}, {"sample_clip"}
    text = '"""As ``pose.clip`` and ``pose.given`` (``sample_clip``, see ``kept``; `helpers`)."""\n'
    assert lost(text, rooms, defined) == [(1, "pose.given"), (1, "helpers"), (1, "kept")]
