"""Stored results in every layout of ``docs/formats.md``, written here by plain means and by the page's own writers."""

from __future__ import annotations

import json
import random
import re
import shutil
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from skinning_core import SkinproofError, Stored, load_model, read_results, skin_model
from skinning_core.cli import main
from tests.models import MODELS

TIMES = [0.0, 0.3, 0.8]
PAGE = Path(__file__).parents[4] / "docs" / "formats.md"


class Right:
    """What is right for a model of two parts and two skins: the reference in float32, parts in turn."""

    def __init__(self, folder: Path) -> None:
        self.path = MODELS["two_skins"](folder)
        self.model = load_model(self.path)
        skinned = skin_model(self.model, 0, np.array(TIMES))
        self.parts = [p.astype(np.float32) for p in skinned.positions]
        self.part_normals = [n.astype(np.float32) for n in skinned.normals if n is not None]
        self.positions, self.normals = np.concatenate(self.parts, 1), np.concatenate(self.part_normals, 1)
        self.matrices = [m for _, m in skinned.skin_palettes]
        self.nodes = skinned.node_globals


@pytest.fixture
def right(tmp_path: Path) -> Right:
    return Right(tmp_path)


def as_json(right: Right, folder: Path) -> Path:
    path = folder / "mine.json"
    matrices = [m.tolist() for m in right.matrices]
    document = {"times": TIMES, "positions": right.positions.tolist(), "normals": right.normals.tolist(), "more": 1}
    path.write_text(json.dumps(document | {"joint_matrices": matrices, "nodes": right.nodes.tolist()}))
    return path


def as_json_by_part(right: Right, folder: Path) -> Path:
    path = folder / "mine.JSON"
    positions, normals = ([part.tolist() for part in parts] for parts in (right.parts, right.part_normals))
    path.write_text(json.dumps({"times": TIMES, "positions": positions, "normals": normals, "nodes": None}))
    return path


def as_bin(right: Right, folder: Path) -> Path:
    """By ``struct``, as a writer in any language would: the first part in the same file as normals."""
    data, places = b"head", []
    for values in (*right.parts, right.normals, *right.matrices, np.array(TIMES)):
        places.append({"bin": "mine.bin", "shape": list(values.shape), "offset": len(data)})
        data += b"".join(struct.pack("<f", value) for value in values.ravel().tolist())
    (folder / "mine.bin").write_bytes(data)
    *parts, normals, first, second, times = places
    document = {"times": times, "positions": parts, "normals": normals, "joint_matrices": [first, second]}
    (folder / "mine.json").write_text(json.dumps(document))
    return folder / "mine.json"


def as_csv(right: Right, folder: Path, *, by_part: bool = False) -> Path:
    lines = []
    for t, time in enumerate(TIMES):
        for k, part in enumerate(right.parts if by_part else [right.positions]):
            normals = right.part_normals[k] if by_part else right.normals
            for v in range(part.shape[1]):
                row = [time, v, *part[t, v].tolist(), *normals[t, v].tolist(), *([k] if by_part else [])]
                lines.append(",".join(map(repr, row)))
    random.Random(1).shuffle(lines)
    path = folder / "mine.csv"
    path.write_text("Time, vertex,x,y,z,nx,ny,nz" + ",part" * by_part + "\n" + "\n\n".join(lines) + "\n")
    return path


def as_csv_by_part(right: Right, folder: Path) -> Path:
    return as_csv(right, folder, by_part=True)


def frames(folder: Path) -> Path:
    (folder / "frames").mkdir()
    (folder / "frames" / "times.txt").write_text("".join(f"{time}\n" for time in TIMES))
    return folder / "frames"


def as_obj(right: Right, folder: Path) -> Path:
    target = frames(folder)
    for t, name in enumerate(("w2.obj", "w9.OBJ", "w10.obj")):
        rows = [f"v {x!r} {y!r} {z!r} 1.0 0 0" for x, y, z in right.positions[t].tolist()]
        (target / name).write_text("\n".join(["# made by hand", "o body", *rows, "vn 0 0 1", "f 1 2 3"]))
    return target


def as_ply_text(right: Right, folder: Path) -> Path:
    target, count = frames(folder), right.positions.shape[1]
    names = "".join(f"property float {name}\n" for name in ("x", "y", "z", "nx", "ny", "nz"))
    head = f"ply\nformat ascii 1.0\ncomment hand\nelement vertex {count}\n{names}"
    head += "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
    for t in range(3):
        both = np.concatenate([right.positions[t], right.normals[t]], axis=1).tolist()
        rows = "".join(" ".join(map(repr, row)) + "\n" for row in both)
        (target / f"{t}.ply").write_text(f"{head}{rows}3 0 1 2\n")
    return target


