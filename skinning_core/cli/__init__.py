"""The command line, the same inside Blender and outside: one file per verb, which formats what functions return.

Read in this order: ``verb`` (what a verb is), ``options`` (arguments that several verbs share), ``main`` (arguments to
a verb, a verb to an exit status), then any verb: ``inspect``, ``check``, ``skin``, ``verify``, ``explain``, ``bench``.
"""

from .main import main

__all__ = ["main"]
