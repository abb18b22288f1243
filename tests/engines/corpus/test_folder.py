"""A version of the corpus is the same bytes on every Python, NumPy and processor: run on all of them."""

from __future__ import annotations

import hashlib

from skinning_core.engines.corpus.folder import CORPUS_VERSION, made_cases, manifest_bytes

#: Of all files of a version, by name.
DIGESTS = {"1.7": "f5db4b5082b8ec0094b90233e9dc9a4ff64df48e1c554519cac9bbe1b942fca6"}


def test_the_bytes_are_those_of_the_version() -> None:
    cases = list(made_cases())
    digest = hashlib.sha256(manifest_bytes([made.entry for made in cases]))
    for made in cases:
        for name in sorted(made.files):
            digest.update(name.encode() + made.files[name])
    assert digest.hexdigest() == DIGESTS[CORPUS_VERSION]
    assert sum(len(data) for made in cases for data in made.files.values()) < 20e6
