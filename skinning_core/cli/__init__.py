"""The command line, the same inside Blender and outside: one file per verb, which formats what functions return.

In reading order: ``verb``, ``options`` (arguments that verbs share), ``progress`` and ``several`` (work that takes
long, or over many files); then any verb: ``inspect``, ``check``, ``limits``, ``skin``. Those that judge: ``question``
(what is asked), ``against`` (by what), ``judging`` (what becomes of the answer), ``verify``, ``file_pair`` (the verb
``compare``), ``scene``; then ``engines`` and ``bench``. ``overview`` is the first help, ``former`` knows the last
release's spellings; ``main`` turns arguments into an exit status.
"""

from .main import main

__all__ = ["main"]
