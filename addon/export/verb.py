"""``skinproof verify-export``: what a second Blender does for the exporter's box. Its output is for programs."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from ...skinning_core.cli.verb import DIFFERENT, NOT_JUDGED, SAME, Arguments, Blender, Verb
from ...skinning_core.error import SkinproofError
from ...skinning_core.files.output import write_file, write_text
from ...skinning_core.subject import Makers


@dataclass(frozen=True, kw_only=True)
class VerifyExportArguments(Arguments):
    """Arguments of ``verify-export``."""

    export: str
    scene: str
    object: list[str]
    settings: str
    folder: str


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of ``verify-export``."""
    parser.add_argument("export", metavar="EXPORT", help="the .glb or .gltf that was exported")
    parser.add_argument("--scene", metavar="COPY.blend", required=True, help="the scene as it was exported")
    parser.add_argument("--object", metavar="NAME", action="append", default=[], help="which character of it")
    parser.add_argument(
        "--settings", metavar="FILE.json", required=True, help="the exporter's settings, as it has them"
    )
    parser.add_argument(
        "--folder", metavar="OUT", required=True, help="where result.json, errors.npz and report.html are written"
    )


def _save(arrays: Mapping[str, Any], file: BinaryIO) -> None:
    np.savez(file, **arrays)


def run(args: VerifyExportArguments, makers: Makers) -> int:
    """Verify, try other settings if it differs, and write what was found; says nothing on stdout."""
    del makers
    from ..state.properties import make_known
    from .trial import verified_export

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


def blender(args: VerifyExportArguments) -> Blender:
    """Always needed, since a scene is opened."""
    del args
    return Blender.NEEDED


VERB = Verb(
    "verify-export", "verify an export beside its scene, and name settings at fault", VerifyExportArguments,
    add_arguments, run, blender,
)  # fmt: skip
