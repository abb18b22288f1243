"""Codes about the JSON text, its types and properties, and the GLB container."""

from __future__ import annotations

from .code import codes_of

FORM = codes_of("""
error INVALID_JSON
    The JSON text cannot be parsed.
    Export the file again; a file edited by hand has a comma or bracket too many or too few.
error IO_ERROR
    A file that a buffer names cannot be read, or lies outside the model's folder.
    Put the file beside the model.
error INVALID_URI
    A data URI cannot be decoded.
    Export the file again.
error TYPE_MISMATCH
    A value is of the wrong JSON type.
    Write a value of the type that the finding names.
error ARRAY_TYPE_MISMATCH
    An element of an array is of the wrong JSON type.
    Write elements of the type that the finding names.
error ARRAY_LENGTH_NOT_IN_LIST
    An array does not have the length that the specification asks for.
    Write as many elements as the finding names.
error EMPTY_ENTITY
    An array or object is empty that must not be.
    Leave the property out.
error DUPLICATE_ELEMENTS
    An element stands in an array twice.
    Name each element once.
error INVALID_INDEX
    An index is not an integer of at least 0.
    Write the number of the object referred to, counted from 0.
error PATTERN_MISMATCH
    A version is not written as two numbers with a dot between.
    Write "2.0".
error UNDEFINED_PROPERTY
    A property that must be there is missing.
    Add it.
warning UNEXPECTED_PROPERTY
    A property is unknown to the specification.
    Move it into extras, or mend its spelling.
error UNSATISFIED_DEPENDENCY
    A property is given without another one that it needs.
    Add the other, or leave both out.
error VALUE_MULTIPLE_OF
    A number is not a multiple of what the specification asks for.
    Use a multiple.
warning VALUE_NOT_IN_LIST
    A value is not one of those that the specification defines.
    Use one of those that the finding names.
error VALUE_NOT_IN_RANGE
    A number is out of its range.
    Use a number within the range that the finding names.
error INVALID_GL_VALUE
    A bound of an accessor cannot be a value of its component type.
    Compute min and max from the data.
information NON_OBJECT_EXTRAS
    extras is not an object, which some programs expect.
    Make it an object.
error UNRESOLVED_REFERENCE
    An index refers to an object that is not there.
    Correct the index, or add the object.
error UNDECLARED_EXTENSION
    An extension is used that extensionsUsed does not name.
    Add its name to extensionsUsed.
error UNUSED_EXTENSION_REQUIRED
    extensionsRequired names an extension that extensionsUsed does not.
    Add its name to extensionsUsed, or do not require it.
error UNKNOWN_ASSET_MAJOR_VERSION
    The file is not glTF 2.
    Convert it to glTF 2.0.
warning UNKNOWN_ASSET_MINOR_VERSION
    The file is of a later glTF 2 than 2.0.
    Nothing, if results are as expected.
error ASSET_MIN_VERSION_GREATER_THAN_VERSION
    minVersion is greater than version.
    Correct either.
error GLB_INVALID_VERSION
    The container is not of version 2.
    Convert the file to glTF 2.0.
error GLB_LENGTH_TOO_SMALL
    The length in the header is less than the header itself.
    Export the file again.
error GLB_LENGTH_MISMATCH
    The length in the header is not the file's.
    Copy or export the file again: it may have been cut.
error GLB_UNEXPECTED_END_OF_HEADER
    The file ends within the header.
    Copy or export the file again: it has been cut.
error GLB_UNEXPECTED_END_OF_CHUNK_HEADER
    The file ends within the header of a chunk.
    Copy or export the file again: it has been cut.
error GLB_UNEXPECTED_END_OF_CHUNK_DATA
    The file ends within a chunk.
    Copy or export the file again: it has been cut.
error GLB_CHUNK_LENGTH_UNALIGNED
    A chunk's length is not a multiple of 4.
    Pad JSON by spaces, binary data by zeros.
error GLB_CHUNK_TOO_BIG
    A chunk ends beyond the length in the header.
    Export the file again.
error GLB_UNEXPECTED_FIRST_CHUNK
    The first chunk is not JSON.
    Put the JSON chunk first.
error GLB_UNEXPECTED_BIN_CHUNK
    The binary chunk is not the second.
    Put it right after the JSON chunk.
error GLB_DUPLICATE_CHUNK
    There are two JSON chunks or two binary ones.
    Keep one of each; the first is used.
error GLB_EMPTY_CHUNK
    The JSON chunk is empty.
    Export the file again.
information GLB_EMPTY_BIN_CHUNK
    The binary chunk is empty.
    Leave it out.
warning GLB_UNKNOWN_CHUNK_TYPE
    A chunk is of an unknown type; it is skipped.
    Nothing, if another program put it there on purpose.
warning GLB_EXTRA_DATA
    Bytes follow the last chunk.
    Cut the file to the length in its header.
""")
