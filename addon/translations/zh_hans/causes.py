"""Typical mistakes of skinning code, and the other sentences under the verdict that say why a character differs."""

from __future__ import annotations

WORDS = {
    "And {count} more causes, which the report has": "另有 {count} 个原因，见报告",
    "First wrong bone: {joint}": "第一根错误的骨骼：{joint}",
    "Tolerance: {reason}": "容差：{reason}",
    "Normals compared at {count} of {total} times": "在 {total} 个时间中的 {count} 个比较了法线",
    "this rig (For Animation) cannot hold this file, it is {share} % off: import it on the rig Exact": (
        "此骨架（用于动画）容不下这个文件，偏差 {share} %：请用“精确”骨架导入"
    ),
    "the clip is not applied: this is the rest pose": "片段未被应用：这是静置姿态",
    "quaternions are not normalised before use": "四元数在使用前没有归一化",
    "quaternions stored as x, y, z, w are read as w, x, y, z": "按 x、y、z、w 存储的四元数被读作 w、x、y、z",
    "rotations are interpolated by component, not by slerp": "旋转按分量插值，而不是球面插值（slerp）",
    "STEP tracks are interpolated": "STEP 轨道被插值了",
    "tracks are not interpolated: the key before holds": "轨道没有插值：保持前一个关键帧的值",
    "CUBICSPLINE tangents are ignored": "CUBICSPLINE 的切线被忽略",
    "CUBICSPLINE tangents are not multiplied by the key interval": "CUBICSPLINE 的切线没有乘以关键帧间隔",
    "world matrices are local times parent (order reversed)": "世界矩阵是局部乘以父级（顺序颠倒）",
    "inverse bind times world: the product is in reversed order": "逆绑定乘以世界：乘积的顺序颠倒",
    "inverse bind matrices are not applied": "逆绑定矩阵未被应用",
    "bind matrices stand where their inverses belong": "在应为逆绑定矩阵的地方用了绑定矩阵",
    "skin matrices are transposed (rows taken for columns)": "蒙皮矩阵被转置（行被当作列）",
    "JOINTS_n are taken for nodes, not for places in skin.joints": "JOINTS_n 被当作节点，而不是 skin.joints 中的位置",
    "the mesh is moved into a guessed bind pose without scale": "网格被移到猜测的、没有缩放的绑定姿态",
    "the skinned mesh's node transform is applied on top": "额外应用了蒙皮网格节点的变换",
    "the skinned mesh's node transform is divided out": "蒙皮网格节点的变换被除去了",
    "weights are not divided by their sum": "权重没有除以其总和",
    "only the first four influences are used": "只使用了前四个影响",
    "only the four strongest influences are used": "只使用了最强的四个影响",
    "only the strongest influence is used (rigid skinning)": "只使用了最强的影响（刚性蒙皮）",
    "of a joint named twice in a vertex only the later weight counts": "一个顶点中出现两次的关节，只计算后一个权重",
    "vertices without weights stay where the mesh has them": "没有权重的顶点停留在网格中的位置",
    "morph targets are not applied": "变形目标未被应用",
    "positions are those of the mesh: nothing is skinned": "位置就是网格的位置：没有任何蒙皮",
    "the mesh is moved into a guessed bind pose without scale, and rotations are interpolated by component": (
        "网格被移到猜测的、没有缩放的绑定姿态，并且旋转按分量插值"
    ),
    "motions are blended as dual quaternions (Preserve Volume)": "运动按对偶四元数混合（保持体积）",
    "Blender's Preserve Volume is on": "Blender 的“保持体积”已开启",
    "the result is in a space where +Z is up": "结果所在的空间以 +Z 为上",
}