def as_ply_binary(right: Right, folder: Path, order: str = "<") -> Path:
    target, count = frames(folder), right.positions.shape[1]
    names = "property uchar red\n" + "".join(f"property {kind} {n}\n" for kind, n in zip("fdf", "xyz", strict=True))
    names = names.replace("property f ", "property float ").replace("property d ", "property double ")
    word = "little" if order == "<" else "big"
    head = f"ply\r\nformat binary_{word}_endian 1.0\r\nelement camera 2\r\nproperty short a\r\n"
    head += f"element vertex {count}\n{names}end_header\n"
    for t in range(3):
        rows = b"".join(struct.pack(f"{order}Bfdf", 7, *row) for row in right.positions[t].tolist())
        (target / f"{t}.ply").write_bytes(head.encode() + b"\1\2\3\4" + rows)
    return target


def as_ply_big_endian(right: Right, folder: Path) -> Path:
    return as_ply_binary(right, folder, ">")


def as_npz(right: Right, folder: Path) -> Path:
    np.savez(folder / "mine.npz", times=TIMES, positions=right.positions, normals=right.normals)
    return folder / "mine.npz"


WITH_NORMALS = (as_json, as_json_by_part, as_bin, as_csv, as_csv_by_part, as_ply_text, as_npz)
LAYOUTS = (*WITH_NORMALS, as_obj, as_ply_binary, as_ply_big_endian)


@pytest.mark.parametrize("write", LAYOUTS)
def test_every_layout_gives_the_same_results(write: Callable[[Right, Path], Path], right: Right, tmp_path) -> None:
    results = read_results(write(right, tmp_path))
    np.testing.assert_allclose(results.times, TIMES, rtol=1e-7)
    found = Stored(right.model, results).at(0, np.array(TIMES))
    for k, part in enumerate(right.parts):
        np.testing.assert_array_equal(found.positions[k], part)
        if write in WITH_NORMALS:
            np.testing.assert_array_equal(found.normals[k], right.part_normals[k])
        else:
            assert found.normals[k] is None
    if write in (as_json, as_bin):
        for (_, matrices), expected in zip(found.skin_palettes, right.matrices, strict=True):
            np.testing.assert_allclose(matrices, expected, rtol=1e-6, atol=1e-6)
    if write is as_json:
        np.testing.assert_array_equal(found.node_globals, right.nodes)


@pytest.mark.parametrize("write", LAYOUTS)
def test_the_command_judges_every_layout(write, right, tmp_path, capsys) -> None:
    words = [] if write in WITH_NORMALS else ["--normals", "out"]
    path = write(right, tmp_path)
    assert main(["compare", str(right.path), str(path), "--clip", "0", *words]) == 0
    assert "3 of 3 times, 208 of 208 vertices" in capsys.readouterr().out
    right.positions[2, 150] += 0.1
    right.parts[1][2, 46] += 0.1
    shutil.rmtree(tmp_path / "frames", ignore_errors=True)
    assert main(["compare", str(right.path), str(write(right, tmp_path)), "--clip", "0", *words]) == 1


def test_null_is_no_usable_position(right, tmp_path, capsys) -> None:
    """What ``JSON.stringify`` of JavaScript makes of NaN."""
    path = tmp_path / "mine.json"
    positions = right.positions.tolist()
    positions[1][7] = [None, None, None]
    path.write_text(json.dumps({"times": TIMES, "positions": positions}))
    assert main(["compare", str(right.path), str(path), "--clip", "0", "--normals", "out"]) == 1
    assert "1 vertex has no usable position" in capsys.readouterr().out


