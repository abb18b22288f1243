"""What a machine must have before Blender's Python module can be loaded, and what to install where it has not."""

from __future__ import annotations

import ctypes
import sys

# Library -> Debian and Ubuntu package, as `ldd` on the modules of 4.2, 4.5, 5.0, 5.2 and 5.3 lists them.
LIBRARIES = {
    "libX11.so.6": "libx11-6",
    "libXrender.so.1": "libxrender1",
    "libXxf86vm.so.1": "libxxf86vm1",
    "libXfixes.so.3": "libxfixes3",
    "libXi.so.6": "libxi6",
    "libXext.so.6": "libxext6",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libSM.so.6": "libsm6",
    "libICE.so.6": "libice6",
    "libGL.so.1": "libgl1",
    "libgomp.so.1": "libgomp1",
}
# Loaded by name when a GPU is asked for; the software renderer of Mesa stands in for one.
GPU_PACKAGES = ("libegl1", "libgl1-mesa-dri")


def missing_libraries() -> list[str]:
    """The system libraries that Blender's module needs and the dynamic linker does not find; Linux only."""
    if sys.platform != "linux":
        return []
    return [name for name in LIBRARIES if not _loads(name)]


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def advice(missing: list[str]) -> str:
    """One sentence on what is missing, one on what to install."""
    packages = " ".join([*(LIBRARIES[name] for name in missing), *GPU_PACKAGES])
    return (
        f"Blender's Python module needs system libraries that this machine lacks: {', '.join(missing)}.\n"
        f"On Debian or Ubuntu install them with\n  apt-get install {packages}\nand run this again"
    )
