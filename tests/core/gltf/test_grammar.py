"""Reader and ``check`` have one grammar: the reader refuses a form exactly if check finds an error in what it reads."""

from __future__ import annotations

import json
import math
import re
import struct
from collections.abc import Iterator
from itertools import islice
from typing import Any

from skinning_core import SkinproofError
from skinning_core.check.document.form import check_form
from skinning_core.check.finding import Finding
from skinning_core.files.limits import DEFAULT
from skinning_core.gltf.document import parse_json
from tests.core.check import documents
from tests.core.sizes import as_if_large, as_if_small
from tests.fuzz import mutate
from tests.fuzz.seeds import seeds
from tests.tiny import Tiny

#: Faults that no reader can get over, wherever it reads.
STOPS = {"TYPE_MISMATCH", "ARRAY_TYPE_MISMATCH", "INVALID_INDEX", "UNDEFINED_PROPERTY", "ARRAY_LENGTH_NOT_IN_LIST"}
#: What the reader does not look at: it cannot move a vertex, or is read (extensions, materials) by those who need it.
UNREAD = re.compile(
    r".*/extensions(/[^/]*)?|/cameras.*|/(images|materials|samplers|textures)/\d+"
    r"|/nodes/\d+/camera|/bufferViews/\d+/target|/accessors/\d+/(min|max)"
)
#: Arrays of a length that the reader needs.
FIXED = re.compile(r"/nodes/\d+/(rotation|translation|scale|matrix)")
#: Below this JSON holds integers exactly. Greater ones the reader refuses, and check judges what they refer to.
EXACT = 2**53
CASES = 2000


def spoilt() -> Iterator[Any]:
    """Documents with any value left out or replaced, and documents spoilt with their structure in view."""
    base = documents.valid()
    base.data["cameras"] = [{"type": "perspective"}]
    base.data["nodes"][4]["camera"] = 0
    base.data["buffers"][0]["byteLength"] = len(base.buffer)
    for _, made in islice(documents.forms(base), 0, None, 3):
        yield made.data
    whole = [Tiny().glb(), documents.valid().glb(), *(data for suffix, data in seeds() if suffix == ".glb")]
    for number in range(CASES):
        try:
            yield mutate.Document(mutate.spoilt(whole[number % len(whole)], number)).json
        except (ValueError, struct.error):  # the header or the JSON itself is broken
            continue


def numbers(value: Any) -> Iterator[float]:
    """All numbers of a document."""
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from numbers(inner)
    elif type(value) in (int, float):
        yield value


def at(data: Any, pointer: str) -> Any:
    """The value at a JSON pointer."""
    for name in pointer.split("/")[1:]:
        data = data[int(name) if isinstance(data, list) else name.replace("~1", "/").replace("~0", "~")]
    return data


def refuses(finding: Finding, data: Any) -> bool:
    """Whether a reader cannot get over what a finding says, told by its code, its place and the value there."""
    if UNREAD.fullmatch(finding.pointer):
        return False
    if finding.code == "EMPTY_ENTITY":
        return FIXED.fullmatch(finding.pointer) is not None
    if finding.code == "VALUE_NOT_IN_RANGE":  # a bound is the specification's, a sign and infinity are the reader's too
        value = at(data, finding.pointer)
        return not math.isfinite(value) or (value < 0 and FIXED.match(finding.pointer) is None)
    return finding.code in STOPS


def test_the_reader_refuses_what_check_calls_an_error_of_what_is_read() -> None:
    refused = passed = 0
    for data in spoilt():
        asset = data.get("asset") if isinstance(data, dict) else None
        if not isinstance(asset, dict) or asset.get("version") != "2.0" or "minVersion" in asset:
            continue  # versions are told by other tests
        if any(abs(number) >= EXACT and float(number).is_integer() for number in numbers(data)):
            continue
        findings = [finding for finding in check_form(data)[0] if refuses(finding, data)]
        assert all(finding.severity == "error" for finding in findings)
        text = json.dumps(data).encode()
        for size in (as_if_small, as_if_large):  # value by value, and all at once
            try:
                with size():
                    parse_json(text, "", DEFAULT)
            except SkinproofError as error:
                assert (error.where, error.what) in {(f.pointer, f.sentence) for f in findings}, (error, findings)
            else:
                assert not findings
        refused, passed = refused + bool(findings), passed + (not findings)
    assert refused > 1000, (refused, passed)
    assert passed > 1000, (refused, passed)
