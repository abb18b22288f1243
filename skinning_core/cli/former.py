"""Spellings of 0.2: they work for one more release, with one sentence that says how the same is spelled now.

``verify`` had nine jobs and 38 options. A file beside a file is ``compare`` now, a scene ``scene``, many models
``folder``. ``explain`` and ``picture`` have one option for what were two.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path

from ..report.text import printable
from .against import FILES

#: Options of 0.2 without a value.
_FLAGS = frozenset(("--loop", "--all", "--exponents", "--strict", "--no-strict", "--debug", "--help", "-h"))
_FLAGS |= frozenset(("--resume", "--collect", "--serve"))

#: Options for many models only.
_OF_MANY = frozenset(f"--{name}" for name in ("jobs", "plan", "shard", "jsonl", "resume", "retry", "collect", "dask"))
_OF_MANY |= frozenset(f"--{name}" for name in ("timeout", "memory", "junit", "sarif", "folder", "serve"))

#: Stored results.
_RESULTS = (".npz", ".json", ".csv")

#: By verb, the option of today, what joins two of 0.2 in it, and these with their defaults.
_PAIRS = {
    "explain": ("--vertex", ":", {"--part": "0", "--vertex": "0"}),
    "picture": ("--crowd", ",", {"--spacing": "1.1", "--offset": "0.13"}),
}

#: An option and its value, if any; or a positional, whose name is "".
_Word = tuple[str, str | None]


def respelled(argv: Sequence[str], verbs: Collection[str]) -> list[str]:
    """The words as they are spelled now; a sentence on stderr tells if they were others.

    verbs: existing ones; without the farm there is no ``folder``.
    """
    words = list(argv)
    parsed = list(_parsed(words[1:]))
    if words[0] == "verify":
        now = _in_words(_verb_and_words(parsed, "folder" in verbs))
    else:
        now = _in_words(_merged(words[0], parsed))
    if now is None:
        return words
    told = shlex.join(now)
    print(f"skinproof: this is spelled `skinproof {printable(told)}` now, and as before until 0.4", file=sys.stderr)
    return now


def _parsed(words: Sequence[str]) -> Iterable[_Word]:
    left = iter(words)
    for word in left:
        if word == "--":
            yield from (("", path) for path in left)
            return
        name, equals, value = word.partition("=")
        if not word.startswith("-") or word == "-":
            yield "", word
        elif equals:
            yield name, value
        else:
            yield word, None if word in _FLAGS else next(left, None)


def _verb_and_words(parsed: Sequence[_Word], farm: bool) -> tuple[str, list[str], list[_Word]] | None:
    """The verb, its positionals and its options; None if nothing has changed."""
    models = [str(value) for name, value in parsed if not name]
    options = [(name, value) for name, value in parsed if name]
    names, changed = {name for name, _ in options}, list(_options(options))
    if "--scene" in names:
        return "scene", [*_values(changed, "--scene"), *models], _without(changed, "--scene")
    if farm and (names & _OF_MANY or any(Path(model).is_dir() for model in models)):
        return "folder", models, changed
    if len(models) == 1 and "--against" in names:
        against = ",".join(_values(options, "--against")).split(",")
        if any(map(_is_file, against)):
            return "compare", [*models, *filter(None, against)], _without(changed, "--against")
    return None if changed == options else ("verify", models, changed)


def _values(options: Sequence[_Word], asked: str) -> list[str]:
    return [str(value) for name, value in options if name == asked]


def _without(options: Sequence[_Word], left_out: str) -> list[_Word]:
    return [(name, value) for name, value in options if name != left_out]


def _merged(verb: str, parsed: Sequence[_Word]) -> tuple[str, list[str], list[_Word]] | None:
    """``explain`` and ``picture`` with two options as one; None without an old one."""
    new, joined, pair = _PAIRS[verb]
    given = dict(parsed)
    if not (set(pair) - {new}) & given.keys():
        return None
    value = joined.join(str(given.get(name, default)) for name, default in pair.items())
    positionals = [str(word) for name, word in parsed if not name]
    return verb, positionals, [*(each for each in parsed if each[0] and each[0] not in pair), (new, value)]


def _is_file(name: str) -> bool:
    return name.lower().endswith((*FILES, *_RESULTS)) or (bool(name) and Path(name).is_dir())


def _options(options: Sequence[_Word]) -> Iterable[_Word]:
    """Two options for the screen are one now, two for normals, and two for the table."""
    last = dict(options)
    out = "--normals" in last and last["--normals"] == "out"
    table = [word for old, word in (("--all", "clips"), ("--exponents", "exponents")) if old in last]
    screen = [last.get("--viewport") or "1080", *([last["--fill"] or ""] if "--fill" in last else [])]
    told = set[str]()
    for name, value in options:
        new = {
            "--viewport": ("--screen", ",".join(screen)),
            "--fill": ("--screen", ",".join(screen)),
            "--normal-tolerance": ("--normals", "out" if out else value),
            "--all": ("--table", ",".join(table)),
            "--exponents": ("--table", ",".join(table)),
            "--pose": ("--judge", "pose"),
        }.get(name, (name, value))
        merged = name != "--table" and new[0] in ("--screen", "--table", "--normals")
        if (name, value) == ("--normals", "in") or (merged and new[0] in told):
            continue
        told |= {new[0]} if merged else set()
        yield new


def _in_words(found: tuple[str, list[str], list[_Word]] | None) -> list[str] | None:
    if found is None:
        return None
    verb, positionals, options = found
    words: list[str] = []
    for name, value in options:
        joined = value is not None and (value.startswith("-") or name in ("--times", "--frames"))
        words += [f"{name}={value}"] if joined else [name] if value is None else [name, value]
    if any(path.startswith("-") for path in positionals):
        return [verb, *words, "--", *positionals]
    return [verb, *positionals, *words]
