"""MD5 files as arrays: what the text says, by hand; and what is wrong with it, with the line."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skinning_core import SkinproofError
from skinning_core.md5.anim_file import read_anim_file
from skinning_core.md5.mesh_file import read_mesh_file
from skinning_core.md5.orientation import with_w
from tests.night import cases

from .md5_text import ANIM, MESH, line_of, write

HALF = 0.5**0.5


def test_joints_have_names_with_spaces_parents_and_rebuilt_w(tmp_path: Path) -> None:
    joints = read_mesh_file(write(tmp_path)[0]).joints
    assert joints.names == ("root bone", "upper arm", "hand {left}")
    assert joints.parents.tolist() == [-1, 0, 1]
    assert joints.positions.tolist() == [[0, 0, 1], [0, 0, 2], [1, 0, 2]]
    expected = [[0, 0, 0, -1], [-0.5, -0.5, -0.5, -0.5], [-HALF, 0, 0, -HALF]]
    np.testing.assert_allclose(joints.orientations, expected, atol=1e-15)


def test_mesh_block_as_written(tmp_path: Path) -> None:
    (block,) = read_mesh_file(write(tmp_path)[0]).meshes
    assert block.shader == "models/one two"
    assert block.texcoords.tolist() == [[0, 0.25], [1, 0], [1, 1], [0, 1]]
    assert block.first_weight.tolist() == [0, 1, 3, 1]
    assert block.weight_count.tolist() == [1, 2, 1, 3]
    assert block.triangles.tolist() == [[0, 1, 2], [0, 2, 3]]
    assert block.joints.tolist() == [0, 0, 1, 2]
    assert block.biases.tolist() == [1, 0.25, 0.75, 1]
    assert block.positions.tolist() == [[1, 0, 0], [0, 1, 1], [1, 0, 0], [0.5, 0, 0]]


def test_frames_write_the_flagged_components_over_the_base_frame(tmp_path: Path) -> None:
    anim = read_anim_file(write(tmp_path)[1])
    assert anim.names == ("root bone", "upper arm", "hand {left}")
    assert anim.frame_rate == 10
    assert anim.bounds[2].tolist() == [[-3, -1, -1], [3, 1, 1]]
    assert anim.positions[:, 0].tolist() == [[0, 5, 1], [10, 5, 2], [20, 5, 4]]  # Tx and Tz move, Ty is the base's
    assert anim.positions[:, 1].tolist() == [[0, 0, 1]] * 3
    np.testing.assert_allclose(anim.orientations[:, 1], [[0, 0, 0, -1], [0, 0, -HALF, -HALF], [0, 0, -1, 0]], atol=1e-8)
    np.testing.assert_allclose(anim.orientations[:, 2], [[0, 0.6, 0, -0.8]] * 3)


def test_w_is_negative_and_a_rounded_vector_is_made_unit() -> None:
    np.testing.assert_array_equal(with_w(np.array([0.6, 0.0, 0.0])), [0.6, 0, 0, -0.8])
    np.testing.assert_allclose(with_w(np.array([0.606, 0.808, 0.0])), [0.6, 0.8, 0, 0], atol=1e-15)


def test_old_files_in_latin_1_and_files_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.md5mesh"
    path.write_bytes(MESH.replace("root bone", "Hüfte").encode("latin-1"))
    assert read_mesh_file(path).joints.names[0] == "Hüfte"
    path.write_bytes(MESH.encode("utf-8-sig").replace(b"\n", b"\r\n"))
    assert read_mesh_file(path).joints.names[0] == "root bone"


BROKEN_MESH = {
    "version": ("MD5Version 10", "MD5Version 6", "MD5Version 6", "version 6"),
    "not md5": ("MD5Version 10", "ply", "ply", "not an MD5 file"),
    "joint count": ("numJoints 3", "numJoints 4", "}\n\nmesh", "numJoints says 4, but there are 3"),
    "joint count missing": ("numJoints 3\n", "", "}\n\nmesh", "numJoints is missing"),
    "mesh count": ("numMeshes 1", "numMeshes 2", None, "numMeshes says 2, but there are 1"),
    "parent after child": ("0 ( 0 0 2 )", "2 ( 0 0 2 )", "upper arm", "parent must come before"),
    "own parent": ("0 ( 0 0 2 )", "1 ( 0 0 2 )", "upper arm", "parent must come before"),
    "parent -2": ("-1 ( 0 0 1 )", "-2 ( 0 0 1 )", "root bone", "parent must come before"),
    "name without quotes": ('"upper arm"', "upperarm", "upperarm", "name in quotes"),
    "name not closed": ('"upper arm"', '"upper arm', '"upper arm', "not closed"),
    "word for number": ("( 0 0 2 )", "( 0 zero 2 )", "zero", "expected a number, found 'zero'"),
    "not a number": ("( 0 0 2 )", "( 0 nan 2 )", "nan", "expected a number"),
    "windows' not a number": ("( 0 0 2 )", "( 0 -1.#IND 2 )", "#IND", "expected a number"),
    "infinity": ("( 0 0 2 )", "( 0 1e999 2 )", "1e999", "out of range"),
    "two components": ("( 0 0 2 )", "( 0 2 )", "( 0 2 )", "expected a number, found ')'"),
    "four components": ("( 0 0 2 )", "( 0 0 2 1 )", "( 0 0 2 1 )", "expected ')'"),
    "no bracket": ("( 0 0 2 )", "0 0 2 )", "0 0 2 )", "expected '('"),
    "orientation too long": ("( -0.5 -0.5 -0.5 )", "( -1.5 -0.5 -0.5 )", "-1.5", "longer than 1"),
    "vertex count": ("numverts 4", "numverts 5", "mesh {", "numverts says 5, but there are 4"),
    "vertex count negative": ("numverts 4", "numverts -4", "numverts -4", "cannot be negative"),
    "vertex count fraction": ("numverts 4", "numverts 4.5", "numverts 4.5", "whole number"),
    "vertex twice": ("vert 1 (", "vert 0 (", "vert 0 ( 1 0 )", "comes twice"),
    "vertex gap": ("vert 3 (", "vert 9 (", "mesh {", "leaves a gap"),
    "vertex without weights": (") 1 2", ") 1 0", ") 1 0", "no weights"),
    "weights out of range": (") 1 3", ") 2 3", ") 2 3", "uses weights 2 to 4, but there are 4"),
    "triangle out of range": ("tri 1 0 2 3", "tri 1 0 2 4", "tri 1 0 2 4", "uses vert 4, but there are 4"),
    "joint out of range": ("weight 2 1", "weight 2 3", "weight 2 3", "joint index 3 is out of range"),
    "joint negative": ("weight 2 1", "weight 2 -1", "weight 2 -1", "cannot be negative"),
    "unknown word": ("numtris 2", "numtriangles 2", "numtriangles", "not expected"),
    "mesh before joints": ("joints {", "mesh {", "mesh {", "not expected here"),
    "truncated": ("weight 3 2 1 ( 0.5 0 0 )\n}\n", "weight 3 2 1 ( 0.5", None, "ends too early"),
    "block not closed": ("weight 3 2 1 ( 0.5 0 0 )\n}\n", "weight 3 2 1 ( 0.5 0 0 )", None, "middle of a block"),
    "comment not closed": ("with others */", "with others", "/* shares", "comment is not closed"),
}

BROKEN_ANIM = {
    "version": ("MD5Version 10", "MD5Version 11", "MD5Version 11", "version 11"),
    "no frames": ("numFrames 3", "numFrames 0", "numFrames 0", "nothing to play"),
    "frame rate": ("frameRate 10", "frameRate 0", "frameRate 0", "above 0"),
    "frame rate missing": ("frameRate 10\n", "", "hierarchy", "frameRate is missing"),
    "count missing": ("numAnimatedComponents 5\n", "", "hierarchy", "numAnimatedComponents is missing"),
    "hierarchy rows": ("numJoints 3", "numJoints 2", "}\n\nbounds", "hierarchy has 3 rows, but 2"),
    "flags": ("0 56 2", "0 120 2", "0 120 2", "lowest six bits"),
    "components out of range": ("0 56 2", "0 56 3", "0 56 3", "takes components 3 to 5"),
    "parent": ("0 56 2", "5 56 2", "5 56 2", "parent must come before"),
    "bounds rows": ("\t( -3 -1 -1 ) ( 3 1 1 )\n", "", "}\n\nbaseframe", "bounds has 2 rows, but 3"),
    "base rows": ("\t( 0 0 1 ) ( 0 0 0 )\n", "", "}\n\nframe 0", "baseframe has 2 rows, but 3"),
    "base orientation": ("( 0 0.6 0 )", "( 0 1.6 0 )", "1.6", "longer than 1"),
    "frame out of range": ("frame 2 {", "frame 3 {", "frame 3 {", "numFrames is 3"),
    "frame twice": ("frame 2 {", "frame 1 {\n20 4 0 0 -1 }\nframe 2 {", "frame 1 {\n20", "comes twice"),
    "frame missing": ("frame 2 {\n\t20 4 0 0 -1\n}\n", "", None, "frame 2 is missing"),
    "frame too short": ("20 4 0 0 -1", "20 4 0 0", "frame 2", "has 4 numbers, but numAnimatedComponents is 5"),
    "frame too long": ("20 4 0 0 -1", "20 4 0 0 -1 3", "frame 2", "has 6 numbers"),
    "frame orientation": ("20 4 0 0 -1", "20 4 0 1 -1", "frame 2", "orientation of joint 1 is longer"),
    "frame word": ("20 4 0 0 -1", "20 4 0 x -1", "20 4 0 x", "found 'x'"),
    "frame dots": ("20 4 0 0 -1", "20 4 0 1.2.3 -1", "20 4 0 1.2.3", "found '1.2.3'"),
    "frame infinite": ("20 4 0 0 -1", "20 4 0 1e400 -1", "20 4 0 1e400", "out of range"),
    "frame not closed": ("20 4 0 0 -1\n}", "20 4 0 0 -1", None, "middle of a block"),
    "empty": (ANIM, "  // nothing\n", None, "not an MD5 file"),
}


@pytest.mark.parametrize("case", BROKEN_MESH)
def test_broken_mesh_names_file_and_line(tmp_path: Path, case: str) -> None:
    old, new, where, sentence = BROKEN_MESH[case]
    text = MESH.replace(old, new, 1)
    with pytest.raises(SkinproofError) as caught:
        read_mesh_file(write(tmp_path, mesh=text)[0])
    line = line_of(text, where) if where else text.rstrip().count("\n") + 1
    assert caught.value.where == f"arm.md5mesh:{line}"
    assert sentence in caught.value.what


@pytest.mark.parametrize("case", BROKEN_ANIM)
def test_broken_anim_names_file_and_line(tmp_path: Path, case: str) -> None:
    old, new, where, sentence = BROKEN_ANIM[case]
    text = ANIM.replace(old, new, 1)
    with pytest.raises(SkinproofError) as caught:
        read_anim_file(write(tmp_path, anim=text)[1])
    line = line_of(text, where) if where else text.rstrip().count("\n") + 1
    assert caught.value.where == f"raise.md5anim:{line}"
    assert sentence in caught.value.what


@settings(max_examples=cases(150), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_random_edits_either_read_or_give_one_sentence_with_a_line(tmp_path: Path, data: st.DataObject) -> None:
    """Words dropped, doubled, replaced or cut off at random: never another exception, never a wrong shape."""
    words = data.draw(st.sampled_from([MESH, ANIM])).split(" ")
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(words) - 1))
        edits = ["", "{", "}", "(", ")", '"', "-1", "0", "7", "1e300", "x", "//", "/*", "-", "1 1", "\n"]
        words[at] = data.draw(st.sampled_from(edits)) + data.draw(st.sampled_from(["", words[at]]))
    path = tmp_path / "edited.md5"
    path.write_text(" ".join(words), encoding="utf-8")
    for read in (read_mesh_file, read_anim_file):
        try:
            read(path)
        except SkinproofError as error:
            assert error.where.startswith("edited.md5:")
            assert int(error.where.split(":")[1]) >= 1
