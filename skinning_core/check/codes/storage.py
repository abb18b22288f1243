"""Codes about buffers, buffer views and accessors, and the numbers in them."""

from __future__ import annotations

from .code import read_codes

STORAGE = read_codes("""
BUFFER_BYTE_LENGTH_MISMATCH error
    A buffer has fewer bytes than it says. -> Copy or export the file again: it may have been cut.
BUFFER_DATA_URI_MIME_TYPE_INVALID error
    The data URI of a buffer does not have the media type of a buffer. -> Use application/octet-stream.
BUFFER_MISSING_GLB_DATA error
    A buffer of a GLB has no uri, and the GLB has no binary chunk for it. -> Add the chunk or a uri.
BUFFER_GLB_CHUNK_TOO_BIG warning
    The binary chunk has more bytes than the buffer and its padding. -> Cut the chunk.
DATA_URI_GLB warning
    A GLB holds a buffer as text. -> Store the buffer as the binary chunk: it is a third smaller.
URI_GLB information
    A GLB keeps a buffer in another file. -> Store the buffer as the binary chunk, so that one file is enough.
BUFFER_VIEW_TOO_LONG error
    A buffer view ends beyond its buffer. -> Correct its byteOffset and byteLength.
BUFFER_VIEW_TOO_BIG_BYTE_STRIDE error
    A buffer view's stride is longer than the view. -> Correct byteStride.
BUFFER_VIEW_INVALID_BYTE_STRIDE error
    A buffer view with a stride holds other data than vertex attributes. -> Leave byteStride out, and store the data
    without gaps.
BUFFER_VIEW_TARGET_OVERRIDE error
    A buffer view serves two purposes, such as vertex attributes and indices. -> Give each purpose a buffer view of
    its own.
ACCESSOR_USAGE_OVERRIDE error
    An accessor serves two purposes, such as a vertex attribute and key values. -> Give each purpose an accessor of
    its own.
ACCESSOR_TOO_LONG error
    An accessor ends beyond its buffer view. -> Correct count, byteOffset or the view's byteLength.
ACCESSOR_SMALL_BYTESTRIDE error
    The stride of an accessor's view is less than an element. -> Correct byteStride.
ACCESSOR_OFFSET_ALIGNMENT error
    An accessor's byteOffset is not a multiple of its component's size. -> Align it.
ACCESSOR_TOTAL_OFFSET_ALIGNMENT error
    An accessor does not begin, within its buffer, at a multiple of its component's size. -> Align the buffer view.
ACCESSOR_MATRIX_ALIGNMENT error
    An accessor of matrices does not begin at a multiple of 4. -> Align it.
ACCESSOR_NORMALIZED_INVALID error
    Floats or 32-bit integers are said to be normalised. -> Leave normalized out.
ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE error
    There are more sparse values than elements. -> Correct the counts.
ACCESSOR_SPARSE_INDEX_OOB error
    A sparse index is beyond the accessor's count. -> Correct the indices.
ACCESSOR_SPARSE_INDICES_NON_INCREASING error
    Sparse indices do not increase. -> Sort them, and name each once.
ACCESSOR_INVALID_FLOAT error
    Some numbers are infinite or not a number. -> Find what made them, such as a scale of zero, before the export.
ACCESSOR_MIN_MISMATCH error
    The declared minimum is not the least value. -> Compute min and max from the stored data.
ACCESSOR_MAX_MISMATCH error
    The declared maximum is not the greatest value. -> Compute min and max from the stored data.
ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND error
    Values are less than the declared minimum. -> Compute min and max from the stored data.
ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND error
    Values are greater than the declared maximum. -> Compute min and max from the stored data.
""")
