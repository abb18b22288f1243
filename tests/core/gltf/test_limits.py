"""Small files that ask for much: refused by a limit with a code before memory is taken, unless the limit is raised."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.check.finding import CODES
from skinning_core.cli.main import main
from skinning_core.files.limits import DEFAULT, MEANINGS, LimitError, Limits, code_of, option_name
from tests.tiny import POSITIONS, Tiny

#: Bytes of address space in which a small file must be answered: Python with NumPy takes a fifth of it by itself.
MEMORY = 2 << 30

Bomb = Callable[[Tiny], object]


def _zeros(tiny: Tiny, count: int, kind: str, component: int = 5126, **more: object) -> int:
    tiny.data["accessors"].append({"componentType": component, "count": count, "type": kind, **more})
    return len(tiny.data["accessors"]) - 1


def _sparse_vertex(tiny: Tiny, count: int) -> int:
    """One value that is stored, among millions that are not."""
    place, value = tiny.add(np.zeros(1, np.uint8)), tiny.add(np.ones((1, 3), np.float32))
    views = [tiny.data["accessors"][k]["bufferView"] for k in (place, value)]
    sparse = {
        "count": 1,
        "indices": {"bufferView": views[0], "componentType": 5121},
        "values": {"bufferView": views[1]},
    }
    return _zeros(tiny, count, "VEC3", sparse=sparse)


def _bare(tiny: Tiny, position: int) -> None:
    tiny.data["meshes"][0]["primitives"] = [{"attributes": {"POSITION": position}}]


def _sparse_mesh(tiny: Tiny) -> None:
    _bare(tiny, _sparse_vertex(tiny, 1_000_000))
    tiny.primitive["attributes"]["NORMAL"] = _sparse_vertex(tiny, 1_000_000)


def _morphs(tiny: Tiny) -> None:
    _bare(tiny, _zeros(tiny, 1_000_000, "VEC3"))
    tiny.primitive["targets"] = [{"POSITION": tiny.primitive["attributes"]["POSITION"]}] * 300


def _many_sets(tiny: Tiny) -> None:
    count = 1_000_000
    joints, weights = _zeros(tiny, count, "VEC4", 5121), _zeros(tiny, count, "VEC4")
    names = {f"{name}_{k}": index for k in range(200) for name, index in (("JOINTS", joints), ("WEIGHTS", weights))}
    tiny.primitive["attributes"] = {"POSITION": _zeros(tiny, count, "VEC3"), **names}


def _compressed(tiny: Tiny) -> None:
    """A stream of 40 bytes that says it is two gigabytes."""
    index = tiny.add(np.zeros(40, np.uint8))
    view = tiny.data["bufferViews"][tiny.data["accessors"][index]["bufferView"]]
    claim = {"buffer": 0, "byteLength": 40, "byteStride": 4, "count": 1 << 29, "mode": "ATTRIBUTES"}
    view |= {"byteLength": 1 << 31, "extensions": {"EXT_meshopt_compression": claim}}
    _bare(tiny, index)
    tiny.data["accessors"][index] |= {"componentType": 5120, "type": "VEC3", "count": 1 << 29}


def _clips(count: int) -> Bomb:
    return lambda tiny: tiny.data.update(animations=tiny.data["animations"] * count)


def _keys(tiny: Tiny) -> None:
    times = tiny.add(np.arange(20_000, dtype=np.float32))
    output = _zeros(tiny, 20_000, "VEC3")
    animation = {
        "samplers": [{"input": times, "output": output}],
        "channels": [{"sampler": 0, "target": {"node": 0, "path": "scale"}}] * 2_000,
    }
    tiny.data["animations"] = [animation]


def _drawn(tiny: Tiny) -> None:
    _bare(tiny, _zeros(tiny, 100_000, "VEC3"))
    tiny.data["nodes"] += [{"mesh": 0}] * 1_000


def _parts(tiny: Tiny) -> None:
    tiny.data["meshes"][0]["primitives"] *= 500
    tiny.data["nodes"] += [{"mesh": 0}] * 500


def _deep(tiny: Tiny) -> None:
    value: object = "]]]]]"
    for _ in range(300):
        value = [value]
    tiny.data["extras"] = value


BOMBS: dict[str, tuple[Bomb, str, str]] = {
    "zeros": (lambda t: _bare(t, _zeros(t, 1 << 28, "VEC3")), "zeros", "/accessors/"),
    "zero indices": (lambda t: t.primitive.update(indices=_zeros(t, 1 << 28, "SCALAR", 5125)), "zeros", "/accessors/"),
    "zero matrices": (
        lambda t: t.data["skins"][0].update(inverseBindMatrices=_zeros(t, 1 << 28, "MAT4")),
        "zeros",
        "/accessors/",
    ),
    "compressed": (_compressed, "decompressed", "/bufferViews/"),
    "sparse values": (_sparse_mesh, "decoded_ratio", "/accessors/"),
    "morph targets": (_morphs, "decoded_ratio", "/meshes/0/primitives/0/targets"),
    "sets of influences": (_many_sets, "decoded_ratio", "/meshes/0/primitives/0/attributes"),
    "clips": (_clips(20_000), "clips", "/animations"),
    "joints": (lambda t: t.data["skins"][0].update(joints=[0] * 400_000), "joints", "/skins"),
    "nodes": (lambda t: t.data["nodes"].extend([{}] * 300_000), "nodes", "/nodes"),
    "vertices drawn often": (_drawn, "vertices", "/nodes"),
    "parts": (_parts, "parts", "/nodes"),
    "keys": (_keys, "keys", "/animations"),
    "depth": (_deep, "json_depth", ""),
}


def _write(name: str, folder: Path) -> Path:
    tiny = Tiny()
    BOMBS[name][0](tiny)
    return tiny.write_glb(folder / "bomb.glb")


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_are_refused_with_the_code_of_a_limit(name: str, tmp_path: Path) -> None:
    _, limit, where = BOMBS[name]
    with pytest.raises(LimitError) as caught:
        load_model(_write(name, tmp_path))
    assert caught.value.code == code_of(limit)
    assert caught.value.where.startswith("bomb.glb")
    assert where in caught.value.where
    assert f"--limit {option_name(limit)}=" in caught.value.fix


def test_every_limit_has_a_bomb_and_a_code() -> None:
    assert {limit for _, limit, _ in BOMBS.values()} | {"times"} == set(MEANINGS)
    assert {CODES[code_of(name)] for name in MEANINGS} == {"error"}


_READ = """
import resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, ({memory}, {memory}))
sys.path.insert(0, {root!r})
from skinning_core.cli.main import main
status = main(sys.argv[1:])
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # of whoever started this process too, on Linux
if Path("/proc/self/status").exists():
    peak = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
