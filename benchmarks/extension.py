"""This checkout as Blender would load it: the package ``skinproof``."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

_ROOT = Path(__file__).resolve().parent.parent


def module(name: str) -> ModuleType:
    """A module of the extension by its dotted name below the repository's root."""
    if "skinproof" not in sys.modules:
        spec = importlib.util.spec_from_file_location(
            "skinproof", _ROOT / "__init__.py", submodule_search_locations=[str(_ROOT)]
        )
        assert spec is not None
        assert spec.loader is not None
        package = importlib.util.module_from_spec(spec)
        sys.modules["skinproof"] = package
        spec.loader.exec_module(package)
    return importlib.import_module(f"skinproof.{name}")
