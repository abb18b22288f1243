"""``EXT_meshopt_compression`` and ``KHR_meshopt_compression``: one stream of bytes becomes one buffer view.

A stream holds `count` elements of `stride` bytes in one of three modes: vertices, triangles, indices. Vertices may have
gone through a filter first. Each file is written from the extensions' text (KHR_meshopt_compression/README.md,
appendices A and B): ``vertices``, ``filters``, ``indices``. ``view`` reads what a buffer view says of its stream, and
calls them. If a coding is sequential, one short pass finds where its pieces lie, and NumPy does the rest.
"""

from .view import check_view, decode_view, packed_by

__all__ = ["check_view", "decode_view", "packed_by"]
