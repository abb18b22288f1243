"""What the add-on remembers between two clicks and what no file should hold: models, error arrays, a running job.

Everything here may vanish at any time (a file is loaded, the add-on is disabled) and is found again from the scene's
properties or computed anew. Panels read it, operators and handlers write it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..skinning_core import load_model
from ..skinning_core.error import SkinproofError
from ..skinning_core.model import Model
from .compare.comparison import Measured

MODELS_KEPT = 8
MEASURED_KEPT = 4


@dataclass
class Job:
    """A long job that runs in steps; the panel shows how far it is."""

    label: str
    done: int
    total: int


job: Job | None = None

#: True while ``listing`` fills the scene's list, so that the list's own update functions stay quiet.
listing = False

_models: OrderedDict[tuple[tuple[Path, int], ...], Model] = OrderedDict()
_measured: OrderedDict[int, Measured] = OrderedDict()


def model_of(path: Path, clip_files: Sequence[Path] = ()) -> Model:
    """The model of a file (and its MD5 clips), read once for each state of the files.

    Raises ``SkinproofError`` as the reader does.
    """
    key = tuple((file, _changed(file)) for file in (path, *clip_files))
    if key not in _models:
        _models[key] = load_model(path, clip_files)
        while len(_models) > MODELS_KEPT:
            _models.popitem(last=False)
    _models.move_to_end(key)
    return _models[key]


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError as error:
        raise SkinproofError(
            f"the file cannot be read: {error.strerror}", where=str(path), fix="put it back, or import it anew"
        ) from None


def remember(measured: Measured) -> int:
    """Keep what was measured; its key goes into the scene's ``result.key``."""
    key = max(_measured, default=0) + 1
    _measured[key] = measured
    while len(_measured) > MEASURED_KEPT:
        _measured.popitem(last=False)
    return key


def measured_under(key: int) -> Measured | None:
    """What was measured under a key; None where it has been forgotten."""
    return _measured.get(key)


def forget_measured() -> None:
    """Another file is open: the keys in its scenes mean nothing here."""
    _measured.clear()


def forget() -> None:
    """The add-on is disabled: let go of everything."""
    global job
    job = None
    _models.clear()
    _measured.clear()
