"""Pictures that explain how a character is skinned."""

from __future__ import annotations

WORDS = {
    "Lessons": "课程",
    "Draw Picture": "绘制图片",
    "Draw a picture that explains how this character is skinned, at the current frame, into an image": (
        "把说明此角色在当前帧如何蒙皮的图片绘制到图像中"
    ),
    "Picture": "图片",
    "Joint": "关节",
    "Empty: the active bone, or the joint with the most weight": "留空：活动骨骼，或权重最多的关节",
    "Drawn into the image {name}": "已绘制到图像 {name}",
    "Motion": "运动",
    "A key of the joint, its track, its clip, and the pose at this frame": (
        "该关节的一个关键帧、它的轨道、它的片段，以及这一帧的姿态"
    ),
    "no track of {clip} moves {joint}": "{clip} 没有移动 {joint} 的轨道",
    "take another joint, or clip": "请换一个关节或片段",
    "the rest pose has no tracks": "静置姿态没有轨道",
    "take a clip": "请选一个片段",
    "{count} tracks": "{count} 条轨道",
    "Pipelines": "管线",
    "The two ways to the picture: without a skin, and with one": "到画面的两条路：没有蒙皮，以及有蒙皮",
    "Normals": "法线",
    "Normals by the inverse transpose, and as directions": "按逆转置的法线，以及当作方向的法线",
    "Mistakes": "错误",
    "Every typical mistake that can be seen, painted by how far it moves a vertex": (
        "每个看得出来的典型错误，按它把顶点移动多远着色"
    ),
    "Stages": "阶段",
    "As stored, each vertex under its own inverse bind, and posed": "存储的样子、每个顶点只乘自己的逆绑定、摆好姿态",
    "Chain": "链",
    "The joint's limb from its space to the world, one local matrix after the other": (
        "关节的肢体从关节空间一步步乘以局部矩阵，到达世界"
    ),
    "Limb": "肢体",
    "What follows the joint, in the world and in the joint's space": "跟随关节的部分，在世界中和在关节空间中",
    "Carried": "随一个关节",
    "All of the mesh carried by the joint alone": "整个网格只随这个关节移动",
    "Weights": "权重",
    "The weights of the joint": "该关节的权重",
    "Fifth Influence": "第五个影响",
    "The weight that is lost beyond the strongest four influences": "最强四个影响之外丢失的权重",
    "Weight Sum": "权重之和",
    "What weights that add up to 0.9 do": "和为 0.9 的权重会怎样",
    "CPU and GPU": "CPU 与 GPU",
    "Skinned by the reference and by the shader, and how far they are apart": "由参考和由着色器蒙皮，以及两者相差多少",
    "Forms": "形式",
    "Three forms": "三种形式",
    "Bind": "绑定",
    "The stored mesh with its bind pose": "存储网格与绑定姿态",
    "Crowd": "群体",
    "Forty-nine characters that play all clips in turn": "四十九个角色，轮流播放所有片段",
}
