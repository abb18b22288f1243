"""Step 3, the document: JSON text is parsed, its values are checked, and objects hold the result.

pygltflib's loading takes 20 to 300 times as long as ``json`` and opens any path that a file names. `grammar` says what
each value must be; what could not matter to a vertex passes.
"""

from __future__ import annotations

import json
from typing import Any

from ..error import SkinproofError, require
from ..files.limits import Limits
from .demands import require_shallow, require_within_limits
from .grammar.kinds import Entry, member
from .grammar.schema import ROOT


def parse_json(text: bytes | memoryview, where: str, limits: Limits) -> dict[str, Any]:
    """The checked JSON of a glTF 2 document. Raises ``SkinproofError`` for anything else."""
    require_shallow(text, limits)
    data = json_value(text, where, padding="\0", doubt=": is this a glTF file?")
    require(isinstance(data, dict), "not a glTF file: the JSON's root is not an object", where)
    older = "this is a glTF 1.0 file, which is not supported"
    require(not _is_version_1(data), older, "/asset", fix="convert it to glTF 2.0")
    require("asset" in data, "not a glTF file: asset is missing", where)
    usable: dict[str, Any] = ROOT.check(data)
    require_within_limits(usable, limits)
    _check_version(usable)
    return usable


def json_value(text: bytes | memoryview, where: str, *, padding: str = "", doubt: str = "") -> Any:
    """What JSON text in UTF-8 says. Raises ``SkinproofError`` if it is none.

    padding: may stand behind it. doubt: is added if it is not even text.
    """
    try:
        return json.loads(str(text, "utf-8").removeprefix("\ufeff").rstrip(padding))
    except UnicodeDecodeError as error:
        raise SkinproofError(f"the JSON is not UTF-8 (byte {error.start}){doubt}", where=where) from error
    except RecursionError as error:
        raise SkinproofError("the JSON is nested too deeply", where=where) from error
    except ValueError as error:  # JSONDecodeError, and integers of thousands of digits
        raise SkinproofError(f"not valid JSON: {error}", where=where) from error


def document_of(checked: dict[str, Any]) -> Entry:
    """The document of checked JSON; objects in its lists are made when first accessed."""
    return ROOT.make(checked)


def _is_version_1(data: dict[str, Any]) -> bool:
    """Whether JSON is glTF 1.0: by its version, or by names of objects that glTF 2.0 numbers."""
    version = member(data, "asset", "version")
    named = any(isinstance(data.get(key), dict) for key in ("accessors", "meshes", "nodes", "scenes"))
    return named if version is None else str(version).split(".")[0] == "1"


def _check_version(checked: dict[str, Any]) -> None:
    needed = checked["asset"].get("minVersion")
    version = needed or checked["asset"]["version"]
    known = version == "2.0" if needed else version.split(".")[0] == "2"
    require(known, f"glTF version {version!r} is not supported", "/asset", fix="convert it to glTF 2.0")
