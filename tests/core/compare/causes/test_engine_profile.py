"""Profiles of engines: data that holds together, predictions by the plain formula, proof by the engines themselves."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from skinning_core import load_model
from skinning_core.cli import main
from skinning_core.compare.between.real_engine import RUNNERS, engine_maker
from skinning_core.compare.causes.catalogue import CATALOGUE
from skinning_core.compare.causes.engine_profile import PROFILES, profile_maker, profile_positions
from skinning_core.compare.causes.mistake import MISTAKES, SIZED
from skinning_core.compare.measure.pairs import pair_distances
from skinning_core.compare.measure.times import sample_times
from skinning_core.error import SkinproofError
from skinning_core.fast.exact_engine import skin_model
from skinning_core.model import Model
from skinning_core.skin.posed_model import posed_model
from tests.core.compare.limits.test_limits import largest, posed_tube
from tests.models import MODELS
from tests.tiny import POSITIONS, Tiny

PROVEN = [name for name, profile in PROFILES.items() if profile.proven]

#: What a profile predicts to: float32 engines to 1e-6, UsdSkel, which keeps scales in half floats, to 1e-5.
WITHIN = {"usd": 1e-5}

#: To how much else. VTK computes the angle of a slerp in float32 (vtkQuaternion<float>), which a chain of 300 joints
#: shows. raylib and Panda3D multiply in float32 down the chain, and of a mesh that stands far from its joints (h19);
#: raylib interpolates between two samples 60 times a second by quaternions whose product may round to one. Panda3D
#: draws bytes for weights 255 times as large (h07).
WITHIN_OF = {
    ("vtk", "h23_joints300"): 6e-6,
    ("raylib", "cesium_man"): 2e-6,
    ("raylib", "h23_joints300"): 5e-6,
    ("raylib", "h19_skinned_node_moved"): 2e-6,
    ("raylib", "Fox"): 3e-5,
    ("raylib", "mannequiny"): 4e-5,
    ("panda3d", "h19_skinned_node_moved"): 2e-6,
    ("panda3d", "h23_joints300"): 5e-6,
    ("panda3d", "h07_weights_u8"): 6e-5,
}

#: A reader of VTK moves only the first primitive of a mesh again once it has played a time, by the geometry of the last
#: (blockId in vtkGLTFReader.cxx stays 0): its first time is judged.
ONCE = {("vtk", "h33_many_primitives")}

#: PlayCanvas lets a channel without a node turn the root of the scene: an empty path is that of the root.
TURNED = {("playcanvas", "h35_clips_partial")}


def test_profiles_are_made_of_causes_that_are_listed() -> None:
    known = {mistake.code for mistake in (*MISTAKES, *SIZED)}
    for name, profile in PROFILES.items():
        assert profile.name == name
        assert set(profile.codes) <= known & set(CATALOGUE), name
        assert profile.source, name
    assert len(PROVEN) >= 5
    assert set(PROVEN) <= set(RUNNERS)


def test_no_profile_of_a_shader_that_divides_by_w_says_raw() -> None:
    for name in ("playcanvas", "khronos", "babylon"):
        assert "raw-weights" not in PROFILES[name].codes


def test_a_profile_predicts_what_the_plain_formula_gives(tmp_path: Path) -> None:
    posed = posed_tube(tmp_path)
    stored = posed.model.influences(posed.model.parts[0])
    expected = largest(posed, stored.joints[:, :4], stored.weights[:, :4].astype(np.float64))
    right = skin_model(posed.model, 0, posed.times, normals=False)
    made = profile_positions(PROFILES["bevy"], posed.model, 0, posed.times)
    relative = pair_distances(right.positions[0], made[0]) / right.diagonal[:, None]
    assert relative.max() == pytest.approx(expected, rel=1e-9)


def test_raylib_draws_the_rest_pose_as_it_is_stored_and_reads_the_last_set_of_influences(tmp_path: Path) -> None:
    """On keys that are samples of its sixty a second the plain formula with these weights is what it shows."""
    posed = posed_tube(tmp_path)
    part = posed.model.parts[0]
    (rest,) = profile_positions(PROFILES["raylib"], posed.model, None, np.zeros(2))
    assert np.array_equal(rest, np.stack(2 * [posed.model.primitive(part).positions]))
    stored, keys = posed.model.influences(part), np.unique([t for track in posed.clip.tracks for t in track.times])
    keys = keys[np.abs(keys * 60 - np.round(keys * 60)) < 1e-4]
    assert len(keys) > 1
    on_keys = posed_model(posed.model, posed.clip, keys)
    points = np.append(posed.model.primitive(part).positions, np.ones((stored.joints.shape[0], 1)), axis=1)
    matrices = on_keys.skin_palettes[part.skin][:, stored.joints[:, -4:]]
    expected = np.einsum("tvirc,vc,vi->tvr", matrices, points, stored.weights[:, -4:].astype(np.float64))
    (made,) = profile_positions(PROFILES["raylib"], posed.model, 0, keys)
    assert np.abs(made - expected).max() < 1e-5


def keyed(tiny: Tiny, node: int, path: str, times: list[float], values: list[list[float]]) -> None:
    """Give a node a track."""
    animation = tiny.data["animations"][0]
    accessors = {"input": tiny.add(np.array(times, "f4")), "output": tiny.add(np.array(values, "f4"))}
    animation["channels"].append({"sampler": len(animation["samplers"]), "target": {"node": node, "path": path}})
    animation["samplers"].append(accessors)


def test_a_scale_of_zero_leaves_raylib_a_rotation_that_is_not_unit(tmp_path: Path) -> None:
    """A turn by 60 degrees about Z with nothing along Y has a trace of 1.5: raymath makes (0, 0, 0.27, 0.79)."""
    tiny = Tiny()
    tiny.data["animations"][0] = {"samplers": [], "channels": []}
    keyed(tiny, 1, "rotation", [0.0, 1.0], 2 * [[0.0, 0.0, 0.5, 0.75**0.5]])
    keyed(tiny, 1, "scale", [0.0, 1.0], 2 * [[1.0, 0.0, 1.0]])
    (made,) = profile_positions(
        PROFILES["raylib"], load_model(tiny.write_glb(tmp_path / "tiny.glb")), 0, np.array([0.0])
    )
    assert np.allclose(made[0, 3], [(0.85 + 1.0) / 2, (0.1875**0.5 + 3.0) / 2, 0.0], atol=1e-6)


def test_panda3d_shows_the_key_to_come_and_blends_matrices_between_its_thirty_frames_a_second(tmp_path: Path) -> None:
    """The top joint, which stands at x = 0.5, counts twice; the tip turns by 90 degrees until frame 3, then by 180."""
    tiny = Tiny()
    tiny.data["animations"][0] = {"samplers": [], "channels": []}
    tiny.data["nodes"][0]["translation"] = [0.5, 0.0, 0.0]
    keyed(tiny, 0, "translation", [0.0, 0.2], 2 * [[0.5, 0.0, 0.0]])
    turns = [[0.0, 0.0, np.sin(a), np.cos(a)] for a in (0.0, np.pi / 4, np.pi / 2)]
    keyed(tiny, 1, "rotation", [0.0, 0.1, 0.2], turns)
    model = load_model(tiny.write_glb(tmp_path / "tiny.glb"))
    (rest,) = profile_positions(PROFILES["panda3d"], model, None, np.zeros(1))
    assert np.allclose(rest[0], POSITIONS, atol=1e-6)
    (made,) = profile_positions(PROFILES["panda3d"], model, 0, np.array([0.0, 1.0, 3.0, 3.25, 3.5, 4.0, 9.0]) / 30)
    angles = np.pi / 2 + np.array([0.0, 0.0, 0.0, np.arctan2(0.25, 0.75), np.pi / 4, np.pi / 2, np.pi / 2])
    sine, cosine = np.sin(angles), np.cos(angles)
    expected = np.stack([0.5 * cosine - sine + 0.5, 0.5 * sine + cosine + 1.0, np.zeros(7)], axis=-1)
    assert np.allclose(made[:, 2], expected, atol=1e-6)


def test_panda3d_does_not_predict_what_its_reader_cannot_load(tmp_path: Path) -> None:
    tiny = Tiny()
    keyed(tiny, 0, "translation", [0.0, 0.5], 2 * [[0.0, 0.0, 0.0]])
    with pytest.raises(SkinproofError, match="a track ends before its clip"):
        profile_positions(PROFILES["panda3d"], load_model(tiny.write_glb(tmp_path / "tiny.glb")), 0, np.zeros(1))


def test_a_name_that_nobody_knows_is_refused() -> None:
    with pytest.raises(SkinproofError, match="profiles: three"):
        profile_maker("nobody")
    with pytest.raises(SkinproofError, match="no runner"):
        engine_maker("nobody")


def test_the_command_line_knows_profiles_and_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(MODELS["twelve_influences"](tmp_path))
    assert main(["verify", path, "--against", "profile:bevy", "--normals", "out"]) == 1
    assert "only the first four influences are used" in capsys.readouterr().out
    written = [str(tmp_path / name) for name in ("t.md", "t.json", "t.html")]
    words = ["--markdown", written[0], "--json", written[1], "--html", written[2]]
    assert main(["engines", path, "--engines", "bevy,filament", *words]) == 0
    out = capsys.readouterr().out
    assert out == Path(written[0]).read_text()
    assert "`first-four`" in out
    assert "| the same |" in out
    assert "first-four" in Path(written[1]).read_text()
    assert "<table>" in Path(written[2]).read_text()
    assert main(["engines", "--list"]) == 0
    assert "khronos: first-eight, mirror-lost (no runner)" in capsys.readouterr().out


def apart(engine: str, model: Model, clip: int | None, name: str = "") -> float:
    """How far the profile is from the engine, of the size, at the vertex that is worst."""
    times = sample_times(model.clip(clip), most=7).times
    if (engine, name) in ONCE:
        times = times[:1]
    right = skin_model(model, clip, times, normals=False)
    real = engine_maker(engine)(model).at(clip, times)
    made = profile_positions(PROFILES[engine], model, clip, times)
    if (engine, name) in TURNED:
        made = (np.stack([turned_to(a, b) for a, b in zip(made[0], real.positions[0], strict=True)]),)
    pairs = zip(made, real.positions, strict=True)
    relative = [pair_distances(a, b) / right.diagonal[:, None] for a, b in pairs if a.shape[1]]
    return max(float(np.nanmax(each)) for each in relative)


def turned_to(ours: np.ndarray, theirs: np.ndarray) -> np.ndarray:
    """(V, 3) positions turned about the origin as near to others as can be."""
    u, _, vt = np.linalg.svd(ours.T @ theirs)
    return ours @ (u @ np.diag([1.0, 1.0, np.linalg.det(u @ vt)]) @ vt)


def require(engine: str) -> None:
    if not RUNNERS[engine].at_hand:
        pytest.skip(f"{engine} is not at hand: {RUNNERS[engine].install}")
    if engine == "raylib" and not os.environ.get("DISPLAY"):
        pytest.skip("raylib needs a screen: run under xvfb-run")


@pytest.mark.parametrize("engine", PROVEN)
def test_a_profile_predicts_its_engine(engine: str, tmp_path: Path) -> None:
    require(engine)
    model = load_model(MODELS["twelve_influences"](tmp_path))
    assert apart(engine, model, 0) <= WITHIN.get(engine, 1e-6)


@pytest.mark.nightly
@pytest.mark.parametrize("engine", PROVEN)
def test_a_profile_predicts_its_engine_on_every_shared_model(engine: str, shared: Path) -> None:
    """What the engine cannot load is skipped; the table has a row for it."""
    require(engine)
    models = sorted(p for p in (shared / "models").rglob("*.gl*") if p.suffix in (".glb", ".gltf"))
    wrong, played = {}, 0
    for path in models:
        model = load_model(path)
        for clip in (None, *range(min(len(model.clips), 2))):
            try:
                found = apart(engine, model, clip, path.stem)
            except SkinproofError:
                continue
            played += 1
            if found > WITHIN_OF.get((engine, path.stem), WITHIN.get(engine, 1e-6)):
                wrong[path.stem, clip] = found
    assert not wrong
    assert played > 30
