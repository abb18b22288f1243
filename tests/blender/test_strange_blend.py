"""A .blend is anybody's: notes of another form are no character, and nothing that they name is opened unasked."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.blender.module import module
from tests.blender.smallest import import_smallest
from tests.models import MODELS

bpy = pytest.importorskip("bpy")

NOTES = "skinproof_notes"
RECORD, PARTS, NODE, GROUPS = "skinproof_record", "skinproof_parts", "skinproof_node", "skinproof_groups"


@contextmanager
def seconds(limit: int) -> Iterator[None]:
    """Fails if the block takes longer; nothing here may freeze a window."""

    def late(*_: object) -> None:
        raise AssertionError(f"not done within {limit} s")

    former = signal.signal(signal.SIGALRM, late)
    signal.alarm(limit)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, former)


def in_record(**values: Any) -> Callable[[Any, Path], None]:
    def write(ob: Any, folder: Path) -> None:
        record = json.loads(ob[NOTES][RECORD])
        told = {name: value(folder) if callable(value) else value for name, value in values.items()}
        ob[NOTES][RECORD] = json.dumps(record | told)

    return write


def without(name: str) -> Callable[[Any, Path], None]:
    def write(ob: Any, _folder: Path) -> None:
        ob[NOTES][RECORD] = json.dumps({k: value for k, value in json.loads(ob[NOTES][RECORD]).items() if k != name})

    return write


def noted(name: str, value: Any) -> Callable[[Any, Path], None]:
    def write(ob: Any, _folder: Path) -> None:
        ob[NOTES][name] = value

    return write


def on_a_bone(name: str, value: Any) -> Callable[[Any, Path], None]:
    def write(ob: Any, _folder: Path) -> None:
        if ob.pose is not None:
            ob.pose.bones[0][NOTES][name] = value

    return write


BAD = {
    "no JSON": noted(RECORD, "{"),
    "a list": noted(RECORD, "[1]"),
    "deep": noted(RECORD, "[" * 100_000),
    "a number": noted(RECORD, 5),
    "no path": without("path"),
    "a number as path": in_record(path=7),
    "NUL in the path": in_record(path="a\0b"),
    "sources 5": in_record(sources=5),
    "sources short": in_record(sources=[["a"]]),
    "a clip that is not": in_record(imported=[10**9]),
    "a clip below 0": in_record(imported=[-5]),
    "clips as text": in_record(imported=["a"]),
    "clip files 7": in_record(clip_files=7),
    "frame rate 0": in_record(frame_rate=0),
    "frame rate text": in_record(frame_rate="fast"),
    "frame rate NaN": in_record(frame_rate=float("nan")),
    "parts as text": noted(PARTS, "all"),
    "node as text": noted(NODE, "hips"),
    "groups as text": noted(GROUPS, "x"),
    "origin short": noted("skinproof_origin", [1.0]),
    "factor NaN": noted("skinproof_factor", [float("nan")] * 12),
    "placed as text": noted("skinproof_placed", "here"),
    "actions as text": noted("skinproof_actions", "walk"),
    "slots as text": noted("skinproof_slots", "OBx"),
    "groups made as text": noted("skinproof_groups_made", "x"),
    "role as text": noted("skinproof_role", "first"),
    "bone's node as text": on_a_bone(NODE, "x"),
    "bone's rest short": on_a_bone("skinproof_rest", [1.0, 2.0]),
    "bone's note no JSON": on_a_bone("skinproof_bone_made", "{"),
}


#: Lists that came back as text are what other formats make of our notes: these objects are no character, quietly.
OF_ANOTHER_FORMAT = {
    "parts as text",
    "groups as text",
    "placed as text",
    "actions as text",
    "slots as text",
    "groups made as text",
}


@pytest.fixture
def saved(extension: str, tmp_path: Path) -> Callable[[Callable[[Any, Path], None]], Path]:
    """Saves a scene with a good character and one whose notes were written over; nobody listens meanwhile."""

    def save(edit: Callable[[Any, Path], None]) -> Path:
        import_smallest(tmp_path)
        strange = list(bpy.context.scene.objects)
        assert bpy.ops.skinproof.import_skin(filepath=str(MODELS["morphs"](tmp_path)), rig="EXACT") == {"FINISHED"}
        for ob in strange:
            edit(ob, tmp_path)
        blend = tmp_path / "strange.blend"
        bpy.ops.wm.save_as_mainfile(filepath=str(blend), check_existing=False)
        module(extension, "addon.state.session").session.forget()
        return blend

    return save


@pytest.mark.parametrize("name", BAD)
def test_a_bad_note_is_told_and_the_rest_of_the_file_works(name, saved, extension: str, tmp_path: Path, capfd) -> None:
    blend = saved(BAD[name])
    with seconds(20):
        bpy.ops.wm.open_mainfile(filepath=str(blend))
        settings = bpy.context.scene.skinproof
        assert len(settings.characters) == 1
        told = [str(fault) for fault in module(extension, "addon.scene.identity.soundness").faults()]
        assert len(told) == (0 if name in OF_ANOTHER_FORMAT else 1)
        assert all(any(repr(ob.name) in each for ob in bpy.data.objects) for each in told)
        module(extension, "addon.state.file_watch").look()
        assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
        assert settings.result.same or settings.result.standing.name != "DIFFERS"
        bpy.ops.wm.save_as_mainfile(filepath=str(tmp_path / "again.blend"))
        assert bpy.ops.skinproof.remove_character() == {"FINISHED"}
        assert not len(settings.characters)
    assert "Traceback" not in "".join(capfd.readouterr())


def fifo(folder: Path) -> str:
    os.mkfifo(folder / "pipe")
    return str(folder / "pipe")


@pytest.mark.parametrize(
    "name",
    [
        lambda _: "/dev/zero",
        lambda _: "/dev/random",
        fifo,
        lambda _: "/proc/self/pagemap",
        lambda _: "//nobody.invalid/share/x.glb",
    ],
    ids=["zero", "random", "pipe", "pagemap", "server"],
)
def test_no_file_is_read_unasked_and_none_without_an_end(name, saved, extension: str, monkeypatch) -> None:
    def write(ob: Any, folder: Path) -> None:
        path = name(folder) if not (folder / "pipe").exists() else str(folder / "pipe")
        in_record(path=path, sources=[[path, [0, 0, 0, 0, 0], "0" * 64]])(ob, folder)

    blend = saved(write)
    with seconds(20):
        bpy.ops.wm.open_mainfile(filepath=str(blend))
        assert len(bpy.context.scene.skinproof.characters) == 2
        watch = module(extension, "addon.state.file_watch")
        looked: list[object] = []
        kept = watch.change_of
        monkeypatch.setattr(watch, "change_of", lambda sources: looked.append(sources) or kept(sources))
        watch.look()
        assert not looked
        bpy.context.scene.skinproof.active = next(
            k for k, item in enumerate(bpy.context.scene.skinproof.characters) if "tiny" in item.name
        )
        with pytest.raises(RuntimeError) as told:
            bpy.ops.skinproof.compare(scope="FRAME")
        assert "Traceback" not in str(told.value)
        watch.look()


def test_a_verdict_of_an_opened_file_is_grey_until_it_is_asked_again(extension: str, tmp_path: Path) -> None:
    import_smallest(tmp_path)
    settings = bpy.context.scene.skinproof
    bpy.ops.skinproof.compare(scope="FRAME")
    store = module(extension, "addon.state.result_store")
    assert store.standing_of(bpy.context.scene, settings.character.key).name == "SAME"
    blend = tmp_path / "green.blend"
    bpy.ops.wm.save_as_mainfile(filepath=str(blend))
    bpy.ops.wm.open_mainfile(filepath=str(blend))
    scene = bpy.context.scene
    key = scene.skinproof.character.key
    assert store.standing_of(scene, key).name == "CHANGED"
    assert store.is_as_saved(scene, key)
    staleness, session = module(extension, "addon.state.staleness"), module(extension, "addon.state.session").session
    staleness.check_at_rest(scene)
    while session.to_check:
        staleness._check_one(bpy.context)
    assert store.standing_of(scene, key).name == "CHANGED"
    bpy.ops.skinproof.compare(scope="FRAME")
    assert store.standing_of(scene, key).name == "SAME"


def faces_deleted(body: Any) -> None:
    import bmesh

    mesh = bmesh.new()
    mesh.from_mesh(body.data)
    mesh.faces.ensure_lookup_table()
    bmesh.ops.delete(mesh, geom=[mesh.faces[0]], context="FACES_ONLY")
    mesh.to_mesh(body.data)
    mesh.free()


def hidden(body: Any) -> None:
    body.hide_viewport = True


def excluded(body: Any) -> None:
    collection = body.users_collection[0]
    layers = [bpy.context.view_layer.layer_collection]
    while layers:
        layer = layers.pop()
        layers += layer.children
        if layer.collection == collection:
            layer.exclude = True


def segmented(body: Any) -> None:
    body.parent.pose.bones[0].bbone_curveoutx = 0.3


@pytest.mark.parametrize("edit", [faces_deleted, hidden, excluded, segmented])
def test_what_decides_is_in_the_fingerprint(edit, extension: str, tmp_path: Path) -> None:
    import_smallest(tmp_path)
    scene = bpy.context.scene
    body = next(ob for ob in scene.objects if ob.type == "MESH")
    body.parent.data.bones[0].bbone_segments = 4
    bpy.context.view_layer.update()
    bpy.ops.skinproof.compare(scope="FRAME")
    staleness = module(extension, "addon.state.staleness")
    result = scene.skinproof.result
    assert staleness.fingerprint_of(scene, result) == result.fingerprint
    edit(body)
    module(extension, "addon.state.session").session.contents.clear()
    bpy.context.view_layer.update()
    assert staleness.fingerprint_of(scene, result) != result.fingerprint
