"""Codes about the JSON text, its types and properties, and the GLB container."""

from __future__ import annotations

from .code import read_codes

FORM = read_codes("""
INVALID_JSON error
    The JSON text cannot be parsed. -> Export the file again; a file edited by hand has a comma or bracket too many
    or too few.
IO_ERROR error
    A file that a buffer names cannot be read, or lies outside the model's folder. -> Put the file beside the model.
INVALID_URI error
    A data URI cannot be decoded. -> Export the file again.
TYPE_MISMATCH error
    A value is of the wrong JSON type. -> Write a value of the type that the finding names.
ARRAY_TYPE_MISMATCH error
    An element of an array is of the wrong JSON type. -> Write elements of the type that the finding names.
ARRAY_LENGTH_NOT_IN_LIST error
    An array does not have the length that the specification asks for. -> Write as many elements as the finding names.
EMPTY_ENTITY error
    An array or object is empty that must not be. -> Leave the property out.
DUPLICATE_ELEMENTS error
    An element stands in an array twice. -> Name each element once.
INVALID_INDEX error
    An index is not an integer of at least 0. -> Write the number of the object referred to, counted from 0.
PATTERN_MISMATCH error
    A version is not written as two numbers with a dot between. -> Write "2.0".
UNDEFINED_PROPERTY error
    A property that must be there is missing. -> Add it.
UNEXPECTED_PROPERTY warning
    A property is unknown to the specification. -> Move it into extras, or mend its spelling.
UNSATISFIED_DEPENDENCY error
    A property is given without another one that it needs. -> Add the other, or leave both out.
VALUE_MULTIPLE_OF error
    A number is not a multiple of what the specification asks for. -> Use a multiple.
VALUE_NOT_IN_LIST warning
    A value is not one of those that the specification defines. -> Use one of those that the finding names.
VALUE_NOT_IN_RANGE error
    A number is out of its range. -> Use a number within the range that the finding names.
INVALID_GL_VALUE error
    A bound of an accessor cannot be a value of its component type. -> Compute min and max from the data.
NON_OBJECT_EXTRAS information
    extras is not an object, which some programs expect. -> Make it an object.
UNRESOLVED_REFERENCE error
    An index refers to an object that is not there. -> Correct the index, or add the object.
UNDECLARED_EXTENSION error
    An extension is used that extensionsUsed does not name. -> Add its name to extensionsUsed.
UNUSED_EXTENSION_REQUIRED error
    extensionsRequired names an extension that extensionsUsed does not. -> Add its name to extensionsUsed, or do not
    require it.
UNKNOWN_ASSET_MAJOR_VERSION error
    The file is not glTF 2. -> Convert it to glTF 2.0.
UNKNOWN_ASSET_MINOR_VERSION warning
    The file is of a later glTF 2 than 2.0. -> Nothing, if results are as expected.
ASSET_MIN_VERSION_GREATER_THAN_VERSION error
    minVersion is greater than version. -> Correct either.
GLB_INVALID_VERSION error
    The container is not of version 2. -> Convert the file to glTF 2.0.
GLB_LENGTH_TOO_SMALL error
    The length in the header is less than the header itself. -> Export the file again.
GLB_LENGTH_MISMATCH error
    The length in the header is not the file's. -> Copy or export the file again: it may have been cut.
GLB_UNEXPECTED_END_OF_HEADER error
    The file ends within the header. -> Copy or export the file again: it has been cut.
GLB_UNEXPECTED_END_OF_CHUNK_HEADER error
    The file ends within the header of a chunk. -> Copy or export the file again: it has been cut.
GLB_UNEXPECTED_END_OF_CHUNK_DATA error
    The file ends within a chunk. -> Copy or export the file again: it has been cut.
GLB_CHUNK_LENGTH_UNALIGNED error
    A chunk's length is not a multiple of 4. -> Pad JSON by spaces, binary data by zeros.
GLB_CHUNK_TOO_BIG error
    A chunk ends beyond the length in the header. -> Export the file again.
GLB_UNEXPECTED_FIRST_CHUNK error
    The first chunk is not JSON. -> Put the JSON chunk first.
GLB_UNEXPECTED_BIN_CHUNK error
    The binary chunk is not the second. -> Put it right after the JSON chunk.
GLB_DUPLICATE_CHUNK error
    There are two JSON chunks or two binary ones. -> Keep one of each; the first is used.
GLB_EMPTY_CHUNK error
    The JSON chunk is empty. -> Export the file again.
GLB_EMPTY_BIN_CHUNK information
    The binary chunk is empty. -> Leave it out.
GLB_UNKNOWN_CHUNK_TYPE warning
    A chunk is of an unknown type; it is skipped. -> Nothing, if another program put it there on purpose.
GLB_EXTRA_DATA warning
    Bytes follow the last chunk. -> Cut the file to the length in its header.
""")
