"""What needs a GPU: ``context``, ``compile``, ``upload``, ``readback`` and the ``engine`` that they make; ``surface``,
``lines``, ``offscreen``, ``arrangement`` and ``overlay_renderer`` draw.
"""

from __future__ import annotations

import sys


def forget_compiled() -> None:
    """Free all shaders while Blender is still whole: at its end, or when the add-on is disabled, they crash it."""
    compiled = sys.modules.get(f"{__name__}.compile")
    if compiled is not None:  # else nothing was drawn or measured
        compiled.forget_shaders()
