"""The words of an MD5 text file, with the line of each.

Both formats are words between white space, names in double quotes (which may contain spaces), ``( ... )`` around
vectors, ``{ ... }`` around blocks, ``// ...`` and ``/* ... */`` as comments, which are dropped.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from ..error import SkinproofError
from ..files.source import Source, read_source
from ..model import Float64

_BLANK = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_WORD = re.compile(r'"([^"\n]*)"|[(){}]|(?:[^\s(){}"/]|/(?![/*]))+')
_INTEGER = re.compile(r"[+-]?\d{1,10}")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
_PLAIN_NUMBERS = re.compile(r"[-+.\deE\s]*(?=\})")
#: No length is this large; squares of larger numbers would overflow float32.
_LARGEST = 1e15


class Reader:
    """Walks through the words of one file. Every method raises ``SkinproofError`` with ``file:line``."""

    def __init__(self, text: str, file: str, source: Source) -> None:
        self.source = source
        self._text = text
        self._file = file
        self._at = 0  # beginning of the search for the next word
        self._word_at = 0  # beginning of the last word: the line of an error

    @classmethod
    def open(cls, path: Path) -> Reader:
        """The reader of a file, as UTF-8 or else Latin-1 (which old exporters wrote)."""
        data, source = read_source(path, str(path))
        try:
            text = str(data, "utf-8-sig")
        except UnicodeDecodeError:
            text = str(data, "latin-1")
        return cls(text, path.name, source)

    def __len__(self) -> int:
        return len(self._text)

    @property
    def place(self) -> int:
        """The last word's place, for a later error (only then are lines counted)."""
        return self._word_at

    def error(self, what: str, *, at: int | None = None) -> SkinproofError:
        """The error for the last word, or for an earlier ``place``."""
        line = self._text.count("\n", 0, self._word_at if at is None else at) + 1
        return SkinproofError(what, where=f"{self._file}:{line}")

    def at_end(self) -> bool:
        """Whether only blanks and comments are left."""
        self._at = _end_of(_BLANK.match(self._text, self._at))
        return self._at == len(self._text)

    def word(self) -> str:
        """The next word; a name without its quotes."""
        return self._next()[0]

    def name(self) -> str:
        """The next word, a name in quotes."""
        text, quoted = self._next()
        if not quoted:
            raise self.error(f"expected a name in quotes, found '{text}'")
        return text

    def expect(self, wanted: str) -> None:
        """Take the next word, ``wanted``."""
        text = self.word()
        if text != wanted:
            raise self.error(f"expected '{wanted}', found '{text}'")

    def integer(self, what: str) -> int:
        """The next word, a whole number."""
        text, quoted = self._next()
        if quoted or not _INTEGER.fullmatch(text):
            raise self.error(f"expected {what} (a whole number), found '{text}'")
        return int(text)

    def count(self, what: str) -> int:
        """The next word, a whole number of at least 0."""
        value = self.integer(what)
        if value < 0:
            raise self.error(f"{what} is {value}: it cannot be negative")
        return value

    def number(self) -> float:
        """The next word, a finite number of sensible size."""
        text, quoted = self._next()
        if quoted or not _NUMBER.fullmatch(text):
            raise self.error(f"expected a number, found '{text}'")
        value = float(text)
        if not abs(value) < _LARGEST:
            raise self.error(f"the number {text} is out of range")
        return value

    def vector(self, count: int) -> list[float]:
        """The ``count`` numbers of ``( a b ... )``."""
        self.expect("(")
        values = [self.number() for _ in range(count)]
        self.expect(")")
        return values

    def numbers_of_block(self) -> Float64:
        """(n,) all numbers up to the closing ``}``, which is taken too. Most of a file is read so."""
        start = self._at
        plain = _PLAIN_NUMBERS.match(self._text, start)
        if plain is not None:
            try:
                values = np.array(plain.group().split(), np.float64)
            except ValueError:
                values = np.full(1, np.nan)  # the words are read again below, to find the error's line
            if not np.any(~(np.abs(values) < _LARGEST)):
                self._at = plain.end()
                self.expect("}")
                return values
        self._at = start
        numbers: list[float] = []
        while not self.next_is("}"):
            numbers.append(self.number())
        self.expect("}")
        return np.array(numbers)

    def next_is(self, word: str) -> bool:
        """Whether the next word is this one, which stays. The file's end is an error."""
        if self.at_end():
            self._word_at = len(self._text.rstrip())
            raise self.error("the file ends in the middle of a block")
        return self._text.startswith(word, self._at)

    def _next(self) -> tuple[str, bool]:
        if self.at_end():
            self._word_at = len(self._text.rstrip())
            raise self.error("the file ends too early")
        self._word_at = self._at
        word = _WORD.match(self._text, self._at)
        if word is None:
            kind = "a name is not closed" if self._text[self._at] == '"' else "a comment is not closed"
            raise self.error(f"{kind} before the end of the line" if kind.startswith("a name") else kind)
        self._at = word.end()
        quoted = word.group(1)
        return (word.group(), False) if quoted is None else (quoted, True)


def read_version(reader: Reader) -> None:
    """Take the first line of both formats, ``MD5Version 10``."""
    if reader.at_end() or reader.word() != "MD5Version":
        raise reader.error("not an MD5 file: it does not begin with MD5Version")
    version = reader.integer("the version")
    if version != 10:
        raise reader.error(f"MD5 version {version} is not supported: only version 10 is")


def _end_of(match: re.Match[str] | None) -> int:
    assert match is not None  # the pattern matches the empty string
    return match.end()
