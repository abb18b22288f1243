"""Every code of findings, by area. Codes are stable: a script may rely on them.

``code`` reads ``codes.json``. Codes are the Khronos glTF validator's if it has one of the meaning: form (the JSON text,
its types and properties, the GLB container), storage (buffers, views, accessors and their numbers) and parts (meshes,
nodes, scenes, skins, animations). Our own say whether engines will agree; UNREAD are what the reader leaves aside,
LIMITS files that ask for too much. ``tools/pages`` writes docs/codes.md, with the differences between both programs.
"""

from .code import AREAS, LIMITS, UNREAD, Code, Severity

FORM, STORAGE, PARTS, OWN = (AREAS[name] for name in ("form", "storage", "parts", "own"))

#: Codes that the Khronos validator has, and all.
KHRONOS: tuple[Code, ...] = (*FORM, *STORAGE, *PARTS)
ALL: dict[str, Code] = {code.name: code for code in (*KHRONOS, *OWN, *UNREAD, *LIMITS)}

__all__ = ["ALL", "FORM", "KHRONOS", "LIMITS", "OWN", "PARTS", "STORAGE", "UNREAD", "Code", "Severity"]