BIN = {"bin": "a.bin", "shape": [1, 2, 3]}
CSV = "time,vertex,x,y,z\n"
PLY = b"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
BROKEN = [
    ("a.json", "{", "not valid JSON"),
    ("a.json", "[" * 100_000, "too deeply"),
    ("a.json", "[]", "root is not an object"),
    ("a.json", b"\xff\xfe", "not UTF-8"),
    ("a.json", "9" * 5000, "not valid JSON"),
    ("a.json", {"positions": []}, ": /times"),
    ("a.json", {"times": [0.0, "1"], "positions": []}, ": /times/1"),
    ("a.json", {"times": [1.0, 0.0], "positions": [[[]]]}, "ascending"),
    ("a.json", {"times": [0.0]}, ": /positions: is missing"),
    ("a.json", {"times": [0], "positions": [[[1, 2, "x"]]]}, ": /positions/0/0/2"),
    ("a.json", {"times": [0], "positions": [[[1, 2, True]]], "normals": 5}, ": /normals"),
    ("a.json", {"times": [0], "positions": [[[1, 2, 3], [1, 2]]]}, ": /positions/0/1: 2 items"),
    ("a.json", {"times": [0], "positions": [[[1, 2, 10**400]]]}, ": /positions/0/0/2"),
    ("a.json", {"times": [0], "positions": [1, 2]}, ": /positions/0"),
    ("a.json", {"times": [0], "positions": [[[[1, 2, 3]]], 4]}, ": /positions/1"),
    ("a.json", {"times": [0], "positions": [[[1, 2, 3]]], "joint_matrices": [[[[1]]]]}, ": /joint_matrices"),
    ("a.json", {"times": [0], "positions": {"bin": "../a.json", "shape": [1, 1, 3]}}, ": /positions/bin"),
    ("a.json", {"times": [0], "positions": {"bin": "none.bin", "shape": [1, 1, 3]}}, ": /positions/bin"),
    ("a.json", {"times": [0], "positions": {"bin": "a.json", "shape": [1, 10**9, 3]}}, "bytes"),
    ("a.json", {"times": [0], "positions": {"bin": "a.json", "shape": [1, -1, 3]}}, ": /positions/shape"),
    ("a.json", {"times": [0], "positions": {"bin": "a.json", "shape": [3]}}, ": /positions/shape"),
    ("a.json", {"times": [0], "positions": {"bin": "a.json", "shape": [1, 1, 3], "offset": 0.5}}, "/positions/offset"),
    ("a.json", {"times": [0], "positions": [[[1, 2, 3]]]}, "positions is float64 (1, 1, 3), expected floats (1, 208"),
    ("a.csv", "", "a.csv:1"),
    ("a.csv", "time,vertex,x,y\n", "'z'"),
    ("a.csv", CSV, "no results"),
    ("a.csv", CSV + "0,0,1,2,3\n\n0,1,1,oh,3\n", "a.csv:4: 'oh' in column 4"),
    ("a.csv", CSV + "0,0,1,2\n", "a.csv:2: 4 columns"),
    ("a.csv", CSV + "0,0.5,1,2,3\n", "a.csv:2"),
    ("a.csv", CSV + "0,1e300,1,2,3\n", "a.csv:2"),
    ("a.csv", CSV + "nan,0,1,2,3\n", "ascending"),
    ("a.csv", CSV + "0,0,1,2,3\n0,0,1,2,3\n", "vertex 0 has two lines at 0 s"),
    ("a.csv", CSV + "0,0,1,2,3\n1,0,1,2,3\n1,1,1,2,3\n", "vertex 1 has no line at 0 s"),
    ("a.csv", CSV + "0,9007199254740991,1,2,3\n", "vertex 0 has no line"),
    ("f/times.txt", "0", "holds no .obj"),
    ("f/a.obj", "v 1 2 3", "times.txt"),
    ("f/a.obj+times.txt", "v 1 2 3|0\n1", "2 times for 1 frames"),
    ("f/a.obj+times.txt", "v 1 2 3|soon", "times.txt:1"),
    ("f/a.obj+times.txt", "f 1 2 3|0", "begins with v"),
    ("f/a.obj+times.txt", "# x\nv 1 2|0", "a.obj:2: 3 columns"),
    ("f/a.obj+b.obj+times.txt", "v 1 2 3|v 1 2 3\nv 1 2 3|0\n1", "b.obj: 2 vertices"),
    ("f/a.obj+b.ply", "v 1 2 3|", "both"),
    ("f/a.ply+times.txt", "solid|0", "not a PLY"),
    ("f/a.ply+times.txt", PLY.replace(b"vertex 1", b"vertex -1") + b"|0", "a.ply:3"),
    ("f/a.ply+times.txt", PLY.replace(b"float y", b"half y") + b"|0", "a.ply:5"),
    ("f/a.ply+times.txt", PLY.replace(b"vertex 1", b"corner 1") + b"|0", "no element vertex"),
    ("f/a.ply+times.txt", PLY.replace(b"float y", b"float w") + b"|0", "no property y"),
    ("f/a.ply+times.txt", PLY.replace(b"float y", b"list uchar int y") + b"|0", "has a list"),
    ("f/a.ply+times.txt", PLY.replace(b"ascii", b"zip") + b"|0", "a.ply:2"),
    ("f/a.ply+times.txt", PLY + b"1 2|0", "a.ply:8: 2 columns"),
    ("f/a.ply+times.txt", PLY + b"|0", "0 of 1 vertices"),
    ("f/a.ply+times.txt", PLY.replace(b"ascii", b"binary_big_endian").replace(b"ex 1", b"ex 9") + b"1234|0", "0 of 9"),
]


