"""Whether there is a GPU. Only this module may be called before that is known.

Blender 4.2 to 5.0 have none in background mode (``gpu`` raises ``SystemError``). 5.2 and 5.3 have one after
``gpu.init()``, even without a display. In a window every version has one.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from types import ModuleType

from ....skinning_core.error import SkinproofError
from ....skinning_core.text.sentence import sentence
from ..data.device_limits import Limits

#: The most that was ever seen to compile, whatever the driver reports; beyond it Blender 4.3 crashes.
LARGEST_UNIFORM_COMPONENTS = 16384 - 1024
#: Seconds in which a Blender process has started and has a context, or has none.
START_SECONDS = 60.0
#: What a process is told to try; it ends before Blender tidies up.
_TRIAL = "import os, bpy, gpu; gpu.init(); gpu.platform.renderer_get(); os._exit(0)"
#: Bytes that every GPU grants a uniform buffer; Blender cannot be asked for more.
GUARANTEED_UNIFORM_BUFFER = 16384


@dataclass(frozen=True)
class Availability:
    """Whether shaders can run here; if not, ``reason`` is a sentence that says why."""

    ok: bool
    reason: str = ""
    backend: str = ""  # "OPENGL", "VULKAN", "METAL"
    renderer: str = ""

    def __str__(self) -> str:
        return f"{self.backend}, {self.renderer}" if self.ok else self.reason


def availability() -> Availability:
    """Look for a GPU; in background mode, start it if this Blender can. Never raises."""
    try:
        import bpy
        import gpu
    except ImportError:
        return Availability(False, "GPU skinning runs inside Blender, and this Python has no bpy")
    if bpy.app.background:
        if not hasattr(gpu, "init"):
            version = ".".join(map(str, bpy.app.version[:2]))
            told = "Blender {version} has no GPU in background mode (5.2 has, and any window)"
            return Availability(False, sentence(told, version=version))
        why = "" if _is_there(gpu) else _failed_trial()
        if why:
            return Availability(False, why)
        try:
            gpu.init()
        except (SystemError, RuntimeError) as error:
            return Availability(False, sentence("the GPU could not be started in background mode: {why}", why=error))
    try:
        backend = gpu.platform.backend_type_get()
        renderer = gpu.platform.renderer_get()
    except SystemError as error:
        return Availability(False, sentence("Blender offers no GPU: {why}", why=error))
    if backend in {"NONE", "UNKNOWN"}:
        return Availability(False, "Blender was started without a GPU backend")
    return Availability(True, "", backend, renderer)


def _is_there(gpu: ModuleType) -> bool:
    """Whether this process has a GPU already."""
    try:
        return gpu.platform.backend_type_get() not in {"NONE", "UNKNOWN"}
    except SystemError:
        return False


@cache
def _failed_trial() -> str:
    """Why a process of its own could not start the GPU; "" if it could.

    Without a usable driver, ``gpu.init`` of Blender 5.2 and 5.3 ends the process by signal 11, with all findings in it.
    """
    import subprocess

    import bpy

    words = [sys.executable, "-c", _TRIAL]
    if bpy.app.binary_path:
        chosen = sys.argv.index("--gpu-backend") + 1 if "--gpu-backend" in sys.argv else None
        backend = sys.argv[chosen] if chosen else bpy.context.preferences.system.gpu_backend.lower()
        words = [bpy.app.binary_path, "-b", "--factory-startup", "--gpu-backend", backend, "--python-expr", _TRIAL]
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=START_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return sentence(
            "the GPU could not be tried: another Blender did not start within {most:g} s", most=START_SECONDS
        )
    if done.returncode == 0:
        return ""
    ending = "signal {number}" if done.returncode < 0 else "status {number}"
    end = sentence(ending, number=abs(done.returncode))
    return sentence("no GPU can be used here: Blender itself ends by {end} when it is asked for one", end=end)


def require_gpu() -> Availability:
    """The GPU. Raises ``SkinproofError`` with the reason and a way around it if there is none."""
    available = availability()
    if not available.ok:
        raise SkinproofError(available.reason, fix="skin on the CPU: the engine 'fast' computes the same")
    return available


def query_limits() -> Limits:
    """The GPU's limits; call ``require_gpu`` first."""
    from gpu import capabilities

    return Limits(
        uniform_components=min(capabilities.max_uniforms_vert_get(), LARGEST_UNIFORM_COMPONENTS),
        uniform_buffer_bytes=GUARANTEED_UNIFORM_BUFFER,
        texture_size=capabilities.max_texture_size_get(),
        vertex_attributes=min(capabilities.max_vertex_attribs_get(), 16),
    )
