"""``skinproof verify-export``: what a second Blender does for the exporter's box. Its output is for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from ...skinning_core.cli.verb import (
    DIFFERENT,
    NOT_JUDGED,
    SAME,
    Arguments,
    Blender,
    Verb,
    arguments,
    option,
    positional,
    repeated,
)
from ...skinning_core.error import SkinproofError
from ...skinning_core.files.output import write_file, write_text
from ...skinning_core.subject import Makers


@arguments
class VerifyExportArguments(Arguments):
    """Arguments of ``verify-export``."""

    export: str = positional("the .glb or .gltf that was exported", metavar="EXPORT")
    scene: str = option("the scene as it was exported", metavar="COPY.blend", required=True)
    object: list[str] = repeated("which character of it", metavar="NAME")
    settings: str = option("the exporter's settings, as it has them", metavar="FILE.json", required=True)
    folder: str = option("where result.json, errors.npz and report.html are written", metavar="OUT", required=True)


def _save(arrays: Mapping[str, Any], file: BinaryIO) -> None:
    np.savez(file, **arrays)


def run(args: VerifyExportArguments, makers: Makers) -> int:
    """Verify, try other settings if it differs, and write the findings; says nothing on stdout."""
    del makers
    from ..state.properties import make_known
    from .fault_search import verified_export

    make_known()
    try:
        settings = json.loads(Path(args.settings).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SkinproofError("these are no settings", where=args.settings) from error
    folder = Path(args.folder)
    found = None
    for found in verified_export(Path(args.export), Path(args.scene), args.object, settings, folder):
        write_file(folder / "errors.npz", partial(_save, found.errors))
        write_text(folder / "report.html", found.page)
        write_text(folder / "result.json", json.dumps(found.result.data))
    assert found is not None
    result = found.result
    return DIFFERENT if result.differs else SAME if result.same else NOT_JUDGED


VERB = Verb(
    "verify-export", "verify an export beside its scene, and name settings at fault", VerifyExportArguments,
    run, lambda _: Blender.NEEDED,  # a scene is opened
)  # fmt: skip
