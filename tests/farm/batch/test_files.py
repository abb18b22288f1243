"""Which models a batch has: found once, in the same order everywhere; shards that partition; digests that notice."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from skinning_core.error import SkinproofError
from skinning_core.farm.files import Shard, digest, find_models, stamps, unchanged
from tests.links import make_link
from tests.models import MODELS


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for k in range(40):
        path = tmp_path / "all" / f"sub {k % 3}" / f"model {k}.{('glb', 'GLTF', 'md5mesh')[k % 3]}"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"x" * k)
    (tmp_path / "all" / "notes.txt").write_text("no model")
    return tmp_path / "all"


def test_every_model_below_a_folder_once_and_in_order(folder: Path) -> None:
    found = find_models([str(folder), str(folder / "sub 0" / "model 0.glb"), str(folder)], Shard())
    assert len(found) == 40
    assert [m.name for m in found] == sorted(m.name for m in found)
    assert {m.name.split("/")[0] for m in found} == {"all"}
    alone = find_models([str(folder)], Shard())
    assert {f"all/{m.name}": m.path for m in alone} == {m.name: m.path for m in found}
    assert {m.size for m in found} == set(range(40))


@pytest.mark.parametrize("count", [1, 2, 3, 7, 100])
def test_shards_partition(folder: Path, count: int) -> None:
    """Every model is in exactly one shard, and stays there when others come or the folder moves."""
    parts = [{m.path for m in find_models([str(folder)], Shard(n + 1, count))} for n in range(count)]
    assert sum(map(len, parts)) == len(set().union(*parts)) == 40
    moved = folder.parent / "elsewhere"
    shutil.copytree(folder, moved)
    (moved / "another.glb").write_bytes(b"")
    for number, part in enumerate(parts, start=1):
        there = {Path(m.path).relative_to(moved) for m in find_models([str(moved)], Shard(number, count))}
        assert {Path(p).relative_to(folder) for p in part} == there - {Path("another.glb")}


def test_what_is_not_there_and_what_holds_no_model_is_said(tmp_path: Path) -> None:
    with pytest.raises(SkinproofError, match="no such file or folder"):
        find_models([str(tmp_path / "nothing")], Shard())
    with pytest.raises(SkinproofError, match="no model in this folder"):
        find_models([str(tmp_path)], Shard())


def test_links_to_folders_are_followed_once_and_a_link_to_nothing_is_an_entry(folder: Path) -> None:
    make_link(folder / "sub 0" / "up", folder)
    elsewhere = folder.parent / "elsewhere"
    (elsewhere / "deep").mkdir(parents=True)
    (elsewhere / "deep" / "one.glb").write_bytes(b"")
    make_link(elsewhere / "back", folder)
    make_link(folder / "there", elsewhere)
    make_link(folder / "gone.glb", Path("nowhere.glb"))
    names = {m.name for m in find_models([str(folder)], Shard())}
    assert len(names) == 42
    assert {"there/deep/one.glb", "gone.glb"} < names
    (folder.parent / "all by link").mkdir()
    make_link(folder.parent / "all by link" / "x", elsewhere)
    assert [m.name for m in find_models([str(folder.parent / "all by link")], Shard())][:1] == ["x/back/gone.glb"]


def test_two_models_of_one_name_are_not_one(folder: Path) -> None:
    (folder.parent / "b" / "all").mkdir(parents=True)
    (folder.parent / "b" / "all" / "model 1.GLTF").write_bytes(b"")
    (folder / "model 1.GLTF").write_bytes(b"")
    with pytest.raises(SkinproofError, match=r"would both be called all/model 1\.GLTF"):
        find_models([str(folder), str(folder.parent / "b" / "all")], Shard())


def test_what_has_not_changed_is_known_without_reading(tmp_path: Path) -> None:
    path = MODELS["external_buffer"](tmp_path)
    before = stamps(str(path))
    assert len(before) == len(list(tmp_path.iterdir()))
    assert unchanged(str(path), before)
    assert not unchanged(str(path), ())
    for changed in path.parent.iterdir():
        os.utime(changed, ns=(0, changed.stat().st_mtime_ns + 1000))  # Windows counts 100
        assert not unchanged(str(path), before)
        before = stamps(str(path))
        data = changed.read_bytes()
        changed.unlink()
        assert not unchanged(str(path), before)
        changed.write_bytes(data)
        before = stamps(str(path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_a_pipe_that_is_called_a_model_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.glb")
    assert [m.name for m in find_models([str(tmp_path)], Shard())] == ["pipe.glb"]
    assert digest(str(tmp_path / "pipe.glb")) == digest(str(tmp_path / "nothing.glb"))


def test_the_digest_notices_every_byte_that_is_read(tmp_path: Path) -> None:
    path = MODELS["external_buffer"](tmp_path)
    before = digest(str(path))
    assert digest(str(path)) == before
    buffers = [p for p in path.parent.iterdir() if p != path]
    assert buffers
    for changed in [path, *buffers]:
        data = changed.read_bytes()
        changed.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
        assert digest(str(path)) != before
        changed.write_bytes(data)
    assert digest(str(path)) == before
    buffers[0].unlink()
    assert digest(str(path)) != before


def test_the_digest_notices_the_bytes_of_what_a_model_is_compared_with(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    model, other = MODELS["plain"](tmp_path), MODELS["external_buffer"](tmp_path / "other")
    before = digest(str(model), [str(other)])
    assert before != digest(str(model))
    for changed in other.parent.iterdir():
        data = changed.read_bytes()
        changed.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
        assert digest(str(model), [str(other)]) != before
        changed.write_bytes(data)
    assert digest(str(model), [str(other)]) == before
