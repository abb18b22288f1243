"""The list of a batch, made once: shards are cut from it, and their rows held against it in the end.

It has a line of JSON per model (``path``, ``size``, ``digest``, ``cost``), then one with their number, so a list that
was cut off shows. The layout is docs/schema/plan.json.
"""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from ..error import SkinproofError
from ..gltf.named_files import read_members
from ..text.count import counted
from .files import ModelFile, Shard, digest, find_models
from .row import Row
from .totals import name_hash

#: The layout of lines, as of ``row.ROW_SCHEMA``.
PLAN_SCHEMA = "skinproof.plan/1"

#: Seconds of one core for any model. From the characters of docs/performance.md, against Blender; only ratios between
#: models matter, here and in the next three.
_EACH = 0.1

#: Seconds for each time of a clip.
_PER_TIME = 6e-4

#: Seconds for each vertex at each time.
_PER_VERTEX = 6e-8

#: Seconds for each byte of the file.
_PER_BYTE = 2e-9

#: Most times of a clip that are compared, unless every key is asked for.
_MOST_TIMES = 120


@dataclass(frozen=True)
class Planned:
    """One model of a list."""

    path: str  # below the folder
    size: int  # bytes of the file itself
    digest: str
    cost: float  # seconds of one core, roughly
    fault: str = ""  # of a folder that could not be listed


def plan_lines(folder: str) -> Iterator[str]:
    """The lines of a folder's list, as the files are read. Raises ``SkinproofError`` as ``find_models`` does."""
    models = find_models([folder], Shard())
    for model in models:
        found = "" if model.fault else digest(model.path)
        told: dict[str, Any] = {"path": model.name, "size": model.size, "digest": found, "cost": _cost(model)}
        yield _line(**told, **({"fault": model.fault} if model.fault else {}))
    yield _line(event="end", models=len(models))


def read_plan(path: Path) -> Iterator[Planned]:
    """The models of a list, in order. Raises ``SkinproofError`` if it cannot be read, is none, or has no end."""
    count, end = 0, None
    try:
        with path.open(encoding="ascii") as file:
            for number, line in enumerate(file, start=1):
                data = json.loads(line)
                if data.pop("schema") != PLAN_SCHEMA or end is not None:
                    raise ValueError(f"line {number}")
                if data.get("event") == "end":
                    end = data["models"]
                else:
                    count += 1
                    yield Planned(**{name: data[name] for name in Planned.__dataclass_fields__ if name in data})
    except OSError as error:
        raise SkinproofError(f"cannot be read: {error.strerror}", where=str(path)) from error
    except (ValueError, TypeError, KeyError, AttributeError):
        raise SkinproofError("this is no list of skinproof plan", where=str(path)) from None
    if end != count:
        raise SkinproofError("this list was cut off", where=str(path), fix="make it again: skinproof plan FOLDER")


def planned_models(path: Path, folder: str, shard: Shard) -> list[ModelFile]:
    """A shard's models of a list, sorted by name, without a look at the folder.

    Shards are cut by cost: the dearest model left goes to the shard with least to do. Every machine comes to the same
    cut. Raises ``SkinproofError`` as ``read_plan`` does.
    """
    own: list[ModelFile] = []
    loads = [(0.0, number) for number in range(1, shard.count + 1)]
    for planned in sorted(read_plan(path), key=lambda planned: (-planned.cost, planned.path)):
        load, number = loads[0]
        heapq.heapreplace(loads, (load + planned.cost, number))
        if number == shard.number:
            place = (Path(folder) / planned.path).as_posix()
            own.append(ModelFile(planned.path, place, planned.size, planned.fault))
    return sorted(own, key=lambda model: model.name)


class Expected:
    """A list, against which rows are held as they pass by. It takes about 200 bytes a model."""

    def __init__(self, path: Path) -> None:
        """Raises ``SkinproofError`` as ``read_plan`` does."""
        self._path = path
        self._digests = {name_hash(each.path): each.digest[:16] for each in read_plan(path)}
        self._changed: list[str] = []
        self._extra: list[str] = []

    def take(self, row: Row) -> None:
        """Note a row: of a model of the list, changed since or not, or of another one.

        A row without a digest is of a model that could not be read, as the row says.
        """
        expected = self._digests.pop(name_hash(row.key.path), None)
        if expected is None:
            self._extra.append(row.key.path)
        elif row.key.digest and expected != row.key.digest[:16]:
            self._changed.append(row.key.path)

    @property
    def gaps(self) -> list[str]:
        """What does not agree, one sentence for each kind, with the first names."""
        missing = (each.path for each in read_plan(self._path) if name_hash(each.path) in self._digests)
        kinds = (
            (len(self._digests), missing, "of the list has no row", "of the list have no row"),
            (len(self._changed), iter(sorted(self._changed)), "has changed since", "have changed since"),
            (len(self._extra), iter(sorted(self._extra)), "is not in the list", "are not in the list"),
        )
        return [
            f"{counted(count, f'model {one}', f'models {many}')}: {_first(names, count)}"
            for count, names, one, many in kinds
            if count
        ]


def _first(names: Iterator[str], count: int, most: int = 20) -> str:
    told = ", ".join(islice(names, most))
    return told + (f" and {count - most} more" if count > most else "")


def _line(**members: Any) -> str:
    return json.dumps({"schema": PLAN_SCHEMA, **members}, ensure_ascii=True, separators=(",", ":"))


def _cost(model: ModelFile) -> float:
    """Seconds of one core that a model takes, roughly, by the numbers in its document; an .md5mesh's by its size."""
    cost: float = _EACH + model.size * _PER_BYTE
    members = read_members(Path(model.path), ["meshes", "animations", "accessors"]) if not model.fault else {}
    with suppress(LookupError, TypeError, ValueError, AttributeError):  # a broken file is refused at once
        counts = [accessor["count"] for accessor in members["accessors"]]
        primitives = [primitive for mesh in members["meshes"] for primitive in mesh["primitives"]]
        vertices = sum(counts[primitive["attributes"]["POSITION"]] for primitive in primitives)
        times = 1
        for clip in members.get("animations", []):
            keys = max((counts[sampler["input"]] for sampler in clip["samplers"]), default=1)
            times += min(2 * keys, _MOST_TIMES)
        cost += float(times * (_PER_TIME + vertices * _PER_VERTEX))
    return round(cost, 4)
