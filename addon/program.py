"""The words that start this command line again: in a Python with ``bpy``, or in a Blender without a window."""

from __future__ import annotations

import sys
from pathlib import Path

#: A background Blender prints our output behind this line on stdout; what comes before is its own.
BEGIN = "\x02skinproof"

#: The line behind our output, with the exit status.
END = "\x03skinproof"


def launched(program: str) -> list[str]:
    """The words that start this command line in a Python with ``bpy``, or in a Blender without a window."""
    script = [str(Path(__file__).parent / "command" / "launch.py"), "--"]
    if program == sys.executable:
        return [program, *script]
    return [program, "-b", "--factory-startup", "--python-exit-code", "2", "--python", *script]
