"""A sentence as data: a template and the values for its {places}. It is its own English text.

Places are as in ``str.format``: ``{clip!r}``, ``{error:.2g}``. The format holds in every language; tables of
translations have the template without it, as "{clip}". A value is text, a number, a sentence (translated too), or
several of these in a row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from string import Formatter
from types import MappingProxyType
from typing import Any, SupportsFloat, SupportsIndex

#: Gives a template in another language, or the same if that language lacks it.
Translate = Callable[[str], str]

#: Larger numbers have an exponent: their digits tell nobody anything.
_WRITTEN_OUT = 1e9

_DATA = {"text", "template", "values"}


class Sentence(str):
    """English text that knows its parts; immutable, and equal to any ``str`` of the same text."""

    template: str
    values: Mapping[str, object]
    code: str  # of a list that says more of it, such as causes; empty: none

    def __new__(cls, text: str, template: str, values: Mapping[str, object], code: str = "") -> Sentence:
        """Keep what ``sentence`` computed."""
        made = super().__new__(cls, text)
        made.template = template
        made.values = MappingProxyType(dict(values))
        made.code = code
        return made

    def with_code(self, code: str, **values: object) -> Sentence:
        """The same sentence with its code in a list; values: further ones, which the text does not show."""
        return Sentence(str(self), self.template, {**self.values, **values}, code)

    def said(self, translate: Translate) -> str:
        """In another language; all in English if that language lacks the template."""
        known = bare(self.template)
        pattern = translate(known)
        if pattern == known and any(map(str.isalpha, "".join(literal for literal, _ in _places(self.template)))):
            return str(self)
        return pattern.format_map(_written(self.template, self.values, translate))

    @property
    def data(self) -> dict[str, Any]:
        """For JSON: text, template, values; sentences among these as their own data. See ``from_data``."""
        data = {"text": str(self), "template": self.template, "values": {k: _data(v) for k, v in self.values.items()}}
        return {**data, "code": self.code} if self.code else data

    def __reduce__(self) -> tuple[type[Sentence], tuple[str, str, dict[str, object], str]]:
        return Sentence, (str(self), self.template, dict(self.values), self.code)


def sentence(template: str, /, **values: object) -> Sentence:
    """A template with ``values`` at its places. Raises ``KeyError`` if a place has no value."""
    kept = {name: _kept(value) for name, value in values.items()}
    return Sentence(bare(template).format_map(_written(template, kept, str)), template, kept)


def joined(parts: Sequence[str], between: str = "; ") -> Sentence:
    """Several sentences as one, by the template "{first}; {second}": the last after all before it."""
    first, *others = parts or [""]
    whole = first if isinstance(first, Sentence) else sentence("{first}", first=first)
    for second in others:
        whole = sentence(f"{{first}}{between}{{second}}", first=whole, second=second)
    return whole


def as_sentence(words: str) -> Sentence:
    """A sentence as it is; other text as one without values, translatable if it never changes."""
    if isinstance(words, Sentence):
        return words
    return Sentence(words, words.replace("{", "{{").replace("}", "}}"), {})


def data_of(words: str) -> str | dict[str, Any]:
    """For JSON: a sentence's data; other text as it is."""
    return words.data if isinstance(words, Sentence) else str(words)


def from_data(data: object) -> str:
    """The reverse of ``data_of``. Anything else is text."""
    if not isinstance(data, dict) or set(data) - {"code"} != _DATA:
        return str(data)
    values = {str(name): _from_data(value) for name, value in data["values"].items()}
    return Sentence(data["text"], data["template"], values, data.get("code", ""))


@cache
def bare(template: str) -> str:
    """A template without formats: "{clip}" for "{clip!r}"."""
    places = _places(template)
    return "".join(
        literal.replace("{", "{{").replace("}", "}}") + ("" if place is None else f"{{{place[0]}}}")
        for literal, place in places
    )


@cache
def _places(template: str) -> tuple[tuple[str, tuple[str, str, str] | None], ...]:
    """A template's words, and after each the next value's name, conversion and format, if any."""
    return tuple(
        (literal, None if name is None else (name, conversion or "", form or ""))
        for literal, name, form, conversion in Formatter().parse(template)
    )


def _written(template: str, values: Mapping[str, object], translate: Translate) -> dict[str, str]:
    return {
        name: _value(values[name], conversion, form, translate)
        for name, conversion, form in (place for _, place in _places(template) if place)
    }


def _value(value: object, conversion: str, form: str, translate: Translate) -> str:
    if isinstance(value, Sentence):
        return value.said(translate)
    if isinstance(value, tuple):
        return ", ".join(_value(each, conversion, form, translate) for each in value)
    if isinstance(value, float) and form.endswith("g") and 1.0 <= abs(value) < _WRITTEN_OUT:
        return _without_exponent(value, form)
    return format(repr(value) if conversion == "r" else value, form)


def _without_exponent(value: float, form: str) -> str:
    """4200 rather than 4.2e+03: a number that people read has no exponent."""
    told = format(value, form)
    return f"{value:,.0f}" if "e" in told else told


def _kept(value: object) -> object:
    """A value as Python's own text or number, to be stored."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, list | tuple):
        return tuple(map(_kept, value))
    if isinstance(value, SupportsIndex):
        return int(value)
    return float(value) if isinstance(value, SupportsFloat) else str(value)


def _data(value: object) -> object:
    if isinstance(value, tuple):
        return list(map(_data, value))
    return data_of(value) if isinstance(value, str) else value


def _from_data(value: object) -> object:
    if isinstance(value, list):
        return tuple(map(_from_data, value))
    return from_data(value) if isinstance(value, dict) else value
