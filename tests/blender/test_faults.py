"""Whatever line of the program fails, scene and files are as they were: import, compare, report, picture."""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.blender.module import module
from tests.faults import Injector, chosen
from tests.tiny import Tiny

bpy = pytest.importorskip("bpy")

OWN = "own"


@pytest.fixture
def injector(extension: str) -> Injector:
    root = Path(module(extension, "addon").__file__).parents[1]
    return Injector(root / "addon", root / "skinning_core")


def groups(group: Any) -> dict[str, Any]:
    """What a group of properties holds, collections and groups within it too."""
    values = {}
    for prop in group.bl_rna.properties:
        if prop.identifier == "rna_type":
            continue
        value = getattr(group, prop.identifier)
        if prop.type == "COLLECTION":
            value = [groups(item) for item in value]
        elif prop.type == "POINTER":
            value = groups(value)
        elif getattr(prop, "is_array", False):
            value = tuple(value)
        values[prop.identifier] = value
    return values


def blocks() -> dict[str, list[str]]:
    kinds = [p.identifier for p in bpy.data.bl_rna.properties if p.type == "COLLECTION"]
    return {kind: sorted(block.name for block in getattr(bpy.data, kind)) for kind in kinds}


def poses() -> dict[str, Any]:
    """Where everything stands, which action moves it, which attributes it has."""
    found = {}
    for ob in bpy.data.objects:
        animation = ob.animation_data
        bones = [tuple(map(tuple, bone.matrix_basis)) for bone in ob.pose.bones] if ob.pose else []
        attributes = sorted(a.name for a in ob.data.attributes) if ob.type == "MESH" else []
        action = animation.action.name if animation and animation.action else ""
        found[ob.name] = (tuple(map(tuple, ob.matrix_basis)), bones, attributes, action, ob.mode)
    return found


def state(extension: str, folder: Path) -> dict[str, Any]:
    scene, layer = bpy.context.scene, bpy.context.view_layer
    session = module(extension, "addon.session")
    return {
        "blocks": blocks(),
        "poses": poses(),
        "records": {c.name: c.get("skinproof") for c in bpy.data.collections},
        "mode": bpy.context.mode,
        "active": layer.objects.active.name if layer.objects.active else None,
        "selected": sorted(ob.name for ob in bpy.context.selected_objects),
        "collection": layer.active_layer_collection.name,
        "frames": (scene.frame_start, scene.frame_end, scene.frame_current, scene.frame_subframe),
        "panel": groups(scene.skinproof),
        "job": session.job,
        "collector": gc.isenabled(),
        "files": {path.name: path.read_bytes() for path in sorted(folder.iterdir())},
    }


def an_own_object() -> None:
    """Of the user's: active and selected, in a collection that is active."""
    collection = bpy.data.collections.new(OWN)
    bpy.context.scene.collection.children.link(collection)
    ob = bpy.data.objects.new(OWN, None)
    collection.objects.link(ob)
    layer = bpy.context.view_layer
    layer.active_layer_collection = layer.layer_collection.children[OWN]
    layer.objects.active = ob
    ob.select_set(True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "files"
    folder.mkdir()
    Tiny().write_glb(folder / "tiny.glb")
    return folder


def prepared(folder: Path) -> None:
    """A scene with a character, a comparison and its report, the user's own object beside it.

    The model's file is touched afterwards, so that it has to be looked at again.
    """
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    assert bpy.ops.skinproof.import_skin(filepath=str(folder / "tiny.glb")) == {"FINISHED"}
    assert bpy.ops.skinproof.compare(scope="FRAME") == {"FINISHED"}
    for form in ("HTML", "JSON"):
        bpy.ops.skinproof.write_report(filepath=str(folder / f"report.{form.lower()}"), format=form)
    an_own_object()
    bpy.context.scene.frame_set(7)
    (folder / "tiny.glb").touch()


def importing(folder: Path) -> None:
    bpy.ops.skinproof.import_skin(directory=str(folder), files=[{"name": "tiny.glb"}, {"name": "tiny.glb"}])


def comparing(scope: str) -> Callable[[Path], None]:
    return lambda folder: bpy.ops.skinproof.compare(scope=scope)


def reporting(form: str) -> Callable[[Path], None]:
    path = f"report.{form.lower()}"
    return lambda folder: bpy.ops.skinproof.write_report(filepath=str(folder / path), format=form)


def reloading(folder: Path) -> None:
    bpy.ops.skinproof.reload_character()


#: By name: the engine of the panel's choice, and what is done.
ACTIONS = {
    "import": ("blender", importing),
    "compare a frame": ("blender", comparing("FRAME")),
    "compare a clip": ("blender", comparing("CLIP")),
    "compare the fast path": ("fast", comparing("CLIP")),
    "compare the stock importer": ("stock", comparing("FRAME")),
    "report as HTML": ("blender", reporting("HTML")),
    "report as JSON": ("blender", reporting("JSON")),
    "reload": ("blender", reloading),
}


@pytest.mark.parametrize("name", ACTIONS)
def test_a_fault_in_any_line_leaves_everything_as_it_was(extension, injector, folder, name: str) -> None:
    session = module(extension, "addon.session")
    engine, act = ACTIONS[name]
    prepared(folder)
    measured = session.measured_under(bpy.context.scene.skinproof.result.key)

    def ready() -> None:
        """Nothing is in memory but the last comparison, so that files are read each time."""
        session.forget()
        module(extension, "addon.listing").list_characters(bpy.context.scene)
        bpy.context.scene.skinproof.result.key = session.remember(measured)

    def anew() -> dict[str, Any]:
        prepared(folder)
        bpy.context.scene.skinproof.engine = engine
        ready()
        return state(extension, folder)

    anew()
    act(folder)  # whatever is imported or compiled once is so before lines are counted
    anew()
    lines = injector.lines(lambda: act(folder))
    assert len(lines) > 40
    before = anew()
    faults = finished = 0
    for line in chosen(lines):
        ready()
        try:
            injector.run(lambda: act(folder), line)
        except RuntimeError as error:
            faults += 1
            now = state(extension, folder)
            for key, value in before.items():
                assert now[key] == value, (key, line)
            in_operator = Path(line[0]).parent.name == "operators"  # before its ``try`` or after it
            assert in_operator or "Traceback" not in str(error), (line, str(error))
        else:  # Blender has swallowed the fault, in a handler of the scene's changes
            finished += 1
            before = anew()
    assert faults > 5 * finished


def test_a_fault_in_any_line_leaves_the_former_picture(extension, injector, folder) -> None:
    gpu = module(extension, "addon.gpu.device.context").availability()
    if not gpu.ok:
        pytest.skip(gpu.reason)
    picture = folder / "picture.png"
    words = ["picture", str(folder / "tiny.glb"), "--size", "64x48", "--out", str(picture)]

    def draw() -> int:
        return module(extension, "addon.command.commands").run(words)

    prepared(folder)
    assert draw() == 0
    lines = injector.lines(draw)
    words[words.index("64x48")] = "48x64"  # another picture
    before = state(extension, folder)
    former = before["files"].pop(picture.name)
    kept = 0
    for line in chosen(lines):
        with suppress(MemoryError):  # before the command line's own ``try``
            injector.run(draw, line)
        now = state(extension, folder)
        found = now["files"].pop(picture.name)
        assert now == before, line
        kept += found == former
        assert found == former or found.endswith(b"IEND\xaeB`\x82"), line  # a fault when all was drawn
        picture.write_bytes(former)
    assert kept > len(list(chosen(lines))) / 2
