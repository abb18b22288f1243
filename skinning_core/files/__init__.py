"""Whole files in and out: reading into memory, with a stamp of the file's state, and writing all or nothing.

``source`` reads, ``output`` writes, ``limits`` says how much a file may ask for, ``bone_map`` is one kind of file.
Nothing else in Skinproof holds a file open or maps one.
"""
