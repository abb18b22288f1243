"""``EXT_meshopt_compression`` and ``KHR_meshopt_compression``: one stream of bytes becomes one buffer view.

A stream holds `count` elements of `stride` bytes in one of three codings (its mode): vertices, triangles, indices.
Vertices may have gone through a filter before they were coded. Each has a file here, written from the text of the
extensions (KHR_meshopt_compression/README.md, appendices A and B): ``vertices``, ``filters``, ``indices``. ``view``
reads what a buffer view says of its stream, and calls them. All decoding is NumPy: where a coding is sequential, one
short pass finds where its pieces lie, and arithmetic on whole arrays does the rest.
"""

from .view import check_view, decode_view, packed_by

__all__ = ["check_view", "decode_view", "packed_by"]
