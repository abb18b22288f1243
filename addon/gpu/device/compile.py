"""Makes shaders of Blender's ``gpu`` module from programs, which are data."""

from __future__ import annotations

import ctypes
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

import gpu

from ....skinning_core.error import SkinproofError
from ....skinning_core.text.sentence import sentence
from ..data.program import GROUP, Program, source

#: Blender prints this for constants beyond 128 bytes.
_ADVICE = b"Push constants have a minimum supported size"

#: Shaders are compiled once per session and kept: after a compute shader was freed, the software GPU of Mesa 22.3 reads
#: zeros from the uniforms of later shaders (in a third of 160 draws; in none if it is kept).
_shaders: dict[Program, gpu.types.GPUShader] = {}


def shader_of(program: Program) -> gpu.types.GPUShader:
    """The compiled program. Raises ``SkinproofError`` if the driver refuses it."""
    if program not in _shaders:
        _shaders[program] = compile_program(program)
    return _shaders[program]


def forget_shaders() -> None:
    """Free all shaders, when the add-on is disabled."""
    _shaders.clear()


def compile_program(program: Program) -> gpu.types.GPUShader:
    """Compile and link. Raises ``SkinproofError`` if the driver refuses; Blender's console then has the details."""
    info = gpu.types.GPUShaderCreateInfo()
    precise = gpu.platform.backend_type_get() in {"OPENGL", "VULKAN"}
    info.define("SK_PRECISE", "precise" if precise else "")
    for name, value in program.defines:
        info.define(name, value)
    with _without_advice():
        _declare_uniforms(info, program)
    interface = _interface(program)
    if interface is not None:
        info.vertex_out(interface)
    for slot, (kind, name) in enumerate(program.attributes):
        info.vertex_in(slot, kind, name)
    for slot, (kind, name) in enumerate(program.outputs):
        info.fragment_out(slot, kind, name)
    if program.compute:
        info.local_group_size(GROUP, GROUP, 1)
        info.compute_source(source(program.compute))
    else:
        info.vertex_source(source(program.vertex))
        info.fragment_source(source(program.fragment))
    try:
        return gpu.shader.create_from_info(info)
    except (RuntimeError, SystemError) as error:
        message = sentence("the GPU driver refused the shader {shader}: {why}", shader=program.name, why=error)
    # Raised outside the handler: an exception that holds GPU objects frees them late, when others are bound.
    raise SkinproofError(message, fix="use the transport 'texture', or the CPU engine 'fast'")


@contextmanager
def _without_advice() -> Iterator[None]:
    """Keep Blender's lines about push constants larger than 128 bytes from the console; all others are passed on.

    OpenGL has room for them, and whether it is enough is asked before.
    """
    with _without_advice_on(1, sys.stdout), _without_advice_on(2, sys.stderr):
        yield


@contextmanager
def _without_advice_on(stream: int, python: TextIO | None) -> Iterator[None]:
    _flush(python)
    try:
        console = os.dup(stream)
    except OSError:  # there is no console
        yield
        return
    with tempfile.TemporaryFile() as aside:
        os.dup2(aside.fileno(), stream)
        try:
            yield
        finally:
            _flush(python)
            os.dup2(console, stream)
            os.close(console)
            aside.seek(0)
            for line in aside.read().splitlines(keepends=True):
                if _ADVICE not in line:
                    os.write(stream, line)


def _flush(python: TextIO | None) -> None:
    """Write what Python and C still hold back."""
    if python is not None:
        python.flush()
    if os.name == "posix":
        ctypes.CDLL(None).fflush(None)


def _declare_uniforms(info: gpu.types.GPUShaderCreateInfo, program: Program) -> None:
    for kind, name, size in program.constants:
        info.push_constant(kind, name, size)
    for slot, (kind, name) in enumerate(program.buffers):
        info.uniform_buf(slot, kind, name)
    for slot, name in enumerate(program.samplers):
        info.sampler(slot, "FLOAT_2D", name)
    for slot, name in enumerate(program.images):
        info.image(slot, "RGBA32F", "FLOAT_2D", name, qualifiers={"WRITE"})


def _interface(program: Program) -> gpu.types.GPUStageInterfaceInfo | None:
    if not program.varyings:
        return None
    interface = gpu.types.GPUStageInterfaceInfo(f"{program.name}_interface")
    for qualifier, kind, name in program.varyings:
        getattr(interface, qualifier)(kind, name)
    return interface
