"""Every code that a finding may have, by area. Codes are stable: a script may rely on them.

``code`` says what a code is, and reads ``codes.json``. Where the Khronos glTF validator has a code of the same meaning,
it is used: the areas form (the JSON text, its types and properties, the GLB container), storage (buffers, views and
accessors, and the numbers in them) and parts (meshes, nodes, scenes, skins, animations). The area own has codes of our
own, which say whether engines will agree; UNREAD are those of what the reader leaves aside, LIMITS those of files that
ask for more than it allows. ``tools/pages`` writes docs/codes.md, and lists where the two programs differ.
"""

from .code import AREAS, LIMITS, UNREAD, Code, Severity

FORM, STORAGE, PARTS, OWN = (AREAS[name] for name in ("form", "storage", "parts", "own"))

#: The codes that the Khronos validator also has, and the codes of our own.
KHRONOS: tuple[Code, ...] = (*FORM, *STORAGE, *PARTS)
ALL: dict[str, Code] = {code.name: code for code in (*KHRONOS, *OWN, *UNREAD, *LIMITS)}

__all__ = ["ALL", "FORM", "KHRONOS", "LIMITS", "OWN", "PARTS", "STORAGE", "UNREAD", "Code", "Severity"]
