"""The list of survivors, and the modules whose mutants are tested, with the tests that are asked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from tests.mutation.mutants import Mutant, mutants_of

ROOT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("survivors.txt")


_JUDGE = "skinning_core/compare/judge"
_VERDICT = tuple(f"{_JUDGE}/{name}.py" for name in ("coverage", "level", "question", "verdict"))
_OF_INQUIRY = ("comparison", "engine_table", "explanation", "unexplained", "verification")
_INQUIRY = tuple(f"{_JUDGE}/{name}.py" for name in _OF_INQUIRY)
_MEASURING = tuple(f"{_JUDGE}/{name}.py" for name in ("accumulator", "frame_difference", "measurement"))
_PLAY = tuple(f"addon/scene/play/{name}.py" for name in ("animation_pose", "placement", "playback", "sources", "span"))
_PLAY_TESTS = tuple(
    f"tests/blender/test_{name}.py" for name in ("placement", "playback", "sources", "span", "star", "what_moves_it")
)
_BUILT = ("actions", "armature", "clip_by_clip", "edit_bones", "import_notes", "importer", "instances", "mesh")
_BUILD = tuple(f"addon/scene/build/{name}.py" for name in (*_BUILT, "objects", "spacing"))
_OF_BUILD = ("actions", "edit_bones", "import", "import_notes", "instances", "mesh_parts", "notes", "origin", "spacing")
_BUILD_TESTS = (
    *(f"tests/blender/test_{name}.py" for name in (*_OF_BUILD, "random_models", "rig_for_animation")),
    "tests/blender/test_golden_blender.py::test_blender_equals_the_plain_reading",
    "tests/blender/test_materials.py::test_pixels_coordinates_and_colours",
)

#: By name: modules, and tests. Those in tests/blender need bpy.
ROOMS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "verdict": (_VERDICT, ("tests/core/compare/judge", "tests/core/report/test_readable.py")),
    "inquiry": (_INQUIRY, ("tests/core/compare/judge",)),
    "measuring": (_MEASURING, ("tests/core/compare/judge",)),
    "readable": (("skinning_core/report/readable.py",), ("tests/core/report", "tests/core/compare/judge")),
    "price": (("addon/rig/price.py",), ("tests/core/rig",)),
    "play": (_PLAY, _PLAY_TESTS),
    "build": (_BUILD, _BUILD_TESTS),
    "grade": (("engines/corpus/grade.py",), ("tests/engines/corpus/test_grade.py",)),
}


def told_as(mutant: Mutant) -> str:
    """The line of the list that a mutant is named by."""
    return f"{mutant.file} | {mutant.function} | {mutant.told}"


def known() -> dict[str, str]:
    """What the list names, each with the reason why no test can find it; "" if one could."""
    lines = [line for line in LIST.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {named: reason for named, _, reason in (line.partition("  # ") for line in lines)}


def all_mutants(files: tuple[str, ...]) -> set[str]:
    """All mutants of modules, as the list would name them."""
    return {told_as(mutant) for file in files for mutant in mutants_of(ROOT, file)}