@pytest.mark.parametrize(("name", "content", "told"), BROKEN)
def test_what_is_wrong_is_told_with_its_place(name, content, told, tmp_path, capsys) -> None:
    text = json.dumps(content).encode() if isinstance(content, dict) else content
    text = text.encode() if isinstance(text, str) else text
    folder, _, names = name.rpartition("/")
    (tmp_path / folder).mkdir(exist_ok=True)
    for each, data in zip(names.split("+"), text.split(b"|"), strict=True):
        (tmp_path / folder / each).write_bytes(data)
    asked = tmp_path / (folder or names)
    assert main(["compare", str(MODELS["two_skins"](tmp_path)), str(asked), "--clip", "0"]) == 2
    printed = capsys.readouterr()
    assert told in printed.err + printed.out
    assert "Traceback" not in printed.err
    assert len(printed.err.splitlines()) <= 1


def test_spoilt_results_are_read_or_told(right, tmp_path) -> None:
    """Bytes changed, cut, doubled: arrays of numbers or one sentence, never another exception."""
    draw = random.Random(22)
    for write in LAYOUTS:
        folder = tmp_path / write.__name__
        folder.mkdir()
        path = write(right, folder)
        files = [file for file in folder.rglob("*") if file.is_file() and file.suffix != ".glb"]
        whole = {file: file.read_bytes() for file in files}
        for _ in range(12):
            file = draw.choice(files)
            data = bytearray(whole[file])
            for _ in range(draw.choice((1, 1, 4, 40))):
                place = draw.randrange(min(len(data) + 1, draw.choice((200, 1 << 30))))
                data[place : place + draw.choice((0, 1, 1, 9))] = draw.choice((b"", b"-", b"\xff", b"[", b"1e9", b"\n"))
            file.write_bytes(data)
            try:
                Stored(right.model, read_results(path)).at(0, np.array(TIMES))
            except SkinproofError as error:
                assert str(folder) in str(error) or "no result for" in str(error)
            file.write_bytes(whole[file])


def snippet(language: str) -> str:
    (code,) = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return str(code)


def programs(language: str, right: Right, folder: Path) -> list[list[str]]:
    """A program around a writer of the page, which has the right positions in it, and the commands that run it."""
    out = folder / ("theirs.csv" if language == "rust" else "theirs.json")
    flat = right.positions.reshape(3, -1)
    if language == "js":
        code = f"const fs = require('fs');\n{snippet('js')}\nconst frames = {json.dumps(right.positions.tolist())};\n"
        (folder / "w.js").write_text(f"{code}write({json.dumps(str(out))}, {TIMES}, frames);\n")
        return [["node", str(folder / "w.js")]]
    if language == "rust":
        rows = ",".join(f"vec!{frame.tolist()}" for frame in right.positions)
        code = (
            f"use std::io::Write;\n{snippet('rust')}\nfn main() {{ write({json.dumps(str(out))}, &{TIMES}, &[{rows}])"
        )
        (folder / "w.rs").write_text(f"{code}.unwrap(); }}\n")
        return [["rustc", "-o", str(folder / "w"), str(folder / "w.rs")], [str(folder / "w")]]
    rows = ",".join("new float[] {" + ",".join(f"{value!r}f" for value in frame.tolist()) + "}" for frame in flat)
    uses = "".join(f"using {n};" for n in ("System.IO", "System.Linq", "System.Globalization"))
    times = ",".join(f"{time}f" for time in TIMES)
    call = f"Write({json.dumps(str(out))}, new float[] {{{times}}}, new float[][] {{{rows}}});"
    (folder / "w.cs").write_text(f"{uses} class W {{ {snippet('csharp')} static void Main() {{ {call} }} }}")
    return [["mcs", f"-out:{folder / 'w.exe'}", str(folder / "w.cs")], ["mono", str(folder / "w.exe")]]


@pytest.mark.parametrize("language", ["js", "rust", "csharp"])
def test_the_writers_of_the_page_write_what_is_read(language, right, tmp_path) -> None:
    for command in programs(language, right, tmp_path):
        if shutil.which(command[0]) is None:
            pytest.skip(f"no {command[0]} here")
        subprocess.run(command, check=True, capture_output=True, timeout=120, cwd=tmp_path)
    (out,) = (path for path in (tmp_path / "theirs.csv", tmp_path / "theirs.json") if path.exists())
    words = ["--clip", "0", "--against", str(out), "--normals", "out"]
    assert main(["verify", str(right.path), *words]) == 0
    np.testing.assert_array_equal(read_results(out).arrays["positions"].astype(np.float32), right.positions)
