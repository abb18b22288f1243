"""A page that explains every button and setting, in the language of the interface."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any

import bpy
from bpy.types import Context, Operator, PropertyGroup

from ...skinning_core.files.output import write_text
from ...skinning_core.report.style import policy
from ..blender_classes import own_classes
from ..translations import say
from . import Action

_STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:46em;margin:2em auto;padding:0 1em;color-scheme:light dark}"
    "dt{font-weight:bold;margin-top:.8em}dd{margin:0 0 0 1.5em}"
)


class SKINPROOF_OT_help(Action):
    """Open a page that explains every button and setting, in your browser"""

    bl_label = "Help"
    bl_options = {"INTERNAL"}

    def act(self, context: Context) -> set[str]:
        path = Path(bpy.app.tempdir) / "skinproof-help.html"
        write_text(path, help_page())
        return show_in_browser(path)


def show_in_browser(path: Path) -> set[str]:
    """Open a page of this computer in the user's browser; the answer of an ``execute``."""
    return set(bpy.ops.wm.url_open(url=path.resolve().as_uri()))


def help_page() -> str:
    """One HTML page: every operator and every property, with its description."""
    buttons: list[tuple[str, str]] = []
    settings: list[tuple[str, str]] = []
    for cls in _registered():
        if issubclass(cls, Operator):
            buttons.append((cls.bl_label, " ".join((cls.__doc__ or "").split())))
        elif issubclass(cls, (PropertyGroup, bpy.types.AddonPreferences)):
            chosen = [prop for prop in cls.bl_rna.properties if prop.name and not prop.is_readonly]
            settings += [(prop.name, prop.description) for prop in chosen]
    title = f"Skinproof: {say('Help')}"
    parts = [_listed(say("Buttons"), buttons), _listed(say("Settings"), settings)]
    head = f'<!doctype html><meta charset="utf-8">{policy()}<title>{escape(title)}</title><style>{_STYLE}</style>'
    return "\n".join([head, f"<h1>{escape(title)}</h1>", *parts])


def _listed(heading: str, entries: Iterable[tuple[str, str]]) -> str:
    """Names with what they mean; two buttons may have one name, and each has its own."""
    rows = (
        f"<dt>{escape(say(name))}</dt><dd>{escape(say(text))}</dd>" for name, text in dict.fromkeys(entries) if text
    )
    return f"<h2>{escape(heading)}</h2><dl>{''.join(rows)}</dl>"


def _registered() -> list[Any]:
    from ..registration import MODULES

    root = __package__.rpartition(".")[0]
    return [cls for name in MODULES for cls in own_classes(import_module(f".{name}", root))]
