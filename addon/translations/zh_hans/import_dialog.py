"""The import, and what it asks."""

from __future__ import annotations

WORDS = {
    "Character (Skinproof)": "角色 (Skinproof)",
    "Import Character": "导入角色",
    "Import Character (Skinproof)": "导入角色 (Skinproof)",
    "Import skinned characters as their files say: every joint a bone, every vertex in the file's order": (
        "按文件导入蒙皮角色：每个关节一根骨骼，每个顶点保持文件中的顺序"
    ),
    "By the File": "由文件决定",
    "For Animation where nobody would see its error on this file, else Exact": (
        "如果没人能看出这个文件的误差，就用“用于动画”，否则用“精确”"
    ),
    "{name}: Rig Exact, since For Animation would be {share} off": "{name}：骨架用“精确”，因为“用于动画”会偏差 {share}",
    "Characters can be imported in Object Mode only": "只能在物体模式下导入角色",
    "Imported {names}": "已导入 {names}",
    "Animation Clips": "动画片段",
    "Make actions of the file's clips": "把文件中的片段做成动作",
    "Clips from the Other Files": "取其他文件的片段",
    "Of several glTF files, import the active one with the clips of all, matched by joint names. Files without a mesh "
    "are always taken so": (
        "选中多个 glTF 文件时，只导入活动文件，并按关节名称带上所有文件的片段。没有网格的文件总是这样处理"
    ),
    "Reuse Data": "复用数据",
    "Where a file was imported before, share its meshes, armatures, materials and actions instead of making them "
    "again: one skeleton, many instances. Edits of the shared data then show in all of them": (
        "文件已经导入过时，共享其网格、骨架、材质和动作，而不重新创建：一副骨架，多个实例。"
        "对共享数据的编辑会显示在所有实例上"
    ),
    "Materials": "材质",
    "What is made of the file's materials": "怎样处理文件中的材质",
    "Textures, Packed": "纹理，打包",
    "Materials with textures, which are stored in the .blend": "带纹理的材质，纹理存入 .blend 文件",
    "Textures, as Files": "纹理，保留为文件",
    "Materials with textures; those beside the model stay files of their own": (
        "带纹理的材质；模型旁边的纹理仍是单独的文件"
    ),
    "Base Colors": "仅基础色",
    "Materials with their names and base colours only, without textures": "材质只有名称和基础色，没有纹理",
    "Rig": "骨架",
    "What the armature is for": "骨架用来做什么",
    "Exact": "精确",
    "To verify: the file to the last digit of float32, with helper bones where joints alone cannot say it": (
        "用于验证：与文件一致到 float32 的最后一位；仅靠关节无法表达之处使用辅助骨骼"
    ),
    "For Animation": "用于动画",
    "To work with: the file's joints and no other bones, posed at their own length, each with the vertex group of its "
    "name; exported again, it has the file's joints": (
        "用于制作：只有文件中的关节，没有其他骨骼；骨骼保持自身长度，顶点组与骨骼同名；再次导出时仍是文件中的关节"
    ),
    "Frame Rate": "帧率",
    "The rate at which the keys are placed": "放置关键帧所用的帧率",
    "Of the Scene": "场景的",
    "Leave the scene's frame rate; keys of another rate fall between frames": (
        "保持场景的帧率；其他帧率的关键帧会落在两帧之间"
    ),
    "Of the File": "文件的",
    "Set the scene to the rate that the file's keys were made at, where it shows": (
        "如果能看出文件关键帧的帧率，就把场景设为该帧率"
    ),
    "Side by Side": "分开放置",
    "Put a character beside others where it would stand inside one; else all stand as their files say": (
        "角色会与其他角色重叠时，把它放在旁边；关闭时都按文件放置"
    ),
    "Frame View": "框显视图",
    "Let the 3D views show the whole of what is imported": "让 3D 视图显示导入的全部内容",
    "Look at the File": "查看文件",
    "Read the chosen file and show what either rig would cost, and the frame rate of its keys": (
        "读取所选文件，显示两种骨架各自的代价，以及关键帧的帧率"
    ),
    "Choose a file in the file browser first": "请先在文件浏览器中选择文件",
    "Scale": "缩放",
    "At which size an MD5 character stands in the scene; comparisons take it off. Its units are often inches: 0.0254 "
    "makes metres of them": "MD5 角色在场景中的大小；比较时会扣除。其单位通常是英寸：0.0254 换算成米",
    "Exact: at least {bones} for {joints}": "精确：{joints}至少用 {bones}",
    "For Animation: {bones} for {joints}": "用于动画：{joints}用 {bones}",
    "within {length}: nobody would see it": "误差在 {length} 以内：没人能看出",
    "{length} off, {error} of the size: this rig cannot hold this file": (
        "偏差 {length}，为尺寸的 {error}：此骨架容不下这个文件"
    ),
    "Keys at {rate} frames per second, the scene has {scene}": "关键帧为每秒 {rate} 帧，场景为 {scene}",
}
