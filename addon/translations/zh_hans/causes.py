"""Typical mistakes of skinning code, and the other sentences under the verdict that say why a character differs."""

from __future__ import annotations

WORDS = {
    "what animates the skinned mesh's own node is applied on top": "额外应用了蒙皮网格自身节点的动画",
    "joints are looked up by name, and several nodes have one": "关节按名称查找，而有多个节点同名",
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
    "rotations between keys nearer than 3.6° are interpolated by component, not by slerp": (
        "相距不到 3.6° 的关键帧之间，旋转按分量插值，而不是球面插值（slerp）"
    ),
    "world matrices are multiplied in float32 down the hierarchy": "世界矩阵沿层级以 float32 相乘",
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
    "parts that hang on bones of a scaled armature are moved along these bones": (
        "挂在已缩放骨架的骨骼上的部分沿这些骨骼移动了"
    ),
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
    "rotations go the long way round where two keys have opposite signs": "两个关键帧符号相反时，旋转绕了远路",
    "tracks are not interpolated: the key to come is shown": "轨道没有插值：显示的是后一个关键帧的值",
    "tracks are resampled {rate} times a second": "轨道被重新采样为每秒 {rate} 次",
    "scales are kept in half precision": "缩放以半精度保存",
    "scales of nodes are not applied": "节点的缩放未被应用",
    "mirrored matrices lose their mirror when they are taken apart": "镜像矩阵在分解时丢失了镜像",
    "world matrices are kept as translation, rotation and scale, which loses their shear": (
        "世界矩阵以平移、旋转和缩放保存，丢失了切变"
    ),
    "a node's scale is not handed down to its children": "节点的缩放没有传给子节点",
    "nodes above the skeleton are left out": "骨架之上的节点被忽略",
    "local matrices are taken for world matrices: no parent is walked": "局部矩阵被当作世界矩阵：没有乘以父级",
    "the clip is {seconds} s late": "片段晚了 {seconds} 秒",
    "the clip is {seconds} s early": "片段早了 {seconds} 秒",
    "the clip runs {factor} times as fast": "片段以 {factor} 倍速度播放",
    "poses are held between frames, {rate} of which there are in a second": "姿态在帧之间保持不变，每秒 {rate} 帧",
    "between frames, {rate} of which there are in a second, the pose to come is shown": (
        "在帧之间显示的是后一帧的姿态，每秒 {rate} 帧"
    ),
    "the clip begins again at its end": "片段在结尾处重新开始",
    "the clip is played backwards": "片段被倒放",
    "time zero is taken for the first key of the clip, which stands later": (
        "把零时刻当作片段的第一个关键帧，而它在更晚处"
    ),
    "inverse bind matrices are transposed (rows taken for columns)": "逆绑定矩阵被转置（行被当作列）",
    "the rest pose of the nodes is taken for the bind pose": "节点的静置姿态被当作绑定姿态",
    "joints are bound by other matrices than the file's, the same at all times": (
        "关节的绑定矩阵与文件的不同，且在所有时间都一样"
    ),
    "joints are counted from one: each vertex follows the joint before its own": (
        "关节从一开始计数：每个顶点跟随它前一个关节"
    ),
    "each vertex follows the joint after its own": "每个顶点跟随它后一个关节",
    "joints are taken in the order of nodes, not in that of skin.joints": (
        "关节按节点的顺序排列，而不是 skin.joints 的顺序"
    ),
    "joints are taken in the order of the hierarchy, not in that of skin.joints": (
        "关节按层级的顺序排列，而不是 skin.joints 的顺序"
    ),
    "{count} joints have the matrices of other joints, {first} that of {second}": (
        "{count} 个关节用了其他关节的矩阵，{first} 用了 {second} 的"
    ),
    "weights are kept in half precision": "权重以半精度保存",
    "weights are kept in 16 bits": "权重以 16 位保存",
    "weights are kept in 8 bits": "权重以 8 位保存",
    "weights are kept in 8 bits, rounded down": "权重以 8 位保存，并且向下取整",
    "weights stored as whole numbers are not divided by the largest of them": "以整数存储的权重没有除以最大值",
    "only the first eight influences are used": "只使用了前八个影响",
    "only the eight strongest influences are used": "只使用了最强的八个影响",
    "vertices without weights fall to the origin": "没有权重的顶点落到原点",
    "everything is {factor} times as large": "整体大小是 {factor} 倍",
    "everything is mirrored along {axis}": "整体沿 {axis} 镜像",
    "everything is turned by {degrees}° about {axis}": "整体绕 {axis} 旋转了 {degrees}°",
    "everything is moved by {x}, {y}, {z} m": "整体移动了 {x}, {y}, {z} 米",
    "everything is stretched or sheared alike": "整体以同样方式被拉伸或切变",
    "the transform of {joints} is not the file's ({how})": "{joints} 的变换与文件中的不同（{how}）",
    "{share} % of the positions are no places near the character (one is {value} m away)": (
        "{share} % 的位置离角色太远（其中一个在 {value} 米之外）"
    ),
    "motions are blended as dual quaternions (Preserve Volume)": "运动按对偶四元数混合（保持体积）",
    "vertices follow the joints of the file by other weights than the file's": (
        "顶点跟随文件中的关节，但权重与文件中的不同"
    ),
    "vertices follow bones that bend: other matrices along each bone, not one for each joint": (
        "顶点跟随会弯曲的骨骼：沿每根骨骼有不同的矩阵，而不是每个关节一个"
    ),
    "space is bent behind the skin: every place goes to another, the same at all times, as a lattice does it": (
        "蒙皮之后空间被弯曲：每个位置都移到另一处，所有时刻都相同，如同晶格"
    ),
    "positions are smoothed behind the skin (iterations: {steps}, factor: {factor})": (
        "蒙皮之后位置被平滑（迭代次数：{steps}，系数：{factor}）"
    ),
    "Blender's Preserve Volume is on": "Blender 的“保持体积”已开启",
    "the result is in a space where +Z is up": "结果所在的空间以 +Z 为上",
    "{left} % of the size is no pose of these joints: other weights, other blending, or modifiers": (
        "大小的 {left} % 不是这些关节的任何姿态：其他权重、其他混合方式或修改器"
    ),
}
