"""``check`` and the Khronos validator say the same about hundreds of defective documents, and about real models."""

from __future__ import annotations

from pathlib import Path

import pytest

from skinning_core.check.check import check_file
from skinning_core.check.codes import ALL, KHRONOS
from skinning_core.check.finding import Finding
from tests.core.check import defects, documents, khronos
from tests.models import MODELS
from tools.pages.disagreements import DISAGREEMENTS

SHARED = {code.name for code in KHRONOS}
EXPLAINED = {code for case in DISAGREEMENTS for code in case.codes}
UNDECODABLE = "UNDECODABLE"  # the validator failed and has said nothing
#: Of each kind of which there are thousands: by day, and at night. 250 take 13 s of processor.
FEW, MANY = 80, 250


@pytest.fixture(scope="module", params=[FEW, pytest.param(MANY, marks=pytest.mark.nightly)])
def cases(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> list[tuple[str, Path, list[Finding]]]:
    """All defective documents as files, each with the name of its defect and what ``check`` finds."""
    base, folder = documents.valid(), tmp_path_factory.mktemp("documents")
    made = [(name, tiny.glb()) for name, tiny in defects.semantic()]
    made += documents.containers(base)
    for several in (documents.forms, documents.accessors, documents.contents):
        made += [(name, tiny.glb()) for name, tiny in documents.sampled(list(several(base)), request.param, seed=1)]
    found = []
    for number, (name, data) in enumerate(made):
        path = folder / f"{number}.glb"
        path.write_bytes(data)
        found.append((name, path, check_file(path)))
    return found


def test_both_agree_about_defective_documents(cases: list[tuple[str, Path, list[Finding]]], tmp_path: Path) -> None:
    assert len(cases) > 3 * FEW
    apart, otherwise, judged = [], [], 0
    for (name, _, findings), said in zip(cases, khronos.ask([path for _, path, _ in cases], tmp_path)):
        codes = {finding.code for finding in findings}
        errors = {finding.code for finding in findings if finding.severity == "error"}
        if bool(errors) != bool(said.errors):
            apart.append((name, errors, said.errors))
        if UNDECODABLE in said.codes:
            continue
        judged += 1
        if differ := (codes & SHARED) ^ (said.codes & SHARED):
            otherwise.append((name, differ))
    assert len(apart) <= 0.01 * len(cases), apart
    assert len(otherwise) <= 0.03 * judged, otherwise
    assert judged > 0.95 * len(cases)
    unexplained = [case for case in (*apart, *otherwise) if not case[1] & EXPLAINED]
    assert not unexplained


def test_the_whole_document_has_nothing_wrong(tmp_path: Path) -> None:
    made = documents.valid()
    files = [made.write_glb(tmp_path / "valid.glb"), made.write_gltf(tmp_path / "valid.gltf")]
    for path, said in zip(files, khronos.ask(files, tmp_path)):
        assert not said.errors
        assert not [finding for finding in check_file(path) if finding.severity != "information"]


def test_both_agree_about_our_own_models(tmp_path: Path) -> None:
    files = [make(tmp_path) for make in MODELS.values()]
    assert_alike(files, tmp_path)


def test_both_agree_about_real_models(shared: Path, tmp_path: Path) -> None:
    files = sorted(path for path in (shared / "models").glob("**/*") if path.suffix in {".glb", ".gltf"})
    assert len(files) > 20
    assert_alike(files, tmp_path)


def assert_alike(files: list[Path], folder: Path) -> None:
    for path, said in zip(files, khronos.ask(files, folder)):
        findings = check_file(path)
        theirs = {code for code, pointer in said.places if code != "IO_ERROR" or pointer.startswith("/buffers")}
        differ = ({finding.code for finding in findings} ^ theirs) & SHARED
        assert differ <= EXPLAINED, (path.name, differ)
        severe = any(finding.severity == "error" for finding in findings)
        assert differ or severe == bool(said.errors & theirs), path.name


def test_shared_codes_are_as_severe_as_theirs() -> None:
    theirs = khronos.severities()
    assert {code.name: code.severity for code in KHRONOS} == {name: theirs[name] for name in SHARED}
    assert not theirs.keys() & (ALL.keys() - SHARED)


def test_every_shared_code_can_be_found(cases: list[tuple[str, Path, list[Finding]]]) -> None:
    """No code is dead: each is found in some of the documents."""
    found = {finding.code for _, _, findings in cases for finding in findings}
    assert found >= SHARED, SHARED - found
