"""Sentences as data: a template and its values, in English where they arise, in other languages where shown.

Nothing here knows of characters. ``sentence`` is the data and its writing, ``count`` a number of things, ``listing``
names in a row.
"""
