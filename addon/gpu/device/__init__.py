"""What needs a GPU: ``context``, ``compile``, ``upload``, ``readback`` and the ``engine`` built on them; ``surface``,
``lines`` and ``shapes`` draw.
"""

from __future__ import annotations

import sys


def forget_compiled() -> None:
    """Free all shaders while Blender is intact: those left when it ends or the add-on is disabled would crash it."""
    compiled = sys.modules.get(f"{__name__}.compile")
    if compiled is not None:  # otherwise nothing was drawn or measured
        compiled.forget_shaders()
