"""Build and validate the extension's zip with Blender's own ``blender_ext.py``.

``python tools/build_extension.py [--output-dir dist] [--blender EXECUTABLE]`` takes that script out of the installed
``bpy`` module without loading Blender, or asks the executable named.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class BuildError(RuntimeError):
    """Blender's tool refused the folder or the zip; the message is what it printed."""


def extension_tool(blender: str | None = None) -> list[str]:
    """The command line that ``build`` and ``validate`` are appended to.

    Raises BuildError where neither an executable is named nor the ``bpy`` module is installed.
    """
    if blender:
        return [blender, "--factory-startup", "--background", "--command", "extension"]
    spec = importlib.util.find_spec("bpy")
    if spec is None or spec.origin is None:
        raise BuildError("No Blender: install the bpy module in this environment, or name one with --blender.")
    scripts = sorted(Path(spec.origin).parent.glob("*/scripts/addons_core/bl_pkg/cli/blender_ext.py"))
    if not scripts:
        raise BuildError(f"{spec.origin} comes without blender_ext.py; Blender 4.2 or newer is needed.")
    return [sys.executable, str(scripts[0])]


def build_extension(output_dir: Path, blender: str | None = None, *, source: Path = ROOT) -> Path:
    """Validate ``source``, build its zip into ``output_dir``, validate that too; the zip's path.

    Raises BuildError with the tool's own words.
    """
    manifest = tomllib.loads((source / "blender_manifest.toml").read_text(encoding="utf-8"))
    target = output_dir / f"{manifest['id']}-{manifest['version']}.zip"
    output_dir.mkdir(parents=True, exist_ok=True)
    tool = extension_tool(blender)
    _run([*tool, "validate", str(source)])
    _run([*tool, "build", "--source-dir", str(source), "--output-filepath", str(target)])
    _run([*tool, "validate", str(target)])
    return target


def _run(command: list[str]) -> None:
    result = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if result.returncode:
        raise BuildError(f"{' '.join(command)}\n{result.stdout.strip()}")


def main(argv: Sequence[str] | None = None) -> int:
    """The command line: prints the zip's path and size, or Blender's complaint and exit status 1."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output-dir", type=Path, default=ROOT / "dist")
    parser.add_argument("--blender", help="a Blender executable; default: the bpy module of this environment")
    arguments = parser.parse_args(argv)
    try:
        target = build_extension(arguments.output_dir, arguments.blender)
    except BuildError as error:
        print(f"build_extension: {error}", file=sys.stderr)
        return 1
    print(f"{target} ({target.stat().st_size / 1024:.0f} KB), valid")
    return 0


if __name__ == "__main__":
    sys.exit(main())
