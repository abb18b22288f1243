"""Run by a Blender, or by a Python with bpy: ``... changing_files.py -- FOLDER [EXTENSION.zip]``.

FOLDER holds character.glb, plain.glb, and external.gltf with external.bin. The extension is installed beforehand, or
comes as a zip. Files are exported over, shortened, replaced and deleted between every two operators: before each step
all of it with SKINPROOF_CHANGES=1, else one of the last three, and before every third an export. A bus error would
end the process; an operator may refuse in one sentence, and nothing else.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import bpy  # first: the module makes Blender's own modules known

import addon_utils  # isort: skip

MODULE = "bl_ext.user_default.skinproof"
CHANGED = "has changed since the import; the comparison is with what was imported"


def shortened(path: Path) -> None:
    """In place, as a program that writes over a file does it: a map of the old pages is dead from here on."""
    path.write_bytes(path.read_bytes()[:10])


def replaced(path: Path) -> None:
    """In place, other bytes, as many."""
    path.write_bytes(path.read_bytes()[::-1])


def deleted(path: Path) -> None:
    path.unlink()


def exported_over(path: Path) -> None:
    """By Blender's own exporter."""
    assert bpy.ops.export_scene.gltf(filepath=str(path)) == {"FINISHED"}


def steps(folder: Path) -> list[Callable[[], object]]:
    """What a user does after an import, one operator each."""
    skinproof, settings = bpy.ops.skinproof, bpy.context.scene.skinproof

    def with_engine(name: str) -> object:
        settings.engine = name
        return skinproof.compare(scope="FRAME")

    return [
        lambda: skinproof.compare(scope="FRAME"),
        lambda: skinproof.compare(scope="CLIP"),
        lambda: skinproof.show_heat_map(),
        lambda: skinproof.write_report(filepath=str(folder / "report.html"), format="HTML"),
        lambda: skinproof.write_report(filepath=str(folder / "report.json"), format="JSON"),
        lambda: skinproof.jump_to_worst(),
        lambda: skinproof.preview_clip(),
        lambda: with_engine("fast"),
        lambda: with_engine("stock"),
        lambda: with_engine("blender"),
        lambda: skinproof.reload_character(),
        lambda: skinproof.compare(scope="CLIP"),
        lambda: skinproof.remove_character(),
    ]


def tried(step: Callable[[], object]) -> str:
    """Do a step; the sentence with which it was refused, or nothing."""
    try:
        step()
    except RuntimeError as error:
        sentence = str(error).strip()
        assert len(sentence.splitlines()) == 1, sentence
        assert "Traceback" not in sentence, sentence
        return sentence
    return ""


def one_session(source: Path, folder: Path, victim: str, change: Callable[[Path], None], when: int) -> set[str]:
    """Import a copy of ``source``, change one of its files before step ``when``, go on; the sentences of refusals."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    for file in source.parent.glob(f"{source.stem}.*"):
        shutil.copyfile(file, folder / file.name)
    assert bpy.ops.skinproof.import_skin(filepath=str(folder / source.name)) == {"FINISHED"}
    said = set()
    for k, step in enumerate(steps(folder)):
        if k == when:
            change(folder / victim)
        said.add(tried(step))
    return said - {""}


def exporting_over_the_imported_file(source: Path, folder: Path) -> None:
    """Import, compare, export over, report, compare, reload: the tool's own workflow."""
    bpy.ops.wm.read_homefile(use_factory_startup=True, use_empty=True)
    path = folder / source.name
    shutil.copyfile(source, path)
    settings = bpy.context.scene.skinproof
    assert bpy.ops.skinproof.import_skin(filepath=str(path)) == {"FINISHED"}
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    assert settings.result.same
    exported_over(path)
    assert bpy.ops.skinproof.write_report(filepath=str(folder / "after.html"), format="HTML") == {"FINISHED"}
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}
    assert settings.result.same
    assert f"{path.name} {CHANGED}" in settings.result.notes, settings.result.notes
    said = tried(lambda: bpy.ops.skinproof.reload_character())
    assert not said or "(import it again)" in said, said
    assert bpy.ops.skinproof.compare(scope="CLIP") == {"FINISHED"}


def main(folder: Path, package: Path | None) -> None:
    if package is not None:
        bpy.ops.extensions.package_install_files(
            filepath=str(package), repo="user_default", enable_on_install=True, overwrite=True
        )
    assert addon_utils.check(MODULE) == (True, True), "the extension is not enabled"
    addon_utils.enable("io_scene_gltf2", default_set=True)
    scratch = folder / "scratch"
    scratch.mkdir()
    exporting_over_the_imported_file(folder / "character.glb", scratch)
    said, sessions = set(), 0
    share = 1 if os.environ.get("SKINPROOF_CHANGES") == "1" else 3
    for turn, change in enumerate((shortened, replaced, deleted)):
        for when in range(turn % share, len(steps(scratch)), share):
            said |= one_session(folder / "external.gltf", scratch, "external.bin", change, when)
            sessions += 1
    for when in range(0, len(steps(scratch)) - 1, share):
        said |= one_session(folder / "plain.glb", scratch, "plain.glb", exported_over, when)
        sessions += 1
    for sentence in sorted(said):
        print("said:", sentence)
        assert "external" in sentence or "plain.glb" in sentence, sentence
    print(f"changing files: {bpy.app.version_string}, {sessions} sessions, {len(said)} sentences")


if __name__ == "__main__":
    words = sys.argv[sys.argv.index("--") + 1 :]
    main(Path(words[0]), Path(words[1]) if words[1:] else None)
    bpy.ops.preferences.addon_disable(module=MODULE)
    if words[1:]:  # once its own exporter has run, the module of 4.2 crashes where Python ends, with no add-on of ours
        sys.stdout.flush()
        os._exit(0)
