"""What the tab "Skinproof" says, as data: each panel's rows, read by drawing it into a layout that keeps words.

Runs inside Blender, with a window and without: what a screenshot showed is kept with it, and tests ask again.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import bpy

#: So wide that every sentence is one line.
WIDTH = 100_000


class Rows:
    """Takes whatever a panel draws, and keeps what can be read of it: labels, names and values, buttons."""

    def __init__(self, rows: list[str]) -> None:
        self.__dict__["rows"] = rows

    def label(self, *, text: str = "", **_: Any) -> None:
        self.rows.extend([text] if text else [])

    def prop(self, data: Any, name: str, *, text: str | None = None, expand: bool = False, **_: Any) -> None:
        known, value = data.bl_rna.properties[name], getattr(data, name)
        if expand:
            value = [item.name for item in known.enum_items]
        elif known.type == "ENUM":
            value = bpy.types.UILayout.enum_item_name(data, name, value)
        elif isinstance(value, float):
            value = f"{value:.3g}"
        self.rows.append(f"{known.name if text is None else text}: {value}")

    def prop_search(self, data: Any, name: str, *_: Any, **options: Any) -> None:
        self.prop(data, name, text=options.get("text"))

    def operator(self, name: str, *, text: str | None = None, **_: Any) -> Any:
        room, kind = name.split(".")
        self.rows.append(f"[{getattr(getattr(bpy.ops, room), kind).get_rna_type().name if text is None else text}]")
        return SimpleNamespace()

    def operator_menu_enum(self, name: str, *_: Any, **options: Any) -> None:
        self.operator(name, text=options.get("text"))

    def panel(self, *_: Any, default_closed: bool = False, **__: Any) -> tuple[Rows, Rows | None]:
        return Rows(self.rows), None if default_closed else Rows(self.rows)

    def template_list(self, _kind: str, _id: str, data: Any, items: str, *_: Any, **__: Any) -> None:
        self.rows.extend(f"- {item.name}" for item in getattr(data, items))

    def __getattr__(self, _name: str) -> Any:
        return lambda *_, **__: Rows(self.rows)

    def __setattr__(self, _name: str, _value: Any) -> None:
        pass


class InSideBar:
    """The context, as if a wide side bar were being drawn: without a window there is no region, and its scale is 0."""

    region = SimpleNamespace(width=WIDTH)

    @property
    def preferences(self) -> SimpleNamespace:
        own = bpy.context.preferences
        return SimpleNamespace(system=SimpleNamespace(ui_scale=1.0), addons=own.addons, ui_styles=own.ui_styles)

    def __getattr__(self, name: str) -> Any:
        return getattr(bpy.context, name)


def said(*, shown: bool = True) -> dict[str, Any]:
    """The rows of each panel of the tab that is there, none of those that are closed; and what the view is of.

    ``shown``: whether there is a side bar.
    """
    found: dict[str, list[str]] = {}
    for name in sorted(name for name in dir(bpy.types) if shown and name.startswith("SKINPROOF_PT_")):
        panel = getattr(bpy.types, name)
        if hasattr(panel, "poll") and not panel.poll(InSideBar()):
            continue
        rows = found[panel.bl_label] = []
        if "DEFAULT_CLOSED" not in getattr(panel, "bl_options", ()):
            panel.draw(SimpleNamespace(layout=Rows(rows)), InSideBar())
    scene = bpy.context.scene
    overlays = scene.skinproof_overlay
    drawn = {name: getattr(overlays, name) for name in ("rest", "bind", "current", "ghost", "paint", "joint", "crowd")}
    return {
        "panels": found,
        "drawn": {**drawn, "heat map": round(scene.skinproof.heat_map.time, 3)},
        "frame": scene.frame_current,
    }
