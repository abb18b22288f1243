"""File > Import > Character (Skinproof), and files dropped into a 3D view.

A first look at the file is shown in the import's dialog, or after a button is pressed.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import bpy
from bpy.props import BoolProperty, CollectionProperty, EnumProperty, FloatProperty, StringProperty
from bpy.types import Context, Event, FileHandler, OperatorFileListElement, UILayout
from bpy_extras.io_utils import ImportHelper, poll_file_object_drop

from ...skinning_core.error import SkinproofError
from ...skinning_core.model import Model
from ...skinning_core.pose.stillness import still_parts
from ...skinning_core.text.sentence import Sentence
from ..rig.frame_rate import rate_of_keys
from ..rig.kinds import RigKind
from ..rig.price import FirstLook, first_look
from ..scene.build.importer import ImportChoices, import_model
from ..scene.build.materials import Looks
from ..scene.ground.rollback import kept_on_error
from ..scene.ground.scene_rate import frames_per_second
from ..scene.identity.character import Character, objects_of
from ..state.choices import CHOICES
from ..state.listing import list_characters, listed_as_before_on_error, select
from ..state.preferences import reading_of
from ..state.session import session
from ..state.views import frame_objects
from ..translations import said, say, say_counted
from . import REFUSALS, Action, Modes, chosen_file, unless


def look_at(context: Context, path: Path) -> None:
    """Look at a file before it is imported. Raises ``SkinproofError`` if it cannot be read."""
    session.first_looks[path] = first_look(session.models.read(path), frames_per_second(context.scene))


def browsed_file(context: Context) -> Path | None:
    """The file chosen in the file browser; None if there is none."""
    space = context.space_data
    if space is None or space.type != "FILE_BROWSER" or space.params is None or not space.params.filename:
        return None
    result: Path | None = Path(bpy.path.abspath(os.fsdecode(space.params.directory))) / space.params.filename
    return result


def draw_look(layout: UILayout, context: Context, path: Path, look: FirstLook, chosen: str) -> None:
    """What was seen of a file, in a box; ``chosen``: the rig that it will have."""
    box = layout.box().column(align=True)
    box.label(text=path.name, translate=False)
    reading = reading_of(context)
    for price in sorted(look.prices, key=lambda price: price.kind != chosen):
        bones = say_counted(price.bones, "1 bone", "{count} bones")
        told = say("Exact: {bones} or more" if price.kind == "EXACT" else "For Animation: {bones}", bones=bones)
        row = box.row()
        row.active = price.kind == chosen
        row.label(text=told, icon="CHECKMARK" if price.kind == chosen else "BLANK1", translate=False)
        row = box.row()
        row.active, row.alert = price.kind == chosen or price.is_visible, price.is_visible
        off = {"length": reading.length(price.metres), "error": reading.share(price.error)}
        told = say("{length} off, {error}", **off) if price.is_visible else say("exact to {length}", **off)
        row.label(text=told, icon="ERROR" if price.is_visible else "BLANK1", translate=False)
    if look.rate is not None:
        scene = f"{frames_per_second(context.scene):.5g}"  # on its own line: the file browser has no room for both
        box.label(text=say("Keys at {rate} frames per second", rate=look.rate.text), icon="INFO", translate=False)
        box.label(text=say("the scene has {scene}", scene=scene), icon="BLANK1", translate=False)


class SKINPROOF_OT_look_at_file(Action):
    """Read the chosen file and show what either rig would cost, and the frame rate of its keys"""

    bl_label = "Look at the File"
    bl_options = {"INTERNAL"}

    refusals = (unless(browsed_file, "Choose a file in the file browser first"),)

    def act(self, context: Context) -> None:
        path = browsed_file(context)
        assert path is not None  # poll has checked this
        look_at(context, path)


#: An MD5 character's file ends so, in lower case.
MD5_MESH = ".md5mesh"
#: Its clips' files end so.
MD5_ANIMATION = ".md5anim"
GLTF = (".glb", ".gltf", ".vrm")
SUFFIXES = (*GLTF, MD5_MESH, MD5_ANIMATION)
#: The rig that suits the file.
AUTO = "AUTO"


class SKINPROOF_OT_import_skin(Action, ImportHelper):
    """Import skinned characters as their files say: every joint a bone, every vertex in the file's order"""

    bl_label = "Import Character"
    bl_options = {"REGISTER", "UNDO", "PRESET"}

    filename_ext = ".glb"
    filter_glob: StringProperty(default=";".join(f"*{suffix}" for suffix in SUFFIXES), options={"HIDDEN"})
    directory: StringProperty(subtype="DIR_PATH", options={"HIDDEN", "SKIP_SAVE"})
    files: CollectionProperty(type=OperatorFileListElement, options={"HIDDEN", "SKIP_SAVE"})
    clips: BoolProperty(name="Animation Clips", description="Make actions of the file's clips", default=True)
    one_character: BoolProperty(
        name="Clips from the Other Files",
        description="Of several glTF files, import the active one with the clips of all, matched by joint names. "
        "Files without a mesh are always taken so",
    )
    share: BoolProperty(
        name="Reuse Data",
        description=(
            "If the file was imported before, share its meshes, armatures, materials and actions: one "
            "skeleton, many instances. If you edit the shared data, all of them change"
        ),
    )
    looks: EnumProperty(
        name="Materials", description="What is made of the file's materials", items=CHOICES["materials"]
    )
    rig: EnumProperty(name="Rig", description="What the armature is for", items=CHOICES["rig"])
    frame_rate: EnumProperty(
        name="Frame Rate",
        description="The rate at which the keys are placed",
        items=CHOICES["frame_rate"],
        options={"SKIP_SAVE"},  # it changes the scene, so it must be asked for each time
    )
    apart: BoolProperty(
        name="Side by Side",
        description=(
            "Put the character beside the others if it would stand inside one. Off: it stands where its file says"
        ),
        default=True,
    )
    scale: FloatProperty(
        name="Scale",
        description=(
            "Scale of an MD5 character in the scene; comparisons undo it. Its units are often inches: "
            "0.0254 makes metres of them"
        ),
        default=1.0,
        min=1e-6,
        soft_min=0.001,
        soft_max=100.0,
        precision=4,
    )
    frame_view: BoolProperty(
        name="Frame View", description="Let the 3D views show the whole of what is imported", default=True
    )

    modes = Modes.LEFT

    def invoke(self, context: Context, event: Event) -> set[str]:
        # Dropped files ask for options in a small dialog, the menu opens the file browser.
        for path in self._paths() if self.filepath or self.files else []:
            try:
                look_at(context, path)
            except REFUSALS:  # the import itself will say why
                session.first_looks.pop(path, None)
        return set(self.invoke_popup(context, confirm_text=self.bl_label))  # else in a context that is not ours

    def draw(self, context: Context) -> None:
        layout = self.layout
        layout.use_property_split = True
        layout.prop(self, "rig")
        browsed = browsed_file(context)
        if browsed is not None:
            layout.operator(SKINPROOF_OT_look_at_file.bl_idname, icon="VIEWZOOM")
        given = self._paths() if self.filepath or self.files else []
        for path in given if browsed is None else [browsed]:
            if path in session.first_looks:
                look = session.first_looks[path]
                draw_look(layout, context, path, look, look.rig if self.rig == AUTO else self.rig)
        layout.prop(self, "frame_rate")
        for name in ("clips", "one_character", "looks", "share", "apart", "frame_view"):
            layout.prop(self, name)
        if any(_is_md5(path) for path in (given if browsed is None else [browsed])):  # glTF's unit is the metre
            layout.prop(self, "scale")

    def act(self, context: Context) -> None:
        manager = context.window_manager
        manager.progress_begin(0, 100)
        try:
            models = [
                session.models.read(*files) for files in self._files()
            ]  # all are read before the scene is touched
            for model in models:
                _refuse_still_life(model)
                for note in (*_notes_on_clips(model), *_unreadable_clips(model)):
                    self._warn(note)
            with listed_as_before_on_error(context.scene), kept_on_error(context):
                imported = self._import(context, models)
                self.report({"INFO"}, say("Imported {names}", names=", ".join(c.label for c in imported)))
        finally:
            manager.progress_end()

    def _import(self, context: Context, models: Sequence[Model]) -> list[Character]:
        """Import all models, list them, and select the last one."""
        manager = context.window_manager
        imported = []
        for i, model in enumerate(models):

            def show(done: int, total: int, first: int = i) -> None:
                manager.progress_update(int(100 * (first + done / max(total, 1)) / len(models)))

            rate = (
                rate_of_keys(model, frames_per_second(context.scene)) if self.frame_rate == "FILE" and i == 0 else None
            )
            choices = ImportChoices(
                clips=self.clips,
                looks=Looks[self.looks],
                share=self.share,
                rig=self._rig(context, model),
                frame_rate=rate,
                apart=self.apart,
                scale=self.scale if model.path is not None and _is_md5(model.path) else 1.0,
            )
            imported.append(import_model(context, model, choices, warn=self._warn, progress=show))
        list_characters(context.scene)
        if self.frame_view:
            every = [ob for each in imported for ob in objects_of(each)]
            frame_objects(context, [ob for ob in every if ob.type == "MESH"] or every)  # bones may reach far out
        select(context, imported[-1])
        return imported

    def _rig(self, context: Context, model: Model) -> RigKind:
        """The rig asked for, or the one that suits a file; tells why if that is the exact one."""
        if self.rig != AUTO:
            kind: RigKind = self.rig
            return kind
        look = first_look(model, frames_per_second(context.scene))
        if look.rig == "EXACT" and look.prices:
            share = reading_of(context).share(look.price("ANIMATION").error)
            told = say("{name}: Rig Exact, since For Animation would be {share} off", name=model.name, share=share)
            self.report({"INFO"}, told)
        return look.rig

    def _warn(self, sentence: str) -> None:
        self.report({"WARNING"}, said(sentence))

    def _files(self) -> list[tuple[Path, tuple[Path, ...]]]:
        """Each chosen model file, with the chosen files of further clips."""
        paths = self._paths()
        md5_clips = tuple(path for path in paths if path.suffix.lower() == MD5_ANIMATION)
        if md5_clips and MD5_MESH not in (path.suffix.lower() for path in paths):
            raise SkinproofError("there is no mesh in an .md5anim file", fix="choose its .md5mesh file as well")
        gltf_clips = self._gltf_clips([path for path in paths if path.suffix.lower() in GLTF])
        models = [path for path in paths if path not in (*md5_clips, *gltf_clips)]
        return [(path, md5_clips if path.suffix.lower() == MD5_MESH else gltf_clips) for path in models]

    def _gltf_clips(self, paths: Sequence[Path]) -> tuple[Path, ...]:
        """The glTF files from which clips alone are taken, for the remaining one."""
        if len(paths) < 2:
            return ()
        if self.one_character:
            active = Path(bpy.path.abspath(self.filepath))
            character = active if active in paths else paths[0]
            return tuple(path for path in paths if path != character)
        models = {path: session.models.read(path) for path in paths}
        bare = tuple(path for path, model in models.items() if len(model.clips) and not model.parts)
        if bare and len(paths) - len(bare) != 1:
            what = "there is no mesh in this file, and not one character that its clips are for"
            raise SkinproofError(what, where=bare[0].name, fix="choose it along with one character")
        return bare

    def _paths(self) -> list[Path]:
        names = [file.name for file in self.files if file.name]
        if names:
            folder = Path(bpy.path.abspath(self.directory))
            return [folder / name for name in names]
        return [chosen_file(self.filepath)]


