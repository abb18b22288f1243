"""Whole files in and out: read into memory with what they were like then, written all or nothing.

``source`` reads, ``output`` writes, ``limits`` says how much a file may ask for. Nothing else in Skinproof holds a file
open or maps one.
"""
