"""Random scenes with random edits, and the truth about each, worked out apart from the code under test.

``oracle`` reads the file, ``scene`` knows a scene and whose vertex is whose, ``truth`` says what is to be said of it;
``motion``, ``rig``, ``mesh`` and ``modifiers`` are what may be done to it.
"""
