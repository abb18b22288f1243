"""Every code that a finding may have, by area. Codes are stable: a script may rely on them.

``code`` says what a code is. Where the Khronos glTF validator has a code of the same meaning, it is used: ``form``,
``storage`` and ``parts``. Codes of our own are in ``own``, ``unread`` (what the reader leaves aside) and ``demands``.
``disagreements`` lists where the two programs differ; ``page`` writes docs/codes.md.
"""

from .code import Code, Severity
from .demands import LIMITS
from .form import FORM
from .own import OWN
from .parts import PARTS
from .storage import STORAGE
from .unread import UNREAD

#: The codes that the Khronos validator also has, and the codes of our own.
KHRONOS: tuple[Code, ...] = (*FORM, *STORAGE, *PARTS)
ALL: dict[str, Code] = {code.name: code for code in (*KHRONOS, *OWN, *UNREAD, *LIMITS)}

__all__ = ["ALL", "FORM", "KHRONOS", "LIMITS", "OWN", "PARTS", "STORAGE", "UNREAD", "Code", "Severity"]
