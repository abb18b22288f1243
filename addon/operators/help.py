"""The page of help: docs/window.md or its translation, then every button and setting by name.

It is a local file. *Help* opens it, and so does *Online Manual* (F1) over a button or setting of ours, at its place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any

import bpy
from bpy.types import Context, Operator, PropertyGroup

from ...skinning_core.files.output import write_text
from ...skinning_core.report.style import policy
from ..blender_classes import own_classes
from ..translations import language, say
from . import Action
from .manual import manual

_STYLE = (
    ":root{color-scheme:light dark}body{font:16px/1.5 sans-serif;max-width:46em;margin:2em auto;padding:0 1em}"
    "dt{font-weight:bold;margin-top:.8em}dd{margin:0 0 0 1.5em}"
    "table{border-collapse:collapse}"
    "td,th{border-bottom:1px solid #8886;padding:.4em;vertical-align:top;text-align:left}"
    "img{max-width:100%}pre{overflow:auto;background:#8882;padding:.8em}"
)

_NAME = "skinproof-help.html"


class SKINPROOF_OT_help(Action):
    """Open the page of help in your browser: first steps, every panel, every button"""

    bl_label = "Help"
    bl_options = {"INTERNAL"}

    def act(self, context: Context) -> set[str]:
        return show_in_browser(_written())


def _written() -> Path:
    path = Path(bpy.app.tempdir) / _NAME
    write_text(path, help_page())
    return path


def manual_map() -> tuple[str, tuple[tuple[str, str], ...]]:
    """For Blender's *Online Manual*: the page's folder, and the place of each button and setting."""
    if not (Path(bpy.app.tempdir) / _NAME).is_file():
        _written()
    folder = Path(bpy.app.tempdir).resolve().as_uri()
    return f"{folder}/", tuple((entry.place, f"{_NAME}#{entry.place}") for entry in (*_buttons(), *_settings()))


def show_in_browser(path: Path) -> set[str]:
    """Open a local page in the browser; returns the answer of an ``execute``."""
    return set(bpy.ops.wm.url_open(url=path.resolve().as_uri()))


def help_page() -> str:
    """One HTML page: the manual, then every operator and property with its description."""
    title = f"Skinproof: {say('Help')}"
    parts = [manual(language()), _listed(say("Buttons"), _buttons()), _listed(say("Settings"), _settings())]
    begin = f'<!doctype html><html lang="{language().replace("_", "-") or "en"}"><meta charset="utf-8">{policy()}'
    head = f"{begin}<title>{escape(title)}</title><style>{_STYLE}</style>"
    return "\n".join([head, f"<h1>{escape(title)}</h1>", *parts])


@dataclass(frozen=True)
class _Entry:
    """A button or a setting."""

    place: str  # Blender's name of it in small letters, by which the manual is asked
    name: str
    text: str


def _buttons() -> list[_Entry]:
    """Every operator."""
    return [
        _Entry(f"bpy.ops.{cls.bl_idname}", cls.bl_label, " ".join((cls.__doc__ or "").split()))
        for cls in _registered()
        if issubclass(cls, Operator)
    ]


def _settings() -> list[_Entry]:
    """Every property of the scene's settings and of the preferences."""
    groups = [cls for cls in _registered() if issubclass(cls, (PropertyGroup, bpy.types.AddonPreferences))]
    return [
        _Entry(f"bpy.types.{cls.bl_rna.identifier}.{prop.identifier}".lower(), prop.name, prop.description)
        for cls in groups
        for prop in cls.bl_rna.properties
        if prop.name and not prop.is_readonly
    ]


def _listed(heading: str, entries: Iterable[_Entry]) -> str:
    """Names with descriptions; two buttons of one name have an entry each."""
    rows = (
        f'<dt id="{escape(entry.place)}">{escape(say(entry.name))}</dt><dd>{escape(say(entry.text))}</dd>'
        for entry in entries
        if entry.text
    )
    return f"<h2>{escape(heading)}</h2><dl>{''.join(rows)}</dl>"


def _registered() -> list[Any]:
    from ..registration import MODULES

    root = __package__.rpartition(".")[0]
    return [cls for name in MODULES for cls in own_classes(import_module(f".{name}", root))]


def register() -> None:
    bpy.utils.register_manual_map(manual_map)


def unregister() -> None:
    bpy.utils.unregister_manual_map(manual_map)
