"""The extension as a user has it: installed from a freshly built zip into settings of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.blender.smallest import import_smallest
from tools.build_extension import build_extension

MODULE = "bl_ext.user_default.skinproof"

HERE = Path(__file__).parent

_STATUS = pytest.StashKey[int]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark all that needs Blender as ``in_turns``, but for what caught something that one line alone does."""
    for item in items:
        if HERE in item.path.parents and not item.get_closest_marker("on_each_line"):
            item.add_marker(pytest.mark.in_turns)


@pytest.fixture(scope="session")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The add-on's module name, installed from its zip and enabled as a user would do it; skips without ``bpy``.

    The zip is built from the working tree, so it is never older than the code under test.
    """
    bpy = pytest.importorskip("bpy")
    import addon_utils

    package = build_extension(tmp_path_factory.mktemp("dist"))
    done = bpy.ops.extensions.package_install_files(
        filepath=str(package), repo="user_default", enable_on_install=True, overwrite=True
    )
    assert done == {"FINISHED"}
    assert addon_utils.check(MODULE) == (True, True), "installed, but not enabled: see the traceback above"
    yield MODULE
    bpy.ops.preferences.addon_disable(module=MODULE)


@pytest.fixture
def in_chinese(extension: str, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """What a sentence about a scene or a file is where Blender speaks Simplified Chinese, which the module cannot."""
    translations = import_module(f"{extension}.addon.translations")
    words = translations.LANGUAGES["zh_HANS"]
    monkeypatch.setattr(translations, "_looked_up", lambda template: words.get(template, template))
    return translations.said


@pytest.fixture
def settings(extension: str, tmp_path: Path) -> Iterator[Any]:
    """The scene's settings, with the smallest character in it; whatever mode a test leaves it in is left."""
    import bpy

    import_smallest(tmp_path)
    yield bpy.context.scene.skinproof
    if bpy.context.mode != "OBJECT":
        bpy.ops.object.mode_set(mode="OBJECT")


@pytest.fixture
def character(extension: str, settings: Any) -> Any:
    """The smallest character, as the add-on knows it."""
    return import_module(f"{extension}.addon.scene.identity.character").characters(settings.id_data)[0]


@pytest.fixture
def armature(settings: Any) -> Any:
    return next(ob for ob in settings.id_data.objects if ob.type == "ARMATURE")


@pytest.fixture
def body(settings: Any) -> Any:
    return next(ob for ob in settings.id_data.objects if ob.type == "MESH")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Keep the status for ``pytest_unconfigure``."""
    session.config.stash[_STATUS] = int(exitstatus)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """End the modules of Blender 4 here, after everything is reported.

    Where anything keeps such a module alive until Python itself is gone, its own static destructors reach for what is
    no longer there: 4.2 dies in ``~SpaceType``, which asks Python to free the classes of panels, 4.5 was once seen to
    hang in ``~GlobalState``. Later lines do not. How processes of Skinproof end is tested where they are started
    (test_commands).
    """
    bpy = sys.modules.get("bpy")
    if bpy is not None and bpy.app.version < (5, 0) and _STATUS in config.stash:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(config.stash[_STATUS])


@pytest.fixture
def tube(extension: str) -> Iterator[Any]:
    """A tube on four bones, all of which move every vertex."""
    import bpy

    from tests.blender.animated_tube import made

    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    mesh = made()[1]
    for vertex in mesh.data.vertices:
        for k in range(4):
            mesh.vertex_groups[f"b{k}"].add([vertex.index], 0.2 + 0.1 * k, "ADD")
    yield mesh
    import_module(f"{extension}.addon.export.job").stop()


@pytest.fixture
def ticked(extension: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """As in a window in which the user has ticked the box; yields the module of the box."""
    box = import_module(f"{extension}.addon.export.box")
    monkeypatch.setattr(box, "_is_asked_for", lambda: True)
    yield box
    box._exports.clear()  # a window's timer does it
