"""What is compared, with what, and when."""

from __future__ import annotations

WORDS = {
    "Compare": "比较",
    "Measure how far the engine is from the reference, at the current frame or through the whole clip": (
        "测量引擎与参考相差多少，在当前帧或整个片段上"
    ),
    "Measure how far the engine is from the reference, at the current frame": "测量引擎在当前帧与参考相差多少",
    "Measure how far the engine is from the reference, through the whole clip. Esc cancels": (
        "测量引擎在整个片段上与参考相差多少。Esc 取消"
    ),
    "Scope": "范围",
    "Which times are compared": "比较哪些时间",
    "Current Frame": "当前帧",
    "At the clip's time of the current frame": "在当前帧对应的片段时间上",
    "Whole Clip": "整个片段",
    "From the clip's first key to its last": "从片段的第一个关键帧到最后一个",
    "Live": "实时",
    "Compare the character with its file at every frame, pose and stroke of a brush, and show it": (
        "在每一帧、每个姿态和每一笔之后，都把角色与其文件比较并显示"
    ),
    "Live Heat Map": "实时热图",
    "Draw the live difference as colours over the character": "把实时差异以颜色画在角色上",
    "Live · {verdict}": "实时 · {verdict}",
    "Live: at the next frame or edit": "实时：在下一帧或下一次编辑时",
    "{length} off, {share} of its size": "相差 {length}，为其尺寸的 {share}",
    "vertex {vertex}, joint {joint}": "顶点 {vertex}，关节 {joint}",
    "{milliseconds} ms a frame": "每帧 {milliseconds} 毫秒",
    "Advanced": "高级",
    "Compare Current Frame": "比较当前帧",
    "Compare Whole Clip": "比较整个片段",
    "Write HTML Report": "写 HTML 报告",
    "Comparing": "比较",
    "Comparison cancelled": "比较已取消",
    "{job}: {done} of {total}      Esc cancels": "{job}：{done} / {total}      Esc 取消",
    "The stock importer works in Object Mode only: leave the mode (Tab)": (
        "自带导入器只能在物体模式下使用：请先退出当前模式（Tab）"
    ),
    "An armature in Edit Mode stands at rest, and no clip moves it: leave the mode (Tab)": (
        "处于编辑模式的骨架停在静置位置，片段无法使其运动：请先退出该模式（Tab）"
    ),
    "Engine": "引擎",
    "What is compared with the reference": "与参考比较的对象",
    "What of this character is compared with the file's clip": "该角色的什么与文件的片段比较",
    "The File's Clips": "文件的片段",
    "The actions that came with the import, whatever plays; put back afterwards": (
        "随导入而来的动作，无论正在播放什么；比较后恢复原状"
    ),
    "The Skin in This Pose": "此姿态下的蒙皮",
    "The file's skin on the bones as they stand, whatever moves them: keys, constraints, a control rig, a hand. The "
    "deformation alone is judged": "文件的蒙皮用于现在的骨骼，无论由什么驱动：关键帧、约束、控制骨架或手动。只评判变形",
    "Reach the 3D Cursor": "够到三维游标",
    "Turn the two bones above the active one until it is on the 3D cursor, as far as the limb is long, and compare the "
    "file's skin in that pose with what you see. No keys are set; one undo step takes it back": (
        "转动活动骨骼之上的两根骨骼，直到它到达三维游标（受肢体长度限制），并把此姿态下文件的蒙皮与所见比较。"
        "不设关键帧；撤销一步即可恢复"
    ),
    "Target": "目标",
    "Where the active bone is to be, in the world; at first, where the 3D cursor is": (
        "活动骨骼应到达的世界位置；起初是三维游标所在处"
    ),
    "Make a hand or foot of the character the active bone, in Pose Mode": "请在姿态模式下把角色的手或脚设为活动骨骼",
    "Out of reach: stretched straight, {length} are missing": "够不到：已伸直，还差 {length}",
    "Too near: folded, {length} are missing": "太近：已折叠，还差 {length}",
    "Something holds the limb: {length} are missing": "肢体被某物约束：还差 {length}",
    "Reached": "已到达",
    "Strict Placement": "严格位置",
    "Where you have moved, turned or scaled the character to counts as error; else it is taken off": (
        "你对角色的移动、旋转或缩放算作误差；关闭时会先扣除"
    ),
    "Times": "时间",
    "At which times the whole clip is compared": "在哪些时间比较整个片段",
    "Every Frame": "每一帧",
    "Each frame of the scene from the clip's first key to its last": "从片段第一个关键帧到最后一个之间的每一帧",
    "Every Key": "每个关键帧",
    "At Keys": "在关键帧",
    "Times that have a key in any track, 200 at most": "任一轨道有关键帧的时间，最多 200 个",
    "At Keys and Between": "关键帧及其间",
    "Keys and times between them, 200 at most, where the clip moves most": (
        "关键帧及其间的时间，最多 200 个，取片段运动最大处"
    ),
    "Evenly Spread": "均匀分布",
    "So many times from the clip's first key to its last": "从片段的第一个关键帧到最后一个，取这么多个时间",
    "How many times are spread over the clip": "在片段上分布多少个时间",
    "Normals": "法线",
    "Normals count, if what is compared has some of its own": "若被比较者自有法线，则计入法线",
    "Normal Tolerance": "法线容差",
    "By how many degrees a normal may be turned": "法线可以转过多少度",
    "Each time that has a key in any track, and one time between every two": (
        "任何轨道上有关键帧的每个时间，以及每两个之间的一个时间"
    ),
    "Loop": "循环",
    "Beyond its end a clip begins again, in comparisons and in everything that is drawn; else it holds": (
        "片段结束后重新开始，比较和绘制都如此；关闭时停在末尾"
    ),
    "Own Tolerance": "自定容差",
    "Judge by a tolerance of your own, not by what float32 leaves of this character (3e-6 or more)": (
        "按你自己的容差评判，而不是按 float32 对该角色的极限（3e-6 或更大）"
    ),
    "Tolerance": "容差",
    "Largest error that counts as the same, as a fraction of the character's bounding-box diagonal": (
        "仍算作相同的最大误差，以角色边界框对角线的比例表示"
    ),
    "Form": "形式",
    "Raw Weights": "原始权重",
    "Weights are used as the file stores them, not divided by their sum": "使用文件中存储的权重，不除以其总和",
    "Normals as Directions": "法线按方向处理",
    "As Directions": "按方向处理",
    "Normals are carried as if they were directions (w = 0), not by the inverse transpose": (
        "把法线当作方向（w = 0）变换，而不用逆转置矩阵"
    ),
    "Other Modifiers": "其他修改器",
    "The character as it moves in the scene: action, NLA strips, constraints, a pose without keys. "
    "Nothing is touched": ("角色在场景中的运动：动作、NLA 片段、约束、未设关键帧的姿态。不改动任何东西"),
    "What Plays Now": "现在播放的内容",
    "What modifiers beside the armature's do to the mesh counts as a difference": (
        "除骨架修改器外，其他修改器对网格的作用也算作差异"
    ),
    "Accepted": "已接受",
    "Codes of what may be left unjudged, as the command line's --accept takes them": (
        "可以不评判的内容的代码，与命令行的 --accept 相同"
    ),
    "Accept What Was Not Judged": "接受未评判的内容",
    "Take what was not judged for the same, in this and in later comparisons of this scene. Advanced has the list": (
        "在此次及此场景以后的比较中，把未评判的内容视为相同。“高级”中有列表"
    ),
    "Accepted: {codes}": "已接受：{codes}",
}
