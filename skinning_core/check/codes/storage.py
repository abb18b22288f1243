"""Codes about buffers, buffer views and accessors, and the numbers in them."""

from __future__ import annotations

from .code import codes_of

STORAGE = codes_of("""
error BUFFER_BYTE_LENGTH_MISMATCH
    A buffer has fewer bytes than it says.
    Copy or export the file again: it may have been cut.
error BUFFER_DATA_URI_MIME_TYPE_INVALID
    The data URI of a buffer does not have the media type of a buffer.
    Use application/octet-stream.
error BUFFER_MISSING_GLB_DATA
    A buffer of a GLB has no uri, and the GLB has no binary chunk for it.
    Add the chunk or a uri.
warning BUFFER_GLB_CHUNK_TOO_BIG
    The binary chunk has more bytes than the buffer and its padding.
    Cut the chunk.
warning DATA_URI_GLB
    A GLB holds a buffer as text.
    Store the buffer as the binary chunk: it is a third smaller.
information URI_GLB
    A GLB keeps a buffer in another file.
    Store the buffer as the binary chunk, so that one file is enough.
error BUFFER_VIEW_TOO_LONG
    A buffer view ends beyond its buffer.
    Correct its byteOffset and byteLength.
error BUFFER_VIEW_TOO_BIG_BYTE_STRIDE
    A buffer view's stride is longer than the view.
    Correct byteStride.
error BUFFER_VIEW_INVALID_BYTE_STRIDE
    A buffer view with a stride holds other data than vertex attributes.
    Leave byteStride out, and store the data without gaps.
error BUFFER_VIEW_TARGET_OVERRIDE
    A buffer view serves two purposes, such as vertex attributes and indices.
    Give each purpose a buffer view of its own.
error ACCESSOR_USAGE_OVERRIDE
    An accessor serves two purposes, such as a vertex attribute and key values.
    Give each purpose an accessor of its own.
error ACCESSOR_TOO_LONG
    An accessor ends beyond its buffer view.
    Correct count, byteOffset or the view's byteLength.
error ACCESSOR_SMALL_BYTESTRIDE
    The stride of an accessor's view is less than an element.
    Correct byteStride.
error ACCESSOR_OFFSET_ALIGNMENT
    An accessor's byteOffset is not a multiple of its component's size.
    Align it.
error ACCESSOR_TOTAL_OFFSET_ALIGNMENT
    An accessor does not begin, within its buffer, at a multiple of its component's size.
    Align the buffer view.
error ACCESSOR_MATRIX_ALIGNMENT
    An accessor of matrices does not begin at a multiple of 4.
    Align it.
error ACCESSOR_NORMALIZED_INVALID
    Floats or 32-bit integers are said to be normalised.
    Leave normalized out.
error ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE
    There are more sparse values than elements.
    Correct the counts.
error ACCESSOR_SPARSE_INDEX_OOB
    A sparse index is beyond the accessor's count.
    Correct the indices.
error ACCESSOR_SPARSE_INDICES_NON_INCREASING
    Sparse indices do not increase.
    Sort them, and name each once.
error ACCESSOR_INVALID_FLOAT
    Some numbers are infinite or not a number.
    Find what made them, such as a scale of zero, before the export.
error ACCESSOR_MIN_MISMATCH
    The declared minimum is not the least value.
    Compute min and max from the stored data.
error ACCESSOR_MAX_MISMATCH
    The declared maximum is not the greatest value.
    Compute min and max from the stored data.
error ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND
    Values are less than the declared minimum.
    Compute min and max from the stored data.
error ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND
    Values are greater than the declared maximum.
    Compute min and max from the stored data.
""")
