"""No word of the tab is cut, in English and Chinese: each panel drawn into a layout that shares widths as Blender does.

Blender shortens what has no room by an ellipsis and says so to nobody. Widths are those at scale 1: at 200 % letters
and side bar are twice as wide. How much room a text has beside its icon was read off screenshots.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tests.blender.example_scene import EXAMPLE
from tests.blender.module import module
from tests.thin import thin_example

bpy = pytest.importorskip("bpy")
blf = pytest.importorskip("blf")

from tests.window.inside.side_bar import InSideBar  # noqa: E402 -- it needs bpy

#: Pixels of a side bar as Blender opens it.
SIDE_BAR = 292.0
#: Pixels of a panel's content in it.
CONTENT = 236.0
#: Pixels of a side bar whose edge was dragged, and what has its room there.
NARROW = 160.0
#: What is cut there: the settings in *Advanced* and below *Mesh*, whose names stand beside values.
CUT_WHEN_NARROW = (
    *("Accepted", "Compared", "Strict Placement", "Other Modifiers", "Every Frame", "What Plays Now"),
    *("Raw Weights", "As Directions", "Smoothness", "Opacity", "Mistake", "Unmatched Vertices"),
)
#: Pixels of what stands beside the files in Blender's file browser.
BROWSER = 230.0
#: Pixels that the frame of a box takes.
BOX = 10.0
#: Pixels of an icon.
ICON = 20.0
#: Pixels of a text's margins.
MARGIN = 4.0
#: Pixels of the arrow of a menu.
ARROW = 14.0
#: Pixels more at the edges of a button.
EDGES = 6.0
#: Of a row in which names stand beside values: the names' part.
NAMES = 0.4


class Leaf:
    """A text with what stands beside it. ``parts``: each text and the part of the width that it has."""

    def __init__(self, texts: list[tuple[str, float, float]]) -> None:
        self.texts = texts  # a text, its part of the width, and pixels of what stands beside it

    @property
    def natural(self) -> float:
        return sum(room(text, beside) for text, _, beside in self.texts)

    def cut(self, width: float) -> Iterator[str]:
        for text, part, beside in self.texts:
            if text and room(text, beside) > math.ceil(width * part) + 1:
                yield f"{text!r} needs {room(text, beside):.0f} of {width * part:.0f} pixels"


def room(text: str, beside: float) -> float:
    return (float(blf.dimensions(0, text)[0]) + MARGIN if text else 0.0) + beside


class Cells:
    """A layout that keeps what is drawn into it, to say what of it is cut."""

    def __init__(self, words: Callable[[str], str], kind: str = "column", *, split: bool = False, part: float = 0.0):
        self.__dict__.update(words=words, kind=kind, children=[], use_property_split=split, part=part)

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "use_property_split":
            self.__dict__[name] = value

    def _new(self, kind: str, part: float = 0.0) -> Cells:
        self.children.append(Cells(self.words, kind, split=self.use_property_split, part=part))
        return self.children[-1]

    def _leaf(self, *texts: tuple[str, float, float]) -> None:
        self.children.append(Leaf(list(texts)))

    def row(self, **_: Any) -> Cells:
        return self._new("row")

    def column(self, **_: Any) -> Cells:
        return self._new("column")

    def box(self) -> Cells:
        return self._new("box")

    def split(self, *, factor: float = 0.0, **_: Any) -> Cells:
        return self._new("split", factor)

    def separator(self, **_: Any) -> None:
        pass

    def panel(self, *_: Any, **__: Any) -> tuple[Cells, Cells]:
        return self._new("row"), self._new("column")

    def label(self, *, text: str = "", icon: str = "NONE", translate: bool = True) -> None:
        self._leaf((self.words(text) if translate else text, 1.0, ICON * (icon != "NONE")))

    def operator(self, name: str, *, text: str | None = None, icon: str = "NONE", translate: bool = True, **_: Any):
        kind = getattr(bpy.ops.skinproof, name.partition(".")[2]).get_rna_type()
        told = self.words(kind.name) if text is None else self.words(text) if translate else text
        self._leaf((told, 1.0, ICON * (icon != "NONE") + EDGES * bool(told)))
        return SimpleNamespace()

    def operator_menu_enum(self, name: str, *_: Any, icon: str = "NONE") -> None:
        self.operator(name, icon=icon)

    def progress(self, *, text: str = "", **_: Any) -> None:
        self._leaf((text, 1.0, 0.0))

    def menu(self, *_: Any, text: str = "", icon: str = "NONE") -> None:
        self._leaf((text, 1.0, ICON * (icon != "NONE")))

    def template_list(self, *_: Any, **__: Any) -> None:
        self._leaf(("", 1.0, 4.0 * ICON))

    def prop(
        self, data: Any, name: str, *, text: str | None = None, icon: str = "NONE", expand: bool = False, **_: Any
    ) -> None:
        known = data.bl_rna.properties[name]
        told = self.words(known.name if text is None else text)
        beside = ICON * (icon != "NONE")
        if expand:
            row = self._new("row" if self.kind == "row" else "column")
            for item in known.enum_items:
                row._leaf((self.words(item.name), 1.0, 0.0))
        elif known.type == "BOOLEAN":
            share = 1.0 - NAMES if self.use_property_split and icon == "NONE" else 1.0
            self._leaf((told, share, max(beside, ICON)))
        elif known.type == "ENUM":
            items = {item.identifier: item.name for item in known.enum_items}
            value = self.words(items[getattr(data, name)]) if getattr(data, name) in items else ""
            apart = (NAMES, 1.0 - NAMES) if self.use_property_split and told else (0.0, 1.0)
            self._leaf((told if apart[0] else "", apart[0], 0.0), (value, apart[1], ARROW))
        else:
            self._leaf((told, NAMES if self.use_property_split else 0.6, 0.0))

    def prop_search(self, *_: Any, **__: Any) -> None:
        self._leaf(("", 1.0, 3.0 * ICON))

    @property
    def natural(self) -> float:
        widths = [child.natural for child in self.children]
        return sum(widths) if self.kind in ("row", "split") else max(widths, default=0.0)

    def cut(self, width: float) -> Iterator[str]:
        """What has no room in ``width`` pixels."""
        inner = width - BOX * (self.kind == "box")
        for child, own in zip(self.children, self._shared(inner), strict=True):
            yield from child.cut(own)

    def _shared(self, width: float) -> list[float]:
        count = len(self.children)
        if self.kind == "split":
            rest = max(count - 1, 1)
            first = self.part or 1.0 / max(count, 1)
            return [width * first] + [width * (1.0 - first) / rest] * (count - 1) if count else []
        if self.kind != "row":
            return [width] * count
        natural = [child.natural for child in self.children]
        scale = width / sum(natural) if sum(natural) else 1.0
        return [each * scale for each in natural]


def cut(words: Callable[[str], str], side_bar: float = SIDE_BAR) -> list[str]:
    """What is cut in any panel of the tab, folded or not, as it is now. side_bar: its width, in pixels."""
    found: list[str] = []
    context = InSideBar()
    context.region = SimpleNamespace(width=side_bar)
    blf.size(0, bpy.context.preferences.ui_styles[0].widget.points)
    for name in sorted(name for name in dir(bpy.types) if name.startswith("SKINPROOF_PT_")):
        panel, layout = getattr(bpy.types, name), Cells(words)
        if not hasattr(panel, "poll") or panel.poll(context):
            panel.draw(SimpleNamespace(layout=layout), context)
            found += [f"{name}: {each}" for each in layout.cut(CONTENT + side_bar - SIDE_BAR)]
    return found


@pytest.fixture(params=["English", "Chinese"])
def words(request: pytest.FixtureRequest, extension: str) -> Callable[[str], str]:
    """What a word of the tab is in a language."""
    if request.param == "English":
        return lambda word: word
    request.getfixturevalue("in_chinese")
    known = module(extension, "addon.translations").LANGUAGES["zh_HANS"]
    return lambda word: known.get(word, word)


def spoilt() -> None:
    bpy.ops.skinproof.select_character()
    for mesh in [ob for ob in bpy.context.scene.objects if ob.select_get() and len(ob.vertex_groups) > 1]:
        bpy.context.view_layer.objects.active = mesh
        bpy.ops.object.vertex_group_limit_total(group_select_mode="ALL", limit=1)


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_a_name_in_the_list_has_its_room(extension: str, scale: float) -> None:
    """'RobotExpressive' stood there as 'RobotExp...', for the sake of '14 of 14 clips'."""
    panels, region = module(extension, "addon.panels"), SimpleNamespace(width=SIDE_BAR * scale)
    system, styles = SimpleNamespace(ui_scale=scale), bpy.context.preferences.ui_styles
    context = SimpleNamespace(region=region, preferences=SimpleNamespace(system=system, ui_styles=styles))
    assert panels.fit_beside(context, "Fox", "14 of 14 clips")
    assert not panels.fit_beside(context, "RobotExpressive", "14 of 14 clips")


def test_a_name_in_the_list_is_not_translated(extension: str) -> None:
    """An artist's 'Armature' stood there in Chinese."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    layout, item = Cells(lambda word: f"{word} in another language"), bpy.context.scene.skinproof.character
    bpy.types.SKINPROOF_UL_characters.draw_row(None, InSideBar(), layout, item)
    assert layout.children[0].children[0].texts[0][0] == item.name


