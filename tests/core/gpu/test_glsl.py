"""The shader sources by themselves: a GLSL compiler takes them, and so would Metal's translator.

Blender writes the declarations of a shader's interface; here they are written from the same ``Program`` data, and the
result goes to glslang's reference compiler, by OpenGL's rules and by Vulkan's.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

Package = Callable[[str], ModuleType]

ROOT = Path(__file__).resolve().parents[3]
FILES = sorted((ROOT / "shaders").glob("*.glsl"))
GLSL = {"VEC2": "vec2", "VEC3": "vec3", "VEC4": "vec4", "MAT4": "mat4", "INT": "int", "FLOAT": "float"}
GLSL |= {"IVEC2": "ivec2", "UVEC4": "uvec4"}

#: Words that Metal keeps for itself, and constructs that Blender's translator to Metal does not take.
METAL_WORDS = "vertex fragment kernel device constant thread threadgroup half ushort uchar texture sampler using"
METAL_WORDS += " namespace template class this auto static_cast nullptr packed_float3 access metal"
NOT_TAKEN = {
    r"^\s*#version": "Blender writes the version",
    r"\blayout\s*\(": "Blender writes the layout",
    r"\buniform\b": "the interface belongs into the Program",
    r"\b(out|inout)\s+(vec|mat|float|int)": "return values instead",
    r"\bmat3\s*\(\s*[a-z_]+\s*\)": "matrices are made of columns or of scalars",
}


def programs(package: Package) -> list:
    program, transport = package("addon.gpu.data.program"), package("addon.gpu.data.transport")
    made = []
    for carrier in transport.TRANSPORTS.values():
        for sets, as_attributes in ((1, True), (3, True), (6, True), (10, False)):
            made.append(program.scatter_program(carrier, 24, sets, as_attributes=as_attributes))
            if sets < 6 or not as_attributes:
                made += [
                    program.surface_program(carrier, 24, sets, as_attributes=as_attributes, textured=textured)
                    for textured in (False, True)
                ]
    made.append(program.HEAT)
    made += [program.readback_program(transport.TRANSPORTS["texture"], sets) for sets in (1, 5)]
    return made


def declarations(program: object, stage: str) -> str:
    """What Blender would write before the source."""
    lines = ["#version 430", "#define SK_PRECISE precise"]
    lines += [f"#define {name} {value}" for name, value in program.defines]
    lines += [f"uniform {GLSL[kind]} {name}{f'[{size}]' if size else ''};" for kind, name, size in program.constants]
    for slot, (kind, name) in enumerate(program.buffers):
        lines.append(f"layout(std140, binding = {slot}) uniform block{slot} {{ {kind} {name}; }};")
    lines += [f"layout(binding = {slot}) uniform sampler2D {name};" for slot, name in enumerate(program.samplers)]
    for slot, name in enumerate(program.images):
        lines.append(f"layout(binding = {slot}, rgba32f) writeonly uniform image2D {name};")
    direction = "out" if stage == "vert" else "in"
    for qualifier, kind, name in program.varyings:
        lines.append(f"{qualifier} {direction} {GLSL[kind]} {name};")
    if stage == "vert":
        lines += [f"layout(location = {i}) in {GLSL[k]} {n};" for i, (k, n) in enumerate(program.attributes)]
    if stage == "frag":
        lines += [f"layout(location = {i}) out {GLSL[k]} {n};" for i, (k, n) in enumerate(program.outputs)]
    if stage == "comp":
        lines.append("layout(local_size_x = 16, local_size_y = 16) in;")
    return "\n".join(lines)


def test_glslang_compiles_every_program(package: Package, tmp_path: Path) -> None:
    compiler = shutil.which("glslangValidator")
    if compiler is None:
        pytest.skip("glslangValidator is not installed (Debian's package glslang-tools has it)")
    problems = []
    for program in programs(package):
        stages = {"vert": program.vertex, "frag": program.fragment, "comp": program.compute}
        written = []
        for stage, files in stages.items():
            if files:
                text = declarations(program, stage) + "\n" + package("addon.gpu.data.program").source(files)
                written.append(tmp_path / f"{program.name}.{stage}")
                written[-1].write_text(text.replace("smooth in", "in"))
        done = subprocess.run([compiler, "-l", *written], capture_output=True, text=True, check=False)
        if done.returncode:
            problems.append(f"{program.name} {dict(program.defines)}:\n{done.stdout}")
    assert not problems, "\n".join(problems)


def test_the_shaders_of_the_guide_compile(tmp_path: Path) -> None:
    """Those of GLSL as OpenGL 3.3 has it, that for rows as HLSL."""
    compiler = shutil.which("glslangValidator")
    if compiler is None:
        pytest.skip("glslangValidator is not installed (Debian's package glslang-tools has it)")
    wrong, languages = {}, []
    for page in sorted((ROOT / "docs" / "guide").glob("*.md")):
        for language, block in re.findall(
            r"^```(glsl|hlsl)\n(.*?)^```$", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
        ):
            before, options, after = {
                "glsl": ("#version 330\n", [], "void main() { gl_Position = vec4(skinned(), 1.0); }"),
                "hlsl": (
                    "",
                    ["-D", "-V", "-e", "main", "-o", str(tmp_path / "made.spv")],
                    "float4 main(float3 p : POSITION, uint4 j : BLENDINDICES, float4 w : BLENDWEIGHT) : SV_POSITION"
                    " { return float4(skinned(p, j, w), 1); }",
                ),
            }[language]
            source = tmp_path / f"{page.stem}.vert"
            source.write_text(before + block + after, encoding="utf-8")
            done = subprocess.run([compiler, *options, source], capture_output=True, text=True, check=False)
            languages.append(language)
            if done.returncode:
                wrong[page.name] = done.stdout
    assert not wrong
    assert sorted(languages) == ["glsl", "glsl", "glsl", "hlsl"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_metal_would_take_it(file: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    names = set(re.findall(r"[A-Za-z_]\w*", text))
    assert not names & set(METAL_WORDS.split())
    for pattern, reason in NOT_TAKEN.items():
        assert not re.search(pattern, text, flags=re.MULTILINE), reason


def test_there_is_one_skinning_function() -> None:
    """The blend is written once, and every transport defines the one function it needs."""
    texts = {file.name: file.read_text(encoding="utf-8") for file in FILES}
    assert [name for name, text in texts.items() if re.search(r"^mat4 skin_matrix\(", text, re.MULTILINE)] == [
        "skinning.glsl"
    ]
    palettes = [name for name, text in texts.items() if re.search(r"^mat4 joint_matrix\(int ", text, re.MULTILINE)]
    assert palettes == sorted(name for name in texts if name.startswith("palette_"))
    assert len(palettes) == 5  # two transports share one: a crowd is the texture with a line per instance
