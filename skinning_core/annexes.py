"""Annexes: packages beside the core that add to it, and without which it works.

An annex is a folder at the repository's root, imported as a chapter of the core: ``engines/`` is
``skinning_core.engines``. The core never imports one; its ``__init__`` lists what it adds:

- ``VERBS``: names of verbs, with the modules (below the annex) whose ``VERB`` each is;
- ``EXPLAINERS``: names of causes' explainers, with the modules whose ``EXPLAINER`` each is.
"""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

ANNEXES = ("lessons", "engines", "farm")
_CORE = Path(__file__).resolve().parent


def attach() -> None:
    """Import existing annexes; called once, when the core is imported."""
    for name in ANNEXES:
        if (annex := _annex(name)) is not None:
            setattr(sys.modules[__package__], name, annex)


def modules_named(table: str) -> dict[str, str]:
    """What annexes list in one of their tables: names, with full names of modules."""
    modules = [sys.modules.get(f"{__package__}.{name}") for name in ANNEXES]
    return {
        name: f"{annex.__name__}.{module}"
        for annex in modules
        if annex is not None
        for name, module in getattr(annex, table, {}).items()
    }


def _annex(name: str) -> ModuleType | None:
    """An annex: a folder of the installed core, or one beside it, in a checkout and in Blender's extension."""
    full = f"{__package__}.{name}"
    if full in sys.modules:
        return sys.modules[full]
    places = [_CORE / name]
    if (_CORE.parent / "blender_manifest.toml").is_file():  # else what lies beside the core is not ours
        places.append(_CORE.parent / name)
    for folder in places:
        spec = spec_from_file_location(full, folder / "__init__.py", submodule_search_locations=[str(folder)])
        if spec is not None and spec.loader is not None and (folder / "__init__.py").is_file():
            module = module_from_spec(spec)
            sys.modules[full] = module
            spec.loader.exec_module(module)
            return module
    return None
