"""What is drawn over the 3D view."""

from __future__ import annotations

WORDS = {
    "Overlays": "叠加层",
    "Drawing has stopped: {why}": "绘制已停止：{why}",
    "No joint is chosen: the active bone's is shown": "未选择关节：显示活动骨骼的关节",
    "Hide All Overlays": "隐藏所有叠加层",
    "Skeletons": "骨架线",
    "Rest": "静置",
    "Skeleton in the rest pose of the file's nodes": "文件节点静置姿态下的骨架",
    "Bind": "绑定",
    "Skeleton in the pose in which the mesh was bound": "网格绑定时姿态下的骨架",
    "Current": "当前",
    "Skeleton at the current frame": "当前帧的骨架",
    "GPU Mesh": "GPU 网格",
    "None": "无",
    "No mesh is drawn": "不绘制网格",
    "Over": "重叠",
    "Over Blender's own mesh": "叠在 Blender 自己的网格上",
    "Beside": "旁边",
    "To the right of Blender's own mesh": "在 Blender 自己的网格右侧",
    "Both": "两者",
    "To the right of Blender's own mesh: by the CPU, then by the GPU, and what either takes": (
        "在 Blender 自己的网格右侧：先是 CPU 蒙皮的，再是 GPU 蒙皮的，以及各自耗时"
    ),
    "From left to right: Blender, CPU, GPU": "从左到右：Blender、CPU、GPU",
    "CPU, every vertex: {time} ms": "CPU，每个顶点：{time} 毫秒",
    "GPU, the palette only: {time} ms": "GPU，只有矩阵：{time} 毫秒",
    "Own": "各自",
    "Every vertex as its own joints see it: under its own inverse bind matrices only": (
        "每个顶点在自己的关节看来的样子：只乘以自己的逆绑定矩阵"
    ),
    "To the World": "到世界",
    "How far the joint's space is carried into the world, one local matrix after the other": (
        "关节空间向世界移动了多远，一个局部矩阵接一个"
    ),
    "Smoothness": "平滑度",
    "From rigid, each vertex by its strongest joint alone, to smooth, by the weights of the file": (
        "从刚性（每个顶点只随最强的关节）到平滑（按文件的权重）"
    ),
    "Mistake": "错误",
    "A typical mistake of skinning code that is made on purpose as the posed mesh is skinned": (
        "对姿态网格蒙皮时故意犯的一个典型蒙皮代码错误"
    ),
    "This character cannot show this mistake": "此角色显示不出这个错误",
    "All Clips": "所有片段",
    "The characters play all clips of the file in turn": "角色轮流播放文件的所有片段",
    "Mesh": "网格",
    "The mesh as the measured vertex shader skins it": "被测量的顶点着色器所蒙皮的网格",
    "Stage": "阶段",
    "Stage of the vertex pipeline that the GPU mesh shows": "GPU 网格显示顶点流水线的哪个阶段",
    "Mesh space: the mesh as the file stores it": "网格空间：文件中存储的网格",
    "Joint space of the chosen joint: times its inverse bind matrix and nothing else": (
        "所选关节的关节空间：只乘以其逆绑定矩阵"
    ),
    "Posed": "姿态",
    "World: multiplied by the joints' matrices too, as it is seen": "世界空间：再乘以各关节的矩阵，即所见的样子",
    "Shader": "着色器",
    "How the posed mesh is skinned before it is drawn": "绘制之前怎样对姿态网格蒙皮",
    "Skin Palette": "蒙皮矩阵",
    "Colour": "颜色",
    "What the colours mean": "颜色的含义",
    "Material": "材质",
    "Base colours and textures of the file's materials": "文件材质的基础色与纹理",
    "Joints": "关节",
    "One colour per joint, mixed by the weights": "每个关节一种颜色，按权重混合",
    "Weights": "权重",
    "Weights of the chosen joint": "所选关节的权重",
    "Bone whose weights or space are shown": "显示其权重或空间的骨骼",
    "Isolate": "隔离",
    "Only the faces that the chosen joint moves": "只显示所选关节移动的面",
    "Opacity": "不透明度",
    "Opacity of the GPU mesh": "GPU 网格的不透明度",
    "Unmatched Vertices": "未匹配的顶点",
    "No crosses: {mesh} is edited at rest. Turn on Edit Mode in its Armature modifier to see it posed": (
        "不显示叉号：{mesh} 正以静置状态编辑。在其骨架修改器中开启“编辑模式”即可看到姿态"
    ),
    "Crosses on vertices that are not in the file, and where the file has vertices that are not here": (
        "在文件中没有的顶点上画十字，并在文件有而此处没有的顶点位置上画十字"
    ),
    "Crowd": "群体",
    "Many characters, each at its own time": "许多角色，各有自己的时间",
    "Characters whose time is beyond the clip's end begin it again; else they hold its last pose": (
        "时间超过片段末尾的角色重新开始；关闭时停在最后的姿态"
    ),
    "Show Crowd": "显示群体",
    "Draw many copies of the active character, each at its own time of the clip, with one draw call per part": (
        "绘制活动角色的许多副本，各处于片段的不同时间，每个部分一次绘制调用"
    ),
    "Number of characters": "角色数量",
    "Spacing": "间距",
    "Distance from one character to the next, in sizes of the character": "相邻角色的距离，以角色尺寸为单位",
    "Time Offset": "时间偏移",
    "Seconds from one character's time to the next one's": "相邻角色的时间差（秒）",
    "Hide All": "全部隐藏",
    "Take everything that Skinproof draws over the 3D view away, the crowd included": (
        "去掉 Skinproof 在 3D 视图上绘制的一切，包括群体"
    ),
    "rest pose": "静置姿态",
    "bind pose": "绑定姿态",
    "current pose": "当前姿态",
    "not in the file: {count}": "不在文件中：{count}",
    "not in the scene: {count}": "不在场景中：{count}",
    "weight of {joint}: 0 to 1": "{joint} 的权重：0 到 1",
    "Try Again": "重试",
    "Draw again after a failure": "失败之后重新绘制",
}
