"""Run these tests inside a Blender executable: ``blender -b --python tests/gpu/in_blender.py -- ARGUMENTS FOR PYTEST``.

In a window (without ``-b``) they run from a timer, once Blender has drawn. Blender's own Python has no pytest: put the
folder where it is installed into ``SKINPROOF_TEST_PACKAGES``; NumPy stays Blender's own.
"""

from __future__ import annotations

import os
import sys
import traceback
from pathlib import Path

import bpy

ROOT = Path(__file__).resolve().parents[2]


def run() -> None:
    sys.path.insert(0, str(ROOT))
    sys.path.extend(filter(None, [os.environ.get("SKINPROOF_TEST_PACKAGES")]))
    arguments = sys.argv[sys.argv.index("--") + 1 :] if "--" in sys.argv else ["-q"]
    status = 1
    try:
        import pytest

        os.chdir(ROOT)
        named = any(word.startswith("tests/") for word in arguments)
        files = [] if named else ["tests/gpu"]
        status = int(pytest.main([*files, "-p", "no:cacheprovider", *arguments]))
    except ImportError:
        traceback.print_exc()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)  # leaving Blender's own way would return 0 and ask about unsaved changes


if bpy.app.background:
    run()
else:
    bpy.app.timers.register(run, first_interval=1.0)
