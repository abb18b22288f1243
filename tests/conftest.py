"""What all tests share: the repository's root, the optional shared models, and who must have them."""

from __future__ import annotations

import importlib
import importlib.util
import os
import shutil
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent

#: The name under which `package` finds the checkout, which may have any name itself.
PACKAGE = "skinproof_under_test"

# Blender reads this when bpy is first imported, whichever test does so: no test touches the user's own settings.
os.environ["BLENDER_USER_RESOURCES"] = tempfile.mkdtemp(prefix="skinproof-blender-")


def pytest_unconfigure() -> None:
    shutil.rmtree(os.environ["BLENDER_USER_RESOURCES"], ignore_errors=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out every other case of the tests marked ``in_turns`` if ``SKINPROOF_TURN`` is 0 or 1; tools/ci sets it.

    Values of a test's parameters are dealt like the fields of a chessboard, so that each comes to both sides.
    """
    turn = os.environ.get("SKINPROOF_TURN")
    if turn is None:
        return
    sides: tuple[list[pytest.Item], list[pytest.Item]] = [], []  # ours, the other session's
    met: dict[tuple[str, str], list[tuple[int, ...]]] = {}
    for item in items:
        place = int(turn)
        if item.get_closest_marker("in_turns"):
            name = f"{item.path.name}::{getattr(item, 'originalname', item.name)}"
            place = zlib.crc32(name.encode())
            for names, value in values_of(item):
                known = met.setdefault((name, names), [])
                if value not in known:
                    known.append(value)
                place += known.index(value)
        sides[(place - int(turn)) % 2].append(item)
    items[:] = sides[0]
    if sides[1]:
        config.hook.pytest_deselected(items=sides[1])


def values_of(item: pytest.Item) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each parametrisation of a case: the names that it sets, and which values it sets them to.

    pytest's own indices count the cases where two decorators stand on a test, so that both are always the same.
    """
    if not hasattr(item, "callspec"):
        return
    params = dict(item.callspec.params)
    for mark in item.iter_markers("parametrize"):
        names = mark.args[0] if mark.args else mark.kwargs["argnames"]
        names = [name.strip() for name in names.split(",")] if isinstance(names, str) else names
        yield ",".join(names), tuple(id(params.pop(name)) for name in names)
    for name, value in params.items():  # of fixtures
        yield name, (id(value),)


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository's root."""
    return ROOT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real and hard models with golden data beside the checkout; skips where it is absent.

    ``SKINPROOF_REQUIRE_SHARED=1`` (set by CI where the folder is there) turns that skip into a failure.
    """
    folder = Path(os.environ.get("SKINPROOF_SHARED", ROOT.parent / "shared"))
    if not (folder / "golden").is_dir():
        if os.environ.get("SKINPROOF_REQUIRE_SHARED") == "1":
            pytest.fail(f"{folder} is required here, but it is not there")
        pytest.skip("the shared models are not beside the checkout")
    return folder


@pytest.fixture(scope="session")
def package() -> Callable[[str], ModuleType]:
    """Import a module of the add-on by its dotted name below the repository's root, whether there is a Blender or not.

    The checkout is a package of a name of its own: these tests also run inside Blender executables, which know nothing
    of an installed Skinproof. No folder is linked: on Windows few users may make links.
    """
    if PACKAGE not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            PACKAGE, ROOT / "__init__.py", submodule_search_locations=[str(ROOT)]
        )
        assert spec is not None
        assert spec.loader is not None
        sys.modules[PACKAGE] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[PACKAGE])
    return lambda name: importlib.import_module(f"{PACKAGE}.{name}")
