"""The cases in which Skinproof and the Khronos validator do not report the same about a file, and the reasons."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Disagreement:
    """One kind of difference: the codes that one of the two reports and the other does not."""

    codes: tuple[str, ...]
    when: str
    reason: str


DISAGREEMENTS: tuple[Disagreement, ...] = (
    Disagreement(
        ("ACCESSOR_WEIGHTS_NON_NORMALIZED",),
        "A vertex names a joint twice, or has a negative weight.",
        "The validator leaves such a weight out of the sum, so it reports the sum as well as the weight. Skinproof "
        "adds all weights up, as engines do: where they sum to one, the sum is not what is wrong.",
    ),
    Disagreement(
        ("ACCESSOR_WEIGHTS_NON_NORMALIZED", "ACCESSOR_WEIGHTS_NEGATIVE"),
        "Weights are integers that are not marked as normalised.",
        "Both report the format as wrong. The validator goes on to judge the values as if they were normalised, "
        "Skinproof judges them as they are.",
    ),
    Disagreement(
        ("UNREADABLE",),
        "A value is not one of those that the specification defines, such as a component type or an interpolation.",
        "The validator warns, because an extension might define the value. Skinproof cannot read such a file, and says "
        "so.",
    ),
    Disagreement(
        ("NODE_MATRIX_NON_TRS",),
        "A node's matrix shears, and its longest column is not among those that do; or is right, but very large.",
        "The validator compares one number, the largest sum of a column, of the matrix and of what it decomposes into, "
        "and by an absolute bound. Skinproof looks at the angles between the columns.",
    ),
    Disagreement(
        ("INVALID_JSON", "TYPE_MISMATCH"),
        "The file does not begin as a GLB or a JSON object does.",
        "The validator ends without a report: it cannot tell what kind of file this is.",
    ),
    Disagreement(
        ("INVALID_JSON", "GLB_UNEXPECTED_END_OF_CHUNK_DATA"),
        "A GLB ends within its JSON chunk.",
        "The validator reports the rest of the JSON as invalid, Skinproof the cut, which is the cause.",
    ),
    Disagreement(
        ("BUFFER_BYTE_LENGTH_MISMATCH", "UNREADABLE"),
        "The binary chunk of a GLB is empty, but a buffer needs bytes of it.",
        "The validator does not look at the length of an empty chunk. The data are missing.",
    ),
    Disagreement(
        ("IO_ERROR", "BUFFER_BYTE_LENGTH_MISMATCH"),
        "The fallback buffer of a file compressed by meshopt is not there.",
        "The validator does not know the extension, and misses the data. Skinproof decodes what is compressed.",
    ),
    Disagreement(
        ("ACCESSOR_MIN_MISMATCH", "ACCESSOR_MAX_MISMATCH"),
        "Sparse indices do not increase.",
        "Both report that. The validator goes through the elements once, and does not see values for those behind it.",
    ),
    Disagreement(
        ("ACCESSOR_SPARSE_INDEX_OOB", "ACCESSOR_SPARSE_INDICES_NON_INCREASING"),
        "There are more sparse indices than their buffer view holds.",
        "Both report that. The validator goes on to judge bytes behind the view, which belong to something else.",
    ),
)

#: What the validator cannot judge, in a sentence: it ends with a failure of its own.
NOT_JUDGED = (
    "On some broken files the validator ends with a failure of its own and without a report: an object of a list is no "
    "object, joints are stored as floats, sparse data begin at odd bytes. Skinproof reports what is wrong with them."
)
