"""The checks of continuous integration, in the order in which they begin.

What others wait for, what waits for nothing and what takes longest comes first, so that all processors have work from
the beginning and end at about the same time. The newest Blender is tested in the environment of README's two commands.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tools.machine import LIBRARIES

ROOT = Path(__file__).resolve().parents[2]

#: A Blender with windows, where there is one; its first call builds its root folder.
REAL_BLENDER = ROOT.parent / "shared/tools/real-blender"

#: Seconds that a check may take. The core on Python 3.13 takes 20 minutes beside all others on two processors.
LONGEST = 1400


@dataclass(frozen=True)
class Check:
    """One command, which passes with exit status 0."""

    name: str
    command: tuple[str, ...]
    after: tuple[str, ...] = ()  # names of checks that must be done
    environment: Mapping[str, str] = field(default_factory=dict)
    longest: int = LONGEST  # seconds
    nice: int = 5


def session(name: str, *, after: tuple[str, ...] = (), turn: str = "", nice: int = 5, longest: int = LONGEST) -> Check:
    """A session of noxfile.py; ``turn``: the half of the cases that are dealt out."""
    command = ("python3", "noxfile.py", "--error-on-missing-interpreters", "--session", name)
    return Check(name, command, after, {"SKINPROOF_TURN": turn} if turn else {}, longest, nice)


def newest(name: str, *words: str, after: tuple[str, ...] = (), environment: Mapping[str, str] | None = None) -> Check:
    """Tests, or another session's words, in the environment of the newest Blender that the check ``verify`` makes."""
    command = ("python3", "noxfile.py", "--no-install", "--session", *words)
    return Check(name, command, ("verify", *after), environment or {})


def shell(name: str, command: str, after: tuple[str, ...] = ()) -> Check:
    """A line of bash."""
    return Check(name, ("bash", "-c", command), after)


_PACKAGES = " ".join(
    (
        "xvfb xauth xdotool imagemagick glslang-tools debootstrap libegl1 libgl1-mesa-dri mesa-vulkan-drivers",
        *LIBRARIES.values(),
    )
)
_INSTALL = f"""
[ "$(id -u)" = 0 ] && command -v apt-get || {{ echo "not root, or no apt-get: taken as installed"; exit 0; }}
dpkg -s {_PACKAGES} >/dev/null 2>&1 && {{ echo "all there: {_PACKAGES}"; exit 0; }}
apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends {_PACKAGES}
"""

#: Where Blender finds no driver it takes OpenGL, and the check ``vulkan`` would say nothing of Vulkan.
_ASK_THE_NEWEST = """.nox/setup/bin/python -c '
import bpy, gpu
assert bpy.app.version[:2] == (5, 3), bpy.app.version_string
gpu.init()
assert gpu.platform.backend_type_get() == "VULKAN"'
"""


def _real(version: str) -> str:
    return f'[ ! -x "{REAL_BLENDER}" ] || "{REAL_BLENDER}" {version} --background --version'


#: Both Blenders with windows.
_REAL = ("real-5.2", "real-4.3")
#: Windows that open beside the others.
_APART = ("tests/window/test_overlays.py", "tests/window/test_exports.py")
_REST = ("tests/window", *(f"--ignore={name}" for name in _APART), "tests/core/test_package.py")

#: Half of the cases; the GPU without its Vulkan.
_BY_OPENGL = {"SKINPROOF_TURN": "0", "VK_DRIVER_FILES": "none"}

#: One after the other, before all.
FIRST = (
    shell("packages", _INSTALL),
    Check("nox", ("python3", "noxfile.py", "--list")),
)

#: Two more at a time than there are processors.
CHECKS = (
    shell("real-5.2", _real("5.2")),
    shell("real-4.3", _real("4.3")),
    session("verify"),
    session("node"),
    session("blender-4.2", turn="1"),  # each case on one of the ends, and on one between
    session("core-3.13", after=("node",), turn="1", nice=0),  # the longest: it would run alone at the end
    newest("blender-5.3", "tests", "--", "tests/blender", "tests/gpu", environment=_BY_OPENGL),
    newest("overlays", "tests", "--", *_APART, after=_REAL),
    newest("windows", "tests", "--", *_REST, after=_REAL),
    newest("binary", "tests", "--", "tests/binary", after=_REAL),
    session("core-3.11", after=("node",), turn="0"),
    session("types"),
    session("blender-5.2"),
    session("blender-4.5", turn="0"),
    session("blender-5.0", turn="1"),
    newest("kernels", "kernels"),
    newest("vulkan", "tests", "--", "tests/gpu"),
    newest("blender-newest", "blender-newest", environment={"SKINPROOF_TURN": "1"}),  # the half that blender-5.3 leaves
    session("farm"),
    session("lint"),
    shell("newest-blender", _ASK_THE_NEWEST, after=("verify",)),
    newest("extension", "extension"),
)

#: By night too, one after the other.
NIGHTLY = (
    Check("types-everywhere", ("python3", "noxfile.py", "--session", "types", "--", "--everywhere")),
    session("nightly", longest=14400),
    Check("scoreboard", ("python3", "noxfile.py", "--session", "scoreboard", "--", "--check"), longest=3600),
    session("fuzz", longest=7200),
    session("mutation", longest=14400),
    session("setups", longest=3600),
)

#: What this machine has must have been used.
LAST = (
    shell(
        "nothing-skipped",
        f'[ ! -x "{REAL_BLENDER}" ] || ! grep -aE "^SKIPPED.*(shared|tests/(binary|window)/)" .nox/ci/*.log',
    ),
)
