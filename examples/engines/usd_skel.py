"""UsdSkel as an engine: a skeleton, its animation and its meshes are made of the model, and UsdSkel skins them.

UsdSkel has no glTF reader: Skinproof samples keys, adds morph targets and moves parts without a skin. What is left to
UsdSkel is to compose joints from translation, rotation and scale (half floats), to bind, and to skin.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from pxr import Gf, Sdf, Usd, UsdGeom, UsdSkel, Vt
from results import Played, run

from skinning_core import load_model, posed_model
from skinning_core.model import Model
from skinning_core.skin.posed_model import PosedModel
from skinning_core.transform import as_4x4


def play(path: Path, clip: int | None, times: Sequence[float]) -> list[Played]:
    """Positions and normals of every primitive at every time."""
    model = load_model(path)
    posed = posed_model(model, model.clip(clip), np.asarray(times, float))
    stage = Usd.Stage.CreateInMemory()
    animation = animated(stage, posed)
    skeletons = [skeleton(stage, model, k, animation) for k in range(len(model.skins))]
    return [(p.node, p.primitive, *skinned(stage, posed, k, skeletons)) for k, p in enumerate(model.parts)]


def joint_paths(model: Model) -> list[str]:
    """A path for every node, parents within: the joints of UsdSkel are named by their hierarchy, parents first."""
    paths: dict[int, str] = {}
    for n in model.nodes.order.tolist():
        paths[n] = paths.get(int(model.nodes.parents[n]), "") + f"/n{n}"
    return [path[1:] for path in paths.values()]


def matrices(values: np.ndarray) -> Vt.Matrix4dArray:
    """(..., 3, 4) column-vector matrices as USD's, which multiply row vectors."""
    return Vt.Matrix4dArray([Gf.Matrix4d(*m.T.ravel().tolist()) for m in as_4x4(values)])


def animated(stage: Usd.Stage, posed: PosedModel) -> UsdSkel.Animation:
    """The translation, rotation and scale of every node at every time."""
    animation = UsdSkel.Animation.Define(stage, "/animation")
    animation.CreateJointsAttr(joint_paths(posed.model))
    attributes = animation.CreateTranslationsAttr(), animation.CreateRotationsAttr(), animation.CreateScalesAttr()
    for t in range(len(posed.times)):
        columns = zip(*(apart(posed, t, n) for n in posed.model.nodes.order), strict=True)
        for attribute, kind in zip(attributes, (Vt.Vec3fArray, Vt.QuatfArray, Vt.Vec3hArray), strict=True):
            attribute.Set(kind(next(columns)), Usd.TimeCode(t))
    return animation


def apart(posed: PosedModel, t: int, n: int) -> tuple[Gf.Vec3f, Gf.Quatf, Gf.Vec3h]:
    """Translation, rotation and scale of a node; if it has a matrix, UsdSkel takes it apart."""
    pose = posed.pose
    if pose.has_matrix[n]:
        return UsdSkel.DecomposeTransform(matrices(pose.matrix[[n]])[0])
    stored = (values[..., n, :] for values in (pose.translation, pose.rotation, pose.scale))
    move, (*turn, real), scale = (values.tolist() if values.ndim == 1 else values[t].tolist() for values in stored)
    return Gf.Vec3f(*move), Gf.Quatf(real, *turn), Gf.Vec3h(*scale)


def skeleton(stage: Usd.Stage, model: Model, k: int, animation: UsdSkel.Animation) -> UsdSkel.Skeleton:
    """The skeleton of a skin: every node is a joint, those of the skin have its bind matrices."""
    UsdSkel.Root.Define(stage, f"/root{k}")
    made = UsdSkel.Skeleton.Define(stage, f"/root{k}/skeleton")
    bind = np.tile(np.eye(4), (len(model.nodes), 1, 1))
    bind[np.argsort(model.nodes.order)[model.skins[k].joints]] = np.linalg.inv(as_4x4(model.skins[k].inverse_bind))
    made.CreateJointsAttr(joint_paths(model))
    made.CreateBindTransformsAttr(matrices(bind[:, :3]))
    made.CreateRestTransformsAttr(matrices(np.tile(np.eye(4)[:3], (len(model.nodes), 1, 1))))
    UsdSkel.BindingAPI.Apply(made.GetPrim()).CreateAnimationSourceRel().SetTargets([animation.GetPrim().GetPath()])
    return made


def skinned(stage: Usd.Stage, posed: PosedModel, k: int, skeletons: list) -> tuple[np.ndarray, np.ndarray | None]:
    """(T, V, 3) positions and normals of a part, by UsdSkel's own computation."""
    model, part = posed.model, posed.model.parts[k]
    influences, own_normals = model.influences(part), model.primitive(part).normals
    if influences is None:
        return posed.part_positions(part), posed.part_normals(part)
    mesh = UsdGeom.Mesh.Define(stage, Sdf.Path(f"/root{part.skin}/part{k}"))
    binding = UsdSkel.BindingAPI.Apply(mesh.GetPrim())
    place = np.argsort(model.nodes.order)[model.skins[part.skin].joints]
    width = influences.joints.shape[1]
    indices = Vt.IntArray(place[influences.joints].ravel().tolist())
    weights = Vt.FloatArray(influences.weights.ravel().tolist())
    binding.CreateJointIndicesPrimvar(False, width).Set(indices)
    binding.CreateJointWeightsPrimvar(False, width).Set(weights)
    binding.CreateSkeletonRel().SetTargets([skeletons[part.skin].GetPrim().GetPath()])
    cache = UsdSkel.Cache()
    cache.Populate(UsdSkel.Root(stage.GetPrimAtPath(f"/root{part.skin}")), Usd.PrimDefaultPredicate)
    skel, skinning = cache.GetSkelQuery(skeletons[part.skin]), cache.GetSkinningQuery(mesh.GetPrim())
    positions, normals, morphed = [], [], posed.morphed_positions(part)
    for t in range(len(posed.times)):
        moved = skel.ComputeSkinningTransforms(Usd.TimeCode(t))
        points = Vt.Vec3fArray.FromNumpy(morphed[min(t, len(morphed) - 1)].astype(np.float32))
        skinning.ComputeSkinnedPoints(moved, points, Usd.TimeCode(t))
        positions.append(np.array(points))
        if own_normals is not None:
            turned = Vt.Matrix3dArray([m.ExtractRotationMatrix().GetInverse().GetTranspose() for m in moved])
            vectors = Vt.Vec3fArray.FromNumpy(np.array(own_normals, np.float32))
            UsdSkel.SkinNormals("classicLinear", Gf.Matrix3d(1), turned, indices, weights, width, vectors, True)
            normals.append(np.array(vectors))
    return np.stack(positions), np.stack(normals) if normals else None


run(f"UsdSkel {'.'.join(map(str, Usd.GetVersion()[1:]))}", play)
