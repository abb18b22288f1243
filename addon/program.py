"""The words that start this command line once more: in a Python that has ``bpy``, or in a Blender without a window."""

from __future__ import annotations

import sys
from pathlib import Path

#: Line on stdout behind which a Blender in the background prints our output; what it prints before is its own.
BEGIN = "\x02skinproof"

#: Line behind our output, with the exit status.
END = "\x03skinproof"


def launched(program: str) -> list[str]:
    """The words that start this command line in a Python that has ``bpy``, or in a Blender without a window."""
    script = [str(Path(__file__).parent / "command" / "launch.py"), "--"]
    if program == sys.executable:
        return [program, *script]
    return [program, "-b", "--factory-startup", "--python-exit-code", "2", "--python", *script]
