"""Engines and forms of skinning."""

from __future__ import annotations

WORDS = {
    "This character, as Blender deforms it now in this scene": "该角色，如 Blender 现在在此场景中变形的样子",
    "Fast Path": "快速路径",
    "Skinproof's tiled float32 skinning on the CPU": "Skinproof 在 CPU 上分块的 float32 蒙皮",
    "Skinproof's vertex shader, read back from the graphics card": "Skinproof 的顶点着色器，从显卡读回",
    "Stock Importer": "自带导入器",
    "Blender's Modifier": "Blender 的修改器",
    "The formula of Blender's Armature modifier, repeated to the last bit, on the exact rig's bones": (
        "Blender 骨架修改器的公式，逐位重复，用于精确骨架的骨骼"
    ),
    "The same file through Blender's own glTF importer, in a scene of its own": (
        "同一文件经由 Blender 自带的 glTF 导入器，在单独的场景中"
    ),
    "Dual Quaternion": "双四元数",
    "Rotations are blended, so volume is kept": "混合旋转，因而保持体积",
    "Rigid": "刚性",
    "Every vertex follows its strongest joint alone": "每个顶点只跟随权重最大的关节",
    "Four Strongest": "最强四个",
    "Only the four largest weights of a vertex count": "只计算顶点最大的四个权重",
    "Palette": "矩阵调色板",
    "One matrix per joint, multiplied in advance": "每个关节一个矩阵，预先相乘",
    "World times inverse bind per influence, matrices averaged": "每个影响由世界矩阵乘逆绑定矩阵，再平均各矩阵",
    "Points": "点",
    "Each joint moves the vertex; the places are averaged": "每个关节各自移动顶点，再平均所得位置",
    "Transforms": "变换",
    "Points moved by translations, rotations and one scale": "用平移、旋转和统一缩放移动点",
    "Blender's Formula": "Blender 的公式",
    "Blender's linear formula in float32": "Blender 的线性公式，float32",
    "Preserve Volume": "保持体积",
    "Blender's dual-quaternion formula": "Blender 的双四元数公式",
    "GPU: array": "GPU：数组",
    "GPU: arrays": "GPU：两个数组",
    "GPU: compute": "GPU：计算着色器",
    "GPU: four": "GPU：四个影响",
    "GPU: instanced": "GPU：实例",
    "GPU: texture": "GPU：纹理",
    "GPU: trs": "GPU：平移旋转缩放",
    "GPU: ubo": "GPU：统一缓冲",
    "panda3d-gltf cannot load it: a track ends before its clip": "panda3d-gltf 无法载入：有轨道在片段结束之前结束",
    "panda3d-gltf cannot load it: two skins have one root": "panda3d-gltf 无法载入：两个蒙皮共用一个根节点",
    "Read back by the compute shader instead of the vertex shader": "由计算着色器而不是顶点着色器读回",
    "The measured vertex shader, as engines do it": "被测量的顶点着色器，如游戏引擎所做",
    "The palette goes to the shader as buffer, 48 of it per joint": "矩阵以缓冲传给着色器，每个关节 48 字节",
    "The palette goes to the shader as constants, 16 of it per joint": "矩阵以常量传给着色器，每个关节 16 个",
    "The palette goes to the shader as constants, 32 of it per joint": "矩阵以常量传给着色器，每个关节 32 个",
    "The palette goes to the shader as texture, 2 of it per joint": "矩阵以纹理传给着色器，每个关节 2 个纹素",
    "The palette goes to the shader as texture, 3 of it per joint": "矩阵以纹理传给着色器，每个关节 3 个纹素",
}