print("peak", peak, "kB")
sys.exit(status)
"""


def _in_little_memory(root: Path, *words: str) -> tuple[int, str, int]:
    """Exit status, error text and peak memory (bytes) of a command in a process that cannot have more than `MEMORY`."""
    pytest.importorskip("resource", reason="no limits for processes here")
    code = _READ.format(memory=MEMORY, root=str(root))
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        check=False,
        env={"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stderr, int(done.stdout.rpartition("peak ")[2].split()[0]) * 1024


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_take_no_memory(name: str, tmp_path: Path, root: Path) -> None:
    status, said, peak = _in_little_memory(root, "inspect", str(_write(name, tmp_path)))
    assert status == 2
    assert "--limit" in said
    assert peak < 300 << 20


def _all_zero(tiny: Tiny, count: int = 300_000) -> None:
    """As much without data as may be read: every attribute."""
    vectors, four = _zeros(tiny, count, "VEC3"), _zeros(tiny, count, "VEC4", 5121)
    attributes = {"POSITION": vectors, "NORMAL": vectors, "JOINTS_0": four}
    attributes |= {"WEIGHTS_0": _zeros(tiny, count, "VEC4", 5121, normalized=True)}
    attributes |= {f"TEXCOORD_{k}": _zeros(tiny, count, "VEC2") for k in range(50)}
    tiny.primitive.update(attributes=attributes, indices=_zeros(tiny, count, "SCALAR", 5125))


def test_what_has_no_data_is_one_row_in_memory(tmp_path: Path) -> None:
    tiny = Tiny()
    _all_zero(tiny, 1_000)
    primitive = load_model(tiny.write_glb(tmp_path / "zeros.glb")).meshes[0].primitives[0]
    assert primitive.influences is not None
    assert primitive.normals is not None
    assert primitive.indices is not None
    arrays = [primitive.positions, primitive.normals, *primitive.texcoords, primitive.indices[:, None]]
    arrays += [primitive.influences.joints, primitive.influences.weights]
    assert {len(array) for array in arrays} == {1_000}
    assert {array.strides[0] for array in arrays} == {0}
    assert not any(array.any() for array in arrays if array is not primitive.normals)
    np.testing.assert_array_equal(primitive.normals, np.tile([0.0, 1.0, 0.0], (1_000, 1)))


@pytest.mark.parametrize("engine", ["reference", "fast"])
def test_what_has_no_data_can_be_skinned(engine: str, tmp_path: Path, root: Path) -> None:
    tiny = Tiny()
    _all_zero(tiny)
    out = str(tmp_path / "out.npz")
    words = ("skin", str(tiny.write_glb(tmp_path / "zeros.glb")), "--engine", engine, "--clip", "0", "--out", out)
    status, said, _ = _in_little_memory(root, *words)
    assert status == 0, said
    with np.load(out) as written:
        assert written["pos0"].shape == (2, 300_000, 3)


def test_a_limit_can_be_raised(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = _write("clips", tmp_path)
    assert len(load_model(path, limits=Limits(clips=20_000)).clips) == 20_000
    assert main(["inspect", str(path)]) == 2
    assert "--limit clips=20000" in capsys.readouterr().err
    assert main(["inspect", str(path), "--limit", "clips=20000"]) == 0


def test_a_large_file_may_hold_as_much_as_it_has_bytes(tmp_path: Path) -> None:
    tiny = Tiny()
    few = dataclasses.replace(DEFAULT, vertices=3, keys=1)
    path = tiny.write_glb(tmp_path / "paid.glb")
    assert path.stat().st_size > len(POSITIONS) > few.vertices
    assert load_model(path, limits=few).clips[0].tracks[0].times.tolist() == [0, 1]


@pytest.mark.parametrize("text", ["clips", "clips=", "clips=-1", "clips=0", "clips=x", "frogs=3", "=", ""])
def test_a_limit_that_is_none_is_refused(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = Tiny().write_glb(tmp_path / "tiny.glb")
    assert main(["inspect", str(path), "--limit", text]) == 2
    assert "limit" in capsys.readouterr().err


def test_check_names_the_limit(tmp_path: Path) -> None:
    target = tmp_path / "findings.json"
    assert main(["check", str(_write("clips", tmp_path)), "--json", str(target)]) == 1
    assert "LIMIT_CLIPS" in target.read_text()


def test_brackets_in_names_are_no_depth(tmp_path: Path) -> None:
    tiny = Tiny()
    tiny.data["nodes"][0]["name"] = '\\"' + "[{" * 1_000
    assert load_model(tiny.write_glb(tmp_path / "named.glb")).nodes.names[0].endswith("[{")


def test_a_buffer_that_many_name_is_read_once(tmp_path: Path) -> None:
    tiny = Tiny()
    (tmp_path / "shared.bin").write_bytes(tiny.buffer)
    tiny.data["buffers"] = [{"uri": "shared.bin", "byteLength": len(tiny.buffer)}] * 50
    for k, view in enumerate(tiny.data["bufferViews"]):
        view["buffer"] = k
    (tmp_path / "model.gltf").write_text(json.dumps(tiny.data))
    assert [source.path.name for source in load_model(tmp_path / "model.gltf").sources] == ["model.gltf", "shared.bin"]


def test_more_times_than_can_be_compared_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(Tiny().write_glb(tmp_path / "tiny.glb"))
    assert main(["verify", path, "--frames", "1000000000", "--against", "fast"]) == 2
    said = capsys.readouterr().err
    assert "at most 1000000 " in said
    assert "--limit times=1000000000" in said
