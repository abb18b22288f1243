"""Step 2, the resolver: URIs of a document become bytes, from data URIs or from files in the asset's own folder.

Nothing outside that folder is opened: URIs with another scheme (a drive's letter looks like one), rooted paths, "..",
links that lead out and, under Windows, names of devices are refused.
"""

from __future__ import annotations

import binascii
import os
import re
from pathlib import Path

from ..error import SkinproofError, require
from ..files.source import Source, is_file, read_source

_SCHEME = r"^[A-Za-z][A-Za-z0-9+.\-]*:"

#: Under Windows such a file is a device in every folder, whatever follows the first dot; reading CON waits for keys.
_DEVICE = r"(?:^|/)(?:con|prn|aux|nul|com[0-9]|lpt[0-9])[ ]*(?:[.:/]|$)"


class Resolver:
    """Resolves the URIs of one asset, and remembers the files read in ``sources``.

    ``folder`` None: data URIs only.
    """

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.sources: list[Source] = []

    def resolve(self, uri: str, where: str) -> memoryview:
        """The bytes behind a URI; ``where``: the JSON pointer for errors."""
        if uri.startswith("data:"):
            return _data_uri(uri, where)
        data, source = read_source(self.path_of(uri, where), where)
        self.sources.append(source)
        return data

    def inside(self, uri: str) -> Path | None:
        """The file that a URI names, there or not; None if outside the asset's folder, or a device."""
        try:
            return self._inside(uri, "")
        except SkinproofError:
            return None

    def path_of(self, uri: str, where: str) -> Path:
        """The file that a URI names. Raises ``SkinproofError`` if it is missing or outside the asset's folder."""
        path, shown = self._inside(uri, where), _shown(uri)
        if not is_file(path):
            if os.path.lexists(path):
                raise SkinproofError(f"{shown} is a folder, a device or a broken link, no file", where=where)
            other = _in_other_case(path)
            place = f"rename {other!a}, which differs in case only" if other else "put it into the model's folder"
            raise SkinproofError(f"{shown} is missing", where=where, fix=f"{place}, as {shown}")
        return path

    def _inside(self, uri: str, where: str) -> Path:
        from urllib.parse import unquote  # a .glb names no files

        shown = _shown(uri)
        relative = unquote(uri)
        rooted = relative.startswith(("/", "\\")) or re.match(_SCHEME, relative) or is_device(relative)
        broken = not relative or any(ord(c) < 32 for c in relative) or "\\" in relative
        if rooted or broken or ".." in relative.split("/"):
            backslashes = "\\" in relative and not rooted
            fix = "write / for each backslash in the URI" if backslashes else "put the file beside the model"
            raise SkinproofError(f"{shown} is not a path inside the asset's folder", where=where, fix=fix)
        if self.folder is None:
            raise SkinproofError(f"{shown} cannot be found: the asset was not read from a folder", where=where)
        path = self.folder / relative
        try:
            inside = path.resolve().is_relative_to(self.folder.resolve())
        except (OSError, ValueError) as error:
            raise SkinproofError(f"{shown} cannot be opened: {error}", where=where) from error
        require(inside, f"{shown} leads out of the asset's folder", where)
        return path


def _shown(uri: str) -> str:
    return ascii(uri if len(uri) < 80 else uri[:77] + "...")


def is_device(relative: str, system: str = os.name) -> bool:
    """Whether a path names a device under ``system``, as Python calls it; "nt" is Windows."""
    return system == "nt" and re.search(_DEVICE, relative, re.IGNORECASE) is not None


def _in_other_case(path: Path) -> str:
    """The name beside a missing file that differs in case only, or "".

    Windows and macOS open that file, so a model made there may name it.
    """
    try:
        names = sorted(entry.name for entry in path.parent.iterdir())
    except OSError:
        return ""
    return next((name for name in names if name.casefold() == path.name.casefold()), "")


def _data_uri(uri: str, where: str) -> memoryview:
    from urllib.parse import unquote, unquote_to_bytes

    header, comma, payload = uri.partition(",")
    require(comma, "data URI without a comma", where)
    require(not header.endswith(";;base64"), "data URI with an empty parameter before ;base64", where)
    if not header.endswith(";base64"):
        return memoryview(unquote_to_bytes(payload))
    text = unquote(payload) if "%" in payload else payload
    try:
        # As base64.b64decode, without its copy of the string.
        return memoryview(binascii.a2b_base64(text + "=" * (-len(text) % 4), strict_mode=True))
    except (binascii.Error, ValueError) as error:
        raise SkinproofError(f"data URI is not valid base64: {error}", where=where) from error
