"""Fuzzing to the end of the path: sound files are spoiled with their structure in view, then read, checked, posed,
skinned by reference and fast, compared and reported, and imported into Blender.

``mutate`` spoils a file, ``judge`` walks the path and says what is wrong with the program (nothing is wrong with a
refusal in one of our own sentences), ``__main__`` runs many in processes of bounded memory and keeps what it finds:
``python -m tests.fuzz --count 200000``. A case is its number: the same number is the same file on every machine.
"""