def _is_md5(path: Path) -> bool:
    return path.suffix.lower() == MD5_MESH


def _notes_on_clips(model: Model) -> list[str]:
    """What of other files' clips did not match the model."""
    files = {path.name for path in model.clip_files}
    return [note for note in model.notes if isinstance(note, Sentence) and note.values.get("file") in files]


def _unreadable_clips(model: Model) -> list[str]:
    """Which clips of a file stay out of the scene, and why."""
    return [each.sentence for each in model.unjudged if each.code == "CLIP_BROKEN"]


def _refuse_still_life(model: Model) -> None:
    """Refuse a model without skins and motion: there is no deformation to import."""
    rigid = all(part.skin < 0 for part in model.parts)
    if model.parts and rigid and all(still_parts(model, clip).all() for clip in model.readable_clips):
        what, fix = "no mesh in this file has a skin, and none moves", "import it with File > Import > glTF 2.0"
        raise SkinproofError(what, where=model.path.name if model.path else model.name, fix=fix)


class SKINPROOF_FH_skin(FileHandler):
    """Files dropped into a 3D view or the outliner."""

    bl_idname = "SKINPROOF_FH_skin"
    bl_label = "Character (Skinproof)"
    bl_import_operator = SKINPROOF_OT_import_skin.bl_idname
    bl_file_extensions = ";".join(SUFFIXES)

    @classmethod
    def poll_drop(cls, context: Context) -> bool:
        return bool(poll_file_object_drop(context))


def _menu(menu: bpy.types.Menu, _context: Context) -> None:
    menu.layout.operator(SKINPROOF_OT_import_skin.bl_idname, text="Character (Skinproof)")


def register() -> None:
    bpy.types.TOPBAR_MT_file_import.append(_menu)


def unregister() -> None:
    bpy.types.TOPBAR_MT_file_import.remove(_menu)
