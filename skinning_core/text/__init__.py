"""Sentences as data: a template and its values, written in English where they arise and in other languages where shown.

Nothing here knows of characters. ``sentence`` is the data and how it is written, ``count`` a number of things,
``listing`` names in a row.
"""