def test_the_price_of_a_rig_has_its_room_in_the_file_browser(extension: str, words: Callable[[str], str]) -> None:
    """The frame rates of file and scene stood there in one line, of which the second was cut."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    importing, session = (module(extension, f"addon.{name}") for name in ("operators.import_skin", "state.session"))
    importing.look_at(bpy.context, EXAMPLE)
    rate = module(extension, "addon.rig.frame_rate").FrameRate(30_000, 1001.0)
    bpy.context.scene.render.fps_base = 1.001
    look = replace(session.session.first_looks[EXAMPLE], rate=rate)
    seen = tuple(replace(price, error=0.0123, metres=12.3456) for price in look.prices)
    blf.size(0, bpy.context.preferences.ui_styles[0].widget.points)
    for prices in (look.prices, seen):
        layout = Cells(words)
        importing.draw_look(layout, bpy.context, EXAMPLE, replace(look, prices=prices), "EXACT")
        assert not list(layout.cut(BROWSER))


def test_no_word_is_cut(extension: str, words: Callable[[str], str]) -> None:
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    found = cut(words) + cut(words, NARROW)
    bpy.ops.skinproof.import_skin(filepath=str(EXAMPLE))
    settings = bpy.context.scene.skinproof
    settings.character.clip = "0"
    found += cut(words)
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    found += cut(words)
    spoilt()
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    bpy.ops.skinproof.show_heat_map()
    bpy.ops.skinproof.explain_vertex(which="WORST")
    found += cut(words)
    # Which is wider than each word of the list, the verdict, the causes and their buttons.
    known = [repr(words(word)) for word in CUT_WHEN_NARROW]
    found += [line for line in cut(words, NARROW) if not any(word in line for word in known)]
    overlays = bpy.context.scene.skinproof_overlay
    overlays.crowd, overlays.ghost, overlays.rest = True, "BOTH", True
    for stage in ("MESH", "OWN", "JOINT", "POSED"):
        overlays.stage = stage
        found += cut(words)
    for engine in ("fast", "gpu", "stock", "blender"):
        settings.engine = engine
        found += cut(words)
    settings.question = "POSE"
    found += cut(words)
    assert not found, "\n".join(sorted(set(found)))


def test_a_verdict_has_its_room_beside_the_buttons_of_what_is_lost(extension: str, words: Callable[[str], str]) -> None:
    """It stood there as "Differs: visib...lips, worst in"."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    bpy.ops.skinproof.import_skin(filepath=str(thin_example()))
    bpy.data.objects.remove(next(ob for ob in bpy.context.scene.objects if ob.type == "MESH"))
    assert bpy.ops.skinproof.compare(scope="ALL") == {"FINISHED"}
    assert bpy.context.scene.skinproof.result.lost
    assert not cut(words)
