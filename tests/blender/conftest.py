"""The extension as a user has it: installed from a freshly built zip into settings of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tools.build_extension import build_extension

MODULE = "bl_ext.user_default.skinproof"


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
